/** Carts that are priced with rules of the merchant's own: what they cost, how often a rule is asked, and what becomes of a rule that is slow, silent, wrong or gone. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, test } from 'node:test';
import { assemble, i32, op, tenth } from '../../docs/examples/custom-rule/tenth.ts';
import type { CustomRuleBody } from '../../src/contract/offers/custom-rule-contract.ts';
import { removeCustomRule } from '../../src/offers/logic/change-custom-rule.ts';
import { replayOrder } from '../../src/orders/replay/replay-orders.ts';
import { rupees } from '../cart/response/carts.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { recordingEngine } from '../recorded-statements.ts';
import { fill, onDelivery } from './order-server.ts';
import { openRuleServer } from './rule-desk.ts';
import { says } from './rule-program.ts';
import { rule } from './shop-rules.ts';

forEachEngine(async (on) => {
  const { engine, asked } = recordingEngine(on);
  const { server, program, put, work, write } = await openRuleServer(engine);
  const { shop } = server;
  const { node } = shop;
  const secret = 'a secret of a custom rule';
  const byCall = (terms: Partial<CustomRuleBody> = {}) => put('own', { url: program.url, secret, ...terms });
  const byModule = (bytes: Uint8Array, terms: Partial<CustomRuleBody> = {}) =>
    put('own', { runs: 'module', module: Buffer.from(bytes).toString('base64'), ...terms });

  await shop.sell(1, [{ ...rupees(100, 100), quantity: 100_000 }]);
  await shop.sell(2, [{ ...rupees(50, 50), quantity: 100_000 }]);
  const whole = { buy_rules: { 'rule#1': { all_items: true } } };
  const customRule = (more: object = {}) => rule('custom', { all_items: true }, { code: 'own', ...more });
  await shop.promotion({ promotion_type: 'custom', promo_group: 'cart', ...whole, discount_rules: customRule() });

  let shoppers = 0;
  const shopper = async (quantity = 2): Promise<Shopper> => {
    shoppers += 1;
    const who = await server.customer(`asked-${shoppers}`);
    await fill(who, 1, quantity);
    return who;
  };
  const totals = async (who: Shopper) => {
    const { body } = await who('GET', '/v1.0/detail?i=true&b=true');
    const { breakup_values: { raw } = {} } = body as unknown as { breakup_values?: { raw?: Record<string, number> } };
    return [raw?.['subtotal'], raw?.['promotion'], raw?.['total']];
  };
  /** What a shopper who comes now has off two of the first, in rupees. */
  const off = async (): Promise<number | undefined> => (await totals(await shopper()))[1];
  beforeEach(() => {
    program.calls.length = 0;
    node.clock.at += 3_600_000;
  });

  describe('a cart with a custom rule', () => {
    test('has off what a module says, is ordered and replayed byte for byte without it', async () => {
      await byModule(tenth);
      const who = await shopper(3);
      assert.deepEqual((await totals(who)).slice(0, 2), [300, -30]);
      const { body } = await who('POST', '/v1.0/checkout', onDelivery);
      const order = await server.order(String(body['order_id']));
      await removeCustomRule(work, 'own', write);
      assert.deepEqual((await replayOrder(node.db, order)).differences, []);
      assert.equal(await off(), 0, 'no rule, no discount');
    });

    test('has off what a signed call says, for what it was told', async () => {
      await byCall();
      program.answers(({ lines }, response) =>
        says({ lines: lines.map(({ article_id, quantity }) => ({ article_id, amount: quantity * 700 })) })(
          null,
          response,
        ),
      );
      const who = await shopper(3);
      assert.deepEqual((await totals(who)).slice(0, 2), [300, -21]);
      const [call] = program.calls;
      assert.ok(call);
      const { told, headers, text } = call;
      assert.deepEqual(
        [
          told.amount,
          told['currency'],
          told['rule'],
          told['purpose'],
          told.lines.map(({ quantity, amount }) => [quantity, amount]),
        ],
        [30_000, 'INR', 'own', 'discount', [[3, 30_000]]],
      );
      assert.deepEqual(told['customer'], { is_guest: false, groups: ['segment:first-order'] });
      assert.ok(!text.includes('asked-'), 'nobody is named');
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
      const digest = createHmac('sha256', secret).update(signed).digest('base64');
      assert.equal(headers['webhook-signature'], `v1,${digest}`);
    });

    test('asks once for a while, whoever reads it and however often', async () => {
      await byCall({ keep_seconds: 60 });
      program.answers(says({ cart: 1000 }));
      const who = await shopper();
      const before = program.calls.length;
      for (let reads = 0; reads < 5; reads += 1) assert.equal((await totals(who))[1], -10);
      assert.equal(await off(), -10, 'another shopper with the same cart');
      assert.equal(program.calls.length, before, 'the write asked, and nobody after it');
      node.clock.at += 61_000;
      program.answers(says({ cart: 2000 }));
      assert.equal((await totals(who))[1], -20);
    });

    test('is given back in parts by the answer that its order kept', async () => {
      await byCall();
      program.answers(says({ cart: 3000 }));
      const who = await shopper(3);
      const { body } = await who('POST', '/v1.0/checkout', onDelivery);
      const id = String(body['order_id']);
      program.calls.length = 0;
      assert.deepEqual(await server.cancel(id, who), [200, 'cancelled']);
      assert.equal(program.calls.length, 0);
      assert.deepEqual((await replayOrder(node.db, await server.order(id))).differences, []);
    });

    test('has nothing off, and says why, where the program says nonsense', async () => {
      await byCall({ keep_seconds: 0 });
      for (const answer of [
        '',
        'null',
        '{"cart":-5}',
        '{"cart":1.5}',
        '{"cart":"5"}',
        '{"cart":5,"lines":[]}',
        '{"lines":[{"article_id":"nobody","amount":5}]}',
        '{"lines":[{"amount":5}]}',
        '{"discount":5}',
        '[]',
        `{"cart":5${' '.repeat(70_000)}}`,
        '{"__proto__":{"cart":5}}',
      ]) {
        await byCall();
        program.answers(says(answer));
        assert.equal(await off(), 0, answer.slice(0, 60));
      }
      for (const status of [204, 301, 500]) {
        await byCall();
        program.answers((_told, response) => {
          response.writeHead(status, { location: program.url });
          response.end(status === 204 ? undefined : '{"cart":500}');
        });
        assert.equal(await off(), 0, String(status));
      }
      await byCall();
      program.answers(says('{"cart":900719925474099100}'));
      assert.equal(await off(), 0, 'no number that is not counted exactly');
      await byCall();
      program.answers(says('{"cart":9007199254740991}'));
      assert.equal(await off(), -200, 'no more than the goods cost');
    });

    test('waits for a silent program no longer than its time, and then not at all', async () => {
      await byCall({ time_ms: 300 });
      program.answers(() => undefined);
      for (let carts = 1; carts <= 8; carts += 1) assert.equal((await totals(await shopper(carts + 10)))[1], 0);
      assert.equal(program.calls.length, 5, 'after five it is left alone');
      node.clock.at += 31_000;
      program.answers(says({ cart: 100 }));
      assert.equal(await off(), -1, 'it is tried again');
    });

    test('has the last answer to the same question where the rule says so', async () => {
      await byCall({ fallback: 'last', last_minutes: 10, keep_seconds: 5 });
      program.answers(says({ cart: 500 }));
      const who = await shopper();
      assert.equal((await totals(who))[1], -5);
      program.answers((_told, response) => response.destroy());
      node.clock.at += 60_000;
      assert.equal((await totals(who))[1], -5);
      node.clock.at += 600_000;
      assert.equal((await totals(who))[1], 0);
    });

    test('is not held up by a module that loops or eats, and neither are others', async () => {
      await byModule(assemble({ run: [op.loop, 0x0c, 0, op.end, 0] }), { time_ms: 20 });
      const [slow, health] = await Promise.all([off(), server.visitor()('GET', '/v1.0/detail?b=true')]);
      assert.deepEqual([slow, health.status], [0, 200]);
      await byModule(assemble({ run: [i32(-4)] }));
      assert.equal(await off(), 0);
      await byModule(tenth);
      assert.equal(await off(), -20);
    });

    test('asks no more at once than it may', async () => {
      await byCall({ time_ms: 2000 });
      const waiting: ServerResponse[] = [];
      program.answers((_told, response) => {
        waiting.push(response);
        if (waiting.length === 8) for (const each of waiting) says({ cart: 100 })(null, each);
      });
      const all = await Promise.all(
        Array.from({ length: 12 }, async (_, at) => {
          const who = await server.customer(`at-once-${at}`);
          await who('POST', '/v1.0/detail', { items: [{ item_id: 2, item_size: 'M', quantity: at + 1 }] });
        }),
      );
      assert.equal(all.length, 12);
      assert.ok(program.calls.length >= 8);
    });

    test('answers others though a guest asks what it fails on, as often as he likes', async () => {
      await byCall();
      program.answers(({ lines }, response) => {
        const isOdd = lines.some(({ quantity }) => quantity >= 20);
        if (isOdd) response.writeHead(500).end();
        else says({ cart: 100 })(null, response);
      });
      for (let quantity = 20; quantity < 32; quantity += 1) {
        await server.visitor()('POST', '/v1.0/detail', { items: [{ item_id: 2, item_size: 'M', quantity }] });
      }
      assert.equal(program.calls.length, 5, 'he is left alone');
      assert.equal(await off(), -1, 'others are not');
    });

    test('has its answer though another who asks the same asked too much', async () => {
      await byCall({ keep_seconds: 0, fallback: 'none' });
      program.answers(({ lines }, response) => {
        if (lines.some(({ quantity }) => quantity >= 20)) response.writeHead(500).end();
        else says({ cart: 100 })(null, response);
      });
      const [greedy, other] = [await shopper(), await shopper()];
      const promotion = async (who: Shopper) => (await totals(who))[1];
      assert.deepEqual([await promotion(greedy), await promotion(other)], [-1, -1]);
      for (let quantity = 20; quantity < 26; quantity += 1) {
        await greedy('POST', '/v1.0/detail?buy_now=true', { items: [{ item_id: 2, item_size: 'M', quantity }] });
      }
      assert.equal(await promotion(greedy), 0, 'he is left alone');
      assert.equal(await promotion(other), -1, 'nobody else is');
      assert.deepEqual(await Promise.all([promotion(greedy), promotion(other)]), [0, -1]);
    });

    test('is taxed as a rule says, by place, and by the shop where it does not', async () => {
      await byCall({ is_active: false });
      await put('tax', { purpose: 'tax', url: program.url, secret, keep_seconds: 0 });
      program.answers(({ lines, purpose, to }, response) => {
        assert.deepEqual([purpose, (to as { country: string }).country], ['tax', 'IN']);
        const taxes = [
          { name: 'State', jurisdiction: 'MH', rate: 6.25 },
          { name: 'City', jurisdiction: 'Mumbai', rate: 1 },
        ];
        says({ lines: lines.map(({ article_id }) => ({ article_id, taxes })) })(null, response);
      });
      const who = await shopper();
      const { body } = await who('POST', '/v1.0/checkout', onDelivery);
      const order = await server.order(String(body['order_id']));
      const [line] = order.document.lines;
      assert.deepEqual(
        line?.tax.levies?.map(({ name, jurisdiction }) => [name, jurisdiction]),
        [
          ['State', 'MH'],
          ['City', 'Mumbai'],
        ],
      );
      assert.deepEqual((await replayOrder(node.db, order)).differences, []);
      program.answers(says('nonsense'));
      node.clock.at += 10_000;
      const { body: other } = await (await shopper())('POST', '/v1.0/checkout', onDelivery);
      assert.equal((await server.order(String(other['order_id']))).document.lines[0]?.tax.levies, undefined);
      await assert.rejects(put('tax-2', { purpose: 'tax', url: program.url, secret }), { code: 'custom_rule_invalid' });
      await removeCustomRule(work, 'tax', write);
    });

    test('is sent for what a rule says', async () => {
      const row = { name: 'Slow', rates: [{ bands: [{ from: 0, charge: 90 }] }] };
      await shop.feed('shipping-methods', [{ id: 'slow', ...row }]);
      await put('ship', { purpose: 'shipping', url: program.url, secret, keep_seconds: 0 });
      program.answers(({ parcels, methods }, response) => {
        assert.deepEqual(
          (methods as { id: string }[]).map(({ id }) => id),
          ['slow'],
        );
        const store_id = (parcels as { store_id: number }[])[0]?.store_id;
        says({ parcels: [{ store_id, methods: [{ id: 'slow', charge: 1234 }] }] })(null, response);
      });
      const who = await shopper();
      const { body } = await who('POST', '/v1.0/checkout', onDelivery);
      const order = await server.order(String(body['order_id']));
      assert.equal(order.document.totals.delivery_charge, 1234);
      assert.deepEqual((await replayOrder(node.db, order)).differences, []);
      program.answers((_told, response) => response.destroy());
      node.clock.at += 10_000;
      const { body: other } = await (await shopper())('POST', '/v1.0/checkout', onDelivery);
      assert.equal((await server.order(String(other['order_id']))).document.totals.delivery_charge, 9000);
      await removeCustomRule(work, 'ship', write);
    });

    test('costs a shop without rules nothing', async () => {
      await removeCustomRule(work, 'own', write);
      const who = await shopper();
      asked.length = 0;
      assert.equal((await totals(who))[1], 0);
      assert.ok(asked.length > 0);
      assert.deepEqual(
        asked.filter(({ sql }) => /custom_|sealed/.test(sql)),
        [],
      );
      assert.equal(program.calls.length, 0);
    });
  });
});
