/** Orders of a company, for service clients: list, read, check, cancel, ship, deliver, export. On the SDK's paths where it has them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Readable } from 'node:stream';
import type { Node } from '../applications/node.ts';
import { CompanyPath } from '../contract/applications/application-admin-contract.ts';
import { OrderRecomputed } from '../contract/orders/order-contract.ts';
import {
  CompanyOrderPath,
  ExportQuery,
  OrderDetailsQuery,
  OrdersListingQuery,
  StaffCancel,
  StaffChange,
} from '../contract/orders/order-requests.ts';
import { StaffOrderById, StaffOrderList } from '../contract/orders/staff-order-contract.ts';
import { FileAnswer } from '../contract/primitives.ts';
import { countedUnread } from '../http/answers/unread-parts.ts';
import { whilePermitted } from '../http/answers/while-permitted.ts';
import { operationTable } from '../http/operation.ts';
import { totalsOf } from './answer/order-view.ts';
import { staffOrderView } from './answer/staff-order-view.ts';
import { viewsInTurns } from './answer/views-in-turns.ts';
import { endOrder } from './end-order.ts';
import { exportLines } from './export/export-orders.ts';
import { cancelUnits } from './goods/cancel-units.ts';
import type { OrderChange } from './goods/change-goods.ts';
import { deliverParcel, noTracking, sendParcel } from './goods/send-parcels.ts';
import { isGiven, unitsIn } from './goods/units-asked.ts';
import { type OrderDesk, orderTags, readOrders, staffPath, writeOrders } from './order-desk.ts';
import { listOrders } from './order-list-store.ts';
import type { Database } from '../db/database.ts';
import type { ForRead } from '../http/replica-reads.ts';
import { filterOf, listingFilterOf } from './order-query.ts';
import { recompute } from './order-snapshot.ts';
import { readOrderSnapshot } from './order-store.ts';
import { amountsIn } from '../shared/amounts.ts';
import { askedPage, numberedPage } from '../shared/paging.ts';

const words = {
  getCompanyOrders: 'List the orders of a company',
  getCompanyOrder: 'Read an order',
  recomputeOrder: 'Price an order again from what it was priced from',
  cancelCompanyOrder:
    'Cancel an order, or units of it that have not left. In any state. Stock, uses and balances are given back, and what was paid is to be refunded. With items only those units: what stays is priced again, or keeps its prices, as the application sets.',
  shipOrder:
    'Say that all goods of an order that had not left have left. One parcel for each shipment. Parts of an order leave by parcels.',
  deliverOrder:
    'Say that the goods of an order have reached their customer, who has paid for them. All of them, also those that are picked up or handed over the counter.',
  exportOrders:
    'Export orders for accounting. A row for each line, charge and means of payment; the amounts of an order’s rows add up to its total.',
};

type Options = { readonly node: Node; readonly desk: OrderDesk; readonly old: ForRead<Database> };

/** No replica that is read from is further behind: who exports hour by hour misses nothing. */
const SETTLED_MS = 3_600_000;
/** Of an export that are sent together. */
const LINES_A_PIECE = 500;
const charactersOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length, 0);

const reading = operationTable(readOrders, orderTags, words, {
  getCompanyOrders: { params: CompanyPath, querystring: OrdersListingQuery, response: { 200: StaffOrderList } },
  getCompanyOrder: { params: CompanyPath, querystring: OrderDetailsQuery, response: { 200: StaffOrderById } },
  recomputeOrder: { params: CompanyOrderPath, response: { 200: OrderRecomputed } },
  exportOrders: {
    params: CompanyPath,
    querystring: ExportQuery,
    response: {
      200: FileAnswer<Readable>('CSV with a header, or lines of JSON.', 'text/csv', 'application/x-ndjson'),
    },
  },
});
const response = { 200: StaffOrderById };
const writing = operationTable(writeOrders, orderTags, words, {
  cancelCompanyOrder: { params: CompanyOrderPath, body: StaffCancel, response },
  shipOrder: { params: CompanyOrderPath, body: StaffChange, response },
  deliverOrder: { params: CompanyOrderPath, body: StaffChange, response },
});

