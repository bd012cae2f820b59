/** Use case: what giving some units back would come to, with nothing done. */
import type { Node } from '../../applications/node.ts';
import { settlementView, unitsView } from '../answer/goods-view.ts';
import type { StoredOrder } from '../order-document.ts';
import type { Units } from '../order-progress.ts';
import { requireAlive } from './change-goods.ts';
import { giveBackPlan } from './give-back.ts';
import { askedUnits, remainingUnits } from './unit-rules.ts';

export const previewRefund = async ({ db, now }: Node, order: StoredOrder, items: readonly Units[]) => {
  requireAlive(order);
  const units = askedUnits(order, items, remainingUnits(order), 'given back');
  const step = { at: now(), by: '', reason: '' };
  const plan = await giveBackPlan(db, order, { items: units, cause: 'cancelled', returnId: null }, step);
  return { refund: settlementView(order, plan.settlement, undefined), items: unitsView(plan.settlement.items) };
};
