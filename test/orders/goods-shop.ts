/** A shop whose orders go back in parts: who orders, who works on them, and who pays. */
import assert from 'node:assert/strict';
import { issueBalance } from '../../src/balances/balance-statements.ts';
import type { Row } from '../../src/db/database.ts';
import type { StoredOrder } from '../../src/orders/order-document.ts';
import { type Person, signedIn } from '../applications/test-server.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { rupees } from '../cart/response/carts.ts';
import type { Engine } from '../databases.ts';
import { paymentService } from './order-payments.ts';
import { deliveryCosts, rule } from './shop-rules.ts';
import { byCard, fill, openOrderServer, type OrderServer, paymentSecret } from './order-server.ts';

export type Json = Readonly<Record<string, unknown>>;
export type Answer = {
  readonly status: number;
  readonly code: string | undefined;
  readonly order: Json;
  readonly body: Json;
};
type Bag = {
  readonly identifier: string;
  readonly item_id: number;
  readonly quantity: number;
  readonly given_back: number;
};

/** What staff ask of a company's orders, on our paths or on those of the SDK. */
export type StaffCall = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly of: 'order' | 'order-manage';
  readonly path: string;
  readonly payload?: object;
};

export type Saved = { readonly points?: number; readonly store_credit?: number };

/** A cart of at least 1,000.00 has 10 % off; item 3 brings item 4 as a gift; delivery is free from 500.00. */
const stockShop = async (server: OrderServer): Promise<void> => {
  const { shop } = server;
  for (const [item, price] of [
    [1, 600],
    [2, 400],
    [3, 250],
    [4, 99],
  ] as const) {
    await shop.sell(item, [{ ...rupees(price, price), quantity: 1000, gst_rate: 18 }]);
  }
  await shop.configure(deliveryCosts(50, 499));
  await shop.promotion({
    promotion_type: 'percentage',
    promo_group: 'cart',
    ownership: { payable_category: 'marketplace', payable_by: '' },
    restrictions: { uses: { maximum: { total: 1000 } }, budget: { amount: 1_000_000 } },
    buy_rules: { 'rule#1': { item_id: [1, 2], cart_total: { greater_than_equals: 1000 } } },
    discount_rules: rule('percentage', { item_id: [1, 2] }, { discount_percentage: 10 }),
  });
  await shop.promotion({
    promotion_type: 'free_gift_items',
    buy_rules: { 'rule#1': { item_id: [3], cart_quantity: { greater_than_equals: 2 } } },
    discount_rules: rule('free_gift_items', { item_id: [4] }, { max_offer_quantity: 1 }),
  });
  await server.set({
    cart: { loyalty: { worth: 1, per_points: 1, cap_bp: 10_000, earn_points: 1, earn_for: 100 } },
    orders: { return_days: 7 },
  });
};

