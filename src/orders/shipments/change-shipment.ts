/** Use case: a customer cancels goods of one shipment, or asks to return them. */
import type { Node } from '../../applications/node.ts';
import type { OrderSettings } from '../../contract/applications/order-settings-contract.ts';
import type { AskedShipment } from '../../contract/orders/order-shipment-contract.ts';
import { Refusal } from '../../shared/errors.ts';
import type { OrderChange } from '../goods/change-goods.ts';
import { customerCancels } from '../goods/customer-cancels.ts';
import { customerReturnable } from '../goods/customer-units-rules.ts';
import { requestReturn } from '../goods/return-units.ts';
import { parcelsOf, stateOfShipment, unsentUnits, type WantedUnits } from '../goods/unit-rules.ts';
import type { OrderShipment, StoredOrder } from '../order-document.ts';
import { unitsOfShipment } from './asked-goods.ts';
import { shipmentIn } from './shipment-rules.ts';

type ChangeShipment = OrderChange & {
  readonly settings: OrderSettings;
  readonly shipmentId: string;
  readonly asked: AskedShipment;
  readonly flow: 'cancel' | 'return';
};

export const requireReason = (reason: string): void => {
  if (reason !== '') return;
  const field = 'body.statuses[0].shipments[0].reasons';
  throw new Refusal('body_invalid', { details: [{ field, message: 'Say why the goods come back.' }] });
};

type AskedOf = { readonly shipment: OrderShipment; readonly asked: AskedShipment };

const isWhole = ({ products = [] }: AskedShipment): boolean => products.length === 0;

/** Whether a shipment is all there is of its order, and nothing of it has left. */
export const isWholeOrder = (order: StoredOrder, asked: AskedShipment): boolean =>
  isWhole(asked) && order.document.shipments.length === 1 && parcelsOf(order).length === 0;

/**
 * What of a shipment has not left. Decided when it is written, so that of many who cancel it at once the first does, and the others
 * find it cancelled, which is what they wanted.
 */
export const unsentOf =
  ({ shipment, asked }: AskedOf): WantedUnits =>
  (order) =>
    isWhole(asked) && stateOfShipment(order, shipment.id) === 'cancelled'
      ? null
      : unitsOfShipment(order, shipment, asked, unsentUnits(order));

/** All of a shipment is meant where no lines are named; to cancel it again changes nothing. */
export const changeShipment = async (node: Node, request: ChangeShipment): Promise<StoredOrder> => {
  const { settings, shipmentId, asked, flow, ...change } = request;
  const order = await change.read();
  const shipment = shipmentIn(order, shipmentId);
  if (order === undefined || shipment === undefined) throw new Refusal('order_shipment_not_found');
  if (flow === 'return') {
    requireReason(change.step.reason);
    const items = unitsOfShipment(order, shipment, asked, customerReturnable(order, settings, node.now()));
    return requestReturn(node, { ...change, items, reason: change.step.reason, settings });
  }
  const items = isWholeOrder(order, asked) ? undefined : unsentOf({ shipment, asked });
  return customerCancels(node, { ...change, settings, items });
};
