/** No table that leaves as CSV has a cell that a spreadsheet would run. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { Type } from 'typebox';
import { csvCells, csvHeader, csvRow } from '../../src/feeds/csv-cells.ts';
import { type CsvCell, csvLine } from '../../src/feeds/csv-line.ts';
import { runs } from '../laws/runs.ts';

/** Text as an attacker writes it: formulas, separators, quotes, and what is not seen. */
const aText = fc
  .array(
    fc.constantFrom('=', '+', '-', '@', '＝', "'", '"', ',', ';', '|', '\t', '\r', '\n', ' ', '\u200b', 'a', '1', '.'),
    { maxLength: 12 },
  )
  .map((signs) => signs.join(''));
const aCell: fc.Arbitrary<CsvCell> = fc.oneof(
  { weight: 6, arbitrary: aText },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.integer().map((minor) => (minor / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false) },
);

const isRun = (cell: string): boolean =>
  /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell) && !/^-?\d+(\.\d+)?(,|$)/.test(cell);

describe('a line of CSV', () => {
  test('has no cell that is run, wherever a spreadsheet splits it', () => {
    fc.assert(
      fc.property(fc.array(aCell, { minLength: 1, maxLength: 6 }), (cells) => {
        const line = csvLine(cells);
        const proper = csvCells(line);
        assert.equal(proper?.length, cells.length);
        const careless = [/[,;|\t\r\n"]/, /[,\r\n]/, /[;\r\n]/, /[\t\r\n]/, /[|\r\n]/].flatMap((at) => line.split(at));
        assert.deepEqual([...(proper ?? []), ...careless].filter(isRun), []);
      }),
      { numRuns: runs(3000) },
    );
  });

  test('has numbers as they are, and text with nothing but the apostrophe added', () => {
    fc.assert(
      fc.property(fc.array(aCell, { minLength: 1, maxLength: 6 }), (cells) => {
        const read = csvCells(csvLine(cells)) ?? [];
        for (const [at, cell] of cells.entries()) {
          const text = cell === null ? '' : String(cell);
          const plain = (value: string): string => value.replaceAll("'", '');
          assert.equal(plain(read[at] ?? ''), plain(text));
          if (typeof cell !== 'string' || /^-?\d+(\.\d+)?$/.test(cell)) assert.equal(read[at], text);
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  test('guards what stands at the beginning, also where only another spreadsheet sees one', () => {
    const line = csvLine([
      '=1+1',
      '+919876543210',
      '-20 %',
      '@home',
      '\tx',
      'a;=1',
      'say "=1"',
      "'=x",
      "it's",
      '-12.50',
    ]);
    assert.equal(line, `'=1+1,'+919876543210,'-20 %,'@home,"'\tx","a;'=1","say ""'=1""",''=x,it's,-12.50`);
  });

  test('is read by the import as it was before', () => {
    const header = csvHeader(['name'], Type.Object({ name: Type.String() }));
    assert.ok('columns' in header);
    for (const name of ['=1+1', "'=x", "''+", '-20 %', '-5', "it's", '+91 98', 'plain']) {
      const cells = csvCells(csvLine([name])) ?? [];
      assert.deepEqual(csvRow(header.columns, cells), { name });
    }
  });
});

test('every source that answers with CSV writes it by the one writer', () => {
  const src = fileURLToPath(new URL('../../src/', import.meta.url));
  const makers = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => /text\/csv; charset/.test(readFileSync(join(src, name), 'utf8')));
  assert.ok(makers.length >= 3);
  for (const name of makers) {
    const text = readFileSync(join(src, name), 'utf8');
    const reached = [
      text,
      ...[...text.matchAll(/from '(\.[\w./-]+\.ts)'/g)].map(([, path = '']) => read(src, name, path)),
    ];
    assert.ok(
      reached.some((one) => one.includes("feeds/csv-line.ts'")),
      `${name} does not use feeds/csv-line.ts`,
    );
  }
});

const read = (src: string, from: string, path: string): string => readFileSync(join(src, from, '..', path), 'utf8');
