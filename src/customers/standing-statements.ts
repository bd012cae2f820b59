/**
 * How a customer stands with the shop: orders, money, last order. For the batches of orders, so that it always agrees with them.
 *
 * Guard: `customer_orders`: he has ordered, or an order of his has ended, since his cart was priced; price it again.
 */
import type { Statement } from '../db/database.ts';
import type { Minor } from '../shared/money.ts';

export type Standing = {
  /** Orders that are not over. */
  readonly orders: number;
  /** What he paid for them and was not given back, in the application's currency. */
  readonly spent: Minor;
  readonly lastOrderAt: number | null;
};
export const noStanding: Standing = { orders: 0, spent: 0, lastOrderAt: null };

export type StandingOwner = { readonly applicationId: string; readonly userId: string };
export type StandingMove = Pick<Standing, 'orders' | 'spent'>;

export const standingGuard = 'customer_orders';

/** No more than a number counts exactly: what is beyond could not be read again. */
const summed = `case when customer.spent + excluded.spent > ${Number.MAX_SAFE_INTEGER} then ${Number.MAX_SAFE_INTEGER}
        else customer.spent + excluded.spent end`;

/** His words stay as they are (customer-terms.ts). */
const stillTermed = `case when customer.termed = customer.version then customer.version + 1 else customer.termed end`;

/** An order that is new to his standing. `expected`: how many he had when it was priced; null when that did not matter. */
export const countOrder = (
  { applicationId, userId }: StandingOwner,
  { orders, spent }: StandingMove,
  orderedAt: number,
  expected: number | null,
): Statement => ({
  sql: `insert into customer (application_id, user_id, version, created_at, modified_at, document, claims,
      orders, spent, last_order_at)
    values (?, ?, 1, ?, ?, '{}', '{}', ?, ?, ?)
    on conflict (application_id, user_id) do update set version = customer.version + 1, termed = ${stillTermed},
      orders = customer.orders + excluded.orders, spent = ${summed},
      last_order_at = case when customer.last_order_at > excluded.last_order_at
        then customer.last_order_at else excluded.last_order_at end
    ${expected === null ? '' : 'where customer.orders = ?'}`,
  params: [
    applicationId,
    userId,
    orderedAt,
    orderedAt,
    orders,
    spent,
    orderedAt,
    ...(expected === null ? [] : [expected]),
  ],
  ...(expected === null ? {} : { guard: { name: standingGuard, rows: 1 } }),
});

/** An order that he has changed. A customer who was forgotten meanwhile has no standing any more. */
export const moveStanding = (
  { applicationId, userId }: StandingOwner,
  { orders, spent }: StandingMove,
): readonly Statement[] =>
  orders === 0 && spent === 0
    ? []
    : [
        {
          sql: `update customer set version = version + 1, termed = ${stillTermed}, orders = orders + ?, spent = spent + ?
            where application_id = ? and user_id = ?`,
          params: [orders, spent, applicationId, userId],
        },
      ];
