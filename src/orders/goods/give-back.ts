/** The batch in which units of an order go back: stock, uses, balances and money, each as far as it is given back. */
import { pricedInTurns } from '../../cart/price/price-trials.ts';
import type { Database, Statement } from '../../db/database.ts';
import { BUDGET, type Hold, lowerBudget, readHolds, releaseUses } from '../../offers/uses/use-statements.ts';
import { orderKey } from '../checkout/order-uses.ts';
import type { StoredOrder } from '../order-document.ts';
import { isOver } from '../order-life.ts';
import type { Step } from '../order-progress.ts';
import { restock, settleBalances } from '../order-moves.ts';
import { usedInputOf } from '../order-snapshot.ts';
import { readOrderSnapshot, updateOrder } from '../order-store.ts';
import { creditNote, type Issuer, issuerOf } from '../papers/issue-papers.ts';
import { refundPayments } from '../payment/payment-store.ts';
import { refundOfSettlement } from '../refunds/refund-rules.ts';
import { insertRefund } from '../refunds/refund-store.ts';
import { tellGivenBack } from '../tell-order.ts';
import { releaseUnpaid } from '../unpaid-statements.ts';
import type { Changed } from './change-goods.ts';
import { type GiveBackPlan, type GivenBack, planGiveBack } from './plan-give-back.ts';

/** What it would come to, with nothing done. */
export const giveBackPlan = async (
  db: Database,
  order: StoredOrder,
  given: GivenBack,
  step: Step,
): Promise<GiveBackPlan & { readonly issuer: Issuer }> => {
  const snapshot = await readOrderSnapshot(db, order);
  if (snapshot === undefined) throw new Error(`order ${order.id} has no snapshot`);
  const issuer = await issuerOf(db, order);
  const plan = planGiveBack(order, usedInputOf(snapshot), given, { money: issuer.settings.orders, step });
  return { ...(await pricedInTurns(plan)), issuer };
};

export type GivingBack = GivenBack & {
  /** Whether the goods are sold again. */
  readonly restocked: boolean;
  /** The order with what else comes of it. */
  readonly finish?: (order: StoredOrder, settlementId: string) => StoredOrder;
};

/** Guards: `order_version`, `offer_hold`. */
export const givenBack = async (
  db: Database,
  before: StoredOrder,
  { restocked, finish = (order) => order, ...given }: GivingBack,
  step: Step,
): Promise<Changed> => {
  const plan = await giveBackPlan(db, before, given, step);
  const { settlement, released, costNow } = plan;
  const after = finish(plan.after, settlement.id);
  const over = isOver(after);
  const holds = await readHolds(db, before.applicationId, orderKey(before.id));
  const isReleased = ({ offerId }: Hold): boolean => over || released.includes(offerId);
  const statements: readonly Statement[] = [
    ...updateOrder(before, after),
    ...(restocked ? restock(before, settlement.items, step.at) : []),
    ...releaseUses(holds.filter(isReleased)),
    ...holds
      .filter((hold) => !isReleased(hold))
      .flatMap((hold) => lowerBudget(hold, costNow(hold.offerId, hold.amounts?.[BUDGET] ?? 0))),
    ...settleBalances(before, after, settlement),
    ...refundOfSettlement(after, settlement).map(insertRefund),
    ...creditNote(before, settlement, plan.issuer),
    ...(over ? [refundPayments(before.id), releaseUnpaid(before)] : []),
    ...tellGivenBack(after, settlement),
  ];
  return { after, statements };
};
