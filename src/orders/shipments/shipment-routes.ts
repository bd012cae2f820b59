/** Shipments of the shopper who calls, on the SDK's own paths and in its shapes: read, follow, cancel, ask to return. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { CartRoutesOptions } from '../../cart/call/cart-call.ts';
import {
  type AskedShipment,
  CustomerOfShipment,
  InvoiceOfShipment,
  OrderShipmentPath,
  ShipmentBagPath,
  ShipmentBagReasons,
  ShipmentById,
  ShipmentPath,
  ShipmentReasons,
  ShipmentStatusAnswer,
  ShipmentStatusBody,
  ShipmentTrack,
} from '../../contract/orders/order-shipment-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { Refusal } from '../../shared/errors.ts';
import { ownOrders } from '../own-orders.ts';
import { invoiceLink } from '../papers/paper-link.ts';
import { changeShipment } from './change-shipment.ts';
import { bagReasons, reasonIn, reasonsFor } from './shipment-reasons.ts';
import { allowedUnits, linesIn, orderIdIn, shipmentIn } from './shipment-rules.ts';
import { mayGoBack, receiverView, shipmentView, trackView } from './shipment-view.ts';

const words = {
  getShipmentById: 'Read a shipment of an order',
  trackShipment: 'Say what happened to a shipment',
  getInvoiceByShipmentId:
    'Make a link to the invoice of a shipment’s order. It opens in a browser for a quarter of an hour. There is one invoice of an order.',
  getCustomerDetailsByShipmentId: 'Say who receives a shipment',
  getShipmentReasons: 'List why a shipment may be cancelled or returned',
  getShipmentBagReasons: 'List why a line of a shipment may be cancelled or returned',
  updateShipmentStatus:
    'Cancel goods of a shipment, or ask to return them. As far as the shop lets customers. A repeat under its Idempotency-Key changes nothing.',
};

const orders = '/service/application/order/v1.0/orders';
const path = `${orders}/shipments/:shipment_id`;

const operation = operationTable({ kind: 'application' }, ['Orders'], words, {
  getShipmentById: { params: ShipmentPath, response: { 200: ShipmentById } },
  trackShipment: { params: ShipmentPath, response: { 200: ShipmentTrack } },
  getInvoiceByShipmentId: { params: ShipmentPath, response: { 200: InvoiceOfShipment } },
  getCustomerDetailsByShipmentId: { params: OrderShipmentPath, response: { 200: CustomerOfShipment } },
  getShipmentReasons: { params: ShipmentPath, response: { 200: ShipmentReasons } },
  getShipmentBagReasons: { params: ShipmentBagPath, response: { 200: ShipmentBagReasons } },
  updateShipmentStatus: { params: ShipmentPath, body: ShipmentStatusBody, response: { 200: ShipmentStatusAnswer } },
});

const requireSame = ({ identifier }: AskedShipment, shipmentId: string): void => {
  if (identifier === shipmentId) return;
  const message = 'Name the shipment of the path.';
  throw new Refusal('body_invalid', { details: [{ field: 'body.statuses[0].shipments[0].identifier', message }] });
};

export const shipmentRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  const { node } = options.services;
  const { ownOrder, change } = ownOrders(options.services, options.keys);
  const found = async (request: FastifyRequest, shipmentId: string) => {
    const { read, settings } = await ownOrder(request, orderIdIn(shipmentId));
    const order = await read();
    const shipment = shipmentIn(order, shipmentId);
    if (order === undefined || shipment === undefined) throw new Refusal('order_shipment_not_found');
    return { order, shipment, settings, allowed: allowedUnits(order, settings, node.now()) };
  };

  app.get(path, operation.getShipmentById, async (request) => {
    const { order, shipment, settings } = await found(request, request.params.shipment_id);
    return { shipment: shipmentView(order, shipment, settings, node.now()) };
  });

  app.get(`${path}/track`, operation.trackShipment, async (request) => {
    const { order, shipment } = await found(request, request.params.shipment_id);
    return { results: trackView(order, shipment) };
  });

  app.get(`${path}/invoice`, operation.getInvoiceByShipmentId, async (request) => {
    const { order, shipment } = await found(request, request.params.shipment_id);
    if (order.progress.invoiced !== true) throw new Refusal('order_paper_not_found');
    const { url, seconds } = await invoiceLink(node, options.publicUrl, order);
    return {
      success: true,
      shipment_id: shipment.id,
      presigned_type: 'invoice',
      presigned_url: url,
      expires_in: seconds,
    };
  });

  app.get(
    `${orders}/:order_id/shipments/:shipment_id/customer-details`,
    operation.getCustomerDetailsByShipmentId,
    async (request) => {
      const { order, shipment } = await found(request, request.params.shipment_id);
      if (order.id !== request.params.order_id) throw new Refusal('order_shipment_not_found');
      return receiverView(order, shipment);
    },
  );

  app.get(`${path}/reasons`, operation.getShipmentReasons, async (request) => {
    const { order, shipment, allowed } = await found(request, request.params.shipment_id);
    return {
      reasons: reasonsFor(mayGoBack(allowed, linesIn(order, shipment))).map((reason) => ({
        reason_id: reason.id,
        reason_text: reason.text,
        flow: reason.flow,
        feedback_type: reason.flow,
        priority: reason.priority,
        show_text_area: reason.asksMore,
      })),
    };
  });

  app.get(`${path}/bags/:bag_id/reasons`, operation.getShipmentBagReasons, async (request) => {
    const { order, shipment, allowed } = await found(request, request.params.shipment_id);
    const line = order.document.lines[request.params.bag_id - 1];
    if (line?.shipmentId !== shipment.id) throw new Refusal('order_line_not_found');
    return {
      success: true,
      reasons: bagReasons(mayGoBack(allowed, [line])),
    };
  });

  app.put(`${path}/status`, operation.updateShipmentStatus, async (request, reply) => {
    const { shipment_id: shipmentId } = request.params;
    const [asked] = request.body.statuses;
    const [shipment] = asked?.shipments ?? [];
    if (asked === undefined || shipment === undefined) throw new Refusal('body_invalid');
    requireSame(shipment, shipmentId);
    const flow = asked.status === 'return_initiated' ? 'return' : 'cancel';
    const reason = reasonIn(shipment, flow);
    const { order } = await change(request, reply, orderIdIn(shipmentId), {
      reason,
      run: (step, settings) => changeShipment(node, { ...step, settings, shipmentId, asked: shipment, flow }),
    });
    const after = order.shipments?.find((one) => one.shipment_id === shipmentId);
    const made = flow === 'return' ? order.returns?.at(-1)?.return_id : undefined;
    return {
      statuses: [
        {
          shipments: [
            {
              identifier: shipmentId,
              status: 200,
              final_state: { shipment_status: after?.shipment_status?.value ?? '' },
              return_id: made ?? null,
            },
          ],
        },
      ],
    };
  });
};
