/** Bytes into rows, however the network cuts them; and never more in memory than a batch. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { Type } from 'typebox';
import type { Database } from '../../src/db/database.ts';
import { csvCells } from '../../src/feeds/csv-cells.ts';
import { rowCheck } from '../../src/feeds/feed-check.ts';
import { openCsv } from '../../src/feeds/csv-rows.ts';
import type { Feed, FeedKind } from '../../src/feeds/feed-kind.ts';
import {
  arrayLines,
  arrayRows,
  behind,
  type Chunks,
  lineRows,
  mostRowBytes,
  onwards,
  type RawRow,
  theBeginning,
} from '../../src/feeds/feed-rows.ts';
import { batchRows, type FeedRow, jsonRows, runFeed } from '../../src/feeds/feed-run.ts';
import { Refusal } from '../../src/shared/errors.ts';

async function* cut(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array, void> {
  const bytes = Buffer.from(text);
  let at = 0;
  for (let n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % Math.max(1, sizes.length)] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
const collected = async <T>(rows: AsyncIterable<T>): Promise<readonly T[]> => Array.fromAsync(rows);
const textsOf = (rows: readonly RawRow[]): readonly unknown[] =>
  rows.map(({ bytes }) => (bytes === undefined ? 'too large' : JSON.parse(Buffer.from(bytes).toString())));

const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
const values = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 12 });

/** How often others have their turn meanwhile. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work.finally(() => (isOver = true));
  return turns;
};

describe('reading a feed', () => {
  test('gives others their turn between the lines and entries of one chunk, empty ones too', async () => {
    const many = 10_000;
    const whole = (text: string) => cut(text, []);
    const reads = {
      'empty lines': () => collected(lineRows(whole('\n'.repeat(many)), theBeginning, true)),
      lines: () => collected(lineRows(whole('1\n'.repeat(many)), theBeginning)),
      entries: () => collected(arrayRows(whole(`[${'1,'.repeat(many)}1]`))),
      'entries as lines': () => collected(arrayLines(whole(`[${'1,'.repeat(many)}1]`))),
    };
    for (const [what, read] of Object.entries(reads)) {
      const turns = await turnsDuring(read());
      assert.ok(turns >= many / 250, `${what}: ${turns} turns`);
    }
  });

  test('finds the entries of an array wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(values, cuts, fc.boolean(), async (list, sizes, pretty) => {
        const text = JSON.stringify(list, null, pretty ? 2 : undefined);
        const rows = await collected(arrayRows(cut(text, sizes)));
        assert.deepEqual(textsOf(rows), JSON.parse(text));
        assert.deepEqual(
          rows.map(({ line }) => line),
          list.map((_, index) => index + 1),
        );
      }),
    );
  });

  test('finds lines wherever they are cut, and where the next one begins', async () => {
    await fc.assert(
      fc.asyncProperty(values, cuts, fc.nat(12), async (list, sizes, skipped) => {
        const text = list.map((value) => JSON.stringify(value)).join('\r\n\n');
        const rows = await collected(lineRows(cut(text, sizes), theBeginning));
        assert.deepEqual(textsOf(rows), JSON.parse(JSON.stringify(list)));
        const from = rows[skipped];
        if (from === undefined) return;
        const place = { line: from.line, position: from.next };
        const rest = await collected(lineRows(cut(Buffer.from(text).subarray(from.next).toString(), sizes), place));
        assert.deepEqual(rest, rows.slice(skipped + 1));
      }),
    );
  });

  test('goes on from place to place of a stream that has only a beginning, and reads nothing twice', async () => {
    const text = 'abcdefghijklmnopqrstuvwxyz'.repeat(3);
    const reads = fc.array(fc.tuple(fc.nat(text.length + 5), fc.nat(30)), { maxLength: 8 });
    /** As far as it is wanted, as whoever looks for a row does. */
    const read = async (chunks: Chunks, most: number): Promise<string> => {
      let got = '';
      for await (const chunk of chunks) {
        got += Buffer.from(chunk).toString();
        if (got.length >= most) break;
      }
      return got.slice(0, most);
    };
    await fc.assert(
      fc.asyncProperty(cuts, reads, async (sizes, places) => {
        const from = onwards(() => cut(text, sizes));
        for (const [place, most] of places) {
          assert.equal(await read(from(place), most), await read(behind(cut(text, sizes), place), most));
        }
      }),
    );
    let opened = 0;
    const from = onwards(() => {
      opened += 1;
      return cut(text, [7]);
    });
    for (let place = 0; place < text.length; place += 5)
      assert.equal(await read(from(place), 3), text.slice(place, place + 3));
    assert.equal(opened, 1);
  });

  test('skips a row that is too large and goes on behind it', async () => {
    const huge = JSON.stringify('x'.repeat(mostRowBytes));
    const sizes = [65_536];
    assert.deepEqual(textsOf(await collected(lineRows(cut(`1\n${huge}\n2`, sizes), theBeginning))), [
      1,
      'too large',
      2,
    ]);
    assert.deepEqual(textsOf(await collected(arrayRows(cut(`[1,${huge},2]`, sizes)))), [1, 'too large', 2]);
  });

  for (const text of ['[,]', '[1,]', '[,1]', '[1, ,2]']) {
    test(`takes ${text} for no lines: a row without anything in it is not passed over`, async () => {
      await assert.rejects(collected(arrayLines(cut(text, [64]))), Refusal);
    });
  }

  for (const text of ['', ' ', '{"uid":1}', '[1', '[1] x', '[1]]', '[1][2]', '[1] [', 'null']) {
    test(`takes ${JSON.stringify(text)} for no array`, async () => {
      for (const sizes of [[1], [64]]) {
        await assert.rejects(collected(arrayRows(cut(text, sizes))), Refusal);
      }
    });
  }

  test('reads cells of CSV with quotes, commas and line ends in them', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é') });
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 5 }), async (cells) => {
        const record = cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
        assert.deepEqual(csvCells(record), cells);
        const [row] = await collected(lineRows(cut(`${record}\n`, [3]), theBeginning, true));
        assert.equal(Buffer.from(row?.bytes ?? []).toString(), record);
      }),
    );
    assert.equal(csvCells('"a'), undefined);
    assert.equal(csvCells('"a"b,c'), undefined);
  });

  test('reads rows of CSV by the paths in the header, with the types of the schema', async () => {
    const schema = Type.Object({
      uid: Type.Integer(),
      name: Type.String(),
      live: Type.Boolean(),
      tags: Type.Array(Type.String()),
      prices: Type.Array(Type.Object({ code: Type.String(), amount: Type.Unsafe({ type: ['number', 'string'] }) })),
      meta: Type.Object({}, { additionalProperties: true }),
    });
    const text = [
      '\uFEFFuid,name,live,tags,prices.0.code,prices.0.amount,prices.1.code,meta,meta.color',
      '1,"Shirt, blue",true,a|b,INR,10.50,,"{""a"":1}",red',
      'x,,no,,,,USD,,',
      '1,2,3,4,5,6,7,8,9,10',
      '',
    ].join('\r\n');
    const csv = await openCsv(cut(text, [7]), schema);
    const after = cut(Buffer.from(text).subarray(csv.begins.position).toString(), [5]);
    const rows = await collected(csv.rows(after, csv.begins));
    assert.deepEqual(
      rows.map((row) => ('value' in row ? row.value : row.problem.message)),
      [
        {
          uid: 1,
          name: 'Shirt, blue',
          live: true,
          tags: ['a', 'b'],
          prices: [{ code: 'INR', amount: '10.50' }],
          meta: { a: 1, color: 'red' },
        },
        { uid: 'x', live: 'no', prices: [undefined, { code: 'USD' }] },
        'The line has 10 cells, the header 9.',
      ],
    );
    assert.deepEqual(
      rows.map(({ line }) => line),
      [2, 3, 4],
    );
    await assert.rejects(openCsv(cut('uid,nmae\n', [99]), schema), /cannot be read/);
  });

  test('takes whole numbers that can be kept exactly', () => {
    const problemIn = rowCheck(Type.Object({ uid: Type.Integer(), stores: Type.Array(Type.Integer({ minimum: 1 })) }));
    assert.equal(problemIn({ uid: 2 ** 53 - 1, stores: [1] }), undefined);
    assert.equal(problemIn({ uid: 1e100, stores: [1] })?.field, 'uid');
    assert.equal(problemIn({ uid: -1e100, stores: [1] })?.field, 'uid');
    assert.equal(problemIn({ uid: 1, stores: [2 ** 63] })?.field, 'stores[0]');
  });

  test('puts a column of CSV into its row and nowhere else, whatever it is called', async () => {
    const schema = Type.Object({ uid: Type.Integer(), meta: Type.Object({}, { additionalProperties: true }) });
    const read = async (header: string, line: string): Promise<unknown> => {
      const csv = await openCsv(cut(`${header}\n`, [99]), schema);
      const [row] = await collected(csv.rows(cut(`${line}\n`, [99]), csv.begins));
      return row !== undefined && 'value' in row ? row.value : row?.problem.message;
    };
    for (const header of ['meta.constructor.prototype.polluted', 'meta.__proto__', '__proto__', 'constructor']) {
      await assert.rejects(read(header, 'yes'), Refusal, header);
    }
    assert.deepEqual(await read('meta', '"{""__proto__"":{""polluted"":1}}"'), 'This name is not allowed.');
    assert.match(String(await read('meta', '"{""a"":""\\u0000""}"')), /U\+0000/);
    assert.match(String(await read('meta', `${'['.repeat(40)}${']'.repeat(40)}`)), /32 levels/);
    assert.deepEqual(await read('meta.toString,meta.constructor', 'a,b'), {
      meta: { toString: 'a', constructor: 'b' },
    });
    assert.deepEqual(await read('meta.4294967294,meta.length', 'x,9'), { meta: { 4294967294: 'x', length: '9' } });
    assert.deepEqual(await read('meta,meta.a', 'text,x'), { meta: { a: 'x' } });
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });
});

