/** Offers tried over what was recorded: nothing tried changes nothing, and what is tried costs what the orders would have lost. */
// alone: starts threads
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readInput } from '../../src/commands/command.ts';
import { runSimulate, simulateCommand } from '../../src/commands/orders/simulate.ts';
import { findApplication } from '../../src/applications/application-store.ts';
import { createArticleCache } from '../../src/catalog/article-cache.ts';
import { catalogReader } from '../../src/catalog/read-articles.ts';
import type {
  SimulationBody,
  SimulationResult,
  SimulationView,
} from '../../src/contract/offers/simulation-contract.ts';
import { deliveryReader } from '../../src/delivery/read-lanes.ts';
import { offerReader } from '../../src/offers/read-offers.ts';
import { simulatedRules } from '../../src/orders/simulate/ask-modules.ts';
import { recordedPortions } from '../../src/orders/simulate/recorded-carts.ts';
import { runSimulations } from '../../src/orders/simulate/run-simulations.ts';
import { simulate } from '../../src/orders/simulate/simulate.ts';
import { sweepSimulations } from '../../src/orders/simulate/simulation-store.ts';
import { dataFolder } from '../commands/run-cartwright.ts';
import { countedCalls } from '../counted-work.ts';
import { forEachEngine } from '../databases.ts';
import { openBoughtOrders } from './bought-orders.ts';
import { fill } from './order-server.ts';
import { printedJson } from '../printed-json.ts';

const percentOf = (items: readonly number[], discount_percentage: number, more: object = {}) => ({
  promotion_type: 'percentage',
  promo_group: 'product',
  apply_priority: 1,
  stackable: true,
  display_meta: { name: `${discount_percentage} % off` },
  buy_rules: { 'rule#1': { item_id: items } },
  discount_rules: [
    {
      buy_condition: '( rule#1 )',
      discount_type: 'percentage',
      item_criteria: { item_id: items },
      offer: { discount_percentage },
    },
  ],
  ...more,
});

