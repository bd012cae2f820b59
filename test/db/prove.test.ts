/**
 * Evidence holds if and only if what was read is what would be read now: whoever wrote meanwhile, and whatever was remembered
 * of looks before. By key and by statement, and where the time of the look has a say, by that.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { array, assert as holds, asyncProperty, constantFrom, nat, record } from 'fast-check';
import type { Database } from '../../src/db/database.ts';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { type Evidence, evidenceOf, openProver } from '../../src/db/prove.ts';
import { recordReads } from '../../src/db/record-reads.ts';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import { valueList } from '../../src/db/value-list.ts';
import type { KeyedRead, Witness } from '../../src/db/witness.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { PATIENCE_MS } from '../patience.ts';

const KEYS = 4;
/** What a statement says of the rows that it writes. */
type Saying = 'nothing' | 'named' | 'returned';
type Stored = { readonly id: number; readonly version: number };
const goods: KeyedRead = {
  tables: ['goods'],
  isShared: true,
  look: async (db, _scope, keys) => {
    const { places, values } = valueList(keys);
    const rows = await db.all<Stored>(`select id, version from goods where id in ${places}`, values);
    return new Map(rows.map(({ id, version }) => [id, String(version)]));
  },
};

forEachEngine(async (engine) => {
  const { db, url, file, close } = await engine.open({ migrated: false });
  const other = url === undefined ? await openSqlite(file ?? '') : await openPostgres(url, { waitMs: PATIENCE_MS });
  after(async () => {
    await other.close();
    await close();
  });
  for (const table of ['goods', 'cup', 'plate']) {
    await db.commit([{ sql: `create table ${table} (id bigint primary key, version bigint not null)` }]);
    for (let id = 0; id < KEYS; id += 1) {
      await db.commit([{ sql: `insert into ${table} (id, version) values (?, ?)`, params: [id, 1] }]);
    }
  }
  let now = 1_000;
  const prover = openProver(db, () => now);
  const proves = (evidence: Evidence): Promise<boolean> =>
    new Promise((answer) => {
      prover.prove(evidence, answer);
    });
  const raise = (by: Database, table: string, id: number, saying: Saying): Promise<unknown> => {
    const sql = `update ${table} set version = version + 1 where id = ?${saying === 'returned' ? ' returning id' : ''}`;
    const said = { nothing: {}, named: { writesOnly: [id] }, returned: { writesOnly: 'returned' } } as const;
    return by.commit([{ sql, params: [id], ...said[saying] }]);
  };

  /** What each is made from: a row by key, and one by a statement. */
  const gather = async (id: number): Promise<Evidence> => {
    const stamp = prover.stamp();
    const recorder = recordReads(db, now, () => undefined);
    const said = (await goods.look(db, '', [id])).get(id);
    await recorder.db.all('select version from cup where id = ?', [(id + 1) % KEYS]);
    await recorder.db.one('select version from plate where id = ?', [0]);
    const row: Witness = { kind: 'keyed', of: goods, scope: '', key: id, said };
    return evidenceOf([row, ...(recorder.witnesses() ?? [])], stamp);
  };

  test('evidence holds if and only if nothing of it was written', async () => {
    const step = record({
      act: constantFrom('goods', 'cup', 'plate', 'look', 'look', 'look'),
      by: constantFrom(db, other),
      saying: constantFrom<Saying>('nothing', 'named', 'returned'),
      id: nat(KEYS - 1),
    });
    await holds(
      asyncProperty(array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const kept = await Promise.all(Array.from({ length: KEYS }, (_, id) => gather(id)));
        const stale = new Set<number>();
        for (const { act, by, saying, id } of steps) {
          if (act !== 'look') {
            await raise(by, act, act === 'plate' ? id % 2 : id, saying);
            if (act === 'goods') stale.add(id);
            if (act === 'cup') stale.add((id + KEYS - 1) % KEYS);
            if (act === 'plate' && id % 2 === 0) for (let each = 0; each < KEYS; each += 1) stale.add(each);
            continue;
          }
          const asked = [id, (id + 1) % KEYS];
          const answers = await Promise.all(asked.map((at) => proves(kept[at] ?? assert.fail('four were gathered'))));
          assert.deepEqual(
            answers,
            asked.map((at) => !stale.has(at)),
          );
          for (const at of asked.filter((each) => stale.has(each))) {
            kept[at] = await gather(at);
            stale.delete(at);
          }
        }
      }),
      { numRuns: runs(25) },
    );
  });

  test('what goes by the time of the look is asked again, though nobody wrote', async () => {
    const stamp = prover.stamp();
    const recorder = recordReads(db, now, () => undefined);
    await recorder.db.all('select id from goods where id * 1000 > ?', [now]);
    const evidence = evidenceOf(recorder.witnesses() ?? [], stamp);
    assert.deepEqual([await proves(evidence), await proves(evidence)], [true, true]);
    now += 1_000;
    assert.equal(await proves(evidence), false);
  });
});
