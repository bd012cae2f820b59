/** Every offer as it stands to a cart: what it misses, and the smallest change, which is then made and must do it. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartWhyNot, OfferStanding, OfferStep } from '../../../src/contract/cart/cart-why-not-contract.ts';
import { forEachEngine } from '../../databases.ts';
import { type Call, type CartServer, quantities, type Shopper } from '../cart-server.ts';
import { openOfferShop } from '../offers/offer-shop.ts';
import { staffFor } from '../staff-calls.ts';

const detail = '/v1.0/detail?i=true&b=true';

const whyNot = async (shopper: Call, query = 'page_size=25'): Promise<CartWhyNot> => {
  const { status, body } = await shopper('GET', `/v1.0/detail/why-not?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body as unknown as CartWhyNot;
};
const byName = ({ offers }: CartWhyNot): Readonly<Record<string, OfferStanding>> =>
  Object.fromEntries(offers.map((offer) => [offer.name, offer]));

/** Does what a step says, as a shopper would. */
const take = async (shopper: Shopper, step: OfferStep): Promise<void> => {
  const { kind, item_id, size, quantity = 0, payment, code } = step;
  if (kind === 'code') await shopper('POST', '/v1.0/coupon', { coupon_code: code });
  else if (kind === 'pay') {
    const chosen = { payment_mode: payment?.mode, merchant_code: payment?.code };
    const { status, body } = await shopper('PUT', '/v1.0/payment', chosen);
    assert.equal(status, 200, JSON.stringify(body));
  } else {
    assert.equal(kind, 'add');
    const { body } = await shopper('POST', detail, { items: [{ item_id, item_size: size, quantity }] });
    assert.equal(body.success, true, JSON.stringify(body.result));
  }
};

const withShirts = async (server: CartServer, quantity: number): Promise<Shopper> => {
  const visitor = server.visitor();
  await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity }] });
  return visitor;
};

