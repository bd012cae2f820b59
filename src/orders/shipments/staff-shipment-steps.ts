/** Use case: the shop's own people take a shipment a step further, by the words that the SDK has for it. */
import type { Node } from '../../applications/node.ts';
import type { AskedShipment } from '../../contract/orders/order-shipment-contract.ts';
import type { shipmentSteps } from '../../contract/orders/staff-shipment-requests.ts';
import { Refusal } from '../../shared/errors.ts';
import { endOrder } from '../end-order.ts';
import { cancelUnits } from '../goods/cancel-units.ts';
import type { OrderChange } from '../goods/change-goods.ts';
import { answerReturn, receiveReturn, requestReturn } from '../goods/return-units.ts';
import { deliverParcel, noTracking, sendParcel } from '../goods/send-parcels.ts';
import {
  isUnderWay,
  parcelsOf,
  returnableUnits,
  stateOfShipment,
  unsentUnits,
  type WantedUnits,
} from '../goods/unit-rules.ts';
import type { OrderShipment, StoredOrder } from '../order-document.ts';
import type { OrderReturn } from '../order-progress.ts';
import { unitsOfShipment } from './asked-goods.ts';
import { isWholeOrder, requireReason, unsentOf } from './change-shipment.ts';

type ShipmentStep = (typeof shipmentSteps)[number];
type Asked = {
  readonly change: OrderChange;
  readonly order: StoredOrder;
  readonly shipment: OrderShipment;
  readonly asked: AskedShipment;
};
type Take = (node: Node, asked: Asked) => Promise<StoredOrder>;

const gone = new Set(['shipped', 'delivered']);
const send: Take = (node, { change, shipment, asked }) => {
  const items: WantedUnits = (now) =>
    (asked.products ?? []).length === 0 && gone.has(stateOfShipment(now, shipment.id))
      ? null
      : unitsOfShipment(now, shipment, asked, unsentUnits(now));
  return sendParcel(node, { ...change, items, tracking: noTracking });
};

const requireWhole = ({ products = [] }: AskedShipment): void => {
  if (products.length === 0) return;
  const field = 'body.statuses[0].shipments[0].products';
  const message = 'This step is of all the goods that are on their way. Some of them arrive with their parcel.';
  throw new Refusal('body_invalid', { details: [{ field, message }] });
};
const deliver: Take = (node, { change, shipment, asked }) => {
  requireWhole(asked);
  return deliverParcel(node, { ...change, shipmentId: shipment.id });
};

/** Goods that leave while all of an order is cancelled are not cancelled with it. */
const nothingLeft = (order: StoredOrder): boolean => {
  if (parcelsOf(order).length === 0) return true;
  throw new Refusal('order_state_conflict', {
    message: 'Goods of this shipment have left: they come back as a return.',
  });
};
const cancel: Take = (node, { change, order, shipment, asked }) =>
  isWholeOrder(order, asked)
    ? endOrder(node, { ...change, state: 'cancelled', ends: nothingLeft })
    : cancelUnits(node, { ...change, items: unsentOf({ shipment, asked }) });

const takeBack: Take = (node, { change, order, shipment, asked }) => {
  requireReason(change.step.reason);
  const items = unitsOfShipment(order, shipment, asked, returnableUnits(order));
  return requestReturn(node, { ...change, items, reason: change.step.reason });
};

/** The return under way of a shipment's goods; one that also has goods of another is answered by its own name. */
const openReturn = ({ progress }: StoredOrder, { lines }: OrderShipment): OrderReturn => {
  const open = (progress.returns ?? []).filter(
    (one) => isUnderWay(one) && one.items.some(({ line }) => lines.includes(line)),
  );
  const [only] = open;
  if (only !== undefined && open.length === 1 && only.items.every(({ line }) => lines.includes(line))) return only;
  throw new Refusal('order_state_conflict', {
    message:
      only === undefined
        ? 'No return of this shipment is under way.'
        : 'Name the return that is meant: there are several, or it has goods of another shipment.',
  });
};
const receive: Take = (node, { change, order, shipment, asked }) => {
  const { id: returnId, items } = openReturn(order, shipment);
  const announced = new Map(items.map(({ line, units }) => [line, units]));
  const came = unitsOfShipment(order, shipment, asked, announced);
  return receiveReturn(node, { ...change, returnId, items: came, restocked: true });
};
const refuse: Take = (node, { change, order, shipment, asked }) => {
  requireWhole(asked);
  return answerReturn(node, { ...change, returnId: openReturn(order, shipment).id, state: 'refused' });
};

type Step = { readonly action: string; readonly flow?: 'cancel' | 'return'; readonly take: Take };
const ship: Step = { action: 'order.ship', take: send };
const arrive: Step = { action: 'order.deliver', take: deliver };
const drop: Step = { action: 'order.cancel', flow: 'cancel', take: cancel };

export const stepsOfShipments: Readonly<Record<ShipmentStep, Step>> = {
  shipped: ship,
  bag_picked: ship,
  delivered: arrive,
  delivery_done: arrive,
  handed_over_to_customer: arrive,
  cancelled: drop,
  cancelled_seller: drop,
  cancelled_customer: drop,
  return_initiated: { action: 'order.return', flow: 'return', take: takeBack },
  return_accepted: { action: 'order.return_receive', flow: 'return', take: receive },
  return_request_cancelled: { action: 'order.return_refuse', flow: 'return', take: refuse },
};
