/** Mistakes in a set of offers: each is found, nothing else is, and every witness shows what is claimed when it is previewed. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { knownArticles } from '../../src/cart/lines/known-articles.ts';
import { createArticleCache } from '../../src/catalog/article-cache.ts';
import { catalogReader } from '../../src/catalog/read-articles.ts';
import { lintApplication } from '../../src/offers/lint/lint-application.ts';
import type { LintFinding, OfferLint } from '../../src/contract/offers/offer-lint-contract.ts';
import { compareTexts } from '../../src/shared/text-order.ts';
import { completeSettings } from '../../src/applications/settings.ts';
import { anArticle, aProduct, aSeller, feedPath } from '../catalog/shop.ts';
import { forEachEngine } from '../databases.ts';
import { couponBody, type Json, offerServer, promotionBody } from './offer-server.ts';

type Preview = {
  readonly breakup: Readonly<Record<string, number>>;
  readonly applied: readonly { readonly offer_id: string; readonly amount: number }[];
  readonly items: readonly { readonly article_id: string; readonly quantity: number; readonly amount: number }[];
};

const brand = (id: number, more: Json = {}) => ({ 'rule#1': { item_brand: [id], ...more } });
const rule = (offer: Json, type = 'percentage') => [
  { buy_condition: '( rule#1 )', discount_type: type, item_criteria: { buy_rules: ['rule#1'] }, offer },
];
const named = (name: string, change: Json = {}): Json =>
  promotionBody({ display_meta: { name, offer_text: name }, ...change });

/** Each about a brand of its own, unless the mistake is in how they meet. */
const promotions: readonly Json[] = [
  named('Sound', { buy_rules: brand(1) }),
  named('Contradicting', {
    buy_rules: brand(2),
    discount_rules: rule({ discount_percentage: 10 }).map((one) => ({
      ...one,
      item_criteria: { buy_rules: ['rule#1'], item_brand: [99] },
    })),
  }),
  named('First', { buy_rules: brand(3), stackable: false, apply_priority: 9 }),
  named('Behind it', { buy_rules: brand(3), apply_priority: 2 }),
  named('Percent', { buy_rules: brand(4) }),
  named('Flat', {
    buy_rules: brand(4),
    promotion_type: 'amount',
    discount_rules: rule({ discount_amount: 100 }, 'amount'),
  }),
  // No cart of one shirt shows it: the second begins at 3,000.
  named('Always', { buy_rules: brand(9), apply_priority: 8 }),
  named('From 3,000', {
    buy_rules: brand(9, { cart_total: { greater_than_equals: 3000 } }),
    apply_priority: 8,
    promotion_type: 'amount',
    discount_rules: rule({ discount_amount: 100 }, 'amount'),
  }),
  named('Most', { buy_rules: brand(5), apply_priority: 7, discount_rules: rule({ discount_percentage: 60 }) }),
  named('The rest', {
    buy_rules: brand(5),
    apply_priority: 6,
    promotion_type: 'amount',
    discount_rules: rule({ discount_amount: 900 }, 'amount'),
  }),
  named('Capped for nothing', {
    buy_rules: brand(6),
    promotion_type: 'amount',
    discount_rules: rule({ discount_amount: 50, max_discount_amount: 80 }, 'amount'),
  }),
  named('Limited for nothing', {
    buy_rules: brand(7),
    discount_rules: rule({ discount_percentage: 10, max_usage_per_transaction: 2 }),
  }),
  named('Deep', { buy_rules: brand(20), discount_rules: rule({ discount_percentage: 50 }) }),
  named('Agreed', {
    promo_group: 'contract',
    promotion_type: 'contract_price',
    buy_rules: brand(21),
    discount_rules: rule({ discount_price: 500 }, 'contract_price'),
  }),
  named('Some', { buy_rules: brand(22), apply_priority: 9, discount_rules: rule({ discount_percentage: 20 }) }),
  named('More', {
    buy_rules: brand(22),
    apply_priority: 3,
    promotion_type: 'amount',
    discount_rules: rule({ discount_amount: 700 }, 'amount'),
  }),
];
/** Nothing is wrong with these, and they are looked at like all others. */
const sound: readonly Json[] = [
  named('Steal', {
    promotion_type: 'steal_deal',
    buy_rules: { 'rule#1': { all_items: true, cart_total: { greater_than_equals: 2999 } } },
    discount_rules: [
      {
        buy_condition: '( rule#1 )',
        discount_type: 'steal_deal',
        item_criteria: { item_brand: [40] },
        offer: { discount_price: 299, max_offer_quantity: 1 },
      },
    ],
  }),
  named('Sent by ship', {
    promo_group: 'cart',
    promotion_type: 'shipping_price',
    buy_rules: brand(41),
    discount_rules: rule({ discount_percentage: 100 }, 'shipping_price'),
    restrictions: { shipping_methods: ['ship'] },
  }),
];
/** By adjustments of a cart, which a previewed one does not have. */
const external = named('By another program', {
  promotion_type: 'external_price_adjustment_discount',
  buy_rules: brand(42),
  discount_rules: rule({}, 'external_price_adjustment_discount'),
});
/** Sold for 1,499.50, and by no offer for less than this. */
const FLOOR = 1000;
const sold = [20, 21, 22, 23].map((uid) => ({
  product: aProduct(uid, { brand: { uid, name: `Brand ${uid}` } }),
  article: anArticle(uid, { floor_price: String(FLOOR) }),
}));
const expected: readonly (readonly [string, readonly string[]])[] = [
  ['never_reachable', ['Contradicting']],
  ['shadowed', ['Behind it', 'First']],
  ['order_dependent', ['Percent', 'Flat']],
  ['order_dependent', ['Always', 'From 3,000']],
  ['free_by_combination', ['Most', 'The rest']],
  ['below_floor', ['Deep']],
  ['below_floor', ['Agreed']],
  ['below_floor', ['Some', 'More']],
  ['cap_never_binds', ['Capped for nothing']],
  ['limit_never_binds', ['Limited for nothing']],
  ['similar_codes', ['Ten', 'Ten']],
];

