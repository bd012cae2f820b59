/** What happened in a shop, in figures: reports that are each a list of flat rows. */
import { type Static, type TProperties, Type } from 'typebox';
import { Nullable } from '../primitives.ts';

const date = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', maxLength: 10, description }));

export const ReportQuery = Type.Object({
  from: date('First day, such as 2026-11-01; 29 days before `to` when left out.'),
  to: date('Last day; today when left out.'),
});
export type ReportQuery = Static<typeof ReportQuery>;

const productSorts = ['views', 'adds', 'orders', 'units', 'revenue'] as const;
export const ProductReportQuery = Type.Object({
  ...ReportQuery.properties,
  sort: Type.Enum([...productSorts], { default: 'revenue', description: 'By what the first are chosen.' }),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      maxLength: 3,
      description: 'Of the revenue; the application’s when left out.',
    }),
  ),
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 50 }),
});

const day = Type.String({ description: 'Day in the application’s time zone.' });
const currency = Type.String();
const amount = (description: string) => Type.Number({ description });

const report = <P extends TProperties>(title: string, row: P) =>
  Type.Object(
    {
      from: day,
      to: day,
      time_zone: Type.String(),
      items: Type.Array(Type.Object(row, { title: `${title}Row` })),
    },
    { title },
  );

export const FunnelReport = report('FunnelReport', {
  date: day,
  step: Type.String({ description: 'Name of the event that is the step; the widest first.' }),
  events: Type.Integer(),
  shoppers: Type.Integer({ description: 'Who did this step on this day.' }),
  from_previous: Nullable(Type.Integer({ description: 'Of these, who did the step before it on the same day.' })),
  through: Type.Integer({ description: 'Of these, who did every step before it on the same day.' }),
});
export const SalesReport = report('SalesReport', {
  date: day,
  currency,
  orders: Type.Integer({ description: 'Orders that became complete on this day.' }),
  revenue: amount('Their totals.'),
  unverified_orders: Type.Integer({
    description: 'Orders that pages told of and this service did not make: anybody can tell of one.',
  }),
  unverified_revenue: amount('Their totals, as they were told.'),
});
export const ProductReport = report('ProductReport', {
  product_id: Type.Integer(),
  name: Type.String({ description: 'As it is named now; empty when the catalogue does not have it.' }),
  views: Type.Integer(),
  adds: Type.Integer({ description: 'How often it was put into a cart.' }),
  orders: Type.Integer(),
  units: Type.Integer({ description: 'Units in these orders.' }),
  currency,
  revenue: amount('Price times quantity in orders in this currency.'),
});
export const OfferReportQuery = Type.Object({
  ...ReportQuery.properties,
  offer_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Of one offer alone.' })),
});
export const OfferReport = report('OfferReport', {
  date: day,
  offer_id: Type.String(),
  name: Type.String({ description: 'As it is named now; empty when it is no longer there.' }),
  currency,
  carts: Type.Integer({ description: 'Carts that were ordered with it that day, paid for or not.' }),
  uses: Type.Integer({ description: 'Orders with it that began to count that day.' }),
  units: Type.Integer({ description: 'Units in these orders that it took something off.' }),
  cost: amount('What it took off in these orders.'),
  revenue: amount('Totals of these orders; an order with two offers is in both rows.'),
  budget_left: Nullable(
    Type.Number({ description: 'What is left now of its budget, in its own currency; null when it has none.' }),
  ),
});
export const CartReport = report('CartReport', {
  date: Type.String({ description: 'Day on which the cart got its first item, or its checkout began.' }),
  currency,
  stage: Type.Enum(['cart', 'checkout', 'ordered'], {
    description: 'How far carts of this day have come by now: those that are not ordered are abandoned.',
  }),
  carts: Type.Integer(),
  value: amount('The total of the last checkout, or what was put in less what was taken out.'),
});
