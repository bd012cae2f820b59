/** What happened in a shop, for service clients: five reports, each as JSON and, with `.csv` behind its name, as a table. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { TArray, TObject } from 'typebox';
import type { Node } from '../../applications/node.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import {
  CartReport,
  FunnelReport,
  OfferReport,
  OfferReportQuery,
  ProductReport,
  ProductReportQuery,
  ReportQuery,
  SalesReport,
} from '../../contract/events/funnel-contract.ts';
import { ErrorBody, FileAnswer } from '../../contract/primitives.ts';
import { productNames } from '../../catalog/product-name-statements.ts';
import { offersShown } from '../../offers/offer-name-statements.ts';
import type { Database } from '../../db/database.ts';
import { sentInSlices } from '../../http/answers/json-in-slices.ts';
import type { Access } from '../../http/caller.ts';
import type { ForRead } from '../../http/replica-reads.ts';
import { inSlices } from '../../shared/slices.ts';
import { dateOf } from '../../shared/time-zone.ts';
import { applicationOf, eventsPath, eventTags } from '../event-admin.ts';
import { amountOf, csvRow, csvText, daysOf, funnelRows } from './insight-rules.ts';
import {
  type Period,
  type ProductSort,
  readCarts,
  readEventCounts,
  readOfferFigures,
  readSales,
  readSteps,
  readTopProducts,
} from './insight-store.ts';

const readFigures: Access = { kind: 'permission', permission: 'company/analytics/read' };

type Row = Readonly<Record<string, string | number | null>>;
type Asked = {
  readonly from?: string;
  readonly to?: string;
  readonly sort?: ProductSort;
  readonly limit?: number;
  readonly currency?: string;
  readonly offer_id?: string;
};
type Shop = Period & { readonly companyId: number; readonly currency: string };
type Report = {
  readonly name: string;
  readonly operation: 'EventFunnel' | 'EventSales' | 'EventProducts' | 'EventOffers' | 'EventCarts';
  readonly summary: string;
  readonly query: TObject;
  readonly answer: TObject<{ items: TArray<TObject> }>;
  readonly rows: (db: Database, shop: Shop, asked: Asked) => Promise<readonly Row[]>;
};

const funnel: Report['rows'] = async (db, shop) =>
  funnelRows(shop, await readSteps(db, shop), await readEventCounts(db, shop));

/** Rows that are made in one turn of the loop: a report has as many as there are days, times currencies or offers. */
const A_TURN = 1_000;

const sales: Report['rows'] = async (db, shop) =>
  inSlices(await readSales(db, shop, shop.currency), A_TURN, (row) => ({
    date: dateOf(row.day),
    currency: row.currency,
    orders: row.orders,
    revenue: amountOf(row.revenue),
    unverified_orders: row.unverified_orders,
    unverified_revenue: amountOf(row.unverified_revenue),
  }));

const carts: Report['rows'] = async (db, shop) =>
  inSlices(await readCarts(db, shop, shop.currency), A_TURN, ({ day, value, ...row }) => ({
    date: dateOf(day),
    ...row,
    value: amountOf(value),
  }));

const products: Report['rows'] = async (db, shop, asked) => {
  const { sort = 'revenue', limit = 50, currency = shop.currency } = asked;
  const found = await readTopProducts(db, shop, { sort, limit, currency, isOwn: currency === shop.currency });
  const ids = found.map(({ product_id }) => product_id);
  const names = await productNames(db, shop.companyId, ids);
  return found.map(({ revenue, ...row }) => ({
    ...row,
    name: names.get(row.product_id) ?? '',
    currency,
    revenue: amountOf(revenue),
  }));
};

const offers: Report['rows'] = async (db, shop, asked) => {
  const found = await readOfferFigures(db, shop, asked.offer_id);
  const ids = [...new Set(found.map(({ offer_id }) => offer_id))];
  const known = await offersShown(db, shop.applicationId, ids, shop.currency);
  return inSlices(found, A_TURN, ({ day, cost, revenue, ...row }) => ({
    date: dateOf(day),
    ...row,
    name: known.get(row.offer_id)?.name ?? '',
    cost: amountOf(cost),
    revenue: amountOf(revenue),
    budget_left: known.get(row.offer_id)?.budgetLeft ?? null,
  }));
};

const reports: readonly Report[] = [
  {
    name: 'funnel',
    operation: 'EventFunnel',
    summary: 'From listing to complete order by day: how many shoppers took each step',
    query: ReportQuery,
    answer: FunnelReport,
    rows: funnel,
  },
  {
    name: 'sales',
    operation: 'EventSales',
    summary: 'Complete orders and their totals by day',
    query: ReportQuery,
    answer: SalesReport,
    rows: sales,
  },
  {
    name: 'products',
    operation: 'EventProducts',
    summary: 'The products that were viewed, put into carts or ordered most',
    query: ProductReportQuery,
    answer: ProductReport,
    rows: products,
  },
  {
    name: 'offers',
    operation: 'EventOffers',
    summary: 'What offers did by day: carts, uses, what they cost, and the orders they were in',
    query: OfferReportQuery,
    answer: OfferReport,
    rows: offers,
  },
  {
    name: 'carts',
    operation: 'EventCarts',
    summary: 'Carts by day, and the value of those that were abandoned',
    query: ReportQuery,
    answer: CartReport,
    rows: carts,
  },
];

const csvAnswer = FileAnswer<string>('A table with a header.', 'text/csv');
const columnsOf = ({ answer }: Report): readonly string[] => Object.keys(answer.properties.items.items.properties);

export type InsightOptions = {
  readonly node: Node;
  /** For what may be old; the node's own when left out. */
  readonly old?: ForRead<Database> | undefined;
};

export const insightAdminRoutes: FastifyPluginAsyncTypebox<InsightOptions> = async (app, options) => {
  const { node, old = () => node.db } = options;
  const read = async (report: Report, request: FastifyRequest, db: Database) => {
    const params = request.params as { readonly company_id: number; readonly application_id: string };
    const asked = request.query as Asked;
    const { id, companyId, settings } = await applicationOf(node, request, params);
    const days = daysOf(asked, settings.time_zone, node.now());
    const items = await report.rows(db, { ...days, applicationId: id, companyId, currency: settings.currency }, asked);
    return { from: dateOf(days.first), to: dateOf(days.last), time_zone: settings.time_zone, items: [...items] };
  };

  for (const report of reports) {
    const { name, operation, summary, query, answer } = report;
    const schema = { tags: eventTags, params: ApplicationPath, querystring: query };
    app.get(
      `${eventsPath}/${name}`,
      {
        config: { access: readFigures },
        schema: { ...schema, operationId: `get${operation}`, summary, response: { 200: answer, '4xx': ErrorBody } },
      },
      async (request, reply) => sentInSlices(reply, await read(report, request, old(`get${operation}`))),
    );
    app.get(
      `${eventsPath}/${name}.csv`,
      {
        config: { access: readFigures },
        schema: {
          ...schema,
          operationId: `get${operation}Csv`,
          summary: `${summary}, as a table`,
          response: { 200: csvAnswer, '4xx': ErrorBody },
        },
      },
      async (request, reply) => {
        const { from, to, items } = await read(report, request, old(`get${operation}Csv`));
        reply.type('text/csv; charset=utf-8');
        reply.header('content-disposition', `attachment; filename="${name}-${from}-${to}.csv"`);
        const columns = columnsOf(report);
        const lines = await inSlices(items, A_TURN, (row) => csvRow(columns, row));
        return [csvText(columns), ...lines].join('');
      },
    );
  }
};
