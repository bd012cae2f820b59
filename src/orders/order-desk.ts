/** What every operation of the shop's own people on an order shares: whose it is, who changes it, how it is answered. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditStatement } from '../applications/audit-statements.ts';
import { type CompanyPlace, companyPlaceOf, requireCompany } from '../applications/named-place.ts';
import type { Node } from '../applications/node.ts';
import { authorOf, writeOnce } from '../applications/write-once.ts';
import type { StaffOrderById } from '../contract/orders/staff-order-contract.ts';
import type { Statement } from '../db/database.ts';
import type { CatalogReader } from '../catalog/read-articles.ts';
import type { DeliveryReader } from '../delivery/read-lanes.ts';
import type { Access } from '../http/caller.ts';
import type { InTurn } from '../http/limits/in-turn.ts';
import { Refusal } from '../shared/errors.ts';
import { goodsNow, withGoods } from './answer/goods-now.ts';
import { sendersOf, staffOrderView, type StoresNow } from './answer/staff-order-view.ts';
import type { OrderChange } from './goods/change-goods.ts';
import { refundedOf } from './money/paid-rules.ts';
import type { StoredOrder } from './order-document.ts';
import { readCompanyOrder } from './order-store.ts';
import { paymentsOf } from './payment/payment-store.ts';
import { refundsOf } from './refunds/refund-store.ts';
import { settleSoon } from './settle-order.ts';

export const staffPath = '/service/platform/order/v1.0/company/:company_id';
export const readOrders: Access = { kind: 'permission', permission: 'company/orders/read' };
export const writeOrders: Access = { kind: 'permission', permission: 'company/orders/write' };
export const orderTags = ['Orders'];

type OrderParams = { readonly company_id: number; readonly order_id: string };
type StaffChange = {
  /** In the audit: `order.cancel`. */
  readonly action: string;
  readonly reason: string;
  readonly run: (change: OrderChange) => Promise<StoredOrder>;
};

export type OrderDesk = {
  readonly companyOf: (request: FastifyRequest, params: { readonly company_id: number }) => Promise<CompanyPlace>;
  readonly found: (company: CompanyPlace, id: string) => Promise<StoredOrder>;
  readonly storesNow: (companyId: number, orders: readonly StoredOrder[]) => Promise<StoresNow>;
  readonly shown: (order: StoredOrder) => Promise<StaffOrderById>;
  /** Once under its key, with a line in the audit. */
  readonly change: (
    request: FastifyRequest,
    reply: FastifyReply,
    params: OrderParams,
    change: StaffChange,
  ) => Promise<StaffOrderById>;
};

const auditedState = (order: StoredOrder) => {
  const refunded = refundedOf(order);
  return { state: order.state, ...(refunded === 0 ? {} : { refunded }) };
};

type Services = {
  readonly node: Node;
  readonly delivery: DeliveryReader;
  readonly catalog: Pick<CatalogReader, 'items'>;
  readonly inTurn: InTurn;
};

export const orderDesk = ({ node, delivery, catalog, inTurn }: Services): OrderDesk => {
  const companyOf: OrderDesk['companyOf'] = async (request, params) => {
    const company = companyPlaceOf(request, params);
    await requireCompany(node, company);
    return company;
  };
  const found: OrderDesk['found'] = async (company, id) => {
    const order = await readCompanyOrder(node.db, company, id);
    if (order === undefined) throw new Refusal('order_not_found');
    return order;
  };
  const storesNow: OrderDesk['storesNow'] = async (companyId, orders) =>
    (await delivery(companyId, sendersOf(orders), null)).stores;
  const shown: OrderDesk['shown'] = async (order) => {
    const [stores, goods, payments, refunds] = await Promise.all([
      storesNow(order.companyId, [order]),
      goodsNow(catalog, order),
      paymentsOf(node.db, order.id),
      refundsOf(node.db, order.id),
    ]);
    const { shipments: sent = [], ...view } = staffOrderView(order, stores, { payments, refunds });
    const shipments = withGoods(sent, goods);
    return { success: true, order: { ...view, shipments }, shipments };
  };
  const audited =
    (request: FastifyRequest, company: CompanyPlace, { action, reason }: StaffChange) =>
    (before: StoredOrder, after: StoredOrder): readonly Statement[] => [
      auditStatement(
        {
          ...authorOf(request),
          organizationId: company.organizationId,
          action,
          subject: `order/${before.id}`,
          before: auditedState(before),
          after: { ...auditedState(after), reason },
          at: after.modifiedAt,
        },
        node.random,
      ),
    ];
  return {
    companyOf,
    found,
    storesNow,
    shown,
    change: async (request, reply, params, change) => {
      const company = await companyOf(request, params);
      return writeOnce(node, request, reply, {
        run: async ({ actor, remember }) => {
          const order = await change.run({
            read: () => readCompanyOrder(node.db, company, params.order_id),
            step: { by: actor, reason: change.reason },
            remember: () => remember(params.order_id),
            more: audited(request, company, change),
            inTurn: (work) =>
              inTurn(`order ${params.order_id} of ${company.companyId}`, work, () => request.socket.destroyed),
          });
          await settleSoon(node, order, request.log);
          return shown(order);
        },
        replay: async (id) => shown(await found(company, id)),
      });
    },
  };
};
