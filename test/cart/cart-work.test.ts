/**
 * What a call about a cart takes grows with the lines of the cart, never with their square, and a large cart lets others have
 * their turn: by counts of what runs, so that they hold on any machine.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartLight } from '../../src/contract/cart/cart-light-contract.ts';
import { countedCalls, countedWork, growthOf } from '../counted-work.ts';
import { engines } from '../databases.ts';
import { byCard, openOrderServer } from '../orders/order-server.ts';
import type { Shopper } from './cart-server.ts';

const FEW = 60;
const MOST_GROWTH = 2.25;
const whole = 'i=true&b=true&area_code=400001';

const goods = (count: number, quantity = 2): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({ item_id: at + 1, item_size: 'M', quantity }));

type Ask = (shopper: Shopper, lines: number, turn: number) => Promise<{ readonly status: number }>;
const get =
  (path: string): Ask =>
  (shopper) =>
    shopper('GET', path);

const operations: Readonly<Record<string, Ask>> = {
  'a whole read': get(`/v1.0/detail?${whole}`),
  'a read without lines': get('/v1.0/detail'),
  'detail-light': get('/v3.0/detail-light'),
  shipments: get('/v1.0/shipment?p=true&area_code=400001'),
  'the list of coupons': get('/v1.0/coupon'),
  'the list of offers': get('/v1.0/offer'),
  'offers of payment': get('/v1.0/available-payment-offers'),
  'ways of paying': get('/v1.0/payment/options'),
  'one added': (shopper) => shopper('POST', `/v1.0/detail?${whole}`, { items: goods(1, 1) }),
  'all added again': (shopper, lines) => shopper('POST', '/v2.0/bulk-detail', { items: goods(lines, 1) }),
  'all changed': (shopper, lines, turn) =>
    shopper('PUT', '/v2.0/bulk-detail', { operation: 'update_item', items: goods(lines, 3 + (turn % 2)) }),
  'all changed by place': (shopper, lines, turn) =>
    shopper('PUT', '/v2.0/bulk-detail', {
      operation: 'update_item',
      items: Array.from({ length: lines }, (_, item_index) => ({ item_index, quantity: 5 + (turn % 2) })),
    }),
  'all changed by identifier, and as many gifts that are not there': async (shopper, lines, turn) => {
    const { items } = (await shopper('GET', '/v3.0/detail-light')).body as unknown as CartLight;
    const named = items.map(({ identifiers }) => ({ identifiers, quantity: 7 + (turn % 2) }));
    const nobody = Array.from({ length: lines }, (_, at) => ({
      identifiers: { identifier: `gift-${at}` },
      quantity: 0,
    }));
    return shopper('PUT', '/v2.0/bulk-detail', { operation: 'update_item', items: [...named, ...nobody] });
  },
  'a cart brought to what is wanted': (shopper, lines, turn) =>
    shopper('POST', `/v3.0/sync?${whole}`, { items: goods(lines, 3 + (turn % 2)) }),
  'a coupon': (shopper) => shopper('POST', `/v1.0/coupon?${whole}`, { coupon_code: 'TENTH' }),
  'a shared copy': (shopper) => shopper('POST', '/v1.0/share-cart', {}),
  'an order': async (shopper, lines) => {
    await shopper('POST', '/v2.0/bulk-detail', { items: goods(lines) });
    return shopper('POST', '/v1.0/checkout', byCard);
  },
};

describe('a cart of many lines', async () => {
  const shoppers = new Map<number, Shopper>();
  const engine = engines.find(({ name }) => name === 'sqlite');
  assert.ok(engine);
  const server = await openOrderServer(engine);
  after(() => server.close());
  const { shop } = server;
  for (let itemId = 1; itemId <= 4 * FEW; itemId += 1) await shop.sell(itemId, [{ quantity: 1_000_000 }]);
  const about = (type: string, offer: object) => ({
    promotion_type: type,
    discount_rules: [{ buy_condition: '( rule#1 )', discount_type: type, item_criteria: { all_items: true }, offer }],
    display_meta: { name: type },
  });
  await shop.promotion({
    ...about('ladder_price', { discount_percentage: 3, min_offer_quantity: 1 }),
    promo_group: 'ladder_price',
  });
  await shop.promotion(about('percentage', { discount_percentage: 5 }));
  await shop.promotion(about('fixed_price', { discount_price: 5, min_offer_quantity: 7 }));
  for (const code of ['TENTH', 'FIFTH', 'THIRD']) await shop.coupon({ code, rule: [{ key: 0, value: 10 }] });
  await server.set({ quotas: { shares_per_shopper: 1_000, bytes_per_shopper: 1e9, held_units: 1_000_000 } });
  for (const lines of [5, FEW, 2 * FEW, 4 * FEW]) {
    const shopper = server.visitor();
    const { body } = await shopper('POST', '/v2.0/bulk-detail', { items: goods(lines) });
    assert.equal(body.success, true, JSON.stringify(body).slice(0, 400));
    shoppers.set(lines, shopper);
  }

  const shopperWith = (lines: number): Shopper => {
    const shopper = shoppers.get(lines);
    assert.ok(shopper);
    return shopper;
  };

  /** How often a call lets others have their turn. */
  const turnsOf = (lines: number, ask: Ask): Promise<number> =>
    countedCalls('nextTurn', () => ask(shopperWith(lines), lines, 0));

  test('finds what acts on its lines once, also while others are read', async () => {
    const visitors = Array.from({ length: 8 }, () => server.visitor());
    for (const visitor of visitors) await visitor('POST', '/v2.0/bulk-detail', { items: goods(5) });
    const read = (visitor: Shopper) => visitor('GET', `/v1.0/detail?${whole}`);
    const addTo = (visitor: Shopper) => visitor('POST', `/v1.0/detail?${whole}`, { items: goods(1, 1) });
    for (const ask of [read, addTo]) {
      const alone = await countedCalls('findEffects', async () => {
        for (const visitor of visitors) assert.equal((await ask(visitor)).status, 200);
      });
      const together = await countedCalls('findEffects', () => Promise.all(visitors.map(ask)));
      assert.ok(alone >= visitors.length, `${alone}`);
      assert.equal(together, alone);
    }
  });

  test('lets others have their turn while it is written and sent, fifty lines at a time', async () => {
    const slices = Math.floor((4 * FEW) / 50);
    const read = get(`/v1.0/detail?${whole}`);
    assert.equal(await turnsOf(5, read), 0);
    assert.ok((await turnsOf(4 * FEW, read)) >= 2 * slices);
  });

  test('lets others have their turn before and after many lines are put', async () => {
    const put: Ask = (_, lines) => server.visitor()('POST', '/v2.0/bulk-detail', { items: goods(lines) });
    assert.equal(await turnsOf(5, put), 0);
    assert.ok((await turnsOf(4 * FEW, put)) >= 2);
  });

  test('lets others have their turn between coupons that are tried', async () => {
    const few = await turnsOf(5, get('/v1.0/coupon'));
    assert.ok((await turnsOf(4 * FEW, get('/v1.0/coupon'))) >= few + 2);
  });

  for (const [name, ask] of Object.entries(operations)) {
    test(`takes twice as much for twice the lines: ${name}`, async () => {
      let turn = 0;
      const growth = await growthOf(FEW, (lines) =>
        countedWork(async () => {
          turn += 1;
          const { status } = await ask(shopperWith(lines), lines, turn);
          assert.equal(status, 200);
        }),
      );
      assert.ok(growth < MOST_GROWTH, `${name}: what doubling adds grows by ${growth.toFixed(2)}`);
    });
  }

  describe('in a shop that looks for the best offers', async () => {
    const buyAndGet = (off: number) => ({
      ...about('bogo', { max_offer_quantity: 1, discount_percentage: off }),
      buy_rules: { 'rule#1': { all_items: true, cart_quantity: { greater_than_equals: 2 } } },
    });
    const shopper = server.visitor();
    /** What runs for a call: carts that are priced, and offers that meet one. */
    const countsOf = async (path: string, body?: object) => {
      const ask = () => (body === undefined ? shopper('GET', path) : shopper('POST', path, body));
      assert.equal((await ask()).status, 200, path);
      return { runs: await countedCalls('startCart', ask), meetings: await countedCalls('meetOffer', ask) };
    };
    /** Each cart that is priced lets every offer say at the end why it does not act. */
    const OFFERS_OF_RUN = 25;
    /** So many whole searches, and so many carts priced. */
    const bounds = {
      '/v1.0/coupon': { searches: 5, most: 5 },
      '/v1.0/offer': { searches: 5, most: 6 },
      '/v1.0/payment/options': { searches: 5, most: 15 },
      '/v1.0/detail/why-not?page_size=25': { searches: 14, most: 340 },
    };

    test('no call searches further than some whole searches, however much it tries', async () => {
      await shopper('POST', '/v2.0/bulk-detail', { items: goods(4, 40) });
      for (const off of [11, 12, 13, 14]) await shop.promotion(buyAndGet(off));
      for (const off of [6, 7, 8]) await shop.promotion(about('percentage', { discount_percentage: off }));
      const convenience_fees = Object.fromEntries(['UPI', 'NB', 'WL', 'PL', 'QR'].map((mode) => [mode, { value: 1 }]));
      const emi_plans = [3, 6, 9].map((months) => ({ id: `m${months}`, months, rate: 12 }));
      const policy = { stacking: 'best_offer', best_offer_nodes: 10_000 } as const;
      await server.set({ policy, cart: { convenience_fees, emi_plans } as never });
      const alone = await countsOf('/v1.0/detail');
      assert.ok(alone.runs === 1 && alone.meetings > OFFERS_OF_RUN, 'a cart is worth a search');
      const isWithin = (name: string, { runs, meetings }: typeof alone, bound: { searches: number; most: number }) => {
        assert.ok(runs <= bound.most, `${name} prices ${runs} carts`);
        const most = bound.searches * alone.meetings + runs * OFFERS_OF_RUN;
        assert.ok(meetings <= most, `${name}: ${meetings} meetings, ${most} at most`);
      };
      for (const [path, bound] of Object.entries(bounds)) isWithin(path, await countsOf(path), bound);
      isWithin('a coupon', await countsOf('/v1.0/coupon', { coupon_code: 'TENTH' }), { searches: 2, most: 2 });
    });
  });
});
