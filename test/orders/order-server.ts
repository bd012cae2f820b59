/** A shop in which carts are ordered: shoppers who fill carts, and what the database holds afterwards. */
import { privateAddresses, systemResolver } from '../../src/http/outgoing/address-guard.ts';
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { OrderSettings } from '../../src/contract/applications/order-settings-contract.ts';
import type { Row } from '../../src/db/database.ts';
import { simulationRoutes } from '../../src/orders/simulate/simulation-routes.ts';
import { orderRoutes } from '../../src/orders/order-routes.ts';
import type { StoredOrder } from '../../src/orders/order-document.ts';
import { readOrder } from '../../src/orders/order-store.ts';
import { type Body, type Call, type CartServer, openCartServer, type Shopper } from '../cart/cart-server.ts';
import type { Engine } from '../databases.ts';

export const paymentSecret = 'a payment secret of thirty-two bytes or more';

/** What a shop that sets nothing about its orders has. */
export const usualOrders: OrderSettings = {
  payment_minutes: 30,
  customer_cancels: 'placed',
  earned_when: 'paid',
  refund_offers: 'reprice',
  refund_first: 'payment',
  return_days: 0,
  invoice_name: '',
  invoice_gstin: '',
  invoice_address: '',
  invoice_year_month: 4,
};

export type OrderServer = CartServer & {
  readonly order: (id: string) => Promise<StoredOrder>;
  readonly stockOf: (uid: string) => Promise<number>;
  /** Uses taken of an offer, by holder. */
  readonly uses: (offerId: string) => Promise<Readonly<Record<string, number>>>;
  readonly count: (table: string) => Promise<number>;
  /** The application's own header. */
  readonly authorization: string;
  /** Cancels as this shopper: the status, and why not or the state of the order. */
  readonly cancel: (id: string, shopper: Shopper) => Promise<readonly [number, string | undefined]>;
};

export const openOrderServer = async (engine: Engine): Promise<OrderServer> => {
  const server = await openCartServer(engine, async (app, options) => {
    await app.register(simulationRoutes, { node: options.services.node, catalog: options.services.catalog });
    await app.register(orderRoutes, { ...options, reach: { policy: privateAddresses, resolve: systemResolver } });
  });
  const { db } = server.shop.node;
  await server.set({ payment_secret: paymentSecret });
  const { applicationId, applicationToken } = server.shop;
  const authorization = `Bearer ${Buffer.from(`${applicationId}:${applicationToken}`).toString('base64')}`;
  return {
    ...server,
    authorization,
    cancel: async (id, shopper) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: `/service/application/order/v1.0/orders/${id}/cancel`,
        headers: { authorization, ...shopper.known() },
      });
      const body = answer.json<{ error_code?: string; order?: { status: string } }>();
      return [answer.statusCode, body.error_code ?? body.order?.status];
    },
    order: async (id) => {
      const order = await readOrder(db, server.shop.applicationId, id);
      assert.ok(order, `there is no order ${id}`);
      return order;
    },
    stockOf: async (uid) =>
      (
        await db.one<Row & { quantity: number }>('select quantity from article where company_id = ? and uid = ?', [
          server.shop.companyId,
          uid,
        ])
      )?.quantity ?? Number.NaN,
    uses: async (offerId) => {
      const rows = await db.all<Row & { holder: string; taken: number }>(
        'select holder, taken from offer_use where offer_id = ? and taken > 0',
        [offerId],
      );
      return Object.fromEntries(rows.map(({ holder, taken }) => [holder, taken]));
    },
    count: async (table) => (await db.one<Row & { n: number }>(`select count(*) as n from ${table}`))?.n ?? Number.NaN,
  };
};

/** Puts units of an item into the shopper's cart. */
export const fill = async (shopper: Call, itemId: number, quantity = 1, size = 'M', query = ''): Promise<Body> => {
  const items = [{ item_id: itemId, item_size: size, quantity }];
  const { status, body } = await shopper('POST', `/v1.0/detail?i=true&b=true${query}`, { items });
  assert.equal(status, 200);
  assert.equal(body.success, true, JSON.stringify(body.result));
  return body;
};

export const address = {
  area_code: '400001',
  state: 'Maharashtra',
  name: 'Asha',
  address: '1 Sea Road',
  city: 'Mumbai',
};
/** Paid on delivery, to an address that comes along. */
export const onDelivery = { payment_mode: 'COD', delivery_address: address };
export const byCard = { payment_mode: 'CARD', delivery_address: address };

/** Two nodes of one shop; both end after the tests. */
export const openTwoNodes = async (engine: Engine) => {
  const server = await openOrderServer(engine);
  const second = await server.secondNode();
  after(async () => {
    await second.close();
    await server.close();
  });
  return { server, second };
};
