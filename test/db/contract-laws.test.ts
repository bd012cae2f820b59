// Any batch at all does the same on both engines, and what it does is what a few lines over a Map say it should.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { DatabaseError, type Statement } from '../../src/db/database.ts';
import { forEngine } from '../../src/db/migration-text.ts';
import { engines } from '../databases.ts';

const TABLE = 'create table box (id text primary key, n bigint not null, label text unique)';

type Box = { readonly id: string; readonly n: number; readonly label: string | null };
type Boxes = ReadonlyMap<string, Box>;
type Act =
  | { readonly kind: 'insert' | 'upsert' | 'offer'; readonly box: Box; readonly rows: number | undefined }
  | { readonly kind: 'add'; readonly from: number; readonly by: number; readonly rows: number | undefined }
  | { readonly kind: 'remove'; readonly id: string; readonly rows: number | undefined }
  | { readonly kind: 'look'; readonly from: number; readonly rows: number | undefined };

const id = fc.constantFrom('a', 'B', 'é', 'z');
const label = fc.option(fc.constantFrom('x', 'y'));
const small = fc.integer({ min: -3, max: 3 });
const rows = fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('insert', 'upsert', 'offer'),
    box: fc.record({ id, n: small, label }),
    rows,
  }),
  fc.record({ kind: fc.constant('add'), from: small, by: small, rows }),
  fc.record({ kind: fc.constant('remove'), id, rows }),
  fc.record({ kind: fc.constant('look'), from: small, rows }),
);

const INSERT = 'insert into box (id, n, label) values (?, ?, ?)';
const sqlOf = (a: Act): Pick<Statement, 'sql' | 'params'> => {
  if (a.kind === 'add') return { sql: 'update box set n = n + ? where n >= ?', params: [a.by, a.from] };
  if (a.kind === 'remove') return { sql: 'delete from box where id = ?', params: [a.id] };
  if (a.kind === 'look') return { sql: 'select id, n from box where n >= ? order by id', params: [a.from] };
  const endings = {
    insert: '',
    offer: ' on conflict do nothing',
    upsert: ' on conflict (id) do update set n = excluded.n, label = excluded.label returning id, n',
  };
  return { sql: `${INSERT}${endings[a.kind]}`, params: [a.box.id, a.box.n, a.box.label] };
};

type Step = { readonly boxes: Boxes; readonly changes: number; readonly rows: readonly object[] } | 'duplicate';
const same = (boxes: Boxes, changes = 0, rows: readonly object[] = []): Step => ({ boxes, changes, rows });
const sorted = (boxes: Boxes): readonly Box[] =>
  [...boxes.values()].toSorted((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));

const placed = (boxes: Boxes, kind: 'insert' | 'upsert' | 'offer', box: Box): Step => {
  const clash = [...boxes.values()].some(
    (other) => other.id !== box.id && box.label !== null && other.label === box.label,
  );
  if (kind === 'offer' && (clash || boxes.has(box.id))) return same(boxes);
  if (clash || (kind === 'insert' && boxes.has(box.id))) return 'duplicate';
  return same(new Map(boxes).set(box.id, { ...box }), 1, kind === 'upsert' ? [{ id: box.id, n: box.n }] : []);
};

const step = (boxes: Boxes, a: Act): Step => {
  if (a.kind === 'remove') {
    return same(new Map([...boxes].filter(([key]) => key !== a.id)), boxes.has(a.id) ? 1 : 0);
  }
  if (a.kind !== 'add' && a.kind !== 'look') return placed(boxes, a.kind, a.box);
  const found = sorted(boxes).filter(({ n }) => n >= a.from);
  if (a.kind === 'look')
    return same(
      boxes,
      found.length,
      found.map(({ id, n }) => ({ id, n })),
    );
  const next = found.map((box): [string, Box] => [box.id, { ...box, n: box.n + a.by }]);
  return same(new Map([...boxes, ...next]), found.length);
};

const nameOf = (index: number) => `promise_${index}`;
const modelled = (before: Boxes, batch: readonly Act[]): { readonly boxes: Boxes; readonly outcome: unknown } => {
  let boxes = before;
  const results: object[] = [];
  for (const [index, a] of batch.entries()) {
    const next = step(boxes, a);
    if (next === 'duplicate') {
      return { boxes: before, outcome: a.rows === undefined ? 'unique' : `guard ${nameOf(index)}` };
    }
    if (a.rows !== undefined && a.rows !== next.changes) return { boxes: before, outcome: `guard ${nameOf(index)}` };
    results.push({ changes: next.changes, rows: next.rows });
    boxes = next.boxes;
  }
  return { boxes, outcome: results };
};

const statementOf = (a: Act, index: number): Statement => ({
  ...sqlOf(a),
  ...(a.rows === undefined ? {} : { guard: { name: nameOf(index), rows: a.rows } }),
});
const outcomeOf = (commit: Promise<unknown>): Promise<unknown> =>
  commit.catch((error: unknown) => {
    if (!(error instanceof DatabaseError)) throw error;
    return error.code === 'guard' ? `guard ${error.guard}` : error.code;
  });

const usable = engines.filter(({ skip }) => skip === undefined);
describe('any batch', async () => {
  const opened = await Promise.all(usable.map((engine) => engine.open({ migrated: false })));
  for (const { db } of opened) await db.commit(forEngine(db.engine, TABLE).map((sql) => ({ sql })));
  after(() => Promise.all(opened.map(({ close }) => close())));

  test(`does on ${usable.map(({ name }) => name).join(' and ')} what the model says`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(act, { maxLength: 5 }), { minLength: 1, maxLength: 6 }), async (batches) => {
        for (const { db } of opened) {
          await db.commit([{ sql: 'delete from box' }]);
          let boxes: Boxes = new Map();
          for (const batch of batches) {
            const expected = modelled(boxes, batch);
            assert.deepEqual(await outcomeOf(db.commit(batch.map(statementOf))), expected.outcome);
            boxes = expected.boxes;
          }
          assert.deepEqual(await db.all('select id, n, label from box order by id'), sorted(boxes));
        }
      }),
      { numRuns: 150 },
    );
  });
});
