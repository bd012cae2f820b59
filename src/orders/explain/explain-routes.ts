/** Why an order costs what it costs, and why a refund is what it is: for its shopper and for the shop's own people. Nothing is kept. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findApplication } from '../../applications/application-store.ts';
import type { CartRoutesOptions } from '../../cart/call/cart-call.ts';
import { languageAsked } from '../../cart/words/spoken.ts';
import {
  OrderExplained,
  OrderExplainQuery,
  OwnRefundPath,
  RefundExplained,
  StaffRefundPath,
} from '../../contract/orders/order-explain-contract.ts';
import { CompanyOrderPath, OrderPath } from '../../contract/orders/order-requests.ts';
import { operationTable } from '../../http/operation.ts';
import { Refusal } from '../../shared/errors.ts';
import { type OrderDesk, orderTags, readOrders, staffPath } from '../order-desk.ts';
import type { StoredOrder } from '../order-document.ts';
import { ownOrders } from '../own-orders.ts';
import { explainOrder } from './explain-order.ts';
import { explainRefund } from './explain-refund.ts';
import type { ExplainAsked } from './explained-prices.ts';

const words = {
  explainOrder:
    'Say how every number of an order came about. From what it was priced from, which never changes: each number is a sum of others, down to what comes from outside of pricing.',
  explainRefund:
    'Say how a refund came about. For each line and charge what it cost before less what it costs now, as the goods that were there were priced.',
  explainCompanyOrder:
    'Say how every number of an order came about. From what it was priced from, which never changes: each number is a sum of others, down to what comes from outside of pricing.',
  explainCompanyRefund:
    'Say how a refund came about. For each line and charge what it cost before less what it costs now, as the goods that were there were priced.',
};

const querystring = OrderExplainQuery;
const own = operationTable({ kind: 'application' }, orderTags, words, {
  explainOrder: { params: OrderPath, querystring, response: { 200: OrderExplained } },
  explainRefund: { params: OwnRefundPath, querystring, response: { 200: RefundExplained } },
});
const staff = operationTable(readOrders, orderTags, words, {
  explainCompanyOrder: { params: CompanyOrderPath, querystring, response: { 200: OrderExplained } },
  explainCompanyRefund: { params: StaffRefundPath, querystring, response: { 200: RefundExplained } },
});

const ownPath = '/service/application/order/v1.0/orders/:order_id';

type Asked = FastifyRequest<{ Querystring: { path?: string; language?: string } }>;

export const explainRoutes: FastifyPluginAsyncTypebox<
  Pick<CartRoutesOptions, 'services' | 'keys'> & { readonly desk: OrderDesk }
> = async (app, { services, keys, desk }) => {
  const { node } = services;
  const { ownOrder } = ownOrders(services, keys);
  const his = async (request: FastifyRequest, id: string): Promise<StoredOrder> => {
    const order = await (await ownOrder(request, id)).read();
    if (order === undefined) throw new Refusal('order_not_found');
    return order;
  };

  /** What is asked for, in a language that the answer names: that of the shop where nobody asks for one. */
  const askedOf = async (
    { query, headers }: Asked,
    reply: FastifyReply,
    { applicationId }: StoredOrder,
    viewer: ExplainAsked['viewer'],
  ): Promise<ExplainAsked> => {
    const asked = languageAsked(query.language, headers);
    const language = asked ?? (await findApplication(node.db, applicationId))?.settings.language ?? 'en';
    void reply.header('content-language', language);
    return { path: query.path, language, viewer };
  };

  app.get(`${ownPath}/explain`, own.explainOrder, async (request, reply) => {
    const order = await his(request, request.params.order_id);
    return explainOrder(node.db, order, await askedOf(request, reply, order, 'owner'));
  });

  app.get(`${ownPath}/refunds/:refund_id/explain`, own.explainRefund, async (request, reply) => {
    const order = await his(request, request.params.order_id);
    return explainRefund(node.db, order, request.params.refund_id, await askedOf(request, reply, order, 'owner'));
  });

  app.get(`${staffPath}/orders/:order_id/explain`, staff.explainCompanyOrder, async (request, reply) => {
    const order = await desk.found(await desk.companyOf(request, request.params), request.params.order_id);
    return explainOrder(node.db, order, await askedOf(request, reply, order, 'staff'));
  });

  app.get(
    `${staffPath}/orders/:order_id/refunds/:refund_id/explain`,
    staff.explainCompanyRefund,
    async (request, reply) => {
      const order = await desk.found(await desk.companyOf(request, request.params), request.params.order_id);
      return explainRefund(node.db, order, request.params.refund_id, await askedOf(request, reply, order, 'staff'));
    },
  );
};
