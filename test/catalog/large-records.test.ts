/** Records as large as a row of a feed may be are read with others in between. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countedCalls } from '../counted-work.ts';
import { forEachEngine } from '../databases.ts';
import { aStore, openRecords } from './record-shop.ts';

const STORES = 40;

forEachEngine((engine) => {
  let records: Awaited<ReturnType<typeof openRecords>>;
  before(async () => {
    records = await openRecords(engine);
    const days = Array.from({ length: 400 }, (_, day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
    const exceptions = days.map((date) => ({ date, hours: [{ opens: '09:00', closes: '18:00' }] }));
    const stores = Array.from({ length: STORES }, (_, at) => aStore(100 + at, { name: 'Dépôt', exceptions }));
    assert.equal((await records.shop.feed('stores', stores)).accepted, STORES);
  });
  after(() => records.shop.close());

  for (const [query, found] of [
    ['q=depot', 30],
    ['q=nothing', 0],
  ] as const) {
    test(`in a list by ${query}`, async () => {
      const turns = await countedCalls('nextTurn', async () => {
        assert.equal((await records.items(`stores?${query}&page_size=30`)).length, found);
      });
      assert.ok(turns >= 4, `${turns} turns`);
    });
  }
});
