/** The steps of an order's life: awaiting_payment or placed, shipped, delivered, its ends; and what each earns. Pure. */
import type { OrderSettings } from '../contract/applications/order-settings-contract.ts';
import { codeHolder } from '../offers/uses/use-rules.ts';
import type { StoredOrder } from './order-document.ts';
import type { Earned } from './order-figures.ts';
import { parcelsOf, stateOfGoods } from './goods/unit-rules.ts';
import { standingOf } from './money/standing-rules.ts';
import type { Due, OrderProgress, OrderState, Step } from './order-progress.ts';

export type OrderEnd = 'cancelled' | 'payment_failed' | 'expired';

const ends: ReadonlySet<OrderState> = new Set<OrderState>(['cancelled', 'returned', 'payment_failed', 'expired']);

export const isOver = ({ state }: Pick<StoredOrder, 'state'>): boolean => ends.has(state);

/** Whether what it earns is its customer's: it was paid for, which on delivery is when it is delivered. */
const hasEarned = ({ state, total, document: { earnedWhen }, progress }: StoredOrder): boolean => {
  if (state === 'awaiting_payment' || isOver({ state })) return false;
  if (state === 'delivered' || earnedWhen === undefined) return true;
  return earnedWhen === 'paid' && (total === 0 || progress.paymentId !== null);
};

/** What is its customer's of what it earns. */
const earnedIn = (order: StoredOrder | undefined): readonly Earned[] =>
  order !== undefined && hasEarned(order) ? standingOf(order).earns : [];

const amountIn = (earned: readonly Earned[], kind: Earned['kind']): number =>
  earned.find((one) => one.kind === kind)?.amount ?? 0;

/** Points that are its customer's by now, and were not taken back. */
export const pointsKept = (order: StoredOrder): number => amountIn(earnedIn(order), 'points');

/** Whether it brings whose code it used his reward: it has earned, and the use of the code was not given back. One cannot be without the other. */
const bringsReward = (order: StoredOrder | undefined): boolean => {
  if (order?.document.referral === undefined || !hasEarned(order)) return false;
  const holder = codeHolder(order.document.referral.code);
  const { released = [] } = order.progress;
  return !order.document.uses.some(
    ({ offerId, limits }) => released.includes(offerId) && limits.some((limit) => limit.holder === holder),
  );
};

/** What is still to be moved on the balance of who brought the customer: all of it is earned, or taken back. */
const referralDues = (after: StoredOrder, before: StoredOrder | undefined, open: readonly Due[]): readonly Due[] => {
  const { referral } = after.document;
  if (referral === undefined) return [];
  const [had, has] = [bringsReward(before), bringsReward(after)];
  if (had === has) return open;
  if (has) return [{ ...referral.reward, move: 'earned', to: 'referrer' }];
  const isStillOpen = open.some(({ move }) => move === 'earned');
  return isStillOpen ? [] : [{ ...referral.reward, move: 'unearned', to: 'referrer' }];
};

/** The order with the moves of balances that come of a step; of one that is new, of its first. */
export const withDues = (after: StoredOrder, before?: StoredOrder): StoredOrder => {
  const [had, has] = [earnedIn(before), earnedIn(after)];
  const { dues } = after.progress;
  const open = dues.filter(({ to }) => to === undefined);
  const referral = dues.filter(({ to }) => to === 'referrer');
  const kinds = [...new Set([...has, ...had].map(({ kind }) => kind))];
  const settlement = after.progress.settlements?.at(-1)?.id;
  const moves = kinds.flatMap((kind): readonly Due[] => {
    const grown = amountIn(has, kind) - amountIn(had, kind);
    if (grown === 0) return open.filter((due) => due.kind === kind);
    if (grown > 0) return [{ kind, amount: grown, move: 'earned' }];
    // What was still to be earned is not earned any more.
    if (open.some((due) => due.kind === kind && due.move === 'earned')) return [];
    return [{ kind, amount: -grown, move: 'unearned', ...(settlement === undefined ? {} : { settlement }) }];
  });
  const others = open.filter(({ kind }) => !kinds.includes(kind));
  return {
    ...after,
    progress: { ...after.progress, dues: [...others, ...moves, ...referralDues(after, before, referral)] },
  };
};

const stepped = (
  order: StoredOrder,
  state: OrderState,
  step: Step,
  progress: OrderProgress = order.progress,
): StoredOrder =>
  withDues(
    {
      ...order,
      state,
      version: order.version + 1,
      modifiedAt: Math.max(order.modifiedAt, step.at),
      expiresAt: null,
      progress: { ...progress, events: [...progress.events, { ...step, state }] },
    },
    order,
  );

export const paidOrder = (order: StoredOrder, paymentId: string, step: Step): StoredOrder =>
  stepped(order, 'placed', step, { ...order.progress, paymentId });

/** Something happened to its goods, which may have taken it a step further. */
export const movedOrder = (order: StoredOrder, step: Step, progress: OrderProgress): StoredOrder => {
  const state = stateOfGoods({ ...order, progress });
  const moved = stepped(order, state, step, progress);
  return state === order.state ? { ...moved, progress: { ...moved.progress, events: order.progress.events } } : moved;
};

/** It ends before anybody paid for it. */
export const endedOrder = (order: StoredOrder, state: OrderEnd, step: Step): StoredOrder => stepped(order, state, step);

/** Whether the shop lets a customer cancel what has not left. */
export const customerMayCancelUnits = ({ state }: StoredOrder, { customer_cancels: until }: OrderSettings): boolean =>
  state === 'placed' && until === 'placed';

/** Whether the shop lets a customer cancel all of it himself. */
export const customerMayCancel = (order: StoredOrder, settings: OrderSettings): boolean => {
  if (settings.customer_cancels === 'never') return false;
  if (order.state === 'awaiting_payment') return true;
  return customerMayCancelUnits(order, settings) && parcelsOf(order).length === 0;
};
