/** Codes that customers give to others: the one gets the coupon, the other the reward, and neither twice nor from himself. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { listEntries, readBalances } from '../../src/balances/balance-store.ts';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { ReferralCodes } from '../../src/contract/offers/referral-contract.ts';
import { saveWritten } from '../../src/customers/customer-store.ts';
import { remainingUnits } from '../../src/orders/goods/unit-rules.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { address, byCard, fill, onDelivery } from './order-server.ts';
import { openOrderStaff } from './order-staff.ts';
import { openPayingShop } from './paying-shop.ts';
import { printedJson } from '../printed-json.ts';

const example = printedJson('behaviour/offers.md', 'referral') as Readonly<Record<string, unknown>>;

forEachEngine(async (engine) => {
  const { server, shop, node, applicationId, payments } = await openPayingShop(engine, { points: 0, for: 1 });
  const staff = await openOrderStaff(server);
  const couponId = await shop.coupon(example);

  const asked = async (who: Shopper, method: 'GET' | 'POST' = 'GET', id = couponId) => {
    const body = method === 'POST' ? { coupon_id: id } : undefined;
    const answer = await who(method, '/v1.0/referral', body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return (answer.body as unknown as ReferralCodes).items.find(({ coupon_id: one }) => one === id);
  };
  const codeOf = async (userId: string, id = couponId): Promise<string> =>
    (await asked(await server.customer(userId), 'POST', id))?.code ?? '';
  const points = async (userId: string): Promise<number> =>
    (await readBalances(node.db, applicationId, userId, node.now())).find(({ kind }) => kind === 'points')?.amount ?? 0;
  const checkout = async (who: Shopper, code: string, body: object = byCard, quantity = 1) => {
    await fill(who, 1, quantity);
    await who('POST', '/v1.0/coupon', { coupon_code: code });
    return who('POST', '/v1.0/checkout', body);
  };
  const buy = async (who: Shopper, code: string, body: object = byCard, quantity = 1) => {
    const { status, body: answer } = await checkout(who, code, body, quantity);
    assert.equal(status, 200, JSON.stringify(answer));
    return server.order(String(answer['order_id']));
  };
  const pay = async ({ id, total }: Awaited<ReturnType<typeof buy>>) => {
    const paid = { order_id: id, payment_id: `pay-${id}`, amount: total / 100, currency: 'INR' };
    assert.equal((await payments.tell({ ...paid, outcome: 'success' })).status, 200);
  };

  /** As many of these units as are left; nothing where none are. */
  const cancelUnits = async (who: Shopper, id: string, units: number): Promise<void> => {
    const order = await server.order(id);
    const [[identifier, left] = ['', 0]] = [...remainingUnits(order)];
    if (left === 0) return;
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: `/service/application/order/v1.0/orders/${id}/cancel`,
      headers: { authorization: server.authorization, ...who.known() },
      payload: { reason: 'test', items: [{ identifier, quantity: Math.min(units, left) }] },
    });
    assert.equal(statusCode, 200, body);
  };

  describe('a referral code', () => {
    test('is the customer’s own, and the same however often he asks', async () => {
      const asha = await server.customer('asha');
      assert.equal((await asked(asha))?.code, null);
      const code = (await asked(asha, 'POST'))?.code;
      assert.match(code ?? '', /^FRIEND/);
      assert.equal((await asked(asha, 'POST'))?.code, code);
      assert.notEqual(await codeOf('bela'), code);
      assert.equal((await server.visitor()('GET', '/v1.0/referral')).status, 401);
      assert.equal((await asha('POST', '/v1.0/referral', { coupon_id: 'none' })).status, 404);
    });

    test('takes off for the one, and brings the other points when the order is paid, which go when it does', async () => {
      const code = await codeOf('chand');
      const order = await buy(await server.customer('friend-1'), code);
      assert.equal(order.total, 8_000, '20 % off');
      assert.equal(await points('chand'), 0, 'not before it is paid');
      await pay(order);
      assert.equal(await points('chand'), 150);
      const [entry] = await listEntries(node.db, { applicationId, userId: 'chand' }, undefined, 1);
      assert.deepEqual([entry?.reason, entry?.source], ['Referral', `referral:${order.id}`]);
      assert.equal(entry?.reason.includes('friend-1'), false, 'nobody is told who it was');
      assert.equal((await asked(await server.customer('chand')))?.uses, 1);
      assert.deepEqual(await staff.step(order.id, 'cancel'), [200, 'cancelled']);
      assert.equal(await points('chand'), 0);
      assert.equal((await asked(await server.customer('chand')))?.uses, 0);
    });

    test('is for a first order only, and not for its own customer', async () => {
      const code = await codeOf('dev');
      const friend = await server.customer('friend-2');
      await buy(friend, code, onDelivery);
      assert.equal((await buy(friend, code, onDelivery)).total, 10_000, 'it does not count a second time');
      const dev = await server.customer('dev');
      await fill(dev, 1);
      const { body } = await dev('POST', '/v1.0/coupon', { coupon_code: code });
      assert.equal((body as { coupon?: { is_applied?: boolean } }).coupon?.is_applied, false);
    });

    test('is not used by who orders with the contact of its owner', async () => {
      const code = await codeOf('esha');
      const profile = {
        emails: [{ email: 'Esha@Example.com' }],
        phone_numbers: [{ phone: '9820011223', country_code: 91 }],
      };
      await node.db.commit([saveWritten(applicationId, 'esha', profile, node.now())]);
      const spelt: readonly object[] = [
        { phone: '+91 98200 11223' },
        { phone: '9820011223x1' },
        { phone: '9820011223 ext. 4455667' },
        { phone: '९८२००११२२३' },
        { phone: '11', alternate_phone: '9820011223' },
        { email: 'esha@example.com' },
        { email: 'ESHA+shop@example.com' },
      ];
      for (const [at, contact] of spelt.entries()) {
        const body = { ...byCard, delivery_address: { ...address, ...contact } };
        const { status, body: answer } = await checkout(await server.customer(`esha-again-${at}`), code, body);
        assert.deepEqual([status, answer['error_code']], [400, 'referral_own_code'], JSON.stringify(contact));
      }
      const other = { ...byCard, delivery_address: { ...address, phone: '9820099999' } };
      await buy(await server.customer('friend-3'), code, other);
    });

    test('brings no more than its shop lets it', async () => {
      const code = await codeOf('farid');
      for (const friend of ['f-1', 'f-2', 'f-3']) await pay(await buy(await server.customer(friend), code));
      assert.equal((await asked(await server.customer('farid')))?.uses_left, 0);
      assert.equal((await buy(await server.customer('f-4'), code)).total, 10_000);
      assert.equal(await points('farid'), 450);
    });

    test('brings a reward for each use that stands, whatever is cancelled of its orders and in which parts', async () => {
      const pairId = await shop.coupon({
        ...example,
        coupon_prefix: 'PAIR',
        referral: { reward: { kind: 'points', amount: 150 }, uses_per_code: 2 },
        restrictions: { order_quantity: { minimum: 2 } },
      });
      const aCommand = fc.oneof(
        fc.record({ buy: fc.integer({ min: 1, max: 3 }) }),
        fc.record({ cancel: fc.nat({ max: 3 }), units: fc.integer({ min: 1, max: 2 }) }),
      );
      let round = 0;
      const law = async (commands: readonly ({ buy: number } | { cancel: number; units: number })[]) => {
        round += 1;
        const owner = `pair-owner-${round}`;
        const brought = await server.customer(`pair-friend-${round}`);
        const code = await codeOf(owner, pairId);
        const orders: string[] = [];
        for (const command of commands) {
          if ('buy' in command) {
            const order = await buy(brought, code, byCard, command.buy);
            await pay(order);
            orders.push(order.id);
          } else {
            const id = orders[command.cancel % Math.max(1, orders.length)];
            if (id !== undefined) await cancelUnits(brought, id, command.units);
          }
          const uses = (await server.uses(pairId))[`code:${code.toLowerCase()}`] ?? 0;
          assert.equal(await points(owner), 150 * uses, JSON.stringify(command));
        }
      };
      await law([{ buy: 2 }, { cancel: 0, units: 1 }, { buy: 2 }, { cancel: 1, units: 1 }, { cancel: 0, units: 1 }]);
      await fc.assert(fc.asyncProperty(fc.array(aCommand, { minLength: 2, maxLength: 7 }), law), {
        numRuns: runs(4),
      });
    });

    test('acts alone among its like, in whichever order they are typed, and its own customer’s is looked at', async () => {
      await server.set({ cart: { coupons_per_cart: 3 } });
      const { restrictions: _none, ...free } = example;
      const [one, two] = [await shop.coupon(free), await shop.coupon({ ...free, coupon_prefix: 'MATE' })];
      const written = saveWritten(
        applicationId,
        'gita',
        { phone_numbers: [{ phone: '9820044556', country_code: 91 }] },
        node.now(),
      );
      await node.db.commit([written]);
      for (const [mine, others] of [
        [one, two],
        [two, one],
      ] as const) {
        const [own, strange] = [await codeOf('gita', mine), await codeOf('hari', others)];
        for (const codes of [
          [own, strange],
          [strange, own],
        ]) {
          const guest = server.visitor();
          await fill(guest, 1);
          for (const coupon_code of codes) await guest('POST', '/v1.0/coupon', { coupon_code });
          const { body } = await guest('GET', '/v1.0/detail?b=true');
          const { coupons = [] } = body as unknown as CartDetail;
          const told = coupons.map(({ is_applied: applied, message }) => [applied, message]);
          const refused = 'Coupon code not applicable together with an offer that your cart has';
          assert.deepEqual(
            told.filter(([applied]) => applied === false),
            [[false, refused]],
          );
          assert.equal(told.length, 2);
          const acting = coupons.find(({ is_applied: applied }) => applied)?.coupon_code;
          const toHer = { ...byCard, delivery_address: { ...address, phone: '9820044556' } };
          const answer = await guest('POST', '/v1.0/checkout', toHer);
          assert.equal(answer.body['error_code'], acting === own ? 'referral_own_code' : undefined);
          if (answer.status !== 200) continue;
          const { document } = await server.order(String(answer.body['order_id']));
          assert.deepEqual(document.referral?.code, strange.toLowerCase());
          assert.equal(document.uses.length, 1, 'the code that did nothing is not used up');
        }
      }
      await server.set({ cart: { coupons_per_cart: 1 } });
    });

    test('is not saved without a reward, nor a reward without its type', async () => {
      const { referral: _reward, ...bare } = example;
      await assert.rejects(shop.coupon(bare));
      await assert.rejects(shop.coupon({ ...example, coupon_type: 'single', code: 'PLAIN1' }));
    });
  });
});
