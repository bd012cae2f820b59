/**
 * Where an order goes and where it is priced are one place: whatever an address says about itself, taxes, charges and shipping
 * rates are those of the place that its area code is known to be, or the address is refused.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { countryNamed } from '../../src/shared/places/country-names.ts';
import { stateNamed } from '../../src/shared/places/state-names.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { rupees } from '../cart/response/carts.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { fill, openOrderServer } from './order-server.ts';

test('a state has one name, however it is written', () => {
  const same: readonly (readonly [string, string, ...string[]])[] = [
    ['IN', 'maharashtra', 'MH', 'mh', 'IN-MH', '27', ' Maharashtra ', 'MAHARASHTRA'],
    ['IN', 'jammu and kashmir', 'JK', '01', '1', 'Jammu & Kashmir', 'Jammu  Kashmir'],
    ['IN', 'tamil nadu', 'TN', '33', 'Tamilnadu', 'tamil-nadu'],
    ['IN', 'odisha', 'OR', 'OD', 'Orissa'],
    ['IN', 'dadra and nagar haveli and daman and diu', '25', '26', 'Daman & Diu'],
    ['US', 'tennessee', 'TN', 'us-tn', 'Tennessee'],
    ['US', 'district of columbia', 'DC', 'D.C.', 'Washington, D.C.'],
    ['CA', 'quebec', 'QC', 'Québec'],
    ['AU', 'new south wales', 'NSW'],
    ['DE', 'by', 'DE-BY', 'BY'],
    ['FR', 'ile de france', 'Île-de-France', 'ile de france'],
  ];
  for (const [country, name, ...others] of same) {
    for (const each of [name, ...others]) assert.equal(stateNamed(each, country), name, `${each} in ${country}`);
  }
  for (const none of [null, undefined, '', '  ', '-']) assert.equal(stateNamed(none, 'IN'), null);
  assert.notEqual(stateNamed('AR', 'IN'), stateNamed('AS', 'IN'));
});

test('a country is known by its code and its name', () => {
  const names = [
    'IN',
    'in',
    'India',
    ' INDIA ',
    'U.S.A.',
    'United States',
    'Côte d’Ivoire',
    'Narnia',
    '',
    'constructor',
  ];
  assert.deepEqual(names.map(countryNamed), ['IN', 'IN', 'IN', 'IN', 'US', 'US', 'CI', null, null, null]);
});

const knownPlaces = [
  { area: '400001', country: 'IN', state: 'MH' },
  { area: '560001', country: 'IN', state: 'Karnataka' },
  { area: '10001', country: 'US', state: 'New York' },
] as const;

const maybe = (...values: readonly string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const anAddress = fc.record({
  place: fc.constantFrom(...knownPlaces),
  spaced: fc.boolean(),
  behind: fc.constantFrom('', '', '-1234', 'X'),
  country_iso_code: maybe('IN', 'in', 'US', 'DE', 'ZZ', ''),
  country: maybe('India', 'US', 'United States', 'Germany', 'Narnia', ''),
  state: maybe('Maharashtra', 'MH', '27', 'karnataka ', 'KA', 'New York', 'NY', 'Oregon', ''),
});
type Drawn = typeof anAddress extends fc.Arbitrary<infer T> ? T : never;

const bodyOf = ({ place, spaced, behind, country_iso_code, country, state }: Drawn) => ({
  area_code: `${spaced ? ` ${place.area.slice(0, 3)} ${place.area.slice(3)}` : place.area}${behind}`,
  ...(country_iso_code === undefined ? {} : { country_iso_code }),
  ...(country === undefined ? {} : { country }),
  ...(state === undefined ? {} : { state }),
  name: 'Asha',
  address: '1 Sea Road',
});
/** Whether it says another place than the one it goes to, by what stands in the tables above. */
const isContradictory = ({ place, behind, country_iso_code = '', country = '', state = '' }: Drawn): boolean => {
  if (behind !== '' && (place.country !== 'US' || behind !== '-1234')) return true;
  const named = new Map([
    ['India', 'IN'],
    ['US', 'US'],
    ['United States', 'US'],
    ['Germany', 'DE'],
  ]).get(country);
  const codes = { Maharashtra: ['Maharashtra', 'MH', '27'], KA: ['karnataka ', 'KA'], NY: ['New York', 'NY'] };
  const own = { 400001: codes.Maharashtra, 560001: codes.KA, 10001: codes.NY }[place.area];
  const iso = country_iso_code.toUpperCase();
  return (
    (iso !== '' && iso !== place.country) ||
    (named !== undefined && named !== place.country) ||
    (state !== '' && !own.includes(state))
  );
};

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(() => server.close());
  const { shop } = server;
  await shop.feed(
    'areas',
    knownPlaces.map((place) => ({ ...place, time_zone: 'Asia/Kolkata' })),
  );
  await shop.feed('lanes', [
    { store_uid: 1, area: '560001', journeys: { standard: { unit: 'days', min: 1, max: 3 } } },
    { store_uid: 1, area: '99999', journeys: { standard: { unit: 'days', min: 1, max: 3 } } },
  ]);
  await shop.feed('tax-rates', [
    { id: 'in', name: 'GST', country: 'IN', rate: 18 },
    { id: 'us', name: 'State tax', country: 'US', rate: 0 },
    { id: 'us-ny', name: 'State tax', country: 'US', state: 'NY', rate: 8 },
    { id: 'us-nyc', name: 'City tax', country: 'US', state: 'NY', postal_from: '10001', postal_to: '10282', rate: 4.5 },
    { id: 'de', name: 'VAT', country: 'DE', rate: 1 },
  ]);
  await shop.feed('shipping-methods', [
    {
      id: 'post',
      name: 'Post',
      rates: [
        { countries: ['IN'], bands: [{ from: 0, charge: 50 }] },
        { countries: ['US'], bands: [{ from: 0, charge: 900 }] },
        { countries: ['DE'], bands: [{ from: 0, charge: 1 }] },
      ],
    },
  ]);
  await shop.sell(1, [{ ...rupees(100, 100), quantity: 10_000, gst_rate: 18 }]);

  /** Everything that depends on where it goes. */
  const figures = ({ breakup_values: breakup, items = [] }: CartDetail) => ({
    total: breakup?.raw?.total,
    delivery: breakup?.raw?.delivery_charge,
    levies: items.map(({ tax }) => tax),
  });
  const priced = async (shopper: Shopper, query = ''): Promise<ReturnType<typeof figures>> =>
    figures((await shopper('GET', `/v1.0/detail?i=true&b=true${query}`)).body as unknown as CartDetail);
  const filled = async (): Promise<Shopper> => {
    const shopper = server.visitor();
    await fill(shopper, 1);
    return shopper;
  };
  const looking = await filled();
  const figuresOf = new Map<string, Awaited<ReturnType<typeof priced>>>();
  for (const { area } of knownPlaces) figuresOf.set(area, await priced(looking, `&area_code=${area}`));

  describe('an address', () => {
    test('is priced as the place that it goes to, or refused, wherever it comes in', () =>
      fc.assert(
        fc.asyncProperty(anAddress, async (drawn) => {
          const expected = figuresOf.get(drawn.place.area);
          const body = bodyOf(drawn);
          const shopper = await filled();
          const kept = await shopper('POST', '/v1.0/address', body);
          const wish = { payment_mode: 'COD', delivery_address: body };
          const ordered = await shopper('POST', '/v1.0/checkout', wish, { prefer: 'dry-run' });
          if (isContradictory(drawn)) {
            assert.deepEqual([kept.status, kept.body.error_code], [400, 'address_invalid']);
            assert.deepEqual([ordered.status, ordered.body.error_code], [400, 'address_invalid']);
            return;
          }
          assert.deepEqual([kept.status, ordered.status], [200, 200], JSON.stringify(ordered.body));
          assert.deepEqual(figures(ordered.body.cart), expected);
          await shopper('POST', '/v1.0/select-address', { id: kept.body['id'] });
          assert.deepEqual(await priced(shopper), expected);
        }),
        { numRuns: runs(25) },
      ));

    test('whose area code has something behind it is where the code is, or refused', async () => {
      const total = async (area_code: string, place = {}) => {
        const wish = { payment_mode: 'COD', delivery_address: { area_code, name: 'Asha', ...place } };
        const { body } = await (await filled())('POST', '/v1.0/checkout', wish, { prefer: 'dry-run' });
        return body.error_code ?? figures(body.cart);
      };
      assert.deepEqual(await total('10001-1234'), figuresOf.get('10001'));
      const others = ['10001X', '400001-1', '4000011234', '400001 X'];
      for (const code of others) assert.equal(await total(code), 'address_invalid', code);
      assert.equal(await total('10001-1234', { state: 'Oregon' }), 'address_invalid');
      assert.equal(await total('400001-1', { country_iso_code: 'DE' }), 'address_invalid');
    });

    test('says in which state it lies where taxes go by it', async () => {
      await shop.feed('areas', [{ area: '4000*', country: 'US', time_zone: 'America/New_York' }]);
      const said = async (place: object) => {
        const delivery_address = { area_code: '40002', name: 'Asha', ...place };
        const shopper = await filled();
        const wish = { payment_mode: 'COD', delivery_address };
        const ordered = await shopper('POST', '/v1.0/checkout', wish, { prefer: 'dry-run' });
        const kept = await shopper('POST', '/v1.0/address', delivery_address);
        return [ordered.body.error_code ?? null, kept.body.error_code ?? null];
      };
      for (const state of ['NY', 'Oregon']) assert.deepEqual(await said({ state }), [null, null]);
      const none = ['address_invalid', 'address_invalid'];
      for (const place of [{}, { state: '' }, { state: 'N.Y.C' }]) assert.deepEqual(await said(place), none);
    });

    test('whose state goes by a code pays the two halves of GST within it', async () => {
      assert.equal(figuresOf.get('400001')?.total, 150);
      const halves = figuresOf.get('400001')?.levies;
      const other = figuresOf.get('560001')?.levies;
      assert.notDeepEqual(halves, other, 'another state, another split');
    });

    test('that names no country is in that of its area code, on the order too', async () => {
      const shopper = await filled();
      const wish = { payment_mode: 'COD', delivery_address: { area_code: '10001', name: 'Asha' } };
      const { body, status } = await shopper('POST', '/v1.0/checkout', wish);
      assert.equal(status, 200, JSON.stringify(body));
      const { delivery } = (await server.order(String(body['order_id']))).document;
      assert.deepEqual([delivery?.country, delivery?.state], ['US', 'New York']);
    });

    test('that was kept before its area code was known is refused from then on, and priced as the known place', async () => {
      const shopper = await filled();
      const body = { area_code: '99999', country_iso_code: 'DE', name: 'Asha' };
      const id = String((await shopper('POST', '/v1.0/address', body)).body['id']);
      await shopper('POST', '/v1.0/select-address', { id });
      assert.equal((await priced(shopper)).delivery, 1, 'nobody knows better');
      await shop.feed('areas', [{ area: '99999', country: 'IN', state: 'Goa', time_zone: 'Asia/Kolkata' }]);
      assert.equal((await priced(shopper)).delivery, 50);
      const { body: cart } = await shopper('GET', '/v1.0/detail?i=true&b=true');
      assert.deepEqual([cart['is_checkout_block'], cart.error_code], [true, 'address_invalid'], 'the cart says it');
      for (const [method, url, sent] of [
        ['POST', '/v1.0/checkout', { payment_mode: 'COD' }],
        ['POST', '/v1.0/select-address', { id }],
        ['PUT', '/v1.0/payment', { payment_mode: 'COD', address_id: id }],
        ['PUT', `/v1.0/address/${id}`, body],
        ['GET', `/v1.0/shipment?address_id=${id}`, undefined],
        ['GET', `/v1.0/shipping-methods?address_id=${id}`, undefined],
        ['GET', `/v1.0/payment/options?address_id=${id}`, undefined],
      ] as const) {
        const answer = await shopper(method, url, sent);
        assert.deepEqual([answer.status, answer.body.error_code], [400, 'address_invalid'], `${method} ${url}`);
      }
    });
  });
});
