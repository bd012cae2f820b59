/**
 * What the steps of an order tell to whoever subscribes: placed, confirmed, cancelled, expired, in the batch of the step. They
 * name no person; who may know more reads the order by its id.
 */
import { amountsIn } from '../shared/amounts.ts';
import type { OrderPayload } from '../contract/events/webhook-payloads-contract.ts';
import type { Statement } from '../db/database.ts';
import { derivedEventId, outboxStatements } from '../events/outbox.ts';
import { isoTime } from '../shared/clock.ts';
import type { OrderState, StoredOrder } from './order-document.ts';

/** `placed` is told when an order is made, `confirmed` when it counts: it is paid, or is paid on delivery. */
type OrderStep = 'placed' | 'confirmed' | 'cancelled' | 'expired';

const ends: Partial<Readonly<Record<OrderState, OrderStep>>> = {
  cancelled: 'cancelled',
  payment_failed: 'cancelled',
  expired: 'expired',
};

const payloadOf = (order: StoredOrder): OrderPayload => {
  const { currency, lines, shipments, cartId } = order.document;
  const { number } = amountsIn(currency);
  return {
    order: {
      order_id: order.id,
      cart_id: cartId,
      status: order.state,
      version: order.version,
      payment_mode: order.paymentMode,
      currency: currency.code,
      total: number(order.total),
      items: lines.map(({ itemId, size, articleUid, quantity, seller, storeId, amount }) => ({
        item_id: itemId,
        size,
        article_id: articleUid,
        quantity,
        seller_id: seller.uid,
        store_id: storeId,
        amount: number(amount),
      })),
      shipments: shipments.map(({ id, store, amount }) => ({
        shipment_id: id,
        store_id: store.uid,
        amount: number(amount),
      })),
      created_on: isoTime(order.createdAt),
      updated_on: isoTime(order.modifiedAt),
    },
  };
};

const tell = (order: StoredOrder, steps: readonly OrderStep[]): readonly Statement[] => {
  const payload = payloadOf(order);
  const events = steps.map((type) => ({
    id: derivedEventId('order', type, order.applicationId, order.id),
    applicationId: order.applicationId,
    companyId: order.companyId,
    category: 'application',
    name: 'order',
    type,
    version: '1',
    at: order.modifiedAt,
    traceId: order.id,
    userId: null,
    anonymousId: null,
    sequenceKey: `order/${order.id}`,
    sequence: order.version,
    payload,
  }));
  return outboxStatements(events, order.modifiedAt);
};

/** For the batch that makes an order. */
export const tellPlaced = (order: StoredOrder): readonly Statement[] =>
  tell(order, order.state === 'placed' ? ['placed', 'confirmed'] : ['placed']);

/** For the batch in which its payment came. */
export const tellConfirmed = (order: StoredOrder): readonly Statement[] => tell(order, ['confirmed']);

/** For the batch that ends an order. */
export const tellEnded = (order: StoredOrder): readonly Statement[] => {
  const step = ends[order.state];
  return step === undefined ? [] : tell(order, [step]);
};
