/** Orders of a company, for service clients: list, read, check, cancel, ship, deliver, export. On the SDK's paths where it has them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { auditStatement } from '../applications/audit-statements.ts';
import { type CompanyPlace, companyPlaceOf, requireCompany } from '../applications/named-place.ts';
import type { Node } from '../applications/node.ts';
import { authorOf } from '../applications/write-once.ts';
import { CompanyPath } from '../contract/applications/application-admin-contract.ts';
import { OrderRecomputed } from '../contract/orders/order-contract.ts';
import {
  CompanyOrderPath,
  ExportQuery,
  OrderDetailsQuery,
  OrdersListingQuery,
  StaffChange,
} from '../contract/orders/order-requests.ts';
import { StaffOrderById, StaffOrderList } from '../contract/orders/staff-order-contract.ts';
import { ErrorBody, FileAnswer } from '../contract/primitives.ts';
import type { Statement } from '../db/database.ts';
import type { DeliveryReader } from '../delivery/read-lanes.ts';
import type { Access } from '../http/caller.ts';
import { operations } from '../http/operation.ts';
import { advanceOrder, type OrderAdvance } from './advance-order.ts';
import { totalsOf } from './answer/order-view.ts';
import { sendersOf, staffOrderView, type StoresNow } from './answer/staff-order-view.ts';
import { endOrder } from './end-order.ts';
import { exportLines } from './export/export-orders.ts';
import type { StoredOrder } from './order-document.ts';
import { listOrders } from './order-list-store.ts';
import { filterOf, listingFilterOf } from './order-query.ts';
import { recompute } from './order-snapshot.ts';
import { readCompanyOrder, readOrderSnapshot } from './order-store.ts';
import { paymentsOf } from './payment/payment-store.ts';
import { settleSoon } from './settle-order.ts';
import { amountsIn } from '../shared/amounts.ts';
import { Refusal } from '../shared/errors.ts';
import { askedPage, pageOf } from '../shared/paging.ts';

const path = '/service/platform/order/v1.0/company/:company_id';
const read: Access = { kind: 'permission', permission: 'company/orders/read' };
const write: Access = { kind: 'permission', permission: 'company/orders/write' };
const tags = ['Orders'];

type StaffStep = Omit<OrderAdvance, 'state'>;
/** What staff make of an order, each with a reason that the audit keeps. */
const changes = [
  {
    verb: 'cancel',
    says: {
      operationId: 'cancelCompanyOrder',
      tags,
      summary: 'Cancel an order',
      description: 'In any state. Stock, uses and balances are given back, and what was paid is to be refunded.',
    },
    change: (node: Node, step: StaffStep) => endOrder(node, { ...step, state: 'cancelled' }),
  },
  {
    verb: 'ship',
    says: { operationId: 'shipOrder', tags, summary: 'Say that the goods of an order have left' },
    change: (node: Node, step: StaffStep) => advanceOrder(node, { ...step, state: 'shipped' }),
  },
  {
    verb: 'deliver',
    says: {
      operationId: 'deliverOrder',
      tags,
      summary: 'Say that the goods of an order have reached their customer, who has paid for them',
    },
    change: (node: Node, step: StaffStep) => advanceOrder(node, { ...step, state: 'delivered' }),
  },
] as const;

type Options = { readonly node: Node; readonly delivery: DeliveryReader };

const reading = operations(read, tags);

