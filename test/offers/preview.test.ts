/** A merchant sees what an offer does before it is live: saved, unsaved or published, as of any instant. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { anArticle, aProduct, aSeller, feedPath } from '../catalog/shop.ts';
import { type Answer, couponBody, type Json, offerServer, promotionBody } from './offer-server.ts';

type Preview = {
  readonly breakup: Readonly<Record<string, number>>;
  readonly applied: readonly { readonly offer_id: string; readonly amount: number; readonly name: string }[];
  readonly not_applied: readonly {
    readonly offer_id: string;
    readonly reason: string;
    readonly missing: number | null;
  }[];
  readonly items: readonly { readonly amount: number }[];
};
const shirt = { article_id: 'a1', item_id: 1, quantity: 2, marked: 600, effective: 500, brand_id: 18 };

forEachEngine(async (engine) => {
  const server = await offerServer(engine);
  after(() => server.close());

  const preview = async (body: Json): Promise<Preview> => {
    const answer = await server.call('POST', '/promotion/preview', { items: [shirt], ...body });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Preview>();
  };

  test('a promotion nobody has saved is priced, and nothing is kept of it', async () => {
    const { breakup, applied } = await preview({ promotions: [promotionBody()] });
    assert.deepEqual([breakup['mrp_total'], breakup['promotion'], breakup['total']], [1200, -100, 900]);
    assert.deepEqual(
      applied.map(({ amount, name }) => [amount, name]),
      [[100, 'Ten off']],
    );
    assert.equal((await server.call('GET', '/promotion')).json<Answer>().items.length, 0);
  });

  test('as of another instant the same offer has not begun, or is over', async () => {
    const reasons = async (as_of: string) =>
      (await preview({ promotions: [promotionBody()], as_of })).not_applied.map(({ reason }) => reason);
    assert.deepEqual(await reasons('2026-10-31T23:59:59Z'), ['not_started']);
    assert.deepEqual(await reasons('2026-12-01T00:00:00Z'), ['ended']);
    const friday = promotionBody({ _schedule: { cron: '0 18 * * FRI', duration: 120 } });
    const total = async (as_of: string) => (await preview({ promotions: [friday], as_of })).breakup['promotion'];
    assert.equal(await total('2026-11-20T19:59:59Z'), -100);
    assert.equal(await total('2026-11-20T20:00:00Z'), 0);
  });

  test('a saved draft counts when it is named, a published offer unless it is left out', async () => {
    const post = async (path: string, body: Json): Promise<string> =>
      (await server.call('POST', path, body)).json<Answer>()['_id'];
    const draft = await post('/promotion', promotionBody({ _schedule: {}, display_meta: { name: 'Draft' } }));
    assert.equal((await preview({})).breakup['promotion'], 0);
    assert.equal((await preview({ offer_ids: [draft] })).breakup['promotion'], -100);
    await post('/promotion', promotionBody({ display_meta: { name: 'Live' } }));
    assert.equal((await preview({})).breakup['promotion'], -100);
    assert.equal((await preview({ published: false })).breakup['promotion'], 0);
  });

  test('a coupon says why it does not apply, and how much is missing', async () => {
    const coupon = couponBody({ code: 'BIG', rule: [{ key: 1, value: 10, min: 1500 }] });
    const { breakup, not_applied: why } = await preview({ published: false, coupons: [coupon], coupon_code: 'big' });
    assert.equal(breakup['coupon'], 0);
    assert.deepEqual(
      why.map(({ offer_id, reason, missing }) => [offer_id, reason, missing]),
      [['new-coupon-0', 'condition', 500]],
    );
    const unknown = await server.call('POST', '/promotion/preview', { items: [shirt], coupon_code: 'nobody' });
    assert.equal(unknown.statusCode, 404);
  });

  test('several codes act together, each with its own reason where it does not', async () => {
    const [tenth, large] = [
      couponBody({ code: 'TENTH' }),
      couponBody({ code: 'LARGE', rule: [{ key: 1, value: 10, min: 9e5 }] }),
    ];
    const asked = { published: false, coupons: [tenth, large], coupon_code: 'large', more_coupon_codes: ['tenth'] };
    const { applied, not_applied: why } = await preview(asked);
    assert.deepEqual(
      applied.map(({ offer_id }) => offer_id),
      ['new-coupon-0'],
    );
    assert.deepEqual(
      why.map(({ offer_id, reason }) => [offer_id, reason]),
      [['new-coupon-1', 'condition']],
    );
    const unknown = { items: [shirt], more_coupon_codes: ['nobody'] };
    assert.equal((await server.call('POST', '/promotion/preview', unknown)).statusCode, 404);
  });

  test('an offer that could not be saved is refused with its place in the list', async () => {
    const bad = promotionBody({ currency: 'XYZ' });
    const answer = await server.call('POST', '/promotion/preview', {
      items: [shirt],
      promotions: [promotionBody(), bad],
    });
    assert.equal(answer.statusCode, 422);
    assert.deepEqual(
      answer.json<Answer>().details?.map(({ field }) => field),
      ['promotions[1].currency'],
    );
  });

  test('units that offers would leave at thousands of prices are refused', async () => {
    const percent = (discount_percentage: number) => {
      const [rule] = promotionBody()['discount_rules'] as readonly Json[];
      return promotionBody({ stackable: true, discount_rules: [{ ...rule, offer: { discount_percentage } }] });
    };
    const promotions = Array.from({ length: 20 }, (_, at) => percent(0.37 + at / 13));
    const items = [{ ...shirt, quantity: 1_000_000, marked: 5999.99, effective: 5987.65 }];
    const few = await preview({ published: false, promotions: promotions.slice(0, 5), items });
    assert.equal(few.applied.length, 5);
    const answer = await server.call('POST', '/promotion/preview', { published: false, promotions, items });
    assert.deepEqual([answer.statusCode, answer.json<Answer>().details?.[0]?.field], [400, 'items']);
  });

  test('what an item leaves out is taken from the catalogue, and what neither says is asked for', async () => {
    const { app, shop } = server;
    for (const [kind, row] of [
      ['sellers', aSeller],
      ['products', aProduct(31)],
      ['articles', anArticle(31)],
    ] as const) {
      const headers = { 'x-organization': shop.organizationId, 'x-permissions': 'company/*' };
      const fed = await app.inject({ method: 'PUT', url: feedPath(shop.companyId, kind), headers, payload: [row] });
      assert.equal(fed.statusCode, 200, fed.body);
    }
    const items = [{ article_id: '31_M_1', quantity: 2 }];
    const { breakup } = await preview({ items, published: false });
    assert.deepEqual([breakup['mrp_total'], breakup['total']], [3998, 2999]);
    const ofBrand = (brand: number) => promotionBody({ buy_rules: { 'rule#1': { item_brand: [brand] } } });
    const applied = async (brand: number) =>
      (await preview({ items, published: false, promotions: [ofBrand(brand)] })).applied.length;
    assert.deepEqual([await applied(7), await applied(8)], [1, 0]);
    const dearer = await preview({ items: [{ ...items[0], marked: 5000 }], published: false });
    assert.equal(dearer.breakup['total'], 10_000);
    const unknown = await server.call('POST', '/promotion/preview', { items: [{ article_id: 'none', quantity: 1 }] });
    assert.deepEqual([unknown.statusCode, unknown.json<Answer>().details?.[0]?.field], [400, 'items[0]']);
  });
});
