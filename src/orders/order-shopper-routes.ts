/** Orders of the shopper who calls, on the SDK's own paths where it has them: list, read, cancel, return. Nobody finds another's. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { CartRoutesOptions } from '../cart/call/cart-call.ts';
import { OrderById, OrderList } from '../contract/orders/order-contract.ts';
import {
  OwnReturnPath,
  PreviewBody,
  RefundPreview,
  ReturnBody,
  WithdrawBody,
} from '../contract/orders/order-goods-contract.ts';
import { RefundView, RefundViewQuery } from '../contract/orders/refund-view-contract.ts';
import { CancelOrder, OrderPath, OrdersQuery } from '../contract/orders/order-requests.ts';
import { Nullable } from '../contract/primitives.ts';
import { operationTable } from '../http/operation.ts';
import { orderView } from './answer/order-view.ts';
import { viewsInTurns } from './answer/views-in-turns.ts';
import { customerCancels } from './goods/customer-cancels.ts';
import { previewRefund } from './goods/preview-refund.ts';
import { refundView } from './goods/refund-view.ts';
import { answerReturn, requestReturn } from './goods/return-units.ts';
import { isGiven, unitsIn } from './goods/units-asked.ts';
import { listOrders } from './order-list-store.ts';
import { filterOf } from './order-query.ts';
import { ownOrders } from './own-orders.ts';
import { Refusal } from '../shared/errors.ts';
import { askedPage, numberedPage } from '../shared/paging.ts';

const words = {
  getOrders: 'List the orders of the shopper',
  getOrderById: 'Read an order',
  cancelOrder:
    'Cancel an order, or units of it that have not left. As long as the shop lets customers, and never what was shipped. A repeat changes nothing.',
  previewRefund: 'Say what giving some units back would come to. Nothing changes.',
  getRefundView:
    'Say for each line what one unit of it would give back. If it alone is given back, offers that lose their ground included. Nothing changes.',
  requestReturn: 'Ask to return delivered goods. Within the days that the shop sets. The shop approves or refuses it.',
  withdrawReturn: 'Keep goods that were to be returned',
};

const path = '/service/application/order/v1.0/orders';
const tags = ['Orders'];

const operation = operationTable({ kind: 'application' }, tags, words, {
  getOrders: { querystring: OrdersQuery, response: { 200: OrderList } },
  getOrderById: { params: OrderPath, response: { 200: OrderById } },
  cancelOrder: { params: OrderPath, body: Type.Optional(Nullable(CancelOrder)), response: { 200: OrderById } },
  previewRefund: { params: OrderPath, body: PreviewBody, response: { 200: RefundPreview } },
  getRefundView: { params: OrderPath, querystring: RefundViewQuery, response: { 200: RefundView } },
  requestReturn: { params: OrderPath, body: ReturnBody, response: { 200: OrderById } },
  withdrawReturn: { params: OwnReturnPath, body: Type.Optional(Nullable(WithdrawBody)), response: { 200: OrderById } },
});

export const orderShopperRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, { services, keys }) => {
  const { node } = services;
  const { shopping, ownOrder, shown, change } = ownOrders(services, keys);

  app.get(path, operation.getOrders, async (request) => {
    const { caller, owner } = await shopping(request);
    const page = askedPage(request.query);
    const filter = filterOf(request.query);
    const { orders, total } =
      owner === undefined
        ? { orders: [], total: 0 }
        : await listOrders(node.db, { applicationId: caller.applicationId, owner }, filter, page);
    return {
      items: await viewsInTurns(
        orders,
        ({ document }) => document.lines.length,
        (order) => orderView(order, caller.settings.orders),
      ),
      page: numberedPage({ ...page, itemCount: orders.length, total }),
    };
  });

  app.get(`${path}/:order_id`, operation.getOrderById, async (request) => {
    const { read, settings } = await ownOrder(request, request.params.order_id);
    const order = await read();
    if (order === undefined) throw new Refusal('order_not_found');
    return shown(order, settings);
  });

  app.post(`${path}/:order_id/cancel`, operation.cancelOrder, async (request, reply) => {
    const { items, reason = '' } = request.body ?? {};
    return change(request, reply, request.params.order_id, {
      reason,
      run: (step, settings) =>
        customerCancels(node, { ...step, settings, items: isGiven(items) ? unitsIn(items) : undefined }),
    });
  });

  app.post(`${path}/:order_id/refund-preview`, operation.previewRefund, async (request) => {
    const { read } = await ownOrder(request, request.params.order_id);
    const order = await read();
    if (order === undefined) throw new Refusal('order_not_found');
    return previewRefund(node, order, unitsIn(request.body.items));
  });

  app.get(`${path}/:order_id/refund-view`, operation.getRefundView, async (request) => {
    const { read } = await ownOrder(request, request.params.order_id);
    const order = await read();
    if (order === undefined) throw new Refusal('order_not_found');
    const { items, page } = await refundView(node, order, request.query);
    return { items: items.map(({ funding: _funding, ...unit }) => unit), page };
  });

  app.post(`${path}/:order_id/returns`, operation.requestReturn, async (request, reply) => {
    const { items, reason } = request.body;
    return change(request, reply, request.params.order_id, {
      reason,
      run: (step, settings) => requestReturn(node, { ...step, items: unitsIn(items), reason, settings }),
    });
  });

  app.post(`${path}/:order_id/returns/:return_id/withdraw`, operation.withdrawReturn, async (request, reply) => {
    const { order_id: orderId, return_id: returnId } = request.params;
    return change(request, reply, orderId, {
      reason: request.body?.reason ?? '',
      run: (step) => answerReturn(node, { ...step, returnId, state: 'withdrawn' }),
    });
  });
};