/** What staff make of an order as a whole, each with a reason that the audit keeps. */
const changes = [
  {
    verb: 'cancel',
    operation: writing.cancelCompanyOrder,
    change: (node: Node, change: OrderChange, { items }: StaffCancel) =>
      isGiven(items)
        ? cancelUnits(node, { ...change, items: unitsIn(items) })
        : endOrder(node, { ...change, state: 'cancelled' }),
  },
  {
    verb: 'ship',
    operation: writing.shipOrder,
    change: (node: Node, change: OrderChange) => sendParcel(node, { ...change, tracking: noTracking }),
  },
  {
    verb: 'deliver',
    operation: writing.deliverOrder,
    change: (node: Node, change: OrderChange) => deliverParcel(node, change),
  },
] as const;

export const orderAdminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { node, desk, old }) => {
  const { companyOf, found, storesNow, shown } = desk;

  app.get(`${staffPath}/orders-listing`, reading.getCompanyOrders, async (request) => {
    const company = await companyOf(request, request.params);
    const page = askedPage(request.query);
    const { orders, total } = await listOrders(node.db, { company }, listingFilterOf(request.query), page);
    const stores = await storesNow(company.companyId, orders);
    return {
      success: true,
      message: '',
      total_count: total,
      items: await viewsInTurns(
        orders,
        ({ document }) => document.lines.length,
        (order) => staffOrderView(order, stores),
      ),
      page: numberedPage({ ...page, itemCount: orders.length, total }),
    };
  });

  app.get(`${staffPath}/order-details`, reading.getCompanyOrder, async (request) => {
    const company = await companyOf(request, request.params);
    return shown(await found(company, request.query.order_id));
  });

  app.get(`${staffPath}/orders/:order_id/recompute`, reading.recomputeOrder, async (request) => {
    const order = await found(await companyOf(request, request.params), request.params.order_id);
    const snapshot = await readOrderSnapshot(node.db, order);
    if (snapshot === undefined) throw new Error(`order ${order.id} has no snapshot`);
    const { prices, agrees } = await recompute(snapshot);
    return {
      success: true,
      order_id: order.id,
      agrees,
      input_hash: snapshot.inputHash,
      totals: totalsOf(prices.breakup, amountsIn(order.document.currency)),
      applied: prices.applied,
    };
  });

  for (const { verb, operation, change } of changes) {
    app.post(`${staffPath}/orders/:order_id/${verb}`, operation, async (request, reply) => {
      const { reason } = request.body;
      const run = (step: OrderChange) => change(node, step, request.body);
      return desk.change(request, reply, request.params, { action: `order.${verb}`, reason, run });
    });
  }

  app.get(`${staffPath}/orders-export`, reading.exportOrders, async (request, reply) => {
    const company = await companyOf(request, request.params);
    const { format = 'csv', sales_channels: applicationId } = request.query;
    const filter = { ...filterOf(request.query), applicationId };
    const isPast = filter.to !== undefined && filter.to <= node.now() - SETTLED_MS;
    const all = exportLines(isPast ? old('exportOrders') : node.db, company, filter, format);
    const lines = whilePermitted(all, () => app.mayStill(request), node.now);
    const unread = countedUnread(lines, charactersOf, (bytes) => app.waitUnread(reply, bytes));
    const text = async function* () {
      for await (const some of unread) {
        for (let at = 0; at < some.length; at += LINES_A_PIECE) {
          yield `${some.slice(at, at + LINES_A_PIECE).join('\n')}\n`;
        }
      }
    };
    reply.type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8');
    return reply.send(Readable.from(text(), { objectMode: false }));
  });
};
