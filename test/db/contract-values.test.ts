// What every engine promises about values and reads: what goes in comes out, and what cannot is refused before it is sent.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Row, UnstorableText, type Value } from '../../src/db/database.ts';
import { forEngine } from '../../src/db/migration-text.ts';
import { forEachEngine } from '../databases.ts';

const TABLES = `
  create table kept (id text primary key, t text, n bigint, r double precision, b bytea);
  create table line (id bigint primary key, document text not null);`;

const chunksOf = async (scan: AsyncIterable<readonly Row[]>): Promise<readonly (readonly Row[])[]> => {
  const chunks: (readonly Row[])[] = [];
  for await (const chunk of scan) chunks.push(chunk);
  return chunks;
};

forEachEngine(async (engine) => {
  const opened = await engine.open({ migrated: false });
  after(() => opened.close());
  const db = opened.db;
  await db.commit(forEngine(db.engine, TABLES).map((sql) => ({ sql })));

  const keep = async (column: 't' | 'n' | 'r' | 'b', value: Value): Promise<unknown> => {
    const [result] = await db.commit([
      {
        sql: `insert into kept (id, ${column}) values ('it', ?) on conflict (id) do update set ${column} = excluded.${column} returning ${column} as v`,
        params: [value],
      },
    ]);
    const read = (await db.one(`select ${column} as v from kept where id = 'it'`))?.['v'];
    assert.deepEqual(result?.rows[0]?.['v'], read, 'what a batch returns equals what a read finds');
    return read;
  };

  describe('a value', () => {
    const texts = [
      '',
      ' ',
      "it's",
      '"',
      '\\',
      '?',
      '$1',
      'ünïcödé',
      '日本語',
      '🛒',
      '\u200b',
      'e\u0301',
      '\u{10ffff}',
      '\r\n\t',
    ];
    test('of text comes back to the last character', async () => {
      for (const text of texts) assert.equal(await keep('t', text), text);
    });

    test('of one megabyte comes back whole', async () => {
      const text = '0123456789abcdé🛒'.repeat(65_536);
      assert.equal(await keep('t', text), text);
    });

    test('that is a whole number stays exact up to the largest safe one', async () => {
      for (const n of [0, 1, -1, 2 ** 31, -(2 ** 40), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
        assert.equal(await keep('n', n), n);
      }
      assert.equal(await keep('n', 42n), 42);
    });

    test('that is a fraction comes back as the same double', async () => {
      for (const r of [0.1, 0.1 + 0.2, -1.5, 1e21, 5e-324, 1.7976931348623157e308, 3])
        assert.equal(await keep('r', r), r);
    });

    test('of bytes comes back as bytes', async () => {
      const all = Uint8Array.from({ length: 256 }, (_, index) => index);
      assert.deepEqual(await keep('b', all), all);
      assert.deepEqual(await keep('b', new Uint8Array()), new Uint8Array());
      assert.deepEqual(await keep('b', all.subarray(3, 5)), Uint8Array.of(3, 4));
    });

    test('of null comes back as null in every column', async () => {
      for (const column of ['t', 'n', 'r', 'b'] as const) assert.equal(await keep(column, null), null);
    });

    test('that neither engine could keep is refused before anything is sent', async () => {
      const wrong: readonly unknown[] = [
        undefined,
        true,
        Number.NaN,
        Infinity,
        'a\u0000b',
        {},
        [],
        new Date(0),
        2n ** 64n,
      ];
      for (const value of wrong) {
        const params = [value as Value];
        await assert.rejects(db.one('select id from kept where t = ?', params), TypeError);
        await assert.rejects(
          db.commit([{ sql: 'delete from kept' }, { sql: 'delete from kept where t = ?', params }]),
          TypeError,
        );
      }
      assert.notEqual(await db.one("select id from kept where id = 'it'"), undefined);
    });

    test('with NUL in it is refused under a name of its own, which whoever sent it can be told', async () => {
      for (const text of ['\0', 'a\0b']) {
        await assert.rejects(db.all('select id from kept where t = ?', [text]), UnstorableText);
        await assert.rejects(db.commit([{ sql: 'delete from kept where t = ?', params: [text] }]), UnstorableText);
        await assert.rejects(chunksOf(db.scan('select id from kept where t = ?', [text])), UnstorableText);
      }
    });

    test('too few or too many are refused', async () => {
      await assert.rejects(db.one('select id from kept where t = ? and n = ?', ['a']), TypeError);
      await assert.rejects(db.commit([{ sql: 'delete from kept where t = ?', params: ['a', 'b'] }]), TypeError);
    });

    test('beyond the safe whole numbers is an error, not a near miss', async () => {
      await db.commit([{ sql: "insert into kept (id, n) values ('big', ?)", params: [2n ** 60n + 1n] }]);
      await assert.rejects(db.one("select n from kept where id = 'big'"), RangeError);
      await assert.rejects(chunksOf(db.scan("select n from kept where id = 'big'")));
      assert.deepEqual(await db.one("select cast(n as text) as n from kept where id = 'big'"), {
        n: '1152921504606846977',
      });
      await db.commit([{ sql: "delete from kept where id = 'big'" }]);
    });
  });

  describe('a read', () => {
    test('of nothing is undefined or empty', async () => {
      assert.equal(await db.one('select id from kept where id = ?', ['nobody']), undefined);
      assert.deepEqual(await db.all('select id from kept where id = ?', ['nobody']), []);
      assert.deepEqual(await chunksOf(db.scan('select id from kept where id = ?', ['nobody'])), []);
    });

    test('cannot write', async () => {
      await assert.rejects(db.one('delete from kept'), TypeError);
      await assert.rejects(db.all("insert into kept (id) values ('x') returning id"), TypeError);
      await assert.rejects(chunksOf(db.scan('delete from kept returning id')), TypeError);
    });

    test('with wrong text fails and harms no read beside it', async () => {
      const outcomes = await Promise.allSettled([
        db.one('select 1 as one'),
        db.one('select nothing from nowhere'),
        db.one('select 2 as two'),
        db.all('select oops'),
        db.all('select 3 as three'),
      ]);
      assert.deepEqual(
        outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed')),
        [{ one: 1 }, 'failed', { two: 2 }, 'failed', [{ three: 3 }]],
      );
    });

    test('of many at once gives each its own answer', async () => {
      const answers = await Promise.all(
        Array.from({ length: 300 }, (_, n) => db.one('select cast(? as bigint) as n', [n])),
      );
      assert.deepEqual(
        answers.map((row) => row?.['n']),
        Array.from({ length: 300 }, (_, n) => n),
      );
    });
  });

  describe('a scan', () => {
    const ROWS = 2300;
    const SCAN = 'select id, document from line where id >= ? order by id';
    const ids = (rows: readonly Row[]) => rows.map((row) => row['id']);

    before(async () => {
      for (let from = 0; from < ROWS; from += 100) {
        const batch = Array.from({ length: 100 }, (_, index) => ({
          sql: 'insert into line (id, document) values (?, ?)',
          params: [from + index, `line ${from + index}`],
        }));
        await db.commit(batch);
      }
    });

    test('gives every row once, in order, in chunks', async () => {
      const chunks = await chunksOf(db.scan(SCAN, [0]));
      assert.deepEqual(
        ids(chunks.flat()),
        Array.from({ length: ROWS }, (_, index) => index),
      );
      assert.deepEqual(chunks[0]?.[0], { id: 0, document: 'line 0' });
      assert.ok(chunks.length > 1, 'never the whole result in memory');
    });

    test('may end early, again and again', async () => {
      for (let round = 0; round < 12; round += 1) {
        for await (const chunk of db.scan(SCAN, [round])) {
          assert.equal(chunk[0]?.['id'], round);
          break;
        }
      }
      assert.deepEqual(ids((await chunksOf(db.scan(SCAN, [ROWS - 2]))).flat()), [ROWS - 2, ROWS - 1]);
    });

    test('that fails in the loop lets go of its connection', async () => {
      for (let round = 0; round < 6; round += 1) {
        const work = async () => {
          for await (const _ of db.scan(SCAN, [0])) throw new Error('stop');
        };
        await assert.rejects(work(), /stop/);
      }
      assert.equal((await chunksOf(db.scan(SCAN, [0]))).flat().length, ROWS);
    });

    test('sees one moment, and lets others write meanwhile', async () => {
      let seen = 0;
      for await (const chunk of db.scan(SCAN, [0])) {
        if (seen === 0)
          await db.commit([{ sql: 'insert into line (id, document) values (?, ?)', params: [999_999, 'late'] }]);
        seen += chunk.length;
      }
      await db.commit([{ sql: 'delete from line where id = ?', params: [999_999] }]);
      assert.equal(seen, ROWS);
    });

    test('with wrong text fails when it is read', async () => {
      await assert.rejects(chunksOf(db.scan('select nothing from nowhere')));
    });
  });
});
