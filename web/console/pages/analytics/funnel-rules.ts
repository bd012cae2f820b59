/** Figures of reports, put together for a chart or a table. Pure. */
import type { Static } from 'typebox';
import type { FunnelReport, SalesReport } from '../../../../src/contract/events/funnel-contract.ts';

type Funnel = Static<typeof FunnelReport>;
type Sales = Static<typeof SalesReport>;

export type FunnelStep = {
  readonly step: string;
  readonly events: number;
  readonly shoppers: number;
  readonly through: number;
};

/** The steps over all days of the report, the widest first as they came. */
export const stepsOf = ({ items }: Funnel): readonly FunnelStep[] => {
  const steps = new Map<string, FunnelStep>();
  for (const { step, events, shoppers, through } of items) {
    const known = steps.get(step) ?? { step, events: 0, shoppers: 0, through: 0 };
    steps.set(step, {
      step,
      events: known.events + events,
      shoppers: known.shoppers + shoppers,
      through: known.through + through,
    });
  }
  return [...steps.values()];
};

/** What a step is called by people. */
const names: readonly (readonly [string, string])[] = [
  ['product_listing', 'Saw a listing'],
  ['product_view', 'Looked at a product'],
  ['add_to_cart', 'Put something into the cart'],
  ['order_checkout', 'Began the checkout'],
  ['order_checkedout', 'Sent the order'],
  ['order_complete', 'Completed the order'],
];
export const stepName = (step: string): string => names.find(([name]) => name === step)?.[1] ?? step;

/** How far a cart came. */
const stages: ReadonlyMap<string, string> = new Map([
  ['cart', 'Left in the cart'],
  ['checkout', 'Left at the checkout'],
  ['ordered', 'Ordered'],
]);
export const stageName = (stage: string): string => stages.get(stage) ?? stage;

/** Every day from the first to the last of the report, also those without a row. */
export const daysOf = ({ from, to }: Pick<Sales, 'from' | 'to'>): readonly string[] => {
  const days: string[] = [];
  const end = Date.parse(`${to}T00:00:00Z`);
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= end; at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
};

export type DaySales = { readonly revenue: number; readonly orders: number };
/** Sales of each day in one currency. */
export const salesByDay = (report: Sales, currency: string): readonly DaySales[] => {
  const rows = report.items.filter((row) => row.currency === currency);
  const known = new Map(rows.map(({ date, revenue, orders }) => [date, { revenue, orders }]));
  return daysOf(report).map((day) => known.get(day) ?? { revenue: 0, orders: 0 });
};

export const sumOf = (days: readonly DaySales[]): DaySales => ({
  revenue: days.reduce((sum, { revenue }) => sum + revenue, 0),
  orders: days.reduce((sum, { orders }) => sum + orders, 0),
});