/** Who shadows whom is told; elsewhere the order says nothing. */
const asText = (kind: string, names: readonly string[]): string =>
  JSON.stringify([kind, kind === 'shadowed' ? names : names.toSorted()]);

forEachEngine(async (engine) => {
  const server = await offerServer(engine);
  after(() => server.close());
  const bodies = new Map<string, Json>();
  for (const body of [...promotions, ...sound, external]) {
    const { _id: id } = await server.ok('POST', '/promotion', body);
    bodies.set(id, body);
  }
  const { app, shop } = server;
  for (const [kind, rows] of [
    ['sellers', [aSeller]],
    ['products', sold.map(({ product }) => product)],
    ['articles', sold.map(({ article }) => article)],
  ] as const) {
    const headers = { 'x-organization': shop.organizationId, 'x-permissions': 'company/*' };
    const payload = [...rows];
    const fed = await app.inject({ method: 'PUT', url: feedPath(shop.companyId, kind), headers, payload });
    assert.equal(fed.statusCode, 200, fed.body);
  }
  for (const code of ['SO10', '5O1O'])
    await server.ok('POST', '/coupon', couponBody({ code, identifiers: { brand_id: [8] } }));

  const preview = async (witness: LintFinding['witness'], more: Json): Promise<Preview> => {
    const answer = await server.call('POST', '/promotion/preview', { ...witness, ...more });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Preview>();
  };
  const acts = ({ applied }: Preview, id: string | undefined): boolean =>
    applied.some(({ offer_id }) => offer_id === id);
  const unsaved = (id: string | undefined, change: Json): Json => ({ ...bodies.get(id ?? ''), ...change });
  const withoutLimits = (id: string | undefined): Json => {
    const body = bodies.get(id ?? '') as { readonly discount_rules: readonly { readonly offer: Json }[] };
    const bare = body.discount_rules.map((one) => ({
      ...one,
      offer: { ...one.offer, max_discount_amount: undefined, max_usage_per_transaction: undefined },
    }));
    return { ...body, discount_rules: bare };
  };
  const alone = { published: false };

  /** What each kind claims, seen by the preview. */
  const shown: Readonly<Record<string, (finding: LintFinding) => Promise<void>>> = {
    never_reachable: async ({ offers: [offer], witness }) => assert.ok(!acts(await preview(witness, {}), offer?.id)),
    shadowed: async ({ offers: [offer], witness }) => {
      assert.ok(!acts(await preview(witness, {}), offer?.id));
      assert.ok(acts(await preview(witness, { ...alone, offer_ids: [offer?.id] }), offer?.id));
    },
    order_dependent: async ({ offers: [a, b], witness }) => {
      const inOrder = (first?: string, second?: string) =>
        preview(witness, {
          ...alone,
          promotions: [unsaved(first, { apply_priority: 5 }), unsaved(second, { apply_priority: 4 })],
        });
      const [one, other] = [await inOrder(a?.id, b?.id), await inOrder(b?.id, a?.id)];
      assert.notEqual(one.breakup['goods'], other.breakup['goods']);
    },
    free_by_combination: async ({ offers, witness }) => {
      const priced = await preview(witness, { ...alone, offer_ids: offers.map(({ id }) => id) });
      for (const { id } of offers) assert.ok(acts(priced, id));
      assert.ok(priced.items.some(({ amount }) => amount === 0));
    },
    below_floor: async ({ offers, witness }) => {
      const last = witness.items.at(-1);
      const unitPrice = async (floor_price?: number): Promise<number> => {
        const items = [
          ...witness.items.slice(0, -1),
          { ...last, ...(floor_price === undefined ? {} : { floor_price }) },
        ];
        const priced = await preview(witness, { items });
        for (const { id } of offers) assert.ok(acts(priced, id));
        const found = priced.items.find(({ article_id }) => article_id === last?.article_id);
        return (found?.amount ?? 0) / (found?.quantity ?? 1);
      };
      const [asked, held] = [await unitPrice(0), await unitPrice()];
      const isContract = offers.some(({ name }) => name === 'Agreed');
      assert.ok(asked < FLOOR, String(asked));
      assert.equal(held, isContract ? asked : FLOOR);
    },
    cap_never_binds: async ({ offers: [offer], witness }) => {
      const priced = await preview(witness, { ...alone, offer_ids: [offer?.id] });
      assert.ok(acts(priced, offer?.id));
      const bare = await preview(witness, { ...alone, promotions: [withoutLimits(offer?.id)] });
      assert.deepEqual(bare.breakup, priced.breakup);
    },
    limit_never_binds: (finding) => shown['cap_never_binds']?.(finding) ?? Promise.resolve(),
    similar_codes: async ({ offers, witness }) => {
      const priced = await preview(witness, {});
      assert.ok(offers.some(({ id }) => acts(priced, id)));
    },
  };

  describe(`lint on ${engine.name}`, () => {
    test('finds every mistake, finds nothing else, and each witness shows it', async () => {
      const answer = await server.call('GET', '/promotion/lint');
      assert.equal(answer.statusCode, 200, answer.body);
      const { findings, complete, not_checked, offers_checked } = answer.json<OfferLint>();
      assert.deepEqual(
        new Set(
          findings.map(({ kind, offers }) =>
            asText(
              kind,
              offers.map(({ name }) => name),
            ),
          ),
        ),
        new Set(expected.map(([kind, names]) => asText(kind, names))),
      );
      assert.deepEqual([complete, offers_checked], [true, 21]);
      assert.deepEqual(
        not_checked.map(({ name, reason }) => [name, reason]),
        [
          [
            'By another program',
            'What it gives is said by price adjustments of a cart, which a previewed one does not have.',
          ],
        ],
      );
      for (const finding of findings) await shown[finding.kind]?.(finding);
    });

    test('finds what codes do together where a cart can have several, and the witness has them all', async () => {
      const coupon = (code: string, uid: number, more: Json) =>
        server.ok('POST', '/coupon', couponBody({ code, identifiers: { brand_id: [uid] }, ...more }));
      const percent = (value: number) => ({ rule: [{ key: 1, value, min: 0, max: 1_000_000 }] });
      const flat = (value: number) => ({
        type_slug: 'absolute_amount_absolute',
        rule: [{ key: 1, value, min: 0, max: 1_000_000 }],
      });
      const first = { validity: { priority: 3 } };
      await coupon('SIXTY', 30, { ...percent(60), ...first });
      await coupon('NINEHUNDRED', 30, flat(900));
      await coupon('THIRTY', 23, { ...percent(30), ...first });
      await coupon('SEVENHUNDRED', 23, flat(700));
      await coupon('QUARTER', 31, percent(25));
      await coupon('HUNDRED', 31, flat(100));
      const settings = completeSettings({ name: 'Shop', currency: 'INR', country: 'IN' });
      const { node } = server;
      const readKnown = knownArticles(catalogReader(node.db, createArticleCache(node.db)), node.now);
      const { applicationId: id, companyId } = shop;
      const found = async (coupons_per_cart: number) => {
        const own = { id, companyId, settings: { ...settings, cart: { ...settings.cart, coupons_per_cart } } };
        const { findings } = await lintApplication({ node, readKnown }, own);
        return findings.filter(({ witness }) => (witness.more_coupon_codes ?? []).length > 0);
      };
      assert.deepEqual(await found(1), []);
      const several = await found(2);
      const codesOf = ({ witness }: LintFinding) =>
        [witness.coupon_code ?? '', ...(witness.more_coupon_codes ?? [])].toSorted(compareTexts).join(' ');
      const said = new Set(several.map((finding) => `${finding.kind} ${codesOf(finding)}`));
      for (const wanted of [
        'free_by_combination NINEHUNDRED SIXTY',
        'below_floor SEVENHUNDRED THIRTY',
        'order_dependent HUNDRED QUARTER',
      ])
        assert.ok(said.has(wanted), `${wanted} is among ${[...said].join(', ')}`);
      for (const finding of several) {
        const priced = await preview(finding.witness, {});
        const isOrder = finding.kind === 'order_dependent';
        for (const { id: offer } of finding.offers) assert.ok(isOrder || acts(priced, offer), JSON.stringify(finding));
        if (finding.kind === 'free_by_combination') assert.ok(priced.items.some(({ amount }) => amount === 0));
        if (finding.kind === 'below_floor') await shown['below_floor']?.(finding);
      }
      const [ordered] = several.filter(({ kind }) => kind === 'order_dependent');
      const goodsWith = async (priority: number) => {
        const saved = [
          couponBody({ code: 'QUARTER', identifiers: { brand_id: [31] }, ...percent(25), validity: { priority } }),
          couponBody({ code: 'HUNDRED', identifiers: { brand_id: [31] }, ...flat(100), validity: { priority: 5 } }),
        ];
        const { breakup } = await preview(ordered?.witness as LintFinding['witness'], { ...alone, coupons: saved });
        return breakup['goods'];
      };
      assert.notEqual(await goodsWith(4), await goodsWith(6));
    });

    test('asks for the permission to read price rules, and tells nothing of another shop', async () => {
      assert.equal((await server.call('GET', '/promotion/lint', undefined, { permissions: [] })).statusCode, 403);
      assert.equal((await server.call('GET', '/promotion/lint', undefined, { as: server.otherShop })).statusCode, 404);
      const settings = completeSettings({ name: 'Other', currency: 'INR', country: 'IN' });
      const { node, otherShop } = server;
      const readKnown = knownArticles(catalogReader(node.db, createArticleCache(node.db)), node.now);
      const { applicationId: id, companyId } = otherShop;
      const other = await lintApplication({ node, readKnown }, { id, companyId, settings });
      assert.deepEqual([other.findings, other.offers_checked], [[], 0]);
    });
  });
});
