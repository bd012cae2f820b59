/** Which orders a query asks for. Pure. */
import type { OrdersListingQuery, OrdersQuery } from '../contract/orders/order-requests.ts';
import { readTime } from '../shared/clock.ts';
import { Refusal } from '../shared/errors.ts';
import type { OrderState } from './order-progress.ts';
import type { OrderFilter } from './order-list-store.ts';

const timeOf = (field: string, text: string | undefined): number | undefined => {
  if (text === undefined || text === '') return undefined;
  const at = readTime(text);
  if (!Number.isNaN(at)) return at;
  throw new Refusal('body_invalid', { details: [{ field, message: 'Write a time such as 2026-11-15T18:00:00Z.' }] });
};
const textOf = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

type Times = Pick<OrdersQuery, 'from_date' | 'to_date' | 'start_date' | 'end_date'> & {
  readonly status?: OrderState | undefined;
};

export const filterOf = (query: Times): OrderFilter => ({
  from: timeOf('from_date', query.from_date ?? query.start_date),
  to: timeOf('to_date', query.to_date ?? query.end_date),
  state: query.status,
});

export const listingFilterOf = (query: OrdersListingQuery): OrderFilter => ({
  ...filterOf({ ...query, status: query.status ?? query.bag_status }),
  orderId: textOf(query.search_value),
  applicationId: textOf(query.sales_channels),
  customerId: textOf(query.customer_id),
  paymentMode: textOf(query.payment_methods),
  tag: textOf(query.tag),
});
