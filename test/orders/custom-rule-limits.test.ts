/** What shoppers can make of custom rules: what goes back, what is asked of a rule at once, and carts that are ordered while nobody answers. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tenth } from '../../docs/examples/custom-rule/tenth.ts';
import { findApplication } from '../../src/applications/application-store.ts';
import { createArticleCache } from '../../src/catalog/article-cache.ts';
import { catalogReader } from '../../src/catalog/read-articles.ts';
import type { CustomRuleBody } from '../../src/contract/offers/custom-rule-contract.ts';
import { deliveryReader } from '../../src/delivery/read-lanes.ts';
import { removeCustomRule } from '../../src/offers/logic/change-custom-rule.ts';
import { offerReader } from '../../src/offers/read-offers.ts';
import { replayOrder } from '../../src/orders/replay/replay-orders.ts';
import { simulate } from '../../src/orders/simulate/simulate.ts';
import type { Body, Shopper } from '../cart/cart-server.ts';
import { rupees } from '../cart/response/carts.ts';
import { forEachEngine } from '../databases.ts';
import { fill, onDelivery } from './order-server.ts';
import { openRuleServer } from './rule-desk.ts';
import { says } from './rule-program.ts';
import { rule } from './shop-rules.ts';

forEachEngine(async (on) => {
  const { server, program, put, work, write } = await openRuleServer(on);
  const { shop } = server;
  const { node } = shop;
  const byCall = (terms: Partial<CustomRuleBody> = {}) => put('own', { url: program.url, ...terms });
  const byModule = () => put('own', { runs: 'module', module: Buffer.from(tenth).toString('base64') });

  await shop.sell(1, [{ ...rupees(100, 100), quantity: 100_000 }]);
  const offerId = await shop.promotion({
    promotion_type: 'custom',
    promo_group: 'cart',
    buy_rules: { 'rule#1': { all_items: true } },
    discount_rules: rule('custom', { all_items: true }, { code: 'own' }),
  });

  const readersNow = () => ({
    node,
    catalog: catalogReader(node.db, createArticleCache(node.db)),
    delivery: deliveryReader(node.db),
    offers: offerReader(node.db),
  });

  let shoppers = 0;
  const shopper = async (quantity = 2): Promise<Shopper> => {
    shoppers += 1;
    const who = await server.customer(`limit-${shoppers}`);
    await fill(who, 1, quantity);
    return who;
  };
  const ordered = async (who: Shopper) => {
    const { body } = await who('POST', '/v1.0/checkout', onDelivery);
    assert.equal(body.success, true, JSON.stringify(body['message']));
    return server.order(String(body['order_id']));
  };
  beforeEach(() => {
    program.calls.length = 0;
    node.clock.at += 3_600_000;
  });

  describe('an order with a custom rule', () => {
    test('of which units go back keeps their share of one sum, and of what was taken off articles', async () => {
      const kept = async (quantity: number, back: number) => {
        const who = await shopper(quantity);
        const { id, document, total } = await ordered(who);
        const { statusCode } = await server.app.inject({
          method: 'POST',
          url: `/service/application/order/v1.0/orders/${id}/cancel`,
          headers: { authorization: server.authorization, ...who.known() },
          payload: { items: [{ identifier: document.lines[0]?.identifier, quantity: back }] },
        });
        assert.equal(statusCode, 200);
        const { progress } = await server.order(id);
        const [line] = progress.standing?.lines ?? [];
        assert.equal(total - (progress.settlements?.[0]?.amount ?? 0), line?.amount, 'the rest is refunded');
        return line?.amount;
      };
      await byModule();
      assert.equal(await kept(10, 9), 9000, 'a tenth off one, not all that was off ten');
      assert.equal(await kept(10, 5), 45_000);
      await byCall({ keep_seconds: 0 });
      program.answers(({ lines }, response) =>
        says({ lines: lines.map(({ article_id }) => ({ article_id, amount: 1000 })) })(null, response),
      );
      assert.equal(await kept(3, 2), 10_000 - 333, 'rounded down');
    });

    test('is simulated with the answer that it kept, and draft rules that it has no answer of take nothing off', async () => {
      await byModule();
      const from = new Date(node.clock.at).toISOString();
      const order = await ordered(await shopper(10));
      node.clock.at += 60_000;
      await removeCustomRule(work, 'own', write);
      const application = await findApplication(node.db, shop.applicationId);
      assert.ok(application);
      const readers = readersNow();
      const period = { from_date: from, of: ['orders' as const] };
      const same = await simulate(readers, application, period, { threads: 0 });
      assert.deepEqual([same.orders, same.reproduced, same.unpriced, same.cost], [1, 1, 0, 0]);
      const draft = {
        promotion_type: 'custom',
        promo_group: 'cart',
        stackable: true,
        display_meta: { name: 'Another' },
        buy_rules: { 'rule#1': { all_items: true } },
        discount_rules: rule('custom', { all_items: true }, { code: 'nobody' }),
      };
      const tried = await simulate(readers, application, { ...period, promotions: [draft] }, { threads: 0 });
      assert.equal(tried.cost, 0);
      assert.deepEqual((await replayOrder(node.db, order)).differences, []);
    });
  });

  describe('a simulation of carts in use', () => {
    const simulated = async () => {
      const application = await findApplication(node.db, shop.applicationId);
      assert.ok(application);
      const readers = readersNow();
      const to_date = new Date(node.now() + 1).toISOString();
      const from_date = new Date(node.now() - 60_000).toISOString();
      return simulate(readers, application, { from_date, to_date, of: ['carts'] }, { threads: 0 });
    };

    test('runs modules for them, calls nobody, and counts the carts that a call was left out of', async () => {
      await byModule();
      const who = await shopper(10);
      const { body } = await who('GET', '/v1.0/detail?b=true');
      const total = (body as unknown as Body['cart']).breakup_values?.raw?.total;
      assert.equal(total, 900, 'the module takes a tenth off');
      const run = await simulated();
      assert.deepEqual([run.carts, run.before, run.without_rules, run.note], [1, 900, 0, '']);
      await byCall();
      program.calls.length = 0;
      const left = await simulated();
      assert.deepEqual([left.carts, left.before, left.without_rules], [1, 1000, 1]);
      assert.match(left.note ?? '', /: 1\.$/);
      assert.equal(program.calls.length, 0);
    });
  });

  describe('a rule that many carts ask at once', () => {
    test('is asked by eight of them, and the others wait for a place', async () => {
      await byCall({ time_ms: 2000, keep_seconds: 0 });
      const waiting: ServerResponse[] = [];
      let most = 0;
      program.answers((_told, response) => {
        waiting.push(response);
        most = Math.max(most, waiting.length);
        setTimeout(() => {
          waiting.splice(waiting.indexOf(response), 1);
          says({ cart: 100 })(null, response);
        }, 50);
      });
      // Signed in before: on a busy machine that would take of the time that the rule is waited for.
      const customers = await Promise.all(Array.from({ length: 20 }, (_, at) => server.customer(`at-once-${at}`)));
      const all = await Promise.all(
        customers.map(async (who, at) => {
          const items = [{ item_id: 1, item_size: 'M', quantity: at + 1 }];
          const { body } = await who('POST', '/v1.0/detail?b=true', { items });
          return body.cart.breakup_values?.raw?.['promotion'];
        }),
      );
      assert.ok(most > 1 && most <= 8, String(most));
      assert.deepEqual([...new Set(all)], [-1], 'nobody went without');
    });

    test('leaves no order with other taxes than its own because others asked too much', async () => {
      await byCall({ is_active: false });
      await put('tax', { purpose: 'tax', url: program.url, keep_seconds: 0, time_ms: 2000 });
      const taxes = [{ name: 'T', jurisdiction: 'J', rate: 40 }];
      let slow = 0;
      program.answers(({ lines }, response) => {
        const answer = says({ lines: lines.map(({ article_id }) => ({ article_id, taxes })) });
        setTimeout(() => answer(null, response), slow);
      });
      const rateOf = (order: Awaited<ReturnType<typeof ordered>>) => order.document.lines[0]?.tax.rate;
      const decoys = await Promise.all(Array.from({ length: 80 }, (_, at) => shopper(at + 2)));
      /** Orders while they all ask; whoever finds a place after all has his own taxes, and another one tries. */
      const turnedAway = async (): Promise<Shopper> => {
        const sly = await shopper(1);
        // Nothing counts any more of whoever found no answer before.
        node.clock.at += 60_000;
        const before = program.calls.length;
        slow = 700;
        const reads = decoys.map((who) => who('GET', '/v1.0/detail?b=true'));
        const first = Promise.race(reads).then(() => true);
        while (program.calls.length < before + 8 && !(await Promise.race([first, nextTurn(false)])));
        const { status, body, headers } = await sly('POST', '/v1.0/checkout', onDelivery);
        await Promise.all(reads);
        slow = 0;
        if (status === 200) {
          assert.equal(rateOf(await server.order(String(body['order_id']))), 400_000);
          return turnedAway();
        }
        assert.deepEqual([status, body.error_code], [409, 'custom_rule_unanswered']);
        assert.equal(headers['retry-after'], '2');
        return sly;
      };
      const sly = await turnedAway();
      node.clock.at += 70_000;
      assert.equal(rateOf(await ordered(sly)), 400_000);
      await removeCustomRule(work, 'tax', write);
    });

    test('is told how many units are picked up, whatever else is sent', async () => {
      await byCall({ keep_seconds: 0, is_active: true });
      program.answers(says({}));
      const way = (order_type: string, quantity: number) => ({ item_id: 1, item_size: 'M', quantity, order_type });
      const items = [way('PickAtStore', 3), way('HomeDelivery', 2)];
      const { body } = await server.visitor()('POST', '/v1.0/detail?area_code=400001', { items });
      assert.equal(body.success, true, JSON.stringify(body.result));
      const { told } = program.calls.at(-1) ?? {};
      assert.deepEqual(
        told?.lines.map((line) => [line.quantity, (line as unknown as { picked_up: number }).picked_up]),
        [[5, 3]],
      );
      assert.equal(told?.['pickup'], false);
    });

    test('tells why its offer takes nothing off', async () => {
      const who = await shopper();
      const told = async () => {
        const { status, body } = await who('GET', `/v1.0/detail/why-not?offer_id=${offerId}`);
        assert.equal(status, 200, JSON.stringify(body));
        const [offer] = body['offers'] as { is_applied: boolean; reason?: string; search: string }[];
        return [offer?.is_applied, offer?.reason, offer?.search];
      };
      await byCall({ keep_seconds: 0, time_ms: 2000, is_active: true });
      program.answers(says({}));
      assert.deepEqual(await told(), [false, 'custom_nothing', 'impossible']);
      // A short time only for who says nothing at all: on a busy machine others would be late, too.
      await byCall({ time_ms: 50, is_active: true });
      program.answers(() => undefined);
      assert.deepEqual(await told(), [false, 'custom_late', 'impossible']);
      await byCall({ time_ms: 2000, is_active: true });
      node.clock.at += 10_000;
      program.answers(says('nonsense'));
      assert.deepEqual(await told(), [false, 'custom_failed', 'impossible']);
      await byCall({ is_active: false });
      assert.deepEqual(await told(), [false, 'no_extension', 'impossible']);
      await byCall({ is_active: true });
      program.answers(says({ cart: 500 }));
      assert.deepEqual(await told(), [true, undefined, 'applied']);
    });

    test('that says so leaves no order without its answer', async () => {
      await byCall({ fallback: 'refuse', keep_seconds: 0, is_active: true });
      program.answers((_told, response) => response.destroy());
      const who = await shopper();
      const { status, body } = await who('POST', '/v1.0/checkout', onDelivery);
      assert.deepEqual([status, body.error_code], [409, 'custom_rule_unanswered']);
      program.answers(says({ cart: 1000 }));
      node.clock.at += 10_000;
      assert.equal((await ordered(who)).total, 19_000);
    });
  });
});