forEachEngine(async (engine) => {
  const { server, ids } = await openOfferShop(engine);
  after(() => server.close());
  await server.set({ cart: { payment_modes: ['CARD'] } });
  // A box for next to nothing: what it costs with the lamp in it is another matter.
  const box = { type: 'bundle' as const, children: [{ item_id: 2, size: 'M', quantity: 1, auto_add: true }] };
  const oneRupee = { prices: [{ currency_code: 'INR', marked: 1, effective: 1 }] };
  await server.shop.sell(9, [{ uid: 'box', quantity: 10_000, ...oneRupee }], box);
  await server.shop.promotion({
    promotion_type: 'percentage',
    display_meta: { name: 'Card and mugs' },
    buy_rules: { 'rule#1': { item_id: [3], cart_quantity: { greater_than_equals: 3 } } },
    discount_rules: [
      {
        buy_condition: '( rule#1 )',
        discount_type: 'percentage',
        item_criteria: { buy_rules: ['rule#1'] },
        offer: { discount_percentage: 40 },
      },
    ],
    restrictions: { payments: { CARD: { codes: ['HDFC'] } } },
  });

  describe(`why offers do not act on ${engine.name}`, () => {
    test('says what each does, and of the others the condition, the distance and the smallest change', async () => {
      const told = byName(await whyNot(await withShirts(server, 2)));
      assert.deepEqual(
        Object.fromEntries(
          Object.entries(told).map(([name, { search, reason, change }]) => [name, [search, reason, change?.message]]),
        ),
        {
          Shirts: ['applied', undefined, undefined],
          // Lamps would do it for 5,000, but at 1,000 each there are only six of them or more.
          Rich: ['found', 'condition', 'Add 51 × Linen shirt 1, M for ₹5,100.00'],
          Card: ['found', 'payment', 'Pay by CARD'],
          'Card and mugs': ['found', 'payment', 'Pay by CARD. Add 3 × Linen shirt 3, M for ₹150.00'],
          Mug: ['found', 'condition', 'Add 41 × Linen shirt 1, M for ₹4,100.00'],
          'Many lamps': ['found', 'no_item', 'Add 2 × Linen shirt 2, M for ₹1,800.00'],
          TEN: ['found', undefined, 'Use the code TEN'],
          MORE: ['found', 'condition', 'Use the code MORE. Add 7 × Linen shirt 3, M for ₹350.00'],
        },
      );
      const rich = told['Rich'];
      const { metric, need, have, gap } = rich?.distance ?? {};
      assert.deepEqual([metric, need, have, gap], ['cart_total', 5000, 190, 4810]);
      assert.deepEqual([rich?.change?.discount, rich?.change?.is_smallest], [300, true]);
    });

    test('says in words how far it is: what of which goods, which way of paying, how long', async () => {
      const soon = server.shop.node.now() + 3 * 3_600_000;
      const percent = {
        promotion_type: 'percentage',
        discount_rules: [
          {
            buy_condition: '( rule#1 )',
            discount_type: 'percentage',
            item_criteria: { buy_rules: ['rule#1'] },
            offer: { discount_percentage: 1 },
          },
        ],
      };
      const brand = { uid: 71, name: 'Meridian' };
      await server.shop.sell(71, [{ uid: 'a71', quantity: 50, prices: oneRupee.prices }], { brand });
      await server.shop.promotion({
        ...percent,
        display_meta: { name: 'Branded' },
        buy_rules: { 'rule#1': { item_brand: [71], cart_total: { greater_than_equals: 12.5 } } },
      });
      await server.shop.promotion({
        ...percent,
        display_meta: { name: 'Few' },
        buy_rules: { 'rule#1': { item_brand: [71], cart_quantity: { less_than_equals: 1 } } },
      });
      await server.shop.promotion({
        ...percent,
        display_meta: { name: 'Soon' },
        _schedule: { published: true, start: new Date(soon).toISOString() },
      });
      const customer = await server.customer('why-not-words');
      await customer('POST', detail, { items: [{ item_id: 71, item_size: 'M', quantity: 2 }] });
      const told = byName(await whyNot((await staffFor(server))('why-not-words')));
      const said = (name: string) => told[name]?.message;
      assert.equal(said('Branded'), 'Add ₹10.50 more of Meridian to get this offer');
      assert.equal(said('Few'), 'Your cart has 1 item of Meridian too much for this offer');
      assert.equal(said('Card'), 'This offer needs payment by CARD');
      assert.equal(said('Shirts'), 'Add Linen shirt 1 to get this offer');
      assert.match(said('Soon') ?? '', /^This offer starts in (3 h|2 h 5\d min)$/);

      await server.set({ translations: [{ text: 'Meridian', de: 'Wäsche von Meridian' }] });
      const branded = async (language: string) => {
        const { body } = await customer('GET', '/v1.0/offer', undefined, { 'x-language-code': language });
        const offers = body['available_offers'] as readonly { readonly name: string; readonly message: string }[];
        return offers.find(({ name }) => name === 'Branded')?.message;
      };
      assert.equal(await branded('de'), 'Noch 10,50\u00a0₹ (Wäsche von Meridian), dann gilt diese Aktion');
      assert.equal(await branded('en'), 'Add ₹10.50 more of Meridian to get this offer');
      await server.set({ translations: [] });
    });

    test('every change makes its offer act', async () => {
      const { offers: all } = await whyNot(await withShirts(server, 2));
      // The network of a card is known of saved cards alone.
      const offers = all.filter(({ change, name }) => change !== undefined && name !== 'Card');
      assert.ok(offers.length > 5);
      for (const { id, name, change } of offers) {
        const shopper = await withShirts(server, 2);
        for (const step of change?.steps ?? []) await take(shopper, step);
        const [now] = (await whyNot(shopper, `offer_id=${id}`)).offers;
        assert.deepEqual([now?.is_applied, now?.discount], [true, change?.discount], name);
        const { body } = await shopper('GET', detail);
        assert.equal((body['breakup_values'] as { raw: { total: number } }).raw.total, change?.total, name);
      }
    });

    test('changes nothing, is paged, and tells shoppers nothing that is for others', async () => {
      const visitor = await withShirts(server, 1);
      const before = await visitor('GET', detail);
      const first = await whyNot(visitor, 'page_size=3');
      const second = await whyNot(visitor, 'page_size=3&page_no=2');
      const names = [...first.offers, ...second.offers].map(({ name }) => name);
      assert.deepEqual([new Set(names).size, first.page.has_next, second.page.has_previous], [6, true, true]);
      assert.equal(byName(await whyNot(visitor))['Others'], undefined);
      assert.equal(byName(await whyNot(visitor))['HIDDEN'], undefined);
      const now = await visitor('GET', detail);
      assert.deepEqual(quantities(now.body as never), quantities(before.body as never));
      assert.equal(now.headers['etag'], before.headers['etag']);
      assert.deepEqual((await whyNot(visitor, `offer_id=${ids.others}`)).offers, []);
      assert.equal((await visitor('GET', '/v1.0/detail/why-not?page_size=900')).status, 400);
    });

    test('a box, and what is in it, come and go together: no change is made of one of them', async () => {
      const visitor = server.visitor();
      await visitor('POST', detail, { items: [{ item_id: 9, item_size: 'M', quantity: 1 }] });
      for (const { change } of (await whyNot(visitor)).offers) {
        for (const { item_id, identifier } of change?.steps ?? []) {
          assert.ok(item_id !== 9 && identifier === undefined, change?.message);
        }
      }
    });

    test('an empty cart is told what to begin with', async () => {
      const told = byName(await whyNot(server.visitor()));
      assert.equal(told['Shirts']?.change?.message, 'Add 1 × Linen shirt 1, M for ₹100.00');
    });

    test('staff see all offers, with the reason nobody else is told', async () => {
      const customer = await server.customer('why-not-staff');
      await customer('POST', detail, { items: [{ item_id: 1, item_size: 'M' }] });
      const staff = await staffFor(server);
      const told = byName(await whyNot(staff('why-not-staff')));
      assert.deepEqual([told['Others']?.reason, told['Others']?.search], ['user', 'impossible']);
      assert.equal(told['HIDDEN']?.change?.message, 'Use the code HIDDEN');
    });

    test('looks at the goods of an offer also where its condition is about anything and they are dear', async () => {
      for (let uid = 200; uid < 230; uid += 1) {
        await server.shop.sell(uid, [{ uid: `cheap-${uid}`, quantity: 500, prices: oneRupee.prices }]);
      }
      const id = await server.shop.promotion({
        promotion_type: 'steal_deal',
        display_meta: { name: 'Steal a lamp' },
        buy_rules: { 'rule#1': { all_items: true, cart_total: { greater_than_equals: 1900 } } },
        discount_rules: [
          {
            buy_condition: '( rule#1 )',
            discount_type: 'steal_deal',
            item_criteria: { item_id: [2] },
            offer: { discount_price: 10, max_offer_quantity: 1 },
          },
        ],
      });
      const shopper = await withShirts(server, 10);
      const [told] = (await whyNot(shopper, `offer_id=${id}`)).offers;
      assert.equal(told?.search, 'found', JSON.stringify(told));
      for (const { item_id, size, quantity = 0, promo_id } of told?.change?.steps ?? []) {
        const wish = { items: [{ item_id, item_size: size, quantity, ...(promo_id && { promo_id }) }] };
        const { body } = await shopper('POST', detail, wish);
        assert.equal(body.success, true, JSON.stringify(body.result));
      }
      const [now] = (await whyNot(shopper, `offer_id=${id}`)).offers;
      assert.deepEqual([now?.is_applied, now?.discount], [true, told?.change?.discount]);
    });
  });
});
