/**
 * What the steps of an order tell to whoever subscribes, from placed to the last refund, in the batch of the step. They name no
 * person; who may know more reads the order by its id.
 */
import { amountsIn } from '../shared/amounts.ts';
import type { OrderPayload } from '../contract/events/webhook-payloads-contract.ts';
import type { Statement } from '../db/database.ts';
import { derivedEventId, outboxStatements } from '../events/outbox.ts';
import { isoTime } from '../shared/clock.ts';
import { currencyOf } from '../shared/currency.ts';
import { sum, toDecimal } from '../shared/money.ts';
import type { OrderDocument, StoredOrder } from './order-document.ts';
import type { Discount } from './order-figures.ts';
import { parcelsOf, remainingUnits } from './goods/unit-rules.ts';
import { refundedOf } from './money/paid-rules.ts';
import type { OrderState, Settlement, Units } from './order-progress.ts';
import type { StoredRefund } from './refunds/refund-store.ts';

/** `placed` is told when an order is made, `confirmed` when it counts: it is paid, or is paid on delivery. Each once. */
type OrderStep = 'placed' | 'confirmed' | 'cancelled' | 'returned' | 'expired';
/** What may happen to an order several times. */
type OrderTurn = 'shipped' | 'delivered' | 'changed' | 'return_changed' | 'refund_changed';

const ends: Partial<Readonly<Record<OrderState, OrderStep>>> = {
  cancelled: 'cancelled',
  returned: 'returned',
  payment_failed: 'cancelled',
  expired: 'expired',
};

/** Each offer the order used, what it cost, and the units it took that off. */
const offersOf = ({ offers, funding, lines }: OrderDocument) =>
  offers.map(({ id }) => {
    const isIts = ({ source }: Discount): boolean => source.kind === 'offer' && source.id === id;
    const touched = lines.filter(({ discounts, giftOf }) => giftOf === id || discounts.some(isIts));
    return {
      id,
      units: touched.reduce((units, { quantity }) => units + quantity, 0),
      cost: sum(funding.filter(isIts).map(({ amount }) => amount)),
    };
  });

const itemsView = (items: readonly Units[]) => items.map(({ line, units }) => ({ identifier: line, quantity: units }));

const refundTold = ({ id, state, cause, amount, currency, paymentId }: StoredRefund) => ({
  refund_id: id,
  status: state,
  cause,
  amount: toDecimal(amount, currencyOf(currency).exponent),
  currency,
  payment_id: paymentId,
});

const payloadOf = (order: StoredOrder, refund?: StoredRefund): OrderPayload => {
  const { currency, lines, shipments, cartId } = order.document;
  const { number } = amountsIn(currency);
  const remaining = remainingUnits(order);
  return {
    order: {
      order_id: order.id,
      cart_id: cartId,
      status: order.state,
      version: order.version,
      payment_mode: order.paymentMode,
      currency: currency.code,
      total: number(order.total),
      items: lines.map(({ identifier, itemId, size, articleUid, quantity, seller, storeId, amount }) => ({
        identifier,
        item_id: itemId,
        size,
        article_id: articleUid,
        quantity,
        given_back: quantity - (remaining.get(identifier) ?? 0),
        seller_id: seller.uid,
        store_id: storeId,
        amount: number(amount),
      })),
      shipments: shipments.map(({ id, store, amount }) => ({
        shipment_id: id,
        store_id: store.uid,
        amount: number(amount),
      })),
      parcels: parcelsOf(order).map((parcel) => ({
        parcel_id: parcel.id,
        shipment_id: parcel.shipmentId,
        status: parcel.state,
        carrier: parcel.carrier,
        tracking_number: parcel.trackingNumber,
        items: itemsView(parcel.items),
      })),
      returns: (order.progress.returns ?? []).map(({ id, state, items }) => ({
        return_id: id,
        status: state,
        items: itemsView(items),
      })),
      refunded: number(refundedOf(order)),
      refund: refund === undefined ? null : refundTold(refund),
      offers: offersOf(order.document).map(({ id, units, cost }) => ({ offer_id: id, units, discount: number(cost) })),
      created_on: isoTime(order.createdAt),
      updated_on: isoTime(order.modifiedAt),
    },
  };
};

type Told = { readonly type: OrderStep | OrderTurn; readonly names: readonly string[]; readonly refund?: StoredRefund };

const tell = (order: StoredOrder, told: readonly Told[], at = order.modifiedAt): readonly Statement[] => {
  const events = told.map(({ type, names, refund }) => ({
    id: derivedEventId('order', type, order.applicationId, order.id, ...names),
    applicationId: order.applicationId,
    companyId: order.companyId,
    category: 'application',
    name: 'order',
    type,
    version: '1',
    at,
    traceId: order.id,
    userId: null,
    anonymousId: null,
    sequenceKey: `order/${order.id}`,
    sequence: order.version,
    payload: payloadOf(order, refund),
  }));
  return outboxStatements(events, at);
};

const once = (...types: readonly OrderStep[]): readonly Told[] => types.map((type) => ({ type, names: [] }));
const turn = (order: StoredOrder, type: OrderTurn): readonly Told[] => [{ type, names: [String(order.version)] }];

/** For the batch that makes an order. */
export const tellPlaced = (order: StoredOrder): readonly Statement[] =>
  tell(order, order.state === 'placed' ? once('placed', 'confirmed') : once('placed'));

/** For the batch in which its payment came. */
export const tellConfirmed = (order: StoredOrder): readonly Statement[] => tell(order, once('confirmed'));

/** For the batch that ends an order. */
export const tellEnded = (order: StoredOrder): readonly Statement[] => {
  const step = ends[order.state];
  return step === undefined ? [] : tell(order, once(step));
};

/** For the batch in which a parcel left or arrived. */
export const tellParcel = (order: StoredOrder, type: 'shipped' | 'delivered'): readonly Statement[] =>
  tell(order, turn(order, type));

/** For the batch in which a return was requested, answered or withdrawn. */
export const tellReturn = (order: StoredOrder): readonly Statement[] => tell(order, turn(order, 'return_changed'));

/** For the batch in which goods went back; with the last of them the order ends. */
export const tellGivenBack = (order: StoredOrder, { cause }: Settlement): readonly Statement[] => {
  const end = tellEnded(order);
  return end.length > 0 ? end : tell(order, turn(order, cause === 'returned' ? 'return_changed' : 'changed'));
};

/** For the batch in which something became of a refund. */
export const tellRefund = (order: StoredOrder, refund: StoredRefund): readonly Statement[] =>
  tell(order, [{ type: 'refund_changed', names: [refund.id, String(refund.version)], refund }], refund.modifiedAt);
