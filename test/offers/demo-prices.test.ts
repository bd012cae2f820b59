/** The demo shop's offers do what their texts say. Priced through the preview; the engine of the database makes no difference. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { system } from '../../src/applications/node.ts';
import { demoConfigurations, demoOffers } from '../../src/demo/demo-offers.ts';
import { areas } from '../../src/demo/places.ts';
import { categoryPath } from '../../src/demo/write-promotion.ts';
import { demoZones } from '../../src/demo/zones.ts';
import { seedOffers } from '../../src/offers/seed-offers.ts';
import { feedCompany } from '../cart/response/feed-company.ts';
import { engines } from '../databases.ts';
import { type Json, type OfferServer, offerServer } from './offer-server.ts';

/** Category, unit price, units; the MRP is 100 above. */
type Line = readonly [category: string, price: number, quantity: number];
const watch: Line = ['Watches', 1500, 1];

const item = ([category, price, quantity]: Line, at: number): Json => {
  const { l1, l2, l3 } = categoryPath(category);
  return {
    article_id: `article-${at}`,
    item_id: at + 1,
    quantity,
    marked: price + 100,
    effective: price,
    l1_categories: [l1.uid],
    l2_categories: [l2.uid],
    l3_categories: [l3.uid],
  };
};

const promotions: readonly (readonly [what: string, line: Line, total: number, more?: Json])[] = [
  ['10% off T-shirts', ['T-Shirts', 500, 2], 900],
  ['15% off speakers', ['Speakers', 3000, 1], 2550],
  ['headphones while the clock runs, then 15% off the rest', ['Headphones', 8000, 1], 4760],
  ['₹500 off footwear from ₹4,999', ['Loafers', 2500, 2], 4500],
  ['nothing off footwear below', ['Loafers', 2400, 2], 4800],
  ['₹100 off every kettle', ['Kettles', 1200, 2], 2200],
  ['40% off the MRP of a dress', ['Dresses', 2900, 1], 1800],
  ['25% off boots, and nothing else', ['Boots', 6000, 1], 4500],
  ['the second lamp at 40% off', ['Table Lamps', 2000, 2], 3200],
  ['3 mugs for ₹1,499 and a fourth', ['Mugs', 600, 4], 2099],
  ['3 notebooks for the price of 2', ['Notebooks', 700, 3], 1400],
  ['a second kurta at half its price', ['Kurtas', 2000, 2], 3000],
  ['3 pieces of bed linen: 15% off', ['Bed Linen', 4000, 3], 10_200],
  ['3 candles: ₹450 off', ['Candles', 1400, 3], 3750],
  ['womenswear from ₹10,000: 10% off', ['Tops', 5500, 2], 9900],
  ['6 serums: 12% less', ['Serums', 1000, 6], 5280],
  ['chairs for trade customers: 20% less', ['Chairs', 6000, 1], 4800, { user: { id: 'u', groups: ['trade'] } }],
  ['chairs for everybody else', ['Chairs', 6000, 1], 6000],
  ['sandals in the south', ['Sandals', 1000, 1], 900, { zones: [demoZones.metro, demoZones.south] }],
  ['sandals elsewhere', ['Sandals', 1000, 1], 1000, { zones: [demoZones.metro] }],
  ['delivery is free from ₹999', watch, 1500, { delivery_charge: 99, shipping_method: 'standard' }],
  ['delivery in haste is not', watch, 1649, { delivery_charge: 149, shipping_method: 'express' }],
  ['delivery is charged below', ['Lipsticks', 400, 1], 499, { delivery_charge: 99, shipping_method: 'standard' }],
];
const coupons: readonly (readonly [code: string, line: Line, total: number, more?: Json])[] = [
  ['WELCOME10', watch, 1350],
  ['FLAT250', ['Watches', 2500, 1], 2250],
  ['FLAT250', watch, 1500],
  ['SAVEMORE', ['Watches', 3500, 1], 3100],
  ['FIRST100', watch, 1125],
  ['LIPS3', ['Lipsticks', 400, 3], 800],
  ['SCARF3', ['Scarves', 1800, 3], 3999],
  ['CARD10', watch, 1350, { payment_mode: 'CARD' }],
  ['CARD10', watch, 1500, { payment_mode: 'COD' }],
  ['APPONLY', watch, 1350, { platform: 'ios' }],
  ['METRO100', watch, 1400, { zones: [demoZones.metro] }],
  ['METRO100', watch, 1500],
  ['BACK75', watch, 1500],
  ['INSIDER', watch, 1275],
  ['SIGNEDIN', watch, 1300, { user: { id: 'u' } }],
  ['SIGNEDIN', watch, 1500],
  ['NEXTWEEK', watch, 1500],
];

let server: OfferServer;
before(async () => {
  const [sqlite] = engines;
  assert.ok(sqlite);
  server = await offerServer(sqlite);
  await feedCompany(server.node, server.shop.companyId)('areas', areas);
  const offers = demoOffers({ now: server.node.now() });
  await seedOffers(server.node, server.shop, { offers, configurations: demoConfigurations }, system);
});
after(() => server.close());

const totalOf = async (line: Line, more: Json): Promise<number> => {
  const answer = await server.call('POST', '/promotion/preview', { items: [item(line, 0)], ...more });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ breakup: { total: number } }>().breakup.total;
};

for (const [what, line, total, more = {}] of promotions) {
  test(`${what}: ${line[2]} × ₹${line[1]} is ₹${total}`, async () => assert.equal(await totalOf(line, more), total));
}
for (const [code, line, total, more = {}] of coupons) {
  test(`${code} on ${line[2]} × ₹${line[1]} ${JSON.stringify(more)} is ₹${total}`, async () =>
    assert.equal(await totalOf(line, { coupon_code: code, ...more }), total));
}
