/** "Try a place": who serves goods there, how and when, and why nobody else does. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Static } from 'typebox';
import { passedOver, type PlaceCandidate, placeProblem } from '../../../src/cart/staff/try-place-rules.ts';
import type { Article } from '../../../src/catalog/article.ts';
import type { TriedPlace } from '../../../src/contract/cart/places/try-place-contract.ts';
import { type Person, signedIn } from '../../applications/test-server.ts';
import { countedCalls } from '../../counted-work.ts';
import { forEachEngine } from '../../databases.ts';
import { type CartServer, openCartServer } from '../cart-server.ts';

type Tried = Static<typeof TriedPlace>;
const article = (more: Partial<Article> = {}) =>
  ({ uid: 'a', storeId: 1, isActive: true, quantity: 5, customOrder: null, ...more }) as Article;
const lane = { area: '4000*', serviceable: true, journeys: ['standard'], distanceKm: null };
const able: PlaceCandidate = { article: article(), price: 100, storeName: 'Fort', lane, arrives: 1000 };
const asked = { place: '400001', quantity: 2, journey: 'standard' } as const;

describe('a store that does not serve a line', () => {
  const cases: readonly (readonly [Partial<PlaceCandidate>, string | undefined])[] = [
    [{}, undefined],
    [{ article: article({ isActive: false }) }, 'not_sold'],
    [{ price: null }, 'price_missing'],
    [{ article: article({ quantity: 0 }) }, 'out_of_stock'],
    [{ article: article({ quantity: 1 }) }, 'insufficient_stock'],
    [{ article: article({ quantity: 0, customOrder: { time: 1, unit: 'days' } }) }, undefined],
    [{ storeName: null }, 'store_unknown'],
    [{ lane: null }, 'no_lane'],
    [{ lane: { ...lane, serviceable: false } }, 'lane_closed'],
    [{ lane: { ...lane, journeys: ['rush'] } }, 'journey_not_offered'],
    [{ arrives: null }, 'store_closed'],
  ];
  for (const [more, code] of cases) {
    test(`says ${code ?? 'nothing when it could'}`, () => {
      assert.equal(placeProblem({ ...able, ...more }, asked)?.code, code);
    });
  }
  test('or could, says what speaks for another', () => {
    assert.equal(passedOver({ ...able, price: 101 }, able).code, 'dearer');
    assert.equal(passedOver({ ...able, arrives: 1001 }, able).code, 'later');
    assert.equal(passedOver(able, able).code, 'not_preferred');
  });
});

forEachEngine((engine) => {
  let server: CartServer;
  let staff: Person;
  let path: string;
  before(async () => {
    server = await openCartServer(engine);
    const { shop } = server;
    const price = (effective: number) => [{ currency_code: 'INR', marked: 1000, effective }];
    await shop.feed('lanes', [{ store_uid: 1, area: '400099', serviceable: false }]);
    await shop.sell(1, [
      { store_id: 1, quantity: 9, prices: price(900) },
      { store_id: 2, quantity: 9, prices: price(950) },
      { store_id: 7, quantity: 9, prices: price(800) },
    ]);
    for (let uid = 2; uid <= 9; uid += 1) await shop.sell(uid, [{ store_id: 1, quantity: 9, prices: price(900) }]);
    staff = await signedIn(server.app, shop.node, shop, 'owner');
    path = `/service/platform/cart/v1.0/company/${shop.companyId}/application/${shop.applicationId}/cart/try-place`;
  });
  after(() => server.close());

  const reasons = ({ items }: Tried) => items[0]?.others.map(({ store_uid, reason }) => [store_uid, reason]);
  const tried = async (area_code: string, quantity = 2): Promise<Tried> => {
    const payload = { cart_items: [{ product_id: '1', size: 'M', quantity }], area_code };
    return (await staff({ method: 'POST', url: path, payload })).json<Tried>();
  };

  describe('a place that is tried', () => {
    test('names the store, the lane, the time and the charge, and the reasons of the others', async () => {
      const answer = await tried('400001');
      assert.deepEqual([answer.is_valid, answer.area?.city, answer.delivery_charge], [true, 'Mumbai', 0]);
      const [{ served_by: by } = {}] = answer.items;
      assert.deepEqual([by?.store_name, by?.lane?.area, by?.lane?.distance_km, by?.price], ['Fort', '4000*', 7.5, 900]);
      assert.deepEqual(
        by?.journeys.map(({ journey }) => journey),
        ['standard', 'priority', 'rush'],
      );
      assert.deepEqual(reasons(answer), [
        [2, 'dearer'],
        [7, 'store_unknown'],
      ]);
    });

    test('is tried for a few lines at a time, each of which may lie in hundreds of stores', async () => {
      const cart_items = Array.from({ length: 9 }, (_, at) => ({ product_id: String(at + 1), size: 'M', quantity: 1 }));
      const payload = { cart_items, area_code: '400001' };
      let answered = 0;
      const turns = await countedCalls('nextTurn', async () => {
        answered = (await staff({ method: 'POST', url: path, payload })).json<Tried>().items.length;
      });
      assert.deepEqual([answered, turns], [9, 2]);
    });

    test('tells a lane that is closed from one that is not there', async () => {
      const closed = await tried('400099');
      assert.deepEqual([closed.is_valid, closed.items[0]?.served_by?.store_uid], [true, 2]);
      assert.deepEqual(reasons(closed)?.[0], [1, 'lane_closed']);
      const nobody = await tried('999999');
      assert.deepEqual([nobody.is_valid, nobody.items[0]?.error_code], [false, 'not_deliverable']);
      assert.deepEqual(reasons(nobody), [
        [1, 'no_lane'],
        [2, 'no_lane'],
        [7, 'store_unknown'],
      ]);
      assert.deepEqual(reasons(await tried('400001', 10))?.[0], [1, 'insufficient_stock']);
    });

    test('of a cart goes by its lines', async () => {
      const customer = await server.customer('asha');
      await customer('POST', '/v1.0/detail', { items: [{ item_id: 1, item_size: 'M', quantity: 3 }] });
      const answer = await staff({ url: `${path}?user_id=asha&area_code=400001` });
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(
        [answer.json<Tried>().items[0]?.quantity, reasons(answer.json<Tried>())?.[0]],
        [3, [2, 'dearer']],
      );
    });
  });
});
