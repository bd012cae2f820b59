/** Use case: what must stay of an order where its customer cancels units of it, said before he tries. */
import type { Node } from '../../applications/node.ts';
import type { Order } from '../../contract/orders/order-contract.ts';
import type { OrderSettings } from '../../contract/applications/order-settings-contract.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { type Minor, sum } from '../../shared/money.ts';
import { unitsView } from '../answer/goods-view.ts';
import type { StoredOrder } from '../order-document.ts';
import type { Units } from '../order-progress.ts';
import { customerCancellable, unpaidAtTheEnd } from './customer-units-rules.ts';
import { giveBackPlan } from './give-back.ts';
import { allOf, parcelsOf } from './unit-rules.ts';

/** What of the goods that came nobody would collect if all of these went. Priced again only where something came unpaid. */
const owedWithout = async ({ db, now }: Node, order: StoredOrder, items: readonly Units[]): Promise<Minor> => {
  if (items.length === 0 || order.progress.paymentId !== null || parcelsOf(order).length === 0) return 0;
  const step = { at: now(), by: '', reason: '' };
  const { after } = await giveBackPlan(db, order, { items, cause: 'cancelled', returnId: null }, step);
  return unpaidAtTheEnd(after);
};

/** Which units its customer may cancel, and what must stay when he does. */
export const cancelling = async (
  node: Node,
  order: StoredOrder,
  settings: OrderSettings,
): Promise<Pick<Order, 'cancellable' | 'cancel_leaves'>> => {
  const units = allOf(customerCancellable(order, settings));
  const { leastGoods: goods = 0, currency } = order.document;
  const { number } = amountsIn(currency);
  const owed = await owedWithout(node, order, units);
  const isLast = owed > 0 && sum(units.map((one) => one.units)) === 1;
  const leaves = {
    ...(goods > 0 && units.length > 0 ? { goods: number(goods) } : {}),
    ...(owed > 0 ? { unpaid: number(owed) } : {}),
  };
  return {
    cancellable: isLast ? [] : unitsView(units),
    ...(Object.keys(leaves).length === 0 ? {} : { cancel_leaves: leaves }),
  };
};
