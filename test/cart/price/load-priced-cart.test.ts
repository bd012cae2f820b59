/** What a priced cart depends on, on both engines: every change of it shows in `etagParts`, and nothing else does. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { noBalances } from '../../../src/cart/call/cart-shop.ts';
import { loadPricedCart } from '../../../src/cart/price/load-priced-cart.ts';
import { orderTimes } from '../../../src/delivery/promise-rules.ts';
import { answerSharedCart } from '../../../src/cart/share/shared-answer.ts';
import { type Asking, openAnswerShop } from '../response/answer-shop.ts';
import { aCart, aLine, anAsk, rupees } from '../response/carts.ts';
import { stores } from '../response/places.ts';
import { forEachEngine } from '../../databases.ts';

forEachEngine(async (engine) => {
  const shop = await openAnswerShop(engine);
  after(() => shop.close());
  await shop.sell(1, [rupees(100, 80), { ...rupees(100, 90), store_id: 2, seller_id: 2 }]);
  await shop.sell(2, [rupees(50, 50)]);
  await shop.feed('exchange-rates', [{ from: 'INR', to: 'USD', rate: '0.012' }]);

  const load = (cart: ReturnType<typeof aCart>, asking: Asking = {}) =>
    loadPricedCart(shop.shop(asking), cart, anAsk(asking.ask));

  describe('the parts of the tag', () => {
    const cart = aCart([aLine(1, 2)]);
    const parts = async (asking: Asking = {}) => JSON.stringify((await shop.answer(cart, asking)).etagParts);

    test('stay the same while nothing changes within five minutes', async () => {
      // Five minutes of this cart begin: each has its own.
      const { clock } = shop.node;
      clock.at = orderTimes(clock.at, cart.id).stepUntil;
      const first = await parts();
      shop.node.clock.at += 1;
      const second = await parts();
      shop.node.clock.at += 299_998;
      assert.equal(await parts(), second);
      assert.notEqual(first, second, 'the first was asked in the last moment of the five before');
      shop.node.clock.at += 2;
      assert.notEqual(await parts(), second);
    });

    test('change with the stock, the price and the product', async () => {
      const changes = [
        () => shop.stock('1_M_1', 4),
        () => shop.feed('inventory', [{ uid: '1_M_1', ...rupees(100, 70) }]),
        () => shop.sell(1, [], { name: 'Another name' }),
        () => shop.feed('sellers', [{ uid: 1, name: 'Loom' }]),
        () =>
          shop.feed('lanes', [{ store_uid: 1, area: '7*', journeys: { standard: { unit: 'days', min: 1, max: 1 } } }]),
      ];
      for (const change of changes) {
        const before = await parts();
        await change();
        assert.notEqual(await parts(), before, change.toString());
      }
    });

    test('change with offers, configuration and adjustments', async () => {
      const changes = [
        () => shop.coupon({ code: 'TAG', rule: [{ key: 1, value: 5 }] }),
        () => shop.configure({ gift_pricing: 5 }),
        () => shop.adjust({ cart_id: cart.id, type: 'charge', value: 3 }),
      ];
      for (const change of changes) {
        const before = await parts();
        await change();
        assert.notEqual(await parts(), before, change.toString());
      }
    });

    test('change with what is asked and by whom', async () => {
      const plain = await parts();
      const askings: readonly Asking[] = [
        { ask: { items: false } },
        { ask: { breakup: false } },
        { ask: { cod: true } },
        { ask: { areaCode: '400001' } },
        { ask: { currency: 'USD' } },
        { ask: { orderType: 'PickAtStore' } },
        { ask: { hints: { t1: 0 } } },
        { cartSettings: { eta_limit: 3 } },
        { customer: 'u', readers: { balances: async () => ({ ...noBalances, version: '9' }) } },
      ];
      for (const asking of askings) assert.notEqual(await parts(asking), plain, JSON.stringify(asking));
    });

    test('do not change with another product', async () => {
      const before = await parts();
      await shop.stock('2_M_1', 77);
      assert.equal(await parts(), before);
    });

    test('change when an offer begins', async () => {
      await shop.promotion({
        promotion_type: 'percentage',
        discount_rules: [{ item_criteria: { item_id: [1] }, offer: { discount_percentage: 50 } }],
        _schedule: { published: true, start: '2026-11-15T13:00:00.000Z', end: '2026-11-15T14:00:00.000Z' },
      });
      const at = (time: string) => {
        shop.node.clock.at = Date.parse(time);
        return load(cart);
      };
      const [early, late] = [await at('2026-11-15T12:59:59.999Z'), await at('2026-11-15T13:00:00.000Z')];
      assert.notDeepEqual(early.etagParts, late.etagParts);
      assert.ok(late.priced.breakup.total < early.priced.breakup.total);
      shop.node.clock.at = Date.parse('2026-11-15T12:00:00.000Z');
    });
  });

  describe('a read', () => {
    test('stores nothing', async () => {
      const before = await shop.node.dump();
      await load(aCart([aLine(1), aLine(2)], { document: { couponCode: 'TAG' } }), { ask: { areaCode: '560001' } });
      assert.equal(await shop.node.dump(), before);
    });

    test('takes the place of the call, else of the address, else of the location', async () => {
      const address = async () => ({ areaCode: '400001', country: 'IN', state: 'Maharashtra' });
      const cart = aCart([aLine(1)], { document: { addressId: 'home' } });
      const place = async (ask: Asking['ask'] = {}) => (await load(cart, { ask, readers: { address } })).place;
      assert.equal(await place({ areaCode: '560001', pincode: '110001' }), '560001');
      assert.equal(await place({ pincode: '110001' }), '400001');
      assert.equal((await load(aCart([aLine(1)]), { ask: { pincode: '110001' } })).place, '110001');
    });

    test('of an address abroad takes the charges for abroad', async () => {
      await shop.configure({
        international_delivery_charges: { enabled: true, charges: [{ threshold: 0, charges: 99 }] },
      });
      const address = async () => ({ areaCode: '10001', country: 'US', state: null });
      const cart = aCart([aLine(2)], { document: { addressId: 'aunt' } });
      const view = await load(cart, { readers: { address } });
      assert.equal(view.priced.breakup.delivery_charge, 9900);
    });

    test('takes the charges for abroad whatever comes along from the country that it goes to', async () => {
      const [fort] = stores;
      const there = { country: 'US', state: 'New York', area_code: '10001', pickup: true };
      await shop.feed('stores', [{ ...fort, uid: 3, store_code: 'S3', ...there }]);
      const journeys = { standard: { unit: 'days', min: 1, max: 2 } };
      await shop.feed('lanes', [{ store_uid: 3, area: '10001', journeys }]);
      await shop.sell(1000, [{ ...rupees(1, 1), store_id: 3 }]);
      await shop.sell(1001, [rupees(50, 50)]);
      const charged = async (...asked: readonly { orderType?: 'PickAtStore' }[]) => {
        const cart = aCart([aLine(1001), ...asked.map((one) => aLine(1000, 1, { asked: one }))]);
        return (await load(cart, { ask: { areaCode: '10001' } })).priced.breakup.delivery_charge;
      };
      assert.equal(await charged(), 9900);
      assert.equal(await charged({}), 9900, 'sent within it');
      assert.equal(await charged({ orderType: 'PickAtStore' }), 9900, 'picked up there');
    });

    test('finds no use left of a coupon that is used up', async () => {
      const id = await shop.coupon({
        code: 'ONCE',
        rule: [{ key: 1, value: 5 }],
        restrictions: { uses: { maximum: { total: 1 } } },
      });
      const cart = aCart([aLine(2)], { document: { couponCode: 'ONCE' } });
      assert.equal((await load(cart)).coupon.applied, true);
      await shop.node.db.commit([
        {
          sql: 'insert into offer_use (application_id, offer_id, holder, taken) values (?, ?, ?, ?)',
          params: [shop.applicationId, id, '', 1],
        },
      ]);
      const { coupon } = await load(cart);
      assert.deepEqual([coupon.applied, coupon.errorCode], [false, 'coupon_used_up']);
    });
  });

  describe('a shared cart', () => {
    const secret = {
      document: { couponCode: 'HUSH', giftDetails: { '2_M_1': { applied: true, message: 'Dear aunt' } } },
      meta: { comment: 'Ring', gstin: '29AAPFU0939F1ZB', panNo: 'ABCDE1234F', staffUserId: 's', custom: { a: 'b' } },
    };
    const lines = [aLine(2, 3, { asked: { meta: { from: 'friend' }, extraMeta: { x: 'y' }, customJson: { z: 'w' } } })];

    test('shows lines and prices and nothing that is its owner’s', async () => {
      await shop.coupon({
        code: 'HUSH',
        rule: [{ key: 1, value: 50 }],
        state: { is_public: false, is_display: false },
      });
      const answer = await answerSharedCart(shop.shop(), aCart(lines, secret), anAsk());
      const text = JSON.stringify(answer);
      for (const word of ['HUSH', 'Dear aunt', 'Ring', '29AAPFU0939F1ZB', 'ABCDE1234F', 'friend', '"y"', '"w"']) {
        assert.ok(!text.includes(word), word);
      }
      assert.deepEqual([answer.items?.[0]?.quantity, answer.breakup_values?.raw?.coupon], [3, 0]);
      assert.deepEqual([answer.staff_user_id, answer.custom_cart_meta], ['', {}]);
    });

    test('keeps a coupon that everybody can see', async () => {
      await shop.coupon({ code: 'OPEN', rule: [{ key: 1, value: 50 }] });
      const cart = aCart(lines, { document: { couponCode: 'OPEN' } });
      const answer = await answerSharedCart(shop.shop(), cart, anAsk());
      assert.deepEqual([answer.coupon?.coupon_code, answer.coupon?.is_applied], ['OPEN', true]);
    });
  });
});
