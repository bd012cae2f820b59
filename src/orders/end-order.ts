/**
 * Use case: an order ends before its goods leave, and everything it took is given back in the batch that ends it: stock, uses
 * of offers, balances; what was paid is to be refunded. Ending an order that is over does nothing.
 */
import type { Node } from '../applications/node.ts';
import { untilGuardHolds } from '../db/until-guard-holds.ts';
import type { Database, Statement } from '../db/database.ts';
import { readHolds, releaseUses } from '../offers/uses/use-statements.ts';
import { Refusal } from '../shared/errors.ts';
import type { StoredOrder } from './order-document.ts';
import { endedOrder, isOver, type OrderEnd, type Step } from './order-life.ts';
import { giveBack } from './order-moves.ts';
import { expiredOrders, orderGuard, readOrder, updateOrder } from './order-store.ts';
import { orderKey } from './checkout/order-uses.ts';
import { refundPayments } from './payment/payment-store.ts';
import { sweepOrders } from './sweep-orders.ts';
import { tellEnded } from './tell-order.ts';
import { releaseUnpaid } from './unpaid-statements.ts';

/** For the batch that ends an order. Guards: `order_version`, `offer_hold`. */
export const endStatements = async (
  db: Database,
  before: StoredOrder,
  after: StoredOrder,
): Promise<readonly Statement[]> => [
  updateOrder(before, after),
  ...giveBack(before, after.modifiedAt),
  ...releaseUses(await readHolds(db, before.applicationId, orderKey(before.id))),
  refundPayments(before.id),
  releaseUnpaid(before),
  ...tellEnded(after),
];

/** Load, decide and commit again while somebody else changes the order or what it holds. */
export const whileOrderChanges = <T>(attempt: () => Promise<T>): Promise<T> =>
  untilGuardHolds(orderGuard, () => untilGuardHolds('offer_hold', attempt));

export type OrderEnding = {
  /** The order as its caller may see it. */
  readonly read: () => Promise<StoredOrder | undefined>;
  readonly state: OrderEnd;
  readonly step: Omit<Step, 'at'>;
  /** Whether it ends, now that it is as it is; refuses by throwing. */
  readonly ends?: (order: StoredOrder) => boolean;
  /** Further statements of the same batch. */
  readonly more?: (before: StoredOrder, after: StoredOrder) => readonly Statement[];
};

export const endOrder = (
  { db, now }: Pick<Node, 'db' | 'now'>,
  { read, state, step, ends = () => true, more = () => [] }: OrderEnding,
): Promise<StoredOrder> =>
  whileOrderChanges(async () => {
    const before = await read();
    if (before === undefined) throw new Refusal('order_not_found');
    if (isOver(before) || !ends(before)) return before;
    const after = endedOrder(before, state, { ...step, at: now() });
    await db.commit([...(await endStatements(db, before, after)), ...more(before, after)]);
    return after;
  });

const expireOrder = (node: Pick<Node, 'db' | 'now'>, { id, applicationId }: StoredOrder): Promise<StoredOrder> =>
  endOrder(node, {
    read: () => readOrder(node.db, applicationId, id),
    // It may have been paid since it was found.
    ends: ({ expiresAt }) => expiresAt !== null,
    state: 'expired',
    step: { by: 'system', reason: 'payment did not come in time' },
  });

/** The sweep: orders whose payment did not come in time. */
export const expireOrders = (node: Pick<Node, 'db' | 'now'>): Promise<number> =>
  sweepOrders(
    (limit, after) => expiredOrders(node.db, node.now(), limit, after),
    (order) => expireOrder(node, order),
  );
