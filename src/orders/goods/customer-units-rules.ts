/** Which units of an order its customer may send back or cancel himself, now. Pure. */
import { moqProblem } from '../../cart/lines/availability-rules.ts';
import type { OrderSettings } from '../../contract/applications/order-settings-contract.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { Refusal } from '../../shared/errors.ts';
import { type Minor, sum } from '../../shared/money.ts';
import { moneyKept } from '../money/paid-rules.ts';
import { isOwn } from '../money/reprice-rules.ts';
import { standingOf } from '../money/standing-rules.ts';
import type { StoredOrder } from '../order-document.ts';
import { customerMayCancelUnits, isOver } from '../order-life.ts';
import type { Units } from '../order-progress.ts';
import { type Counted, less, remainingUnits, returnableUnits, unsentUnits } from './unit-rules.ts';

const DAY = 86_400_000;

export const customerReturnable = (order: StoredOrder, { return_days: days }: OrderSettings, at: number): Counted =>
  days === 0 ? new Map() : returnableUnits(order, at - days * DAY);

/** Until when what was delivered at this time may be returned by its customer; undefined where he never may. */
export const returnableUntil = (deliveredAt: number, { return_days: days }: OrderSettings): number | undefined =>
  days === 0 ? undefined : deliveredAt + days * DAY;

export const customerCancellable = (order: StoredOrder, settings: OrderSettings): Counted =>
  customerMayCancelUnits(order, settings) ? unsentUnits(order) : new Map();

/** What is sold from so many units on is not had singly by ordering them and taking the others back: all of a line goes, or enough stays. */
export const refuseTooFew = (order: StoredOrder, items: readonly Units[]): void => {
  const left = less(remainingUnits(order), items);
  for (const { line } of items) {
    const { moq } = order.document.lines.find(({ identifier }) => identifier === line) ?? {};
    const units = left.get(line) ?? 0;
    const problem = moq === undefined || units <= 0 ? null : moqProblem({ moq }, units);
    if (problem === null) continue;
    const message = `Of line ${line} ${units} would stay. Cancel all of it, or leave as many as are sold: ${problem.message}.`;
    throw new Refusal('order_units_exceeded', { details: [{ field: 'items', message }] });
  }
};

/** Nor is a bundle had without its parts by ordering all and taking these back: as many stay as the bundle brought. */
export const refuseWithoutParts = (order: StoredOrder, items: readonly Units[]): void => {
  const left = less(remainingUnits(order), items);
  for (const { line } of items) {
    const { parent, perParent = 0 } = order.document.lines.find(({ identifier }) => identifier === line) ?? {};
    const needed = (left.get(parent ?? '') ?? 0) * perParent;
    if ((left.get(line) ?? 0) >= needed) continue;
    const message = `Line ${line} is a part of line ${parent}. Cancel both, or leave ${needed} of it.`;
    throw new Refusal('order_units_exceeded', { details: [{ field: 'items', message }] });
  }
};

/** Nor is an order below the least value of the shop had by ordering enough: all of it goes, or enough stays. */
export const refuseTooLittle = (after: StoredOrder): void => {
  const { leastGoods = 0, currency } = after.document;
  const own = new Set(after.document.lines.filter(isOwn).map(({ identifier }) => identifier));
  const goods = sum(standingOf(after).lines.map(({ line, amount }) => (own.has(line) ? amount : 0)));
  if (goods >= leastGoods || isOver(after)) return;
  const { text } = amountsIn(currency);
  const message = `Goods for ${text(goods)} would stay. Cancel all of the order, or leave goods for ${text(leastGoods)}.`;
  throw new Refusal('order_units_exceeded', { details: [{ field: 'items', message }] });
};

/** What was to be collected with goods that are not sent any more, and is still owed for those that came, nobody would collect. */
export const unpaidAtTheEnd = (after: StoredOrder): Minor =>
  after.state === 'delivered' ? Math.max(0, moneyKept(after).uncollected) : 0;

export const refuseUncollected = (after: StoredOrder): void => {
  const uncollected = unpaidAtTheEnd(after);
  if (uncollected === 0) return;
  throw new Refusal('order_state_conflict', {
    message: `Of what was delivered ${amountsIn(after.document.currency).text(uncollected)} would stay unpaid. Ask the shop to cancel the rest.`,
  });
};