describe('feeding', () => {
  const schema = Type.Object({ uid: Type.Integer() });
  type Row = { readonly uid: number };
  const kind = (repeats: FeedKind['repeats']): FeedKind<Row> => ({
    name: 'things',
    summary: 'Things',
    permission: 'company/products/write',
    schema,
    key: ({ uid }) => String(uid),
    repeats,
    statements: ({ uid }) => [{ sql: 'insert', params: [uid] }],
  });
  /** Counts statements instead of writing them: what is tested is who waits for whom. */
  const countingContext = (written: number[][]): Feed => {
    const commit: Database['commit'] = async (batch) => {
      written.push(batch.map(({ params }) => Number(params?.[0])));
      return [];
    };
    return { db: { commit } as Database, companyId: 1, runId: 'run', at: 0 };
  };

  test('holds one batch at a time, however long the feed', async () => {
    let pulled = 0;
    let answered = 0;
    let most = 0;
    const rows = async function* rows(): AsyncGenerator<FeedRow, void> {
      for (let uid = 1; uid <= 20_000; uid += 1) {
        pulled += 1;
        most = Math.max(most, pulled - answered);
        yield { line: uid, next: uid, size: 10, value: { uid } };
      }
    };
    for await (const { verdicts } of runFeed(kind('refused'), rows(), countingContext([]))) answered += verdicts.length;
    assert.equal(answered, 20_000);
    assert.ok(most <= batchRows, `${most} rows were held`);
  });

  test('asks the network for no more than it can write', async () => {
    let sent = 0;
    const chunks: Chunks = {
      async *[Symbol.asyncIterator]() {
        for (let uid = 1; ; uid += 1) {
          sent += 1;
          yield Buffer.from(`{"uid":${uid}}\n`);
        }
      },
    };
    const feed = runFeed(kind('refused'), jsonRows(lineRows(chunks, theBeginning)), countingContext([]));
    for (let batch = 1; batch <= 3; batch += 1) {
      await feed.next();
      assert.equal(sent, batch * batchRows);
    }
    await feed.return();
  });

  test('ends a batch before a key that comes again, when the newer row holds', async () => {
    const written: number[][] = [];
    const rows = async function* rows(): AsyncGenerator<FeedRow, void> {
      for (const [line, uid] of [1, 2, 1, 3, 3].entries()) yield { line, next: line, size: 1, value: { uid } };
    };
    await collected(runFeed(kind('newer'), rows(), countingContext(written)));
    assert.deepEqual(written, [[1, 2], [1, 3], [3]]);
  });
});
