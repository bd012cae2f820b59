/** A range may have hundreds of thousands of tags: those that are shown are picked out when all were counted, and nothing else is kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from '../../../src/catalog/listing/listing-query.ts';
import { facetsInTables, type Scanned, shownFacets } from '../../../src/catalog/listing/read-facets.ts';
import { countedWork, growthOf } from '../../counted-work.ts';

const CHOSEN = 'tag:t00007';
const question: Question = {
  companyId: 1,
  query: { tag: ['t00007'] },
  currency: 'INR',
  rates: [],
  words: [],
  itemIds: undefined,
  bundles: false,
};
const tags = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    term: `tag:t${String((at * 7919) % count).padStart(5, '0')}`,
    total: ((at * 7919) % count) + 1,
    item_id: at,
  }));
const scannedOf =
  (count: number): Scanned =>
  async ({ sql, params }) =>
    (sql.includes('product_term') && params.includes('tag:') ? tags(count) : []) as never;

test('a hundred values of a kind are kept, those with most products, and what is chosen', async () => {
  const counted = await facetsInTables(scannedOf(5_000), question);
  assert.equal(counted.values.length, 101);
  assert.deepEqual(
    counted.values.slice(0, 100).map(({ total }) => total),
    Array.from({ length: 100 }, (_, at) => 5_000 - at),
  );
  assert.equal(counted.values.at(-1)?.term, CHOSEN);
  const names = async () => new Map<string, string>();
  const shown = await shownFacets(counted, names, question);
  assert.equal(shown.find(({ key: { name } }) => name === 'tag')?.values.length, 101);
});

test('they are not put in order for it', async () => {
  const growth = await growthOf(2_000, (size) => countedWork(() => facetsInTables(scannedOf(size), question)));
  assert.ok(growth < 2.3, `twice as many add ${growth} times the work`);
});
