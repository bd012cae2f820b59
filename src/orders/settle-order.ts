/**
 * Balances that an order still has to raise or take back, one at a time, each in a batch that also strikes it off: a batch
 * moves a balance once, and the order's own batch may have spent or returned the same one. Right after the order, and again
 * by the sweep when that did not come to an end.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Node } from '../applications/node.ts';
import { type BalanceMove, earnBalance, forgoBalance, unearnBalance } from '../balances/balance-statements.ts';
import { guardFailed, type Statement } from '../db/database.ts';
import { readReferrer } from '../offers/codes/referral-store.ts';
import { untilGuardHolds } from '../db/until-guard-holds.ts';
import type { StoredOrder } from './order-document.ts';
import type { Due } from './order-progress.ts';
import { balanceMove } from './order-moves.ts';
import { ordersWithDues } from './orders-to-do.ts';
import { orderGuard, readOrder, updateOrder } from './order-store.ts';
import { sweepOrders } from './sweep-orders.ts';

const DAY = 86_400_000;

/** Undefined where whoever brought the customer has been forgotten. */
const moveOf = async (
  db: Node['db'],
  order: StoredOrder,
  { kind, amount, move: direction, settlement, to }: Due,
  at: number,
): Promise<BalanceMove | undefined> => {
  const what = { kind, account: '', amount };
  if (to === undefined) return balanceMove(order, { ...what, settlement }, direction, at);
  const { id, applicationId, document } = order;
  const userId = document.referral && (await readReferrer(db, applicationId, document.referral.code));
  if (userId === undefined) return undefined;
  const entryId = [id, 'referral', direction].join('/');
  return { applicationId, userId, ...what, reason: 'Referral', source: `referral:${id}`, entryId, at };
};

const statementsFor = (
  { document: { pointsLast } }: StoredOrder,
  direction: Due['move'],
  move: BalanceMove,
): readonly Statement[] =>
  direction === 'unearned'
    ? unearnBalance(move)
    : earnBalance(move, { endsAt: pointsLast === undefined ? null : move.at + pointsLast * DAY });

/** A balance that is full earns nothing more, and what it did not earn is not taken back: neither keeps an order from its end. */
const canNeverBe = (error: unknown, direction: Due['move']): boolean =>
  guardFailed(error, direction === 'earned' ? 'balance_limit' : 'balance_entry');

export const settleOrder = async ({ db, now }: Pick<Node, 'db' | 'now'>, order: StoredOrder): Promise<void> => {
  let known: StoredOrder | undefined = order;
  /** Says whether there is more to move. */
  const moveOne = async (): Promise<boolean> => {
    const current = known ?? (await readOrder(db, order.applicationId, order.id));
    known = undefined;
    const [due, ...rest]: readonly Due[] = current?.progress.dues ?? [];
    if (current === undefined || due === undefined) return false;
    const progress = { ...current.progress, dues: rest };
    const after: StoredOrder = { ...current, version: current.version + 1, progress };
    const struck = updateOrder(current, after);
    const move = await moveOf(db, current, due, now());
    try {
      await db.commit([...struck, ...(move === undefined ? [] : statementsFor(current, due.move, move))]);
    } catch (error) {
      if (move === undefined || !canNeverBe(error, due.move)) throw error;
      await db.commit([...struck, forgoBalance(move)]);
    }
    known = after;
    return rest.length > 0;
  };
  while (await untilGuardHolds(orderGuard, moveOne));
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
