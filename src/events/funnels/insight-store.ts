/** The figures, read. Their cost grows with the days and products asked for, not with the events behind them. */
import type { All, Database, Row, Value } from '../../db/database.ts';

export type Days = { readonly first: number; readonly last: number };
/** Whose figures, of which days. */
export type Period = Days & { readonly applicationId: string };

const rowsOf = async <T extends Row>(db: Database, sql: string, params: readonly Value[]): All<T> => {
  const found: T[] = [];
  for await (const rows of db.scan<T>(sql, params)) found.push(...rows);
  return found;
};

export type StepsOfDay = { readonly day: number; readonly steps: number; readonly shoppers: number };
export const readSteps = (db: Database, { applicationId, first, last }: Period): All<StepsOfDay> =>
  rowsOf<StepsOfDay>(
    db,
    `select day, steps, shoppers from funnel_day
     where application_id = ? and day >= ? and day <= ? and shoppers <> 0 order by day, steps`,
    [applicationId, first, last],
  );

export type EventsOfDay = { readonly day: number; readonly name: string; readonly events: number };
export const readEventCounts = (db: Database, { applicationId, first, last }: Period): All<EventsOfDay> =>
  rowsOf<EventsOfDay>(
    db,
    'select day, name, events from funnel_event_day where application_id = ? and day >= ? and day <= ? order by day, name',
    [applicationId, first, last],
  );

/** As text: a sum may be too large to be exact, and a report that fails for it helps nobody. */
const amount = (sum: string): string => `cast(${sum} as text)`;

export type SalesOfDay = {
  readonly day: number;
  readonly currency: string;
  readonly orders: number;
  readonly revenue: string;
  readonly unverified_orders: number;
  readonly unverified_revenue: string;
};
/** `currency` stands for orders of which no event has told theirs. */
export const readSales = (db: Database, { applicationId, first, last }: Period, currency: string): All<SalesOfDay> =>
  rowsOf<SalesOfDay>(
    db,
    `select day, currency, sum(orders) as orders, ${amount('sum(revenue)')} as revenue,
       sum(unverified_orders) as unverified_orders, ${amount('sum(unverified_revenue)')} as unverified_revenue from
       (select day, case when currency = '' then ? else currency end as currency, orders, revenue, unverified_orders,
          unverified_revenue
        from funnel_order_day where application_id = ? and day >= ? and day <= ?) known
     group by day, currency having sum(orders) <> 0 or sum(unverified_orders) <> 0 order by day, currency`,
    [currency, applicationId, first, last],
  );

export type CartsOfDay = {
  readonly day: number;
  readonly currency: string;
  readonly stage: 'cart' | 'checkout' | 'ordered';
  readonly carts: number;
  readonly value: string;
};
export const readCarts = (db: Database, { applicationId, first, last }: Period, currency: string): All<CartsOfDay> =>
  rowsOf<CartsOfDay>(
    db,
    `select day, currency, stage, sum(carts) as carts, ${amount('sum(value)')} as value from
       (select day, case when currency = '' then ? else currency end as currency, stage, carts, value from funnel_cart_day
        where application_id = ? and day >= ? and day <= ?) known
     group by day, currency, stage having sum(carts) <> 0 order by day, currency, stage`,
    [currency, applicationId, first, last],
  );

export type OffersOfDay = {
  readonly day: number;
  readonly offer_id: string;
  readonly currency: string;
  readonly carts: number;
  readonly uses: number;
  readonly units: number;
  readonly cost: string;
  readonly revenue: string;
};
export const readOfferFigures = (
  db: Database,
  { applicationId, first, last }: Period,
  offerId: string | undefined,
): All<OffersOfDay> =>
  rowsOf<OffersOfDay>(
    db,
    `select day, offer_id, currency, carts, uses, units, ${amount('cost')} as cost, ${amount('revenue')} as revenue
     from funnel_offer_day where application_id = ? and day >= ? and day <= ?
       ${offerId === undefined ? '' : 'and offer_id = ?'} order by day, offer_id, currency`,
    [applicationId, first, last, ...(offerId === undefined ? [] : [offerId])],
  );

export type ProductFigures = {
  readonly product_id: number;
  readonly views: number;
  readonly adds: number;
  readonly orders: number;
  readonly units: number;
  readonly revenue: string;
};
export type ProductSort = 'views' | 'adds' | 'orders' | 'units' | 'revenue';

export const readTopProducts = (
  db: Database,
  { applicationId, first, last }: Period,
  asked: {
    readonly sort: ProductSort;
    readonly limit: number;
    readonly currency: string;
    /** Whether orders of which no event has told the currency are in this one. */
    readonly isOwn: boolean;
  },
): All<ProductFigures> =>
  rowsOf<ProductFigures>(
    db,
    `select product_id, views, adds, orders, units, ${amount('revenue')} as revenue from
       (select product_id, sum(views) as views, sum(adds) as adds, sum(orders) as orders, sum(units) as units,
          sum(case when currency = ? or currency = ? then revenue else 0 end) as revenue
        from funnel_product_day where application_id = ? and day >= ? and day <= ? group by product_id) totals
     where totals.views > 0 or totals.adds > 0 or totals.orders > 0 order by totals.${asked.sort} desc, product_id limit ? offset 0`,
    [asked.currency, asked.isOwn ? '' : asked.currency, applicationId, first, last, asked.limit],
  );
