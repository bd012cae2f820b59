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
import { external, promotions, sound } from './lint-offers.ts';
import { couponBody, type Json, offerServer } from './offer-server.ts';

type Preview = {
  readonly breakup: Readonly<Record<string, number>>;
  readonly applied: readonly { readonly offer_id: string; readonly amount: number }[];
  readonly items: readonly { readonly article_id: string; readonly quantity: number; readonly amount: number }[];
};

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
