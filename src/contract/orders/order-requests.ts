/** Paths, queries and bodies of the order operations. */
import { type Static, Type } from 'typebox';
import { word } from '../answer-fields.ts';
import { CompanyPath } from '../applications/application-admin-contract.ts';
import { orderStatuses } from './order-contract.ts';
import { CancelItems } from './order-goods-contract.ts';
import { PageQuery } from '../primitives.ts';

const orderId = Type.String({ minLength: 1, maxLength: 64, description: 'The order.' });

const times = {
  from_date: word('Made at this time or later.', 64),
  to_date: word('Made before this time.', 64),
  start_date: word('The same as from_date.', 64),
  end_date: word('The same as to_date.', 64),
};
const pages = { page_no: PageQuery.properties.page_no, page_size: PageQuery.properties.page_size };
const status = Type.Optional(Type.Enum(orderStatuses, { description: 'Only orders in this state.' }));

export const OrderPath = Type.Object({ order_id: orderId });
export const OrdersQuery = Type.Object({ ...pages, ...times, status });
export type OrdersQuery = Static<typeof OrdersQuery>;

export const CompanyOrderPath = Type.Object({ ...CompanyPath.properties, order_id: orderId });
export const OrderDetailsQuery = Type.Object({ order_id: orderId });
export const OrdersListingQuery = Type.Object({
  ...pages,
  ...times,
  status,
  bag_status: Type.Optional(Type.Enum(orderStatuses, { description: 'The same as status.' })),
  search_value: word('Only the order with this id.', 128),
  customer_id: word('Only orders of this customer.', 128),
  sales_channels: word('Only orders of this application.', 128),
  payment_methods: word('Only orders paid like this.', 128),
  tag: word('Only orders with this tag.', 64),
});
export type OrdersListingQuery = Static<typeof OrdersListingQuery>;

export const ExportQuery = Type.Object({
  ...times,
  status,
  sales_channels: word('Only orders of this application.', 128),
  format: Type.Optional(Type.Enum(['csv', 'ndjson'], { description: 'csv when left out.' })),
});
export type ExportQuery = Static<typeof ExportQuery>;

export const CancelOrder = Type.Object(
  { reason: Type.Optional(Type.String({ maxLength: 500, description: 'Why.' })), ...CancelItems },
  { title: 'CancelOrder', additionalProperties: true },
);
export const StaffChange = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why; kept with the order and in the audit.' }) },
  { title: 'ChangeOrder', additionalProperties: true },
);
export const StaffCancel = Type.Object(
  { ...StaffChange.properties, ...CancelItems },
  { title: 'CancelCompanyOrder', additionalProperties: true },
);
export type StaffCancel = Static<typeof StaffCancel>;
