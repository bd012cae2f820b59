/** Offers restricted to zones, as shoppers meet them: the place of the cart decides, and a change of its zones shows at once. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { system } from '../../src/applications/node.ts';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { patchOffer, replaceOffer } from '../../src/offers/change-offer.ts';
import { Refusal } from '../../src/shared/errors.ts';
import { openCartServer, type Shopper } from '../cart/cart-server.ts';
import { rupees } from '../cart/response/carts.ts';
import { forEachEngine } from '../databases.ts';

const WEST = 11;
const SOUTH = 12;
const place = (area: string, zones: readonly number[]) => ({ area, country: 'IN', time_zone: 'Asia/Kolkata', zones });
const detail = (area?: string): string => `/v1.0/detail?b=true${area === undefined ? '' : `&area_code=${area}`}`;

/** Ten per cent off everything that goes to these zones. */
const forZones = (zones: readonly (number | string)[]) => ({
  promotion_type: 'percentage',
  buy_rules: { 'rule#1': { all_items: true, available_zones: zones } },
  discount_rules: [{ item_criteria: { buy_rules: ['rule#1'] }, offer: { discount_percentage: 10 } }],
});
const couponFor = (code: string, zones: readonly number[]) => ({
  code,
  rule: [{ key: 1, value: 20 }],
  identifiers: { zones_id: zones },
  validation: { anonymous: true },
});

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ ...rupees(100, 100), quantity: 1000 }]);
  await server.shop.feed('areas', [place('400*', [WEST]), place('400099', []), place('560*', [SOUTH, 13])]);
  await server.shop.promotion(forZones([String(WEST)]));
  await server.shop.coupon(couponFor('SOUTH20', [SOUTH]));

  const withShirt = async (): Promise<Shopper> => {
    const visitor = server.visitor();
    await visitor('POST', detail(), { items: [{ item_id: 1, item_size: 'M' }] });
    return visitor;
  };
  const cartAt = async (visitor: Shopper, area?: string): Promise<CartDetail> =>
    (await visitor('GET', detail(area))).body as unknown as CartDetail;
  const totalAt = async (visitor: Shopper, area?: string): Promise<number | undefined> =>
    (await cartAt(visitor, area)).breakup_values?.raw?.total;

  describe('an offer for a zone', () => {
    test('counts where the order goes into it, and nowhere else', async () => {
      const visitor = await withShirt();
      const totals = [];
      for (const area of ['400050', '400001', '400099', '560001', '110001', undefined]) {
        totals.push(await totalAt(visitor, area));
      }
      // Of 400001 and 400099 there are rows of their own, without zones: the most particular row decides alone.
      assert.deepEqual(totals, [90, 100, 100, 100, 100, 100]);
    });

    test('counts for the selected address', async () => {
      const visitor = await withShirt();
      const saved = await visitor('POST', '/v1.0/address', { area_code: '400 050', name: 'Asha' });
      await visitor('POST', '/v1.0/select-address', { id: saved.body['id'] });
      assert.deepEqual([await totalAt(visitor), await totalAt(visitor, '560001')], [90, 100]);
    });

    test('with a code waits until the order goes there', async () => {
      const visitor = await withShirt();
      await visitor('POST', '/v1.0/coupon', { coupon_code: 'SOUTH20' });
      const [here, there] = [await cartAt(visitor, '400050'), await cartAt(visitor, '560001')];
      assert.deepEqual(
        [here, there].map(({ coupon, breakup_values: values }) => [coupon?.is_applied, values?.raw?.total]),
        [
          [false, 90],
          [true, 80],
        ],
      );
    });

    test('comes and goes with the zones of the place, and no 304 hides it', async () => {
      const visitor = await withShirt();
      const seen: (number | undefined)[] = [];
      let tag = '';
      for (const zones of [[], [WEST], [], [SOUTH, WEST]]) {
        await server.shop.feed('areas', [place('302*', zones)]);
        const answer = await visitor('GET', detail('302001'), undefined, tag === '' ? {} : { 'if-none-match': tag });
        assert.equal(answer.status, 200, 'the answer changed');
        tag = answer.headers['etag'] ?? '';
        seen.push((answer.body as unknown as CartDetail).breakup_values?.raw?.total);
        const same = await visitor('GET', detail('302001'), undefined, { 'if-none-match': tag });
        assert.equal(same.status, 304);
      }
      assert.deepEqual(seen, [100, 90, 100, 90]);
    });
  });

  describe('a zone that no area has', () => {
    const refused = (error: unknown): boolean =>
      error instanceof Refusal &&
      error.code === 'offer_invalid' &&
      error.options.details?.[0]?.message.includes('zone 77') === true;

    test('is refused when an offer names it, also beside one that areas have', async () => {
      await assert.rejects(server.shop.promotion(forZones([WEST, 77])), refused);
      await assert.rejects(server.shop.coupon(couponFor('NOWHERE', [77])), refused);
      await server.shop.feed('areas', [place('77*', [77])]);
      await server.shop.promotion({ ...forZones([77]), _schedule: { published: false } });
      await server.shop.feed('areas', [place('77*', [])]);
    });

    test('does not keep an offer that named it before from being changed or archived', async () => {
      const { shop } = server;
      const at = { organizationId: shop.organizationId, companyId: shop.companyId, applicationId: shop.applicationId };
      const request = { ...system, remember: () => [], checkVersion: () => undefined };
      await shop.feed('areas', [place('78*', [78, 79])]);
      const body = { mode: 'promotion', promo_group: 'product', ...forZones([78]), _schedule: { published: false } };
      const id = await shop.promotion(body);
      await shop.feed('areas', [place('78*', [79])]);
      assert.equal(
        (await replaceOffer(shop.node, at, { key: ['promotion', id], body: { ...body, tags: ['x'] } }, request))
          .version,
        2,
      );
      assert.equal(
        (await patchOffer(shop.node, at, { key: ['promotion', id], patch: { archive: true } }, request)).isArchived,
        true,
      );
      await replaceOffer(shop.node, at, { key: ['promotion', id], body: { ...body, ...forZones([79]) } }, request);
      await assert.rejects(
        replaceOffer(shop.node, at, { key: ['promotion', id], body: { ...body, ...forZones([78]) } }, request),
      );
    });
  });
});