export const openGoodsShop = async (engine: Engine) => {
  const server = await openOrderServer(engine);
  await stockShop(server);
  let owner: Person = await signedIn(server.app, server.shop.node, server.shop, 'owner');
  let buyers = 0;
  const signInAgain = async (): Promise<void> => {
    owner = await signedIn(server.app, server.shop.node, server.shop, 'owner');
  };

  /** Balances that he has, and that his cart uses. */
  const payWith = async (userId: string, buyer: Shopper, saved: Saved): Promise<void> => {
    const { applicationId, node } = server.shop;
    for (const [kind, amount] of Object.entries(saved) as [keyof Saved, number][]) {
      const entryId = `saved/${userId}/${kind}`;
      const move = { applicationId, userId, kind, account: '', amount, reason: 'gift', source: entryId, entryId };
      await node.db.commit(issueBalance({ ...move, at: node.now() }, null));
    }
    if (saved.points !== undefined) await buyer('POST', '/v1.0/redeem', { redeem_points: true });
    if (saved.store_credit === undefined) return;
    await server.app.inject({
      method: 'PATCH',
      url: '/service/application/cart/v1.0/detail',
      headers: { authorization: server.authorization, ...buyer.known() },
      payload: { store_credit: true },
    });
  };

  const ordered = async (
    items: readonly (readonly [item: number, units: number])[],
    body: object = byCard,
    saved: Saved = {},
    codes: readonly string[] = [],
  ): Promise<{ readonly order: StoredOrder; readonly buyer: Shopper; readonly userId: string }> => {
    buyers += 1;
    const userId = `goods-${buyers}`;
    const buyer = await server.customer(userId);
    for (const [item, units] of items) await fill(buyer, item, units);
    for (const coupon_code of codes) await buyer('POST', '/v1.0/coupon', { coupon_code });
    await payWith(userId, buyer, saved);
    const { status, body: answer } = await buyer('POST', '/v1.0/checkout', body);
    assert.equal(status, 200, JSON.stringify(answer));
    const id = String(answer['order_id']);
    const order = await server.order(id);
    assert.equal(order.document.tender.length, Object.keys(saved).length, 'what he saved pays');
    if (order.state === 'awaiting_payment') {
      const told = {
        order_id: id,
        payment_id: `pay-${id}`,
        amount: order.total / 100,
        currency: 'INR',
        outcome: 'success',
      };
      assert.equal((await paymentService(server).tell(told)).status, 200);
    }
    return { order: await server.order(id), buyer, userId };
  };
  const lineOf = (order: StoredOrder, item: number): string =>
    order.document.lines.find(({ itemId }) => itemId === item)?.identifier ?? '';
  const some = (order: StoredOrder, item: number, quantity: number) => [{ identifier: lineOf(order, item), quantity }];
  const read = (answer: { statusCode: number; json: () => unknown }): Answer => {
    const body = answer.json() as Json;
    return {
      status: answer.statusCode,
      code: body['error_code'] as string | undefined,
      order: (body['order'] ?? {}) as Json,
      body,
    };
  };
  const callsOf =
    (person: () => Person) =>
    async ({ of, path, ...call }: StaffCall, key?: string): Promise<Answer> =>
      read(
        await person()({
          ...call,
          url: `/service/platform/${of}/v1.0/company/${server.shop.companyId}${path}`,
          ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
        }),
      );
  const takes = callsOf(() => owner);
  const staff = (path: string, payload?: object, key?: string): Promise<Answer> =>
    takes({ of: 'order', path, ...(payload === undefined ? { method: 'GET' } : { method: 'POST', payload }) }, key);
  /** The same people at another node of the shop. */
  const staffElsewhere = async (app: OrderServer['app']) => {
    const person = await signedIn(app, server.shop.node, server.shop, 'owner');
    return callsOf(() => person);
  };
  const asCustomer = async (buyer: Shopper, path: string, payload?: object): Promise<Answer> =>
    read(
      await server.app.inject({
        method: payload === undefined ? 'GET' : 'POST',
        url: `/service/application/order/v1.0/orders${path}`,
        headers: { authorization: server.authorization, ...buyer.known() },
        ...(payload && { payload }),
      }),
    );
  const bagsOf = ({ order }: Answer): readonly Bag[] =>
    (order['shipments'] as readonly { readonly bags: readonly Bag[] }[]).flatMap(({ bags }) => bags);
  const used = async (): Promise<number> =>
    (
      await server.shop.node.db.one<Row & { n: number }>(
        "select coalesce(sum(taken), 0) as n from offer_use where holder = ''",
      )
    )?.n ?? 0;
  const refundCall = async (refund: object, id?: string) => {
    const payload = JSON.stringify(refund);
    const answer = await server.app.inject({
      method: 'POST',
      url: `/service/common/payment/v1.0/application/${server.shop.applicationId}/refund`,
      payload,
      headers: {
        'content-type': 'application/json',
        ...paymentService(server).headersOf(payload, paymentSecret, server.shop.node.now(), id),
      },
    });
    const body = answer.json<{ error_code?: string; status?: string }>();
    return [answer.statusCode, body.error_code ?? body.status] as const;
  };
  const setTags = async (orderId: string, tags: readonly string[]): Promise<Answer> =>
    read(
      await owner({
        method: 'PUT',
        url: `/service/platform/order/v1.0/company/${server.shop.companyId}/orders/${orderId}/tags`,
        payload: { tags },
      }),
    );
  return {
    ...server,
    signInAgain,
    ordered,
    some,
    staff,
    takes,
    staffElsewhere,
    asCustomer,
    bagsOf,
    used,
    refundCall,
    setTags,
  };
};
