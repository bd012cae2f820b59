/** What every operation of a shopper on an order of his own shares: whose it is, how it changes once, how it is answered. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Node } from '../applications/node.ts';
import { ownerOf } from '../cart/call/find-cart.ts';
import type { CartOwner } from '../cart/store/cart-document.ts';
import type { OrderSettings } from '../contract/applications/order-settings-contract.ts';
import type { Order } from '../contract/orders/order-contract.ts';
import { identifyShopper } from '../customers/shopper.ts';
import { applicationCaller } from '../http/access.ts';
import type { ApplicationCaller } from '../http/caller.ts';
import { keyUse, onceByKey } from '../http/idempotency.ts';
import type { InTurn } from '../http/limits/in-turn.ts';
import { Refusal } from '../shared/errors.ts';
import type { CatalogReader } from '../catalog/read-articles.ts';
import { goodsNow, withGoods } from './answer/goods-now.ts';
import { unitsView } from './answer/goods-view.ts';
import { orderView } from './answer/order-view.ts';
import type { OrderChange } from './goods/change-goods.ts';
import { cancelling } from './goods/cancel-leaves.ts';
import { customerReturnable } from './goods/customer-units-rules.ts';
import { allOf } from './goods/unit-rules.ts';
import type { StoredOrder } from './order-document.ts';
import { readOwnOrder } from './order-store.ts';
import { refundsOf } from './refunds/refund-store.ts';
import { settleSoon } from './settle-order.ts';

type OwnChange = {
  readonly reason: string;
  readonly run: (change: OrderChange, settings: OrderSettings) => Promise<StoredOrder>;
};

type Services = {
  readonly node: Node;
  readonly catalog: Pick<CatalogReader, 'items'>;
  readonly inTurn: InTurn;
};

export const ownOrders = ({ node, catalog, inTurn }: Services, keys: Parameters<typeof identifyShopper>[2]) => {
  const shopping = async (
    request: FastifyRequest,
  ): Promise<{ readonly caller: ApplicationCaller; readonly owner: CartOwner | undefined }> => {
    const caller = applicationCaller(request);
    return { caller, owner: ownerOf(await identifyShopper(request, caller, keys)) };
  };
  const ownOrder = async (request: FastifyRequest, id: string) => {
    const { caller, owner } = await shopping(request);
    const { applicationId, settings } = caller;
    const read = async () => owner && readOwnOrder(node.db, { applicationId, owner }, id);
    return { settings: settings.orders, owner, read };
  };
  const shown = async (order: StoredOrder, settings: OrderSettings): Promise<{ readonly order: Order }> => {
    const [refunds, goods, cancels] = await Promise.all([
      refundsOf(node.db, order.id),
      goodsNow(catalog, order),
      cancelling(node, order, settings),
    ]);
    const { shipments = [], ...view } = orderView(order, settings, refunds);
    return {
      order: {
        ...view,
        shipments: withGoods(shipments, goods),
        returnable: unitsView(allOf(customerReturnable(order, settings, node.now()))),
        ...cancels,
      },
    };
  };
  /** Once under its key. */
  const change = async (request: FastifyRequest, reply: FastifyReply, id: string, { reason, run }: OwnChange) => {
    const { owner, read, settings } = await ownOrder(request, id);
    const whose = owner === undefined ? '' : `${owner.kind}:${owner.id}`;
    const use = keyUse(request, whose, node.now());
    return onceByKey(node.db, reply, use, {
      run: async (remember) => {
        const step = { by: 'customer', reason };
        const record = () => remember({ status: 200, document: { order_id: id } });
        // By who asks, too: who names an order of somebody else's stands in no line of his.
        const turn = `order ${id} of ${whose}`;
        const change: OrderChange = {
          read,
          step,
          remember: record,
          inTurn: (work) => inTurn(turn, work, () => request.socket.destroyed),
        };
        const order = await run(change, settings);
        await settleSoon(node, order, request.log);
        return shown(order, settings);
      },
      replay: async () => {
        const order = await read();
        if (order === undefined) throw new Refusal('order_not_found');
        return shown(order, settings);
      },
    });
  };
  return { shopping, ownOrder, shown, change };
};
