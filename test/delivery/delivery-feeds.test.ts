/** Stores, areas and lanes on their way into the database, and what a cart reads of them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { LaneRow, StoreRow } from '../../src/contract/catalog/delivery-contract.ts';
import { areaFeed, laneFeed, storeFeed } from '../../src/delivery/delivery-feeds.ts';
import { noTaxTable } from '../../src/delivery/tax-table-rules.ts';
import { readKnownZones } from '../../src/delivery/zone-statements.ts';
import { type DeliveryReader, deliveryReader } from '../../src/delivery/read-lanes.ts';
import type { FeedKind, Verdict } from '../../src/feeds/feed-kind.ts';
import { type FeedRow, runFeed } from '../../src/feeds/feed-run.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';

const hours = [{ opens: '09:00', closes: '21:00' }];
const fort: StoreRow = {
  uid: 1,
  name: 'Fort',
  store_code: 'FORT',
  city: 'Mumbai',
  area_code: '400 001',
  country: 'IN',
  time_zone: 'Asia/Kolkata',
  hours: { monday: hours, tuesday: hours },
  exceptions: [{ date: '2026-01-26', hours: [] }],
  cut_off: '16:30',
  processing_minutes: 45,
  pickup: true,
};
const days = (min: number, max: number) => ({ unit: 'days', min, max }) as const;
const lane: LaneRow = { store_uid: 1, area: '4000*', journeys: { standard: days(1, 2) }, distance_km: 12.5 };

async function* rowsOf(rows: readonly unknown[]): AsyncGenerator<FeedRow, void> {
  for (const [at, value] of rows.entries()) yield { line: at + 1, next: at + 1, size: 0, value };
}

forEachEngine(async (engine) => {
  let runs = 0;
  const node = await newNode(engine);
  after(() => node.close());
  const { companyId } = await newShop(node);

  const feed = async (
    kind: FeedKind,
    rows: readonly unknown[],
    more: { readonly runId?: string; readonly companyId?: number } = {},
  ): Promise<readonly Verdict[]> => {
    runs += 1;
    const context = { db: node.db, companyId, runId: `run-${runs}`, at: node.clock.at, ...more };
    const verdicts: Verdict[] = [];
    for await (const fed of runFeed(kind, rowsOf(rows), context)) verdicts.push(...fed.verdicts);
    return verdicts;
  };
  const fields = (verdicts: readonly Verdict[]) => verdicts.map(({ success, field }) => (success ? 'taken' : field));
  const versions = () =>
    node.db.all('select uid, version from store where company_id = ? order by uid limit 10', [companyId]);

  describe('feeds of delivery', () => {
    test('a store fed twice is the same row in the same version, and a changed one a new version', async () => {
      assert.deepEqual(fields(await feed(storeFeed, [fort])), ['taken']);
      assert.deepEqual(fields(await feed(storeFeed, [fort])), ['taken']);
      assert.deepEqual(await versions(), [{ uid: 1, version: 1 }]);
      await feed(storeFeed, [{ ...fort, pickup: false }]);
      assert.deepEqual(await versions(), [{ uid: 1, version: 2 }]);
      await feed(storeFeed, [fort]);
    });

    test('a store that cannot be is refused alone, with its field', async () => {
      const verdicts = await feed(storeFeed, [
        { ...fort, uid: 2, time_zone: 'Asia/Atlantis' },
        { ...fort, uid: 3, area_code: '?' },
        { ...fort, uid: 4, hours: { monday: [{ opens: '21:00', closes: '09:00' }] } },
        { ...fort, uid: 5, hours: { friday: [...hours, { opens: '20:00', closes: '22:00' }] } },
        { ...fort, uid: 6, exceptions: [{ date: '2026-02-30', hours: [] }] },
        {
          ...fort,
          uid: 7,
          exceptions: [
            { date: '2026-03-01', hours: [] },
            { date: '2026-03-01', hours },
          ],
        },
        { ...fort, uid: 8, cut_off: '25:00' },
        { ...fort, uid: 0 },
        { ...fort, uid: 9 },
      ]);
      assert.deepEqual(fields(verdicts), [
        'time_zone',
        'area_code',
        'hours.monday',
        'hours.friday',
        'exceptions[0].date',
        'exceptions[1].date',
        'cut_off',
        'uid',
        'taken',
      ]);
    });

    test('a lane that cannot be is refused alone, with its field', async () => {
      const verdicts = await feed(laneFeed, [
        lane,
        { ...lane, store_uid: 77 },
        { ...lane, area: '40*01' },
        { ...lane, area: '401*', journeys: { rush: { unit: 'minutes', min: 30, max: 20 } } },
        { ...lane, area: '402*', journeys: {} },
        { ...lane, area: '403*', distance_km: -1 },
        { store_uid: 1, area: '404*', serviceable: false },
      ]);
      assert.deepEqual(fields(verdicts), [
        'taken',
        'store_uid',
        'area',
        'journeys.rush',
        'journeys',
        'distance_km',
        'taken',
      ]);
    });

    test('a place that cannot be is refused alone, with its field', async () => {
      const place = { area: '400001', country: 'IN', city: 'Mumbai', time_zone: 'Asia/Kolkata' };
      const verdicts = await feed(areaFeed, [
        place,
        { ...place, area: '' },
        { ...place, area: 'a?' },
        { ...place, area: '5*', time_zone: '+05:30' },
        { ...place, area: '6*', zones: [1, 0] },
        { ...place, area: '7*', zones: ['north'] },
      ]);
      assert.deepEqual(fields(verdicts), ['taken', 'area', 'area', 'time_zone', 'zones[1]', 'zones[0]']);
    });

    test('the zones of areas are known to the company until the last area leaves them', async () => {
      const place = { country: 'IN', time_zone: 'Asia/Kolkata' };
      const known = (id = companyId) => readKnownZones(node.db, id, [21, 22, 23, 24]);
      await feed(areaFeed, [
        { ...place, area: '21*', zones: [21, 22, 22] },
        { ...place, area: '22*', zones: [22] },
      ]);
      assert.deepEqual(await known(), new Set([21, 22]));
      await feed(areaFeed, [{ ...place, area: ' 21 *', zones: [23, 21] }]);
      assert.deepEqual(await known(), new Set([21, 22, 23]));
      await feed(areaFeed, [
        { ...place, area: '21*' },
        { ...place, area: '22*', zones: [] },
      ]);
      assert.deepEqual([...(await known())], []);
      const other = await newShop(node);
      await feed(areaFeed, [{ ...place, area: '21*', zones: [24] }], { companyId: other.companyId });
      assert.deepEqual([...(await known())], []);
      assert.deepEqual([...(await known(other.companyId))], [24]);
    });

    test('a key that comes twice in one feed is refused the second time, also in a later batch', async () => {
      const again = { ...lane, area: ' 4000 * ' };
      const verdicts = await feed(laneFeed, [lane, again], { runId: 'one' });
      assert.deepEqual(
        verdicts.map(({ error_code }) => error_code),
        [null, 'row_repeated'],
      );
      const later = [
        await feed(laneFeed, [lane], { runId: 'one' }),
        await feed(storeFeed, [fort], { runId: 'two' }),
        await feed(storeFeed, [fort], { runId: 'two' }),
      ];
      assert.deepEqual(
        later.map(([verdict]) => verdict?.error_code),
        ['row_repeated', null, 'row_repeated'],
      );
      const place = { area: '60*', country: 'IN', time_zone: 'Asia/Kolkata' };
      await feed(areaFeed, [place], { runId: 'three' });
      assert.equal((await feed(areaFeed, [place], { runId: 'three' }))[0]?.error_code, 'row_repeated');
    });
  });

  describe('what a cart reads', () => {
    let read: DeliveryReader;
    before(async () => {
      await feed(storeFeed, [fort, { ...fort, uid: 2, name: 'Pune' }]);
      await feed(laneFeed, [
        { ...lane, area: '*', journeys: { standard: days(6, 9) } },
        { ...lane, area: '4000*', journeys: { standard: days(2, 3) } },
        { ...lane, area: '400001', journeys: { standard: days(0, 1) }, meta: { rider: 'K' } },
        { store_uid: 1, area: '400099', serviceable: false },
        { ...lane, store_uid: 2, area: '411001' },
      ]);
      await feed(areaFeed, [
        { area: '4*', country: 'IN', city: 'Maharashtra', time_zone: 'Asia/Kolkata', zones: [4, 7] },
        { area: '400001', country: 'IN', city: 'Fort', time_zone: 'Asia/Kolkata' },
        { area: '10001', country: 'US', city: 'New York', time_zone: 'America/New_York' },
      ]);
      read = deliveryReader(node.db);
    });

    const travel = async (store: number, place: string) => {
      const { lanes } = await read(companyId, [store], place);
      return lanes.get(store)?.journeys.standard?.min;
    };

    test('the most particular lane decides, also when it says that nobody goes there', async () => {
      assert.equal(await travel(1, '400001'), 0);
      assert.equal(await travel(1, '400 050'), 2);
      assert.equal(await travel(1, '560001'), 6);
      assert.equal(await travel(1, '400099'), undefined);
      assert.equal((await read(companyId, [1], '400099')).lanes.get(1), null);
      assert.equal(await travel(2, '400001'), undefined);
    });

    test('a store comes with its calendar in minutes of its own day', async () => {
      const { stores } = await read(companyId, [1, 1, 404], null);
      assert.deepEqual([...stores.keys()], [1]);
      const store = stores.get(1);
      assert.equal(store?.cutOff, 16 * 60 + 30);
      assert.equal(store?.areaCode, '400001');
      assert.deepEqual(store?.calendar.week, [
        [{ opens: 540, closes: 1260 }],
        [{ opens: 540, closes: 1260 }],
        [],
        [],
        [],
        [],
        [],
      ]);
      assert.deepEqual(store?.calendar.exceptions, { '2026-01-26': [] });
    });

    test('a place is known by its most particular row, and unknown without one', async () => {
      const cities = await Promise.all(
        ['400001', '411001', '10001', '99999'].map((place) => read(companyId, [], place)),
      );
      assert.deepEqual(
        cities.map(({ area }) => area?.city),
        ['Fort', 'Maharashtra', 'New York', undefined],
      );
      assert.deepEqual(
        cities.map(({ area }) => area?.zones),
        [[], [4, 7], [], undefined],
      );
    });

    test('no place, and none that could be one, means no lanes', async () => {
      assert.equal((await read(companyId, [1], null)).lanes.size, 0);
      assert.equal((await read(companyId, [1], '%00')).lanes.size, 0);
    });

    test('a change counts from the next read on', async () => {
      const { version } = await read(companyId, [2], '411001');
      await feed(laneFeed, [{ ...lane, store_uid: 2, area: '411001', journeys: { standard: days(5, 5) } }]);
      const now = await read(companyId, [2], '411001');
      assert.equal(now.lanes.get(2)?.journeys.standard?.min, 5);
      assert.ok(now.version > version);
    });

    test('what was read is answered from memory while nothing changed', async () => {
      const [first, second] = [await read(companyId, [1], '400001'), await read(companyId, [1], '400001')];
      assert.equal(first.stores.get(1), second.stores.get(1));
      assert.equal(first.lanes.get(1), second.lanes.get(1));
    });

    test('another company has its own stores and lanes under the same numbers', async () => {
      const other = await newShop(node);
      assert.deepEqual(await read(other.companyId, [1], '400001'), {
        version: 0,
        area: null,
        stores: new Map(),
        lanes: new Map([[1, null]]),
        taxes: noTaxTable,
        methods: [],
      });
      await feed(storeFeed, [{ ...fort, name: 'Elsewhere' }], { companyId: other.companyId });
      assert.equal((await read(other.companyId, [1], null)).stores.get(1)?.name, 'Elsewhere');
      assert.equal((await read(companyId, [1], null)).stores.get(1)?.name, 'Fort');
      assert.deepEqual(fields(await feed(laneFeed, [{ ...lane, store_uid: 2 }], { companyId: other.companyId })), [
        'store_uid',
      ]);
    });
  });
});
