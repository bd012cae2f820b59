/** What an order is worth to its customer's standing: whether it counts, and the money he paid for it and left with the shop. Pure. */
import { portion } from '../../shared/money.ts';
import type { StandingMove } from '../../customers/standing-statements.ts';
import type { StoredOrder } from '../order-document.ts';
import { isOver } from '../order-life.ts';
import { moneyKept } from './paid-rules.ts';

/** In the application's currency, at the rate of the order. */
const spentOn = (order: StoredOrder): number => {
  const { money } = moneyKept(order);
  return order.total === 0 ? 0 : portion(order.document.homeTotal, money, order.total, 'half_up');
};

export const shareOf = (order: StoredOrder): StandingMove => ({
  orders: isOver(order) ? 0 : 1,
  spent: spentOn(order),
});

export const shareMoved = (before: StoredOrder, after: StoredOrder): StandingMove => {
  const [had, has] = [shareOf(before), shareOf(after)];
  return { orders: has.orders - had.orders, spent: has.spent - had.spent };
};

/**
 * The money of it that counts for his tier. Where what an order earns is his with its delivery, so is this: until then he may take
 * the order back, and keep what he bought at the prices of the tier.
 */
export const moneyForTier = (order: StoredOrder): number =>
  order.document.earnedWhen === 'delivered' && order.state !== 'delivered' ? 0 : spentOn(order);
