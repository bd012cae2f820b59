/** A shop whose stores lie in two states, with offers that different people pay for, and three orders in it. */
import assert from 'node:assert/strict';
import type { StoredOrder } from '../../src/orders/order-document.ts';
import { type Person, signedIn } from '../applications/test-server.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { stores } from '../cart/response/places.ts';
import type { Engine } from '../databases.ts';
import { halfShipping } from './half-shipping.ts';
import { address, byCard, fill, onDelivery, openOrderServer, type OrderServer } from './order-server.ts';

export type Json = Readonly<Record<string, unknown>>;
type Asked = { readonly status: number; readonly text: string; readonly type: string };

export type BoughtOrders = OrderServer & {
  readonly buyer: Shopper;
  readonly owner: Person;
  readonly manager: Person;
  readonly viewer: Person;
  /** Paid on delivery with a coupon; by card, not paid yet; paid on delivery in another state. */
  readonly orders: readonly StoredOrder[];
  readonly nth: (at: number) => StoredOrder;
  readonly asStaff: (person: Person, url: string, payload?: object) => Promise<Asked>;
};

export const openBoughtOrders = async (engine: Engine): Promise<BoughtOrders> => {
  const server = await openOrderServer(engine);
  const { shop } = server;
  const orders: StoredOrder[] = [];
  await shop.feed(
    'stores',
    stores.map((store) => ({ ...store, state: store.uid === 1 ? 'Maharashtra' : 'Karnataka' })),
  );
  await shop.sell(1, [{ quantity: 100, hsn_code: '6205', gst_rate: 5 }]);
  await shop.sell(2, [{ quantity: 100, hsn_code: '6105', gst_rate: 12, store_id: 2 }], { name: '=cmd "x", y' });
  await shop.configure({ delivery_charges: { enabled: true, charges: [{ threshold: -1, charges: 80 }] } });
  await shop.promotion({
    promotion_type: 'percentage',
    ownership: { payable_category: 'marketplace', payable_by: 'summer fund' },
    discount_rules: [
      {
        buy_condition: '( rule#1 )',
        discount_type: 'percentage',
        item_criteria: { item_id: [1] },
        offer: { discount_percentage: 10 },
      },
    ],
  });
  await shop.promotion({ ...halfShipping, ownership: { payable_category: 'fynd', payable_by: '' } });
  await shop.coupon({ code: 'FIVE', rule: [{ key: 1, value: 5, min: 0, max: 1000 }] });
  await server.set({ cart: { charge_gst_bp: 1800 } });
  const owner = await signedIn(server.app, shop.node, shop, 'owner');
  const manager = await signedIn(server.app, shop.node, shop, 'manager');
  const viewer = await signedIn(server.app, shop.node, shop, 'viewer');
  const buyer = await server.customer('reader');
  for (const [at, body] of [
    onDelivery,
    byCard,
    { ...onDelivery, delivery_address: { ...address, state: 'Goa' } },
  ].entries()) {
    await fill(buyer, 1, 3);
    await fill(buyer, 2, 2);
    if (at === 0) await buyer('POST', '/v1.0/coupon', { coupon_code: 'FIVE' });
    const { body: answer } = await buyer('POST', '/v1.0/checkout', body);
    orders.push(await server.order(String(answer['order_id'])));
    shop.node.clock.at += 60_000;
  }
  return {
    ...server,
    buyer,
    owner,
    manager,
    viewer,
    orders,
    nth: (at) => {
      const order = orders[at];
      assert.ok(order);
      return order;
    },
    asStaff: async (person, url, payload) => {
      const {
        statusCode,
        payload: text,
        headers,
      } = await person({
        method: payload === undefined ? 'GET' : 'POST',
        url: `/service/platform/order/v1.0/company/${shop.companyId}${url}`,
        ...(payload && { payload }),
      });
      return { status: statusCode, text, type: String(headers['content-type']) };
    },
  };
};