export const orderAdminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { node, delivery }) => {
  const companyOf = async (request: FastifyRequest, params: { readonly company_id: number }): Promise<CompanyPlace> => {
    const company = companyPlaceOf(request, params);
    await requireCompany(node, company);
    return company;
  };
  const found = async (company: CompanyPlace, id: string): Promise<StoredOrder> => {
    const order = await readCompanyOrder(node.db, company, id);
    if (order === undefined) throw new Refusal('order_not_found');
    return order;
  };
  const storesNow = async (companyId: number, orders: readonly StoredOrder[]): Promise<StoresNow> =>
    (await delivery(companyId, sendersOf(orders), null)).stores;
  const shown = async (order: StoredOrder): Promise<StaffOrderById> => {
    const stores = await storesNow(order.companyId, [order]);
    const view = staffOrderView(order, stores, await paymentsOf(node.db, order.id));
    return { success: true, order: view, ...(view.shipments === undefined ? {} : { shipments: view.shipments }) };
  };
  const audited =
    (request: FastifyRequest, company: CompanyPlace, action: string, reason: string) =>
    (before: StoredOrder, after: StoredOrder): readonly Statement[] => [
      auditStatement(
        {
          ...authorOf(request),
          organizationId: company.organizationId,
          action,
          subject: `order/${before.id}`,
          before: { state: before.state },
          after: { state: after.state, reason },
          at: after.modifiedAt,
        },
        node.random,
      ),
    ];

  app.get(
    `${path}/orders-listing`,
    reading('getCompanyOrders', 'List the orders of a company', {
      params: CompanyPath,
      querystring: OrdersListingQuery,
      response: { 200: StaffOrderList },
    }),
    async (request) => {
      const company = await companyOf(request, request.params);
      const page = askedPage(request.query);
      const { orders, total } = await listOrders(node.db, { company }, listingFilterOf(request.query), page);
      const stores = await storesNow(company.companyId, orders);
      return {
        success: true,
        message: '',
        total_count: total,
        items: orders.map((order) => staffOrderView(order, stores)),
        page: pageOf({ type: 'number', ...page, itemCount: orders.length, total, next: undefined }),
      };
    },
  );

  app.get(
    `${path}/order-details`,
    reading('getCompanyOrder', 'Read an order', {
      params: CompanyPath,
      querystring: OrderDetailsQuery,
      response: { 200: StaffOrderById },
    }),
    async (request) => {
      const company = await companyOf(request, request.params);
      return shown(await found(company, request.query.order_id));
    },
  );

  app.get(
    `${path}/orders/:order_id/recompute`,
    reading('recomputeOrder', 'Price an order again from what it was priced from', {
      params: CompanyOrderPath,
      response: { 200: OrderRecomputed },
    }),
    async (request) => {
      const order = await found(await companyOf(request, request.params), request.params.order_id);
      const snapshot = await readOrderSnapshot(node.db, order);
      if (snapshot === undefined) throw new Error(`order ${order.id} has no snapshot`);
      const { prices, agrees } = recompute(snapshot);
      return {
        success: true,
        order_id: order.id,
        agrees,
        input_hash: snapshot.inputHash,
        totals: totalsOf(prices.breakup, amountsIn(order.document.currency)),
        applied: prices.applied,
      };
    },
  );

  for (const { verb, says, change } of changes) {
    app.post(
      `${path}/orders/:order_id/${verb}`,
      {
        config: { access: write },
        schema: {
          ...says,
          params: CompanyOrderPath,
          body: StaffChange,
          response: { 200: StaffOrderById, '4xx': ErrorBody },
        },
      },
      async (request) => {
        const { reason } = request.body;
        const company = await companyOf(request, request.params);
        const order = await change(node, {
          read: () => readCompanyOrder(node.db, company, request.params.order_id),
          step: { by: authorOf(request).actor, reason },
          more: audited(request, company, `order.${verb}`, reason),
        });
        await settleSoon(node, order, request.log);
        return shown(order);
      },
    );
  }

  app.get(
    `${path}/orders-export`,
    reading('exportOrders', 'Export orders for accounting', {
      description:
        'A row for each line, charge and means of payment; the amounts of an order’s rows add up to its total.',
      params: CompanyPath,
      querystring: ExportQuery,
      response: {
        200: FileAnswer<Readable>('CSV with a header, or lines of JSON.', 'text/csv', 'application/x-ndjson'),
      },
    }),
    async (request, reply) => {
      const company = await companyOf(request, request.params);
      const { format = 'csv', sales_channels: applicationId } = request.query;
      const filter = { ...filterOf(request.query), applicationId };
      const lines = exportLines(node.db, company, filter, format);
      const text = async function* () {
        for await (const some of lines) if (some.length > 0) yield `${some.join('\n')}\n`;
      };
      reply.type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8');
      return reply.send(Readable.from(text(), { objectMode: false }));
    },
  );
};
