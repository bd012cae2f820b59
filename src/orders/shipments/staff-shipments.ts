/** What every operation of service clients on a shipment shares: whose it is. The company is part of the statement that reads it. */
import type { FastifyRequest } from 'fastify';
import type { CompanyPlace } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { Refusal } from '../../shared/errors.ts';
import type { OrderDesk } from '../order-desk.ts';
import { readCompanyOrder } from '../order-store.ts';
import type { FoundShipment } from './shipment-list-store.ts';
import { orderIdIn, shipmentIn } from './shipment-rules.ts';

/** Where the SDK changes orders. */
export const managePath = '/service/platform/order-manage/v1.0/company/:company_id';

type Params = { readonly company_id: number; readonly application_id?: string };
export type StaffShipments = {
  readonly found: (company: CompanyPlace, shipmentId: string) => Promise<FoundShipment>;
  /** Of the application that is named, if one is. */
  readonly named: (request: FastifyRequest, params: Params, shipmentId: string) => Promise<FoundShipment>;
};

export const staffShipments = ({ db }: Node, desk: OrderDesk): StaffShipments => {
  const found: StaffShipments['found'] = async (company, shipmentId) => {
    const order = await readCompanyOrder(db, company, orderIdIn(shipmentId));
    const shipment = shipmentIn(order, shipmentId);
    if (order === undefined || shipment === undefined) throw new Refusal('order_shipment_not_found');
    return { order, shipment };
  };
  return {
    found,
    named: async (request, params, shipmentId) => {
      const one = await found(await desk.companyOf(request, params), shipmentId);
      const { application_id: applicationId = one.order.applicationId } = params;
      if (one.order.applicationId !== applicationId) throw new Refusal('order_shipment_not_found');
      return one;
    },
  };
};
