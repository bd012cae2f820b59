/** What a table costs grows with what is in it, never with its columns times something else. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { csvHeader, csvRow } from '../../src/feeds/csv-cells.ts';
import { csvStream } from '../../src/feeds/csv-rows.ts';
import { countedCalls, countedWork, growthOf } from '../counted-work.ts';

const anything = { type: 'object', properties: {}, additionalProperties: true };
const names = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `c${at}`);

describe('a table of many columns', () => {
  test('costs for a short line what the line has', async () => {
    const header = csvHeader(names(1_000), anything);
    assert.ok('columns' in header);
    assert.deepEqual(csvRow(header.columns, ['a', '', 'b']), { c0: 'a', c2: 'b' });
    assert.equal(await countedCalls('unguarded', () => csvRow(header.columns, ['a', '', 'b'])), 3);
  });

  test('costs for its own names of columns what there are of them', async () => {
    const growth = await growthOf(100, (size) =>
      countedWork(async () => {
        const named = new Map(names(size).map((name) => [name, `f${name}`]));
        const chunks = [Buffer.from(`${names(size).join(',')}\na\n`)];
        const rows = await Array.fromAsync(csvStream(asStream(chunks), anything, named));
        assert.deepEqual(rows[0], { line: 2, next: chunks[0]?.length, size: 1, value: { fc0: 'a' } });
      }),
    );
    assert.ok(growth < 2.5, `twice as many columns add ${growth} times the work`);
  });
});

const asStream = async function* asStream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
};
