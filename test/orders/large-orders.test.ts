/** Lists of large orders let others have their turn: by counts, so that they hold on any machine. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expiredOrders } from '../../src/orders/orders-to-do.ts';
import { signedIn } from '../applications/test-server.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { countedCalls } from '../counted-work.ts';
import { forEachEngine } from '../databases.ts';
import { byCard, onDelivery, openOrderServer } from './order-server.ts';

const LINES = 120;
const ORDERS = 4;

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(() => server.close());
  const { shop, app, authorization } = server;
  for (let item = 1; item <= LINES; item += 1) await shop.sell(item, [{ quantity: 1_000_000 }]);
  const owner = await signedIn(app, shop.node, shop, 'owner');
  const put = async (shopper: Shopper, lines: number): Promise<void> => {
    const items = Array.from({ length: lines }, (_, at) => ({ item_id: at + 1, item_size: 'M', quantity: 1 }));
    assert.equal((await shopper('POST', '/v2.0/bulk-detail', { items })).status, 200);
  };
  const buy = async (shopper: Shopper, lines: number, payment: object): Promise<void> => {
    await put(shopper, lines);
    const { status, body } = await shopper('POST', '/v1.0/checkout', payment);
    assert.equal(status, 200, JSON.stringify(body).slice(0, 300));
  };
  const buyer = server.visitor();
  for (let count = 0; count < ORDERS; count += 1) await buy(buyer, LINES, count === 0 ? byCard : onDelivery);
  const modest = server.visitor();
  await buy(modest, 2, onDelivery);

  type Listed = { readonly items: readonly unknown[]; readonly data: readonly unknown[] };
  const own = async (shopper: Shopper): Promise<Listed> => {
    const headers = { authorization, ...shopper.known() };
    return (await app.inject({ url: '/service/application/order/v1.0/orders', headers })).json<Listed>();
  };
  const ofCompany = async (tail: string): Promise<Listed> => {
    const answer = await owner({ method: 'GET', url: `/service/platform/${tail}` });
    assert.equal(answer.statusCode, 200, answer.payload.slice(0, 300));
    return answer.json<Listed>();
  };
  const company = `order/v1.0/company/${shop.companyId}`;
  const tell = (path: string, payload: object) =>
    owner({ method: 'POST', url: `/service/platform/${company}/${path}`, payload });

  describe('a list of large orders', () => {
    test('lets others have their turn between one order and the next, also while it is shown to its shopper', async () => {
      assert.equal((await own(buyer)).items.length, ORDERS);
      assert.equal(await countedCalls('nextTurn', () => own(modest)), 0);
      // Each is read in a turn of its own, shown in another, and written in slices.
      assert.ok((await countedCalls('nextTurn', () => own(buyer))) >= 3 * ORDERS - 2);
    });

    for (const list of ['orders-listing', 'shipments-listing']) {
      test(`counts what is left of an order once, not once for each of its lines, in ${list}`, async () => {
        const counted = await countedCalls('unitsOf', () => ofCompany(`${company}/${list}`));
        assert.ok(counted < 10 * (ORDERS + 1), `counted ${counted} times`);
      });
    }

    test('counts where the goods of a shipment are once, however many lines it has', async () => {
      const [first] = (await own(buyer)).items as readonly { readonly order_id: string }[];
      const url = `/service/application/order/v1.0/orders/shipments/${first?.order_id}-1`;
      const read = async () => app.inject({ url, headers: { authorization, ...buyer.known() } });
      const { shipment } = (await read()).json<{ shipment: { bags: readonly unknown[] } }>();
      assert.equal(shipment.bags.length, LINES);
      const counted = await countedCalls('givenBack', read);
      assert.ok(counted < 20, `counted ${counted} times`);
    });

    for (const list of ['orders-listing', 'shipments-listing']) {
      test(`lets others have their turn in ${list}`, async () => {
        assert.equal((await ofCompany(`${company}/${list}`)).items.length, ORDERS + 1);
        assert.ok((await countedCalls('nextTurn', () => ofCompany(`${company}/${list}`))) >= 2 * ORDERS - 1);
      });
    }

    test('lets others have their turn when its payment did not come in time', async () => {
      const read = () => expiredOrders(shop.node.db, Number.MAX_SAFE_INTEGER, 50, undefined);
      assert.equal((await read()).length, 1);
      assert.equal(await countedCalls('readInTurns', read), 1);
    });

    test('tells of many refunds of an order what they came to, and how at the address of each', async () => {
      const returner = server.visitor();
      await buy(returner, LINES, onDelivery);
      const [mine] = (await own(returner)).items as readonly {
        readonly order_id: string;
        readonly shipments: readonly { readonly bags: readonly { readonly identifier: string }[] }[];
      }[];
      const headers = { authorization, ...returner.known() };
      const url = `/service/application/order/v1.0/orders/${mine?.order_id}`;
      const bags = mine?.shipments.flatMap((shipment) => shipment.bags).slice(0, 17) ?? [];
      for (const { identifier } of bags) {
        const payload = { items: [{ identifier, quantity: 1 }] };
        assert.equal((await app.inject({ method: 'POST', url: `${url}/cancel`, headers, payload })).statusCode, 200);
      }
      type Explained = { readonly numbers: readonly { readonly path: string; readonly value: number }[] };
      const explain = async (tail: string) => (await app.inject({ url: `${url}${tail}`, headers })).json<Explained>();
      assert.equal(await countedCalls('refundTree', () => explain('/explain')), 0);
      const paths = (await explain('/explain')).numbers.map(({ path }) => path);
      for (const path of ['refunded_amount', 'current_value', 'refunds.16.amount'])
        assert.ok(paths.includes(path), path);
      assert.ok(!paths.includes('refunds.16.lines.0.amount'));
      const alone = await explain(`/refunds/${mine?.order_id}-B17/explain`);
      assert.ok(alone.numbers.some(({ path }) => path === 'lines.0.amount'));
    });

    test('reads an order once, however many of its shipments and returns are listed', async () => {
      const split = server.visitor();
      await shop.sell(LINES + 1, [{ quantity: 1_000, store_id: 2 }]);
      const apart = [1, LINES + 1].map((item_id) => ({ item_id, item_size: 'M', quantity: 1 }));
      assert.equal((await split('POST', '/v2.0/bulk-detail', { items: apart })).status, 200);
      assert.equal((await split('POST', '/v1.0/checkout', onDelivery)).status, 200);
      const [mine] = (await own(split)).items as readonly {
        readonly order_id: string;
        readonly shipments: readonly { readonly bags: readonly { readonly identifier: string }[] }[];
      }[];
      assert.equal(mine?.shipments.length, 2);
      const path = `orders/${mine?.order_id}`;
      assert.equal((await tell(`${path}/deliver`, { reason: 'x' })).statusCode, 200);
      for (const { bags } of mine?.shipments ?? []) {
        const items = bags.map(({ identifier }) => ({ identifier, quantity: 1 }));
        assert.equal((await tell(`${path}/returns`, { reason: 'x', items })).statusCode, 200);
      }
      const shipments = () => ofCompany(`${company}/shipments-listing?search_value=${mine?.order_id}`);
      assert.equal((await shipments()).items.length, 2);
      assert.equal(await countedCalls('orderOf', shipments), 1);
      const returns = () => ofCompany(`${company}/returns`);
      assert.equal((await returns()).items.length, 2);
      assert.equal(await countedCalls('returnsIn', returns), 1);
    });
  });

  test('of who changes an order at once, the shopper or the shop, each has what stays priced once', async () => {
    const CALLS = 4;
    const hasty = server.visitor();
    await put(hasty, 2 * CALLS);
    const { body } = await hasty('POST', '/v1.0/checkout', onDelivery);
    const id = String(body['order_id']);
    const lines = (await server.order(id)).document.lines.map(({ identifier }) => identifier);
    const url = `/service/application/order/v1.0/orders/${id}/cancel`;
    const headers = { authorization, ...hasty.known() };
    const cancelled = async (identifier: string, byShop: boolean): Promise<number> => {
      const payload = { items: [{ identifier, quantity: 1 }], reason: 'x' };
      const answer = byShop
        ? await tell(`orders/${id}/cancel`, payload)
        : await app.inject({ method: 'POST', url, headers, payload });
      return answer.statusCode;
    };
    for (const byShop of [false, true]) {
      const some = lines.splice(0, CALLS);
      const atOnce = async () => {
        const answers = await Promise.all(some.map((line) => cancelled(line, byShop)));
        assert.deepEqual(new Set(answers), new Set([200]));
      };
      assert.equal(await countedCalls('giveBackPlan', atOnce), CALLS);
    }
  });

  test('a list of large carts lets others have their turn between one and the next', async () => {
    for (let count = 0; count < ORDERS; count += 1) await put(server.visitor(), LINES);
    const list = `cart/v1.0/company/${shop.companyId}/application/${shop.applicationId}/cart-list?page_size=50`;
    assert.equal((await ofCompany(list)).data.length, ORDERS);
    assert.ok((await countedCalls('nextTurn', () => ofCompany(list))) >= ORDERS - 1);
  });
});