forEachEngine(async (engine) => {
  const server = await openBoughtOrders(engine);
  after(server.close);
  const { shop, orders } = server;
  const { db } = shop.node;
  const readers = {
    node: shop.node,
    catalog: catalogReader(db, createArticleCache(db)),
    delivery: deliveryReader(db),
    offers: offerReader(db),
  };
  await fill(server.buyer, 1, 2);
  const application = await findApplication(db, shop.applicationId);
  assert.ok(application);
  shop.node.clock.at += 60_000;
  const tried = (body: SimulationBody, threads = 0): Promise<SimulationResult> =>
    simulate(readers, application, body, { threads });
  const minor = (amount: number): number => Math.round(amount * 100);
  const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
  const path = `/service/platform/cart/v1.0/company/${shop.companyId}/application/${shop.applicationId}/promotion/simulations`;
  const call = async (person: typeof server.owner, method: 'GET' | 'POST', url: string, payload?: object) => {
    const {
      statusCode,
      headers,
      payload: text,
    } = await person({ method, url: `${path}${url}`, ...(payload && { payload }) });
    return { status: statusCode, location: headers['location'], body: JSON.parse(text) as SimulationView };
  };
  const run = () => runSimulations({ shop: readers, threads: 0, isStopping: () => false });

  describe(`a simulation on ${engine.name}`, () => {
    test('of the published offers comes to every recorded total, of orders and of carts', async () => {
      const result = await tried({ of: ['orders', 'carts'] });
      assert.deepEqual([result.orders, result.carts, result.reproduced, result.unpriced], [3, 1, 4, 0]);
      assert.deepEqual([result.cost, result.touched, result.worst, result.stacks], [0, 0, [], []]);
      const { before } = await tried({});
      assert.equal(minor(before), sum(orders.map(({ total }) => total)));
    });

    test('takes few large orders at a time: all of a portion is looked through and copied in one turn', async () => {
      await db.commit([{ sql: 'update order_snapshot set input = input || ?', params: [' '.repeat(700_000)] }]);
      const rules = simulatedRules(shop.node);
      const period = { from: 0, to: shop.node.now(), kinds: ['order'] } as const;
      const portions = await Array.fromAsync(recordedPortions(readers, application, period, rules));
      await rules.close();
      assert.deepEqual(
        portions.map(({ carts }) => carts.length),
        [2, 1],
      );
      await db.commit([{ sql: 'update order_snapshot set input = rtrim(input)' }]);
    });

    test('holds whatever became of the offers since, and takes none that came later for one of then', async () => {
      await shop.promotion(percentOf([1, 2], 30));
      const later = await tried({});
      assert.deepEqual([later.reproduced, later.cost], [3, 0]);
    });

    test('costs what the orders would have lost, each cart once, and names the worst with its reason', async () => {
      const result = await tried({ promotions: [percentOf([2], 50, { stackable: false })] });
      // Nothing else is on item 2, so it loses half of what it cost before the coupon.
      const [offer] = result.offers;
      assert.equal(result.offers.length, 1);
      assert.deepEqual([offer?.name, offer?.carts, result.touched], ['50 % off', 3, 3]);
      const halves = orders.map(({ document }) => {
        const line = document.lines.find(({ itemId }) => itemId === 2);
        return (line?.subtotal ?? 0) / 2;
      });
      assert.equal(minor(offer?.amount ?? 0), sum(halves));
      assert.equal(minor(result.cost), minor(result.before) - minor(result.after));
      assert.equal(minor(result.average_saving), Math.round(minor(result.cost) / 3));
      assert.deepEqual(
        result.worst.map(({ saving }) => saving),
        result.worst.map(({ saving }) => saving).toSorted((a, b) => b - a),
      );
      assert.equal(result.worst.length, 3);
      assert.ok(result.worst.every(({ explanation }) => explanation.some((said) => said.includes('50 % of'))));
    });

    test('says where offers meet on one unit and take too much of its price', async () => {
      const deep = await tried({ promotions: [percentOf([1], 50, { apply_priority: 9 })], least_price_percent: 50 });
      assert.deepEqual([deep.margin_breaches, deep.stacking_accidents], [3, 3]);
      assert.equal(deep.stacks[0]?.offers.length, 2);
      assert.equal(deep.stacks[0]?.deepest_percent, 55);
      const mild = await tried({ promotions: [percentOf([1], 50, { apply_priority: 9 })], least_price_percent: 40 });
      assert.deepEqual([mild.margin_breaches, mild.stacking_accidents], [0, 0]);
      // One of the three met the coupon, too.
      assert.deepEqual(
        mild.stacks.map(({ offers, carts }) => [offers.length, carts]),
        [
          [2, 2],
          [3, 1],
        ],
      );
    });

    test('tries being without an offer, a code that everybody types, and refuses what is not there', async () => {
      const [ten] = orders[1]?.document.offers ?? [];
      const without = await tried({ without_offer_ids: [ten?.id ?? ''] });
      assert.ok(without.cost < 0 && without.dearer === 3, JSON.stringify(without));
      const coupon = await tried({ coupon_code: 'five' });
      // The first order had it already.
      assert.deepEqual([coupon.offers[0]?.carts, coupon.touched], [2, 2]);
      await assert.rejects(tried({ coupon_code: 'none' }), { code: 'coupon_not_found' });
      await assert.rejects(tried({ offer_ids: ['none'] }), { code: 'body_invalid' });
      await assert.rejects(tried({ from_date: '2020-01-01T00:00:00Z', to_date: '2022-01-01T00:00:00Z' }), {
        code: 'body_invalid',
      });
      assert.equal((await tried({ to_date: new Date(orders[1]?.createdAt ?? 0).toISOString() })).orders, 1);
    });

    test('tries offers on carts in use, too, whenever they are looked at, and counts to the end', async () => {
      const passing = server.visitor();
      await passing('POST', '/v1.0/detail', { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] });
      await passing('PUT', '/v1.0/cart_archive', {});
      shop.node.clock.at += 60_000;
      const seen: (readonly [number, number])[] = [];
      const body = { of: ['carts' as const], promotions: [percentOf([1], 50)] };
      const now = await simulate(readers, application, body, {
        threads: 0,
        onProgress: ({ done, total }) => void seen.push([done, total]),
      });
      assert.deepEqual([now.carts, now.touched, now.offers[0]?.carts, now.worst[0]?.kind], [1, 1, 1, 'cart']);
      assert.ok(now.cost > 0, JSON.stringify(now));
      assert.deepEqual(seen.at(-1), [2, 2], 'an empty cart is one of them');
      const then = new Date(shop.node.now() - 1000).toISOString();
      assert.deepEqual((await tried({ ...body, to_date: then })).cost, now.cost);
    });

    test('explains what is taken off, not what is counted for points', async () => {
      const double = {
        ...percentOf([1], 0, { promotion_type: 'points_multiplier', display_meta: { name: 'Double points' } }),
        discount_rules: [
          {
            buy_condition: '( rule#1 )',
            discount_type: 'points_multiplier',
            item_criteria: { buy_rules: ['rule#1'] },
            offer: { points_factor: 2 },
          },
        ],
      };
      const { worst } = await tried({ promotions: [percentOf([1], 50), double] });
      const said = worst.flatMap(({ explanation }) => explanation).join(' ');
      assert.match(said, /50 % off/);
      assert.doesNotMatch(said, /Double points/);
    });

    test('comes to the same on threads', async () => {
      const body = { of: ['orders' as const, 'carts' as const], promotions: [percentOf([1, 2], 20)] };
      assert.deepEqual(await tried(body, 2), await tried(body, 0));
    });

    test('is a resource: asked for, done by a node, looked at, given up, swept', async () => {
      const asked = await call(server.owner, 'POST', '', printedJson('behaviour/offers.md', 'simulation') as object);
      assert.equal(asked.status, 202, JSON.stringify(asked.body));
      assert.equal(asked.body.state, 'waiting');
      assert.ok(String(asked.location).endsWith(asked.body.id));
      assert.equal(await run(), 1);
      const { body: found } = await call(server.owner, 'GET', `/${asked.body.id}`);
      assert.deepEqual([found.state, found.done, found.total, found.result?.orders], ['finished', 3, 3, 3]);
      assert.equal((await call(server.owner, 'POST', `/${asked.body.id}/cancel`, {})).status, 409);
      shop.node.clock.at += 1000;
      const second = await call(server.owner, 'POST', '', {
        promotions: [percentOf([1], 5, { restrictions: { user_id: ['him'] } })],
      });
      assert.deepEqual(second.body.asked.promotions?.[0]?.['restrictions'], {});
      assert.equal((await call(server.owner, 'POST', `/${second.body.id}/cancel`, {})).body.state, 'cancelled');
      assert.equal(await run(), 0);
      const { body: list } = await call(server.owner, 'GET', '?page_size=1');
      assert.deepEqual(
        (list as unknown as { items: readonly SimulationView[] }).items.map(({ id }) => id),
        [second.body.id],
      );
      assert.equal((await call(server.viewer, 'POST', '', {})).status, 403);
      assert.equal((await call(server.owner, 'POST', '', { promotions: [{}] })).status, 422);
      const misspelt = await call(server.owner, 'POST', '', { offer_id: ['x'], least_price_percent: 101 });
      assert.deepEqual(
        [misspelt.status, (misspelt.body as unknown as { readonly details: unknown }).details],
        [
          400,
          [
            { field: 'offer_id', message: 'There is no such field.' },
            { field: 'least_price_percent', message: 'Must be at most 100.' },
          ],
        ],
      );
      assert.equal((await call(server.owner, 'GET', '/ffffffffffffffffffffffff')).status, 404);
      assert.equal(await sweepSimulations(db, shop.node.now() + 31 * 86_400_000), 2);
    });

    test('is given back by a node that stops, and begun anew by the next', async () => {
      const { body } = await call(server.owner, 'POST', '', {});
      await runSimulations({ shop: readers, threads: 0, isStopping: () => true });
      assert.equal((await call(server.owner, 'GET', `/${body.id}`)).body.state, 'waiting');
      await run();
      assert.equal((await call(server.owner, 'GET', `/${body.id}`)).body.state, 'finished');
    });

    test('of a company is one of five at most', async () => {
      const made = [];
      for (let at = 0; at < 6; at += 1) made.push((await call(server.owner, 'POST', '', {})).status);
      assert.deepEqual(made, [202, 202, 202, 202, 202, 409]);
    });

    test('that asks about much is listed with others in between', async () => {
      const request = JSON.stringify({ promotions: [{ note: 'x'.repeat(150_000) }] });
      await db.commit([{ sql: 'update simulation set request = ?', params: [request] }]);
      let listed = 0;
      const turns = await countedCalls('nextTurn', async () => {
        const { body } = await call(server.owner, 'GET', '?page_size=100');
        listed = (body as unknown as { items: readonly SimulationView[] }).items.length;
      });
      assert.ok(listed >= 5);
      assert.ok(turns >= 2, `${turns} turns`);
    });

    test('is a command that reads a file', async () => {
      const { folder, remove } = dataFolder();
      try {
        const file = join(folder, 'offers.json');
        writeFileSync(file, JSON.stringify({ promotions: [percentOf([2], 50)] }));
        const lines: string[] = [];
        const args = [file, '--application', shop.applicationId, '--threads', '1'];
        const input = readInput(simulateCommand, args, { environment: {}, print: (line) => void lines.push(line) });
        assert.equal(await runSimulate({ db, now: shop.node.now }, input), 0);
        const said = lines.join('\n');
        assert.match(said, /^100 %: 3 of 3\n3 orders and 0 carts; 3 come to their recorded total\ncost [\d,.]+ INR/);
        assert.match(said, /offer “50 % off”: 3 times/);
        writeFileSync(file, '{"promotions": 5}');
        await assert.rejects(runSimulate({ db, now: shop.node.now }, input), /cannot be read/);
      } finally {
        remove();
      }
    });
  });
});
