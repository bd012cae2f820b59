/** What is for certain customers is told to nobody else, whatever list it might stand in and whatever else stands in its way. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Shopper } from '../cart-server.ts';
import { openOfferShop } from './offer-shop.ts';
import { forEachEngine } from '../../databases.ts';
import { tenPercent } from '../../offers/ten-percent.ts';

const lists = [
  '/v1.0/coupon',
  '/v1.0/offer',
  '/v1.0/available-promotions?page_size=100',
  '/v1.0/available-promotions?auto_apply=false&page_size=100',
  '/v1.0/available-payment-offers',
  '/v1.0/payment/options',
  '/v1.0/detail/why-not?page_size=25',
];

forEachEngine(async (engine) => {
  const { server } = await openOfferShop(engine);
  after(() => server.close());
  const { shop } = server;
  const forCrew = (name: string, more: { readonly restrictions?: object } & Readonly<Record<string, unknown>>) =>
    shop.promotion({
      promotion_type: 'percentage',
      display_meta: { name, offer_text: name },
      discount_rules: [
        {
          buy_condition: '( rule#1 )',
          discount_type: 'percentage',
          item_criteria: { buy_rules: ['rule#1'] },
          offer: { discount_percentage: 60 },
        },
      ],
      ...more,
      restrictions: { user_groups: ['crew'], ...more.restrictions },
    });
  const coded = await forCrew('Crew by code', { mode: 'coupon', code: 'CREW60' });
  const lamps = { buy_rules: { 'rule#1': { item_id: [2] } } };
  await forCrew('Crew by card', { ...lamps, restrictions: { payments: { CARD: {} } } });
  await forCrew('Crew once', { ...lamps, restrictions: { uses: { maximum: { total: 1 } }, budget: { amount: 1 } } });

  await shop.coupon(tenPercent('CREWTEN', 0, { restrictions: { user_groups: ['crew'] } }));

  const told = async (who: Shopper): Promise<readonly string[]> => {
    await who('POST', '/v1.0/detail', { items: [{ item_id: 1, item_size: 'M' }] });
    const answers = await Promise.all(lists.map((list) => who('GET', list)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      lists.map(() => 200),
    );
    return lists.filter((_, at) => /Crew|CREW/.test(JSON.stringify(answers[at]?.body)));
  };
  const productsOf = async (who: Shopper, query: string) =>
    (await who('GET', `/v1.0/eligible-offer-products?${query}`)).status;

  test('nothing of it is in a list, nor which goods it is for', async () => {
    for (const who of [server.visitor(), await server.customer('passer-by', { groups: ['others'] })]) {
      assert.deepEqual(await told(who), []);
      assert.deepEqual(
        [await productsOf(who, `offer_id=${coded}`), await productsOf(who, 'offer_code=crew60')],
        [404, 404],
      );
    }
    const member = await server.customer('member', { groups: ['crew'] });
    assert.deepEqual(await told(member), lists);
    assert.equal(await productsOf(member, 'offer_code=crew60'), 200);
  });
});
