/**
 * Balances that an order still has to raise or take back, one at a time, each in a batch that also strikes it off: a batch
 * moves a balance once, and the order's own batch may have spent or returned the same one. Right after the order, and again
 * by the sweep when that did not come to an end.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Node } from '../applications/node.ts';
import { earnBalance, unearnBalance } from '../balances/balance-statements.ts';
import type { Statement } from '../db/database.ts';
import { readReferrer } from '../offers/codes/referral-store.ts';
import { untilGuardHolds } from '../db/until-guard-holds.ts';
import type { StoredOrder } from './order-document.ts';
import type { Due } from './order-progress.ts';
import { balanceMove } from './order-moves.ts';
import { orderGuard, ordersWithDues, readOrder, updateOrder } from './order-store.ts';
import { sweepOrders } from './sweep-orders.ts';

const DAY = 86_400_000;

const statementsFor = (
  order: StoredOrder,
  { kind, amount, move: direction, settlement }: Due,
  at: number,
): readonly Statement[] => {
  const move = balanceMove(order, { kind, account: '', amount, settlement }, direction, at);
  if (direction === 'unearned') return unearnBalance(move);
  const { pointsLast } = order.document;
  return earnBalance(move, { endsAt: pointsLast === undefined ? null : at + pointsLast * DAY });
};

/** Nothing where whoever brought the customer has been forgotten. */
const referrerMoves = async (
  db: Node['db'],
  { id, applicationId, document: { referral, pointsLast } }: StoredOrder,
  { kind, amount, move: direction }: Due,
  at: number,
): Promise<readonly Statement[]> => {
  const userId = referral === undefined ? undefined : await readReferrer(db, applicationId, referral.code);
  if (userId === undefined) return [];
  const move = {
    applicationId,
    userId,
    kind,
    account: '',
    amount,
    reason: 'Referral',
    source: `referral:${id}`,
    entryId: [id, 'referral', direction].join('/'),
    at,
  };
  if (direction === 'unearned') return unearnBalance(move);
  return earnBalance(move, { endsAt: pointsLast === undefined ? null : at + pointsLast * DAY });
};

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
    const moves =
      due.to === 'referrer' ? await referrerMoves(db, current, due, now()) : statementsFor(current, due, now());
    await db.commit([...updateOrder(current, after), ...moves]);
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
