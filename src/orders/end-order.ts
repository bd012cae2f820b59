/**
 * Use case: an order ends, and everything it took is given back in the batch that ends it: stock, uses of offers, balances; what
 * was paid is to be refunded. Ending an order that is over does nothing.
 */
import type { Node } from '../applications/node.ts';
import type { Database, Statement } from '../db/database.ts';
import { readHolds, releaseUses } from '../offers/uses/use-statements.ts';
import type { StoredOrder } from './order-document.ts';
import { type Changed, changeOrder, type OrderChange } from './goods/change-goods.ts';
import { givenBack } from './goods/give-back.ts';
import { allOf, remainingUnits } from './goods/unit-rules.ts';
import { endedOrder, isOver, type OrderEnd } from './order-life.ts';
import type { Step } from './order-progress.ts';
import { giveBack } from './order-moves.ts';
import { expiredOrders } from './orders-to-do.ts';
import { readOrder, updateOrder } from './order-store.ts';
import { orderKey } from './checkout/order-uses.ts';
import { sweepOrders } from './sweep-orders.ts';
import { tellEnded } from './tell-order.ts';
import { releaseUnpaid } from './unpaid-statements.ts';

/** For the batch that ends an order nobody has paid for. Guards: `order_version`, `offer_hold`. */
export const endStatements = async (
  db: Database,
  before: StoredOrder,
  after: StoredOrder,
): Promise<readonly Statement[]> => [
  ...updateOrder(before, after),
  ...giveBack(before, releaseUses(await readHolds(db, before.applicationId, orderKey(before.id))), after.modifiedAt),
  releaseUnpaid(before),
  ...tellEnded(after),
];

export type OrderEnding = OrderChange & {
  readonly state: OrderEnd;
  /** Whether it ends, now that it is as it is; refuses by throwing. */
  readonly ends?: (order: StoredOrder) => boolean;
};

/** All that is left of an order that counts, wherever it is. */
const restGivenBack = (db: Database, before: StoredOrder, step: Step): Promise<Changed> =>
  givenBack(
    db,
    before,
    { items: allOf(remainingUnits(before)), cause: 'cancelled', returnId: null, restocked: true },
    step,
  );

export const endOrder = (
  node: Pick<Node, 'db' | 'now'>,
  { state, ends = () => true, ...change }: OrderEnding,
): Promise<StoredOrder> =>
  changeOrder(node, change, async (before, at) => {
    if (isOver(before) || !ends(before)) return null;
    const step = { ...change.step, at };
    if (before.state !== 'awaiting_payment') return restGivenBack(node.db, before, step);
    const after = endedOrder(before, state, step);
    return { after, statements: await endStatements(node.db, before, after) };
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
