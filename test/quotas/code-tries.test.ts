/** Who guesses codes of coupons or gift cards is stopped, and learns nothing from the way he is answered. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { openBalanceServer } from '../balances/balance-server.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { tenPercent } from '../offers/ten-percent.ts';

const hour = 3_600_000;
const detail = '/v1.0/detail?i=true';
const shirt = { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] };

forEachEngine(async (engine) => {
  const server = await openBalanceServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 1_000 }]);
  await server.shop.coupon(tenPercent('TEN'));
  await server.shop.coupon(
    tenPercent('MINE', 0, {
      state: { is_public: false, is_display: false },
      restrictions: { user_id: ['somebody'] },
    }),
  );

  await server.shop.coupon(tenPercent('QUIET', 0, { state: { is_public: true, is_display: false } }));

  const visitor = async (): Promise<Shopper> => {
    const shopper = server.visitor();
    await shopper('POST', detail, shirt);
    return shopper;
  };
  const ways: Readonly<Record<string, (shopper: Shopper, code: string) => Promise<number>>> = {
    coupon: async (shopper, coupon_code) => (await shopper('POST', '/v1.0/coupon', { coupon_code })).status,
    offer: async (shopper, offer_code) => (await shopper('POST', '/v1.0/offer', { offer_code })).status,
    sync: async (shopper, coupon_code) => (await shopper('POST', '/v3.0/sync', { ...shirt, coupon_code })).status,
  };

  describe('codes of coupons', () => {
    for (const [way, attempt] of Object.entries(ways)) {
      test(`tried in vain by ${way} count for the shopper; then no code is told from another`, async () => {
        await server.set({ quotas: { coupon_tries_per_shopper: 3 } });
        const shopper = await visitor();
        const start = server.refusals('coupon_tries');
        for (const code of ['A1', 'A2', 'A3']) assert.equal(await attempt(shopper, code), 200, code);
        assert.equal(await attempt(shopper, 'A4'), 429);
        assert.equal(await attempt(shopper, 'TEN'), 429, 'the right one neither');
        assert.equal(server.refusals('coupon_tries') - start, 2);
        server.shop.node.clock.at += hour;
        assert.equal(await attempt(shopper, 'TEN'), 200);
        await server.set({ quotas: { coupon_tries_per_shopper: 20 } });
      });
    }

    test('tried on two nodes are counted together', async () => {
      await server.set({ quotas: { coupon_tries_per_shopper: 3 } });
      const shopper = await visitor();
      const other = await server.secondNode();
      const statuses: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        const { call } = at % 2 === 0 ? server : other;
        statuses.push((await call('POST', '/v1.0/coupon', { coupon_code: `C${at}` }, shopper.known())).status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 429, 429, 429]);
      await other.close();
      await server.set({ quotas: { coupon_tries_per_shopper: 20 } });
    });

    test('that are good use up nothing', async () => {
      await server.set({ quotas: { coupon_tries_per_shopper: 1 } });
      const shopper = await visitor();
      for (let at = 0; at < 5; at += 1)
        assert.equal((await shopper('POST', '/v1.0/coupon', { coupon_code: 'TEN' })).status, 200);
      await server.set({ quotas: { coupon_tries_per_shopper: 20 } });
    });

    test('count for the address of those who come as somebody else each time', async () => {
      server.shop.node.clock.at += hour;
      await server.set({ quotas: { coupon_tries_per_address: 4 } });
      const statuses: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        const shopper = await visitor();
        statuses.push((await shopper('POST', '/v1.0/coupon', { coupon_code: `B${at}` })).status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429]);
      const asked = await server.visitor()('GET', '/v1.0/eligible-offer-products?offer_code=TEN');
      assert.deepEqual([asked.status, asked.body.error_code], [429, 'too_many_tries']);
      assert.ok(Number(asked.headers['retry-after']) > 0);
      await server.set({ quotas: { coupon_tries_per_address: 200 } });
    });

    test('that can never count are answered like those that nobody has', async () => {
      server.shop.node.clock.at += hour;
      const told = async (offer_code: string) => {
        const customer = await server.customer('somebody-else');
        await customer('POST', detail, shirt);
        const { status, body } = await customer('POST', '/v1.0/offer', { offer_code });
        const { code, ...rest } = body as unknown as { readonly code: string };
        assert.equal(code, offer_code);
        return [status, rest];
      };
      assert.deepEqual(await told('MINE'), await told('NONE'));
    });

    test('that can never count are told like those that nobody has also on a cart with as many codes as it may have', async () => {
      server.shop.node.clock.at += hour;
      await server.set({ cart: { coupons_per_cart: 2 } });
      const told = async (offer_code: string) => {
        const customer = await server.customer(`with-two-codes-${offer_code}`);
        await customer('POST', detail, shirt);
        for (const coupon_code of ['TEN', 'QUIET']) await customer('POST', '/v1.0/coupon', { coupon_code });
        const { status, body } = await customer('POST', '/v1.0/offer', { offer_code });
        return [status, { ...body, code: '' }];
      };
      assert.deepEqual(await told('MINE'), await told('NONE'));
      assert.match(JSON.stringify(await told('NONE')), /can have 2 coupons/);
      await server.set({ cart: { coupons_per_cart: 1 } });
    });

    test('are not told where nothing is tried: a shopper without goods is answered alike, or it counts', async () => {
      const asks: Readonly<Record<string, (code: string) => Parameters<Shopper>>> = {
        coupon: (coupon_code) => ['POST', '/v1.0/coupon', { coupon_code }],
        offer: (offer_code) => ['POST', '/v1.0/offer', { offer_code }],
        sync: (coupon_code) => ['POST', '/v3.0/sync', { items: [], replace: true, coupon_code }],
        products: (code) => ['GET', `/v1.0/eligible-offer-products?offer_code=${code}`],
      };
      await server.set({ quotas: { coupon_tries_per_address: 3 } });
      const told = async (ask: (code: string) => Parameters<Shopper>, code: string) => {
        const { status, body } = await server.visitor()(...ask(code));
        return [
          status,
          JSON.stringify(body)
            .replaceAll(code, 'CODE')
            .replaceAll(/"[0-9a-f-]{24,36}"|"\d{6,}"/g, '"id"'),
        ];
      };
      const costs = async (ask: (code: string) => Parameters<Shopper>): Promise<boolean> => {
        for (let at = 0; at < 3; at += 1) await server.visitor()(...ask(`GUESS${at}`));
        return (await server.visitor()(...ask('GUESS3'))).status === 429;
      };
      const alike: Record<string, boolean> = {};
      for (const [way, ask] of Object.entries(asks)) {
        server.shop.node.clock.at += hour;
        const isAlike = isDeepStrictEqual(await told(ask, 'QUIET'), await told(ask, 'NONE'));
        alike[way] = isAlike;
        assert.ok(isAlike || (await costs(ask)), `${way}: ${String(await told(ask, 'QUIET'))}`);
      }
      assert.deepEqual([alike['coupon'], alike['offer']], [true, true]);
      await server.set({ quotas: { coupon_tries_per_address: 200 } });
    });
  });

  test('gift cards tried in vain count, and then the right one waits too', async () => {
    await server.set({ quotas: { gift_card_tries_per_shopper: 3 } });
    const staff = await server.staff('balance');
    const { body } = await staff('POST', '/gift-cards', { value: 100 });
    const customer = server.ask((await server.customer('guesses')).known());
    const redeem = async (code: string) => (await customer('POST', '/balance/v1.0/gift-cards', { code })).status;
    const wrong = '0000-0000-0000-0000';
    assert.deepEqual([await redeem(wrong), await redeem(wrong), await redeem(wrong)], [404, 404, 404]);
    assert.deepEqual([await redeem(wrong), await redeem(String(body['code']))], [429, 429]);
    server.shop.node.clock.at += hour;
    assert.equal(await redeem(String(body['code'])), 200);
    assert.equal(server.refusals('gift_card_tries'), 2);
    await server.set({ quotas: { gift_card_tries_per_shopper: 10 } });
  });
});
