/** Orders of the shopper who calls, on the SDK's own paths: list, read, cancel. Nobody finds another's. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { CartRoutesOptions } from '../cart/call/cart-call.ts';
import { ownerOf } from '../cart/call/find-cart.ts';
import { OrderById, OrderList } from '../contract/orders/order-contract.ts';
import { CancelOrder, OrderPath, OrdersQuery } from '../contract/orders/order-requests.ts';
import { Nullable } from '../contract/primitives.ts';
import { identifyShopper } from '../customers/shopper.ts';
import { applicationCaller } from '../http/access.ts';
import { operations } from '../http/operation.ts';
import { orderView } from './answer/order-view.ts';
import { endOrder } from './end-order.ts';
import { customerMayCancel } from './order-life.ts';
import { listOrders } from './order-list-store.ts';
import { filterOf } from './order-query.ts';
import { readOwnOrder } from './order-store.ts';
import { settleSoon } from './settle-order.ts';
import { Refusal } from '../shared/errors.ts';
import { askedPage, pageOf } from '../shared/paging.ts';

const path = '/service/application/order/v1.0/orders';
const tags = ['Orders'];

const operation = operations({ kind: 'application' }, tags);

export const orderShopperRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, { services, keys }) => {
  const { node } = services;
  const shopping = async (request: FastifyRequest) => {
    const caller = applicationCaller(request);
    return { caller, owner: ownerOf(await identifyShopper(request, caller, keys)) };
  };
  const ownOrder = async (request: FastifyRequest, id: string) => {
    const { caller, owner } = await shopping(request);
    const read = async () => owner && readOwnOrder(node.db, caller.applicationId, owner, id);
    return { settings: caller.settings.orders, read };
  };

  app.get(
    path,
    operation('getOrders', 'List the orders of the shopper', {
      querystring: OrdersQuery,
      response: { 200: OrderList },
    }),
    async (request) => {
      const { caller, owner } = await shopping(request);
      const page = askedPage(request.query);
      const filter = filterOf(request.query);
      const { orders, total } =
        owner === undefined
          ? { orders: [], total: 0 }
          : await listOrders(node.db, { applicationId: caller.applicationId, owner }, filter, page);
      return {
        items: orders.map((order) => orderView(order, caller.settings.orders)),
        page: pageOf({ type: 'number', ...page, itemCount: orders.length, total, next: undefined }),
      };
    },
  );

  app.get(
    `${path}/:order_id`,
    operation('getOrderById', 'Read an order', { params: OrderPath, response: { 200: OrderById } }),
    async (request) => {
      const { read, settings } = await ownOrder(request, request.params.order_id);
      const order = await read();
      if (order === undefined) throw new Refusal('order_not_found');
      return { order: orderView(order, settings) };
    },
  );

  app.post(
    `${path}/:order_id/cancel`,
    operation('cancelOrder', 'Cancel an order', {
      description: 'As long as the shop lets customers, and never once it was shipped. A repeat changes nothing.',
      params: OrderPath,
      body: Type.Optional(Nullable(CancelOrder)),
      response: { 200: OrderById },
    }),
    async (request) => {
      const { read, settings } = await ownOrder(request, request.params.order_id);
      const order = await endOrder(node, {
        read,
        state: 'cancelled',
        step: { by: 'customer', reason: request.body?.reason ?? '' },
        ends: (current) => {
          if (customerMayCancel(current, settings)) return true;
          throw new Refusal('order_state_conflict', {
            message: 'This order can no longer be cancelled by its customer.',
          });
        },
      });
      await settleSoon(node, order, request.log);
      return { order: orderView(order, settings) };
    },
  );
};
