/** The offers of the demo shop: every kind is there, every one makes sense, and they are kept once. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { system } from '../../src/applications/node.ts';
import { promotionTypes } from '../../src/contract/offers/offer-promotion-contract.ts';
import { demoConfigurations, demoOffers } from '../../src/demo/demo-offers.ts';
import { areas } from '../../src/demo/places.ts';
import { offerReader } from '../../src/offers/read-offers.ts';
import { seedOffers } from '../../src/offers/seed-offers.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { feedCompany } from '../cart/response/feed-company.ts';
import { forEachEngine } from '../databases.ts';

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  after(() => node.close());
  const shop = await newShop(node);
  await feedCompany(node, shop.companyId)('areas', areas);

  test('they are kept, all at once, and never a second time', async () => {
    const offers = demoOffers({ now: node.now() });
    assert.ok(offers.length >= 25);
    const seed = () => seedOffers(node, shop, { offers, configurations: demoConfigurations }, system);
    const counts = await Promise.all([seed(), seed(), seed()]);
    assert.deepEqual(
      counts.toSorted((a, b) => a - b),
      [0, 0, offers.length],
    );
    const codes = await node.db.one<{ n: number }>('select count(*) as n from offer_code where is_bulk = 1');
    assert.equal(codes?.n, 500);
  });

  test('what is published compiles, and covers every kind but the one in draft', async () => {
    const application = { applicationId: shop.applicationId, settings: { currency: 'INR', time_zone: 'Asia/Kolkata' } };
    const active = await offerReader(node.db)(application, node.now());
    assert.deepEqual(active.index.refused, []);
    const types = new Set(active.index.offers.map(({ type }) => type));
    assert.deepEqual(
      promotionTypes.filter((type) => !types.has(type)),
      ['custom'],
    );
    const drafts = await node.db.all("select id from offer where state <> 'published' limit 100");
    assert.equal(active.byId.size, demoOffers({ now: node.now() }).length - drafts.length);
    assert.deepEqual([active.universal.gift_pricing, active.custom.map(({ slug }) => slug)], [49, ['made-to-order']]);
  });

  test('some run now, some will run, some wait for a condition', async () => {
    const application = { applicationId: shop.applicationId, settings: { currency: 'INR', time_zone: 'Asia/Kolkata' } };
    const { byId } = await offerReader(node.db)(application, node.now());
    const all = [...byId.values()];
    const running = all.filter(
      ({ periods }) => periods.length === 0 || periods.some(({ from, to }) => from <= node.now() && node.now() < to),
    );
    assert.ok(running.length >= 20 && all.length - running.length >= 3, `${running.length} of ${all.length}`);
    const waiting = all.filter(
      ({ restrictions: { payments, platforms, groups, anonymous } }) =>
        payments !== null || platforms.length + groups.length > 0 || anonymous === false,
    );
    assert.ok(waiting.length >= 4);
    const placed = all.filter(({ rules }) => rules.some(({ criteria }) => criteria.zones.length > 0));
    assert.deepEqual(placed.map(({ mode }) => mode).toSorted(), ['coupon', 'promotion', 'promotion']);
  });
});
