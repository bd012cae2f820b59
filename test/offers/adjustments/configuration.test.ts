/** Cart configurations and price adjustments as a merchant or an extension manages them. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { adjustmentProblems, priceAdjustmentOf } from '../../../src/offers/adjustments/adjustment-rules.ts';
import { readAdjustments, sweepAdjustments } from '../../../src/offers/adjustments/adjustment-store.ts';
import type { AdjustmentBody } from '../../../src/contract/offers/offer-adjustment-contract.ts';
import {
  completeConfiguration,
  configurationProblems,
  deliveryTable,
  slugOf,
} from '../../../src/offers/configurations/configuration-rules.ts';
import { forEachEngine } from '../../databases.ts';
import { type Answer, offerServer } from '../offer-server.ts';

const adjustment = (change: Partial<AdjustmentBody> = {}): AdjustmentBody => ({
  cart_id: 'cart-1',
  type: 'discount',
  value: 12.5,
  message: 'Sorry',
  is_authenticated: true,
  article_level_distribution: true,
  article_ids: [{ article_id: 'a1', value: 12.5, quantity: 2, code: 'sorry' }],
  collection: { collected_by: 'FYND', refund_by: 'FYND' },
  ...change,
});

describe('rules of cart configurations', () => {
  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    ['nothing said', {}, []],
    ['a minimum above the maximum', { min_cart_value: 10, max_cart_value: 5 }, ['min_cart_value']],
    ['a minimum and no maximum', { min_cart_value: 10 }, []],
    ['negative numbers', { gift_pricing: -1, max_cart_items: -1 }, ['max_cart_items', 'gift_pricing']],
    [
      'a threshold listed twice',
      {
        delivery_charges: {
          enabled: true,
          charges: [
            { threshold: 0, charges: 1 },
            { threshold: 0, charges: 2 },
          ],
        },
      },
      ['delivery_charges.charges[1].threshold'],
    ],
    ['a custom cart without tags', { is_universal: false, name: 'Fresh', slug: 'fresh' }, ['article_tags']],
    [
      'a custom cart with the universal slug',
      { is_universal: false, name: 'X', slug: 'universal', article_tags: ['x'] },
      ['slug'],
    ],
    ['amounts with the noise of floating point', { min_cart_value: 49.239999999999995, gift_pricing: 0.1 + 0.2 }, []],
    [
      'amounts of less than the smallest unit',
      {
        min_cart_value: 49.235,
        pan_card: { cod_threshold_amount: 0.001 },
        delivery_charges: { enabled: true, charges: [{ threshold: 99.999, charges: 4.505 }] },
      },
      [
        'min_cart_value',
        'pan_card.cod_threshold_amount',
        'delivery_charges.charges[0].threshold',
        'delivery_charges.charges[0].charges',
      ],
    ],
    ['a universal cart with a slug of its own', { is_universal: true, slug: 'mine' }, ['slug']],
  ];
  for (const [name, given, fields] of cases) {
    test(name, () => {
      const problems = configurationProblems(completeConfiguration('id', given), 2);
      assert.deepEqual(
        problems.map(({ field }) => field),
        fields,
      );
    });
  }

  test('delivery charges at home and abroad are minor units, and abroad those of home while they are switched off', () => {
    const configuration = completeConfiguration('id', {
      delivery_charges: {
        enabled: true,
        charges: [
          { threshold: -1, charges: 49.5 },
          { threshold: 999, charges: 0 },
        ],
      },
      international_delivery_charges: { enabled: false, charges: [{ threshold: 0, charges: 500 }] },
    });
    const home = [
      { threshold: -100, charge: 4950 },
      { threshold: 99900, charge: 0 },
    ];
    assert.deepEqual(deliveryTable(configuration, false, 2), home);
    assert.deepEqual(deliveryTable(configuration, true, 2), home);
    const { international_delivery_charges: abroad } = configuration;
    const on = { ...configuration, international_delivery_charges: { ...abroad, enabled: true } };
    assert.deepEqual(deliveryTable(on, true, 2), [{ threshold: 0, charge: 50_000 }]);
    const off = { ...configuration, delivery_charges: { ...configuration.delivery_charges, enabled: false } };
    assert.deepEqual([deliveryTable(off, false, 2), deliveryTable(off, true, 2)], [[], []]);
  });

  test('a slug is made from the name', () => assert.equal(slugOf(' Fresh & Daily – Café '), 'fresh-daily-cafe'));
});

describe('rules of price adjustments', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  const cases: readonly (readonly [string, Partial<AdjustmentBody>, readonly string[]])[] = [
    ['one that makes sense', {}, []],
    ['a negative value', { value: -1 }, ['value']],
    ['an expiry in the past', { apply_expiry: '2026-11-14T00:00:00Z' }, ['apply_expiry']],
    ['an expiry that is no time', { apply_expiry: 'soon' }, ['apply_expiry']],
    ['a price without articles', { type: 'selling_price', article_ids: [] }, ['article_ids']],
    ['an article twice', { article_ids: [{ article_id: 'a' }, { article_id: 'a' }] }, ['article_ids[1].article_id']],
    ['a value with the noise of floating point', { value: 1999.9900000000002 }, []],
    [
      'values of less than the smallest unit',
      { value: 1.005, article_ids: [{ article_id: 'a', value: 0.001, min_price_threshold: 9.999 }] },
      ['value', 'article_ids[0].value', 'article_ids[0].min_price_threshold'],
    ],
    ['a value that no cart can hold', { value: 1e300 }, ['value']],
    ['half a unit', { article_ids: [{ article_id: 'a', quantity: 0.5 }] }, ['article_ids[0].quantity']],
  ];
  for (const [name, change, fields] of cases) {
    test(name, () =>
      assert.deepEqual(
        adjustmentProblems(adjustment(change), now, 2).map(({ field }) => field),
        fields,
      ),
    );
  }

  test('pricing reads minor units, articles and expiry', () => {
    const body = adjustment({ apply_expiry: '2026-11-16T00:00:00Z', meta: { promotion_id: 'p' } });
    assert.deepEqual(priceAdjustmentOf('x', body, { code: 'INR', exponent: 2 }), {
      id: 'x',
      type: 'discount',
      value: 1250,
      currency: 'INR',
      code: 'sorry',
      message: 'Sorry',
      distribution: 'apportion',
      articles: [{ articleUid: 'a1', value: 1250, quantity: 2 }],
      articleLevel: true,
      expiresAt: Date.parse('2026-11-16T00:00:00Z'),
      inEligibility: false,
      offerId: 'p',
    });
  });
});

forEachEngine(async (engine) => {
  const server = await offerServer(engine);
  after(() => server.close());
  const { ok } = server;

  test('the universal cart is there from the start, is set once, and changes field by field', async () => {
    const first = await ok('GET', '/cart_configuration');
    assert.deepEqual([first['slug'], first['max_cart_items'], first.items.length], ['universal', 0, 1]);
    const { id } = first;
    const added = await ok('POST', '/cart_configuration', {
      max_cart_items: 20,
      gift_pricing: 30,
      later_sdk: { x: 1 },
    });
    assert.deepEqual([added.id, added['max_cart_items'], added['later_sdk']], [id, 20, { x: 1 }]);
    assert.equal((await server.call('POST', '/cart_configuration', { max_cart_items: 5 })).statusCode, 409);
    const changed = await ok('PUT', `/cart_configuration/${id}`, { max_cart_items: 25 });
    assert.deepEqual([changed['max_cart_items'], changed['gift_pricing']], [25, 30]);
    assert.deepEqual(await ok('GET', `/cart_configuration/${id}`), changed);
    assert.equal((await server.call('DELETE', `/cart_configuration/${id}`)).statusCode, 422);
  });

  test('the first change may be a PUT; twenty at once all count', async () => {
    const other = await offerServer(engine);
    try {
      const path = `/cart_configuration/${other.shop.applicationId}`;
      const fields = ['min_cart_value', 'max_cart_value', 'max_cart_items', 'gift_pricing'];
      const answers = await Promise.all(fields.map((field) => other.call('PUT', path, { [field]: 7 })));
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [200, 200, 200, 200],
      );
      const read = (await other.call('GET', path)).json<Answer>();
      assert.deepEqual(
        fields.map((field) => read[field]),
        [7, 7, 7, 7],
      );
    } finally {
      await other.close();
    }
  });

  test('custom carts have their own slug and tags, and can go', async () => {
    const fresh = await ok('POST', '/cart_configuration', { name: 'Fresh cart', article_tags: ['fresh'] });
    assert.deepEqual([fresh['slug'], fresh['is_universal']], ['fresh-cart', false]);
    const again = await server.call('POST', '/cart_configuration', { name: 'Fresh Cart', article_tags: ['x'] });
    assert.deepEqual([again.statusCode, again.json<Answer>().details?.[0]?.field], [409, 'slug']);
    server.node.clock.at += 1;
    const other = await ok('POST', '/cart_configuration', { name: 'Books', article_tags: ['book'] });
    const taken = await server.call('PUT', `/cart_configuration/${other.id}`, { slug: 'fresh-cart' });
    assert.equal(taken.statusCode, 409);
    assert.deepEqual(
      (await ok('GET', '/cart_configuration')).items.map(({ slug }) => slug),
      ['universal', 'fresh-cart', 'books'],
    );
    await ok('DELETE', `/cart_configuration/${other.id}`);
    assert.equal((await server.call('GET', `/cart_configuration/${other.id}`)).statusCode, 404);
    const bad = await server.call('PUT', `/cart_configuration/${fresh.id}`, { article_tags: [] });
    assert.deepEqual([bad.statusCode, bad.json<Answer>()['error_code']], [422, 'cart_configuration_invalid']);
  });

  test('price adjustments of a cart are added, listed, replaced, removed and audited', async () => {
    const added = (await ok('POST', '/price-adjustment', adjustment()))['data'] as Answer[];
    const id = String(added[0]?.id);
    assert.deepEqual(added, [{ ...adjustment(), id }]);
    await ok('POST', '/price-adjustment', adjustment({ cart_id: 'cart-2' }));
    assert.deepEqual((await ok('GET', '/price-adjustment?cart_id=cart-1'))['data'], added);
    const replaced = await ok('PUT', `/price-adjustment/${id}`, adjustment({ value: 3 }));
    assert.equal((replaced['data'] as Answer[])[0]?.['value'], 3);
    const bad = await server.call('PUT', `/price-adjustment/${id}`, adjustment({ value: -3 }));
    assert.deepEqual([bad.statusCode, bad.json<Answer>().details?.[0]?.field], [422, 'value']);
    await ok('DELETE', `/price-adjustment/${id}`);
    assert.equal((await server.call('DELETE', `/price-adjustment/${id}`)).statusCode, 404);
    assert.deepEqual((await ok('GET', '/price-adjustment?cart_id=cart-1'))['data'], []);
    const rows = await server.node.db.all('select action from audit where subject = ?', [`price_adjustment/${id}`]);
    assert.equal(rows.length, 3);
  });

  test('all of a cart have 262,144 characters together: each look at it reads them all', async () => {
    const named = (count: number) =>
      adjustment({
        cart_id: 'long',
        article_ids: Array.from({ length: count }, (_, at) => ({ article_id: `article-${at}` })),
      });
    const ids: string[] = [];
    for (let made = 0; made < 10; made += 1) {
      const [added] = (await ok('POST', '/price-adjustment', named(made < 9 ? 1_000 : 1)))['data'] as Answer[];
      ids.push(String(added?.['id']));
    }
    const refused = [
      await server.call('POST', '/price-adjustment', named(1_000)),
      await server.call('PUT', `/price-adjustment/${ids.at(-1)}`, named(1_000)),
    ];
    for (const { statusCode, payload } of refused) {
      assert.equal(statusCode, 422, payload.slice(0, 300));
      assert.match(payload, /262144 characters/);
    }
    await ok('PUT', `/price-adjustment/${ids[0]}`, named(1));
    await ok('PUT', `/price-adjustment/${ids.at(-1)}`, named(1_000));
  });

  test('a cart has at most a hundred of them, and expired ones are cleared away', async () => {
    for (let n = 0; n < 100; n += 1) {
      await ok('POST', '/price-adjustment', adjustment({ cart_id: 'full', apply_expiry: '2026-11-15T13:00:00Z' }));
    }
    assert.equal((await server.call('POST', '/price-adjustment', adjustment({ cart_id: 'full' }))).statusCode, 422);
    const { db } = server.node;
    assert.equal(await sweepAdjustments(db, Date.parse('2026-11-15T14:00:00Z')), 0);
    assert.equal(await sweepAdjustments(db, Date.parse('2026-11-16T14:00:00Z')), 100);
    assert.equal((await readAdjustments(db, server.shop.applicationId, 'full')).length, 0);
  });
});
