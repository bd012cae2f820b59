/**
 * Balances that an order still has to raise or take back, one at a time, each in a batch that also strikes it off: a batch
 * moves a balance once, and the order's own batch may have spent or returned the same one. Right after the order, and again
 * by the sweep when that did not come to an end.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Node } from '../applications/node.ts';
import { earnBalance, unearnBalance } from '../balances/balance-statements.ts';
import { guardFailed, type Statement } from '../db/database.ts';
import type { Due, StoredOrder } from './order-document.ts';
import { balanceMove } from './order-moves.ts';
import { orderGuard, ordersWithDues, readOrder, updateOrder } from './order-store.ts';
import { sweepOrders } from './sweep-orders.ts';

const statementsFor = (
  order: StoredOrder,
  { kind, amount, move: direction }: Due,
  at: number,
): readonly Statement[] => {
  const move = balanceMove(order, { kind, account: '', amount }, direction, at);
  return direction === 'earned' ? earnBalance(move) : unearnBalance(move);
};

const TRIES = 20;

export const settleOrder = async ({ db, now }: Pick<Node, 'db' | 'now'>, order: StoredOrder): Promise<void> => {
  let current: StoredOrder | undefined = order;
  for (let tries = 1; tries <= TRIES && current !== undefined; tries += 1) {
    const [due, ...rest]: readonly Due[] = current.progress.dues;
    if (due === undefined) return;
    const after: StoredOrder = {
      ...current,
      version: current.version + 1,
      progress: { ...current.progress, dues: rest },
    };
    try {
      await db.commit([updateOrder(current, after), ...statementsFor(current, due, now())]);
      current = after;
    } catch (error) {
      if (!guardFailed(error, orderGuard)) throw error;
      current = await readOrder(db, order.applicationId, order.id);
    }
  }
};

/** For a call that has already done what was asked: what does not work now is left to the sweep. */
export const settleSoon = (
  node: Pick<Node, 'db' | 'now'>,
  order: StoredOrder,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> =>
  settleOrder(node, order).catch((error: unknown) =>
    log.warn({ err: error, order_id: order.id }, 'the balances of an order are left to the sweep'),
  );

/** The sweep: orders whose balances could not be moved at once. */
export const settleOrders = (node: Pick<Node, 'db' | 'now'>): Promise<number> =>
  sweepOrders(
    (limit, after) => ordersWithDues(node.db, limit, after),
    (order) => settleOrder(node, order),
  );
