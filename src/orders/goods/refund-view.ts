/**
 * Use case: what one unit of each line would give back if it alone went back, with nothing done. Units of a line are alike, so
 * each line is asked about once.
 */
import type { Node } from '../../applications/node.ts';
import { pricedInTurns } from '../../cart/price/price-trials.ts';
import type { RefundViewQuery, StaffRefundUnit } from '../../contract/orders/refund-view-contract.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { sum } from '../../shared/money.ts';
import { askedPage, numberedPage } from '../../shared/paging.ts';
import { nextTurn } from '../../shared/slices.ts';
import { settlementView, unitsView } from '../answer/goods-view.ts';
import type { OrderLine, StoredOrder } from '../order-document.ts';
import type { Settlement } from '../order-progress.ts';
import { usedInputOf } from '../order-snapshot.ts';
import { readOrderSnapshot } from '../order-store.ts';
import { issuerOf } from '../papers/issue-papers.ts';
import { requireAlive } from './change-goods.ts';
import { type GiveBackPlan, planGiveBack } from './plan-give-back.ts';
import { remainingUnits } from './unit-rules.ts';

/** Discounts that are not given any more, by who bore them. */
const sharesOf = ({ document }: StoredOrder, { lines, waived }: Settlement) => {
  const { number } = amountsIn(document.currency);
  const discounts = [...lines.flatMap((line) => line.discounts), ...waived];
  return [...Map.groupBy(discounts, ({ payer }) => JSON.stringify([payer.category, payer.by])).values()].flatMap(
    (some) => {
      const amount = sum(some.map((one) => one.amount));
      const [first] = some;
      if (first === undefined || amount === 0) return [];
      const { category, by } = first.payer;
      return [{ payable_category: category, payable_by: by, amount: number(amount) }];
    },
  );
};

const unitView = (order: StoredOrder, line: OrderLine, quantity: number, plan: GiveBackPlan): StaffRefundUnit => ({
  identifier: line.identifier,
  item_id: line.itemId,
  name: line.name,
  quantity,
  refund: settlementView(order, plan.settlement, undefined),
  items: unitsView(plan.settlement.items),
  lost_offers: order.document.offers.filter(({ id }) => plan.lost.includes(id)).map(({ id, name }) => ({ id, name })),
  funding: sharesOf(order, plan.settlement),
});

export const refundView = async ({ db, now }: Node, order: StoredOrder, query: RefundViewQuery) => {
  requireAlive(order);
  const asked = askedPage(query);
  const { current, size } = asked;
  const snapshot = await readOrderSnapshot(db, order);
  if (snapshot === undefined) throw new Error(`order ${order.id} has no snapshot`);
  const input = usedInputOf(snapshot);
  const { settings } = await issuerOf(db, order);
  const around = { money: settings.orders, step: { at: now(), by: '', reason: '' } };
  const remaining = remainingUnits(order);
  const left = order.document.lines.filter(({ identifier }) => (remaining.get(identifier) ?? 0) > 0);
  const items: StaffRefundUnit[] = [];
  for (const line of left.slice((current - 1) * size, current * size)) {
    const one = [{ line: line.identifier, units: 1 }];
    await nextTurn();
    const plan = await pricedInTurns(
      planGiveBack(order, input, { items: one, cause: 'returned', returnId: null }, around),
    );
    items.push(unitView(order, line, remaining.get(line.identifier) ?? 0, plan));
  }
  return { items, page: numberedPage({ ...asked, itemCount: items.length, total: left.length }) };
};
