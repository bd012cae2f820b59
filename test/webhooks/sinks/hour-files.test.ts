import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DuckDBConnection } from '@duckdb/node-api';
import { insertEvents } from '../../../src/events/event-store.ts';
import { exportHours } from '../../../src/webhooks/sinks/export-hours.ts';
import type { DayManifest, HourFile } from '../../../src/webhooks/sinks/hour-files.ts';
import type { HourFormat } from '../../../src/webhooks/sinks/hour-formats.ts';
import { forEachEngine, type TestDatabase } from '../../databases.ts';
import { storedRow } from '../../events/samples.ts';

const HOUR = 3_600_000;
const DAY = Date.UTC(2026, 10, 15);

const row = (id: string, receivedAt: number) =>
  storedRow(id, receivedAt, JSON.stringify({ event: { id, name: 'Größe' } }));

forEachEngine((engine) => {
  describe('events in files by the hour', () => {
    let open: TestDatabase;
    const folder = mkdtempSync(join(tmpdir(), 'cartwright-hours-'));
    before(async () => {
      open = await engine.open();
      const rows = Array.from({ length: 90 }, (_, at) =>
        row(`e-${String(at).padStart(2, '0')}`, DAY + at * 2 * 60_000),
      );
      const [first, ...others] = rows;
      assert.ok(first !== undefined);
      await open.db.commit([insertEvents([{ ...first, userId: 'asha' }, ...others])]);
    });
    after(async () => {
      rmSync(folder, { recursive: true, force: true });
      await open.close();
    });

    const day = join(folder, 'shop', '2026-11-15');
    const manifest = (): DayManifest => JSON.parse(readFileSync(join(day, 'manifest.json'), 'utf8')) as DayManifest;
    const run = async (
      now: number,
      more: { readonly from?: number; readonly to?: number; readonly format?: HourFormat } = {},
    ) => {
      const hours: HourFile[] = [];
      const asked = {
        applicationId: 'shop',
        from: undefined,
        to: undefined,
        folder,
        format: 'ndjson',
        ...more,
      } as const;
      return { done: await exportHours(open.db, asked, now, (hour) => hours.push(hour)), hours };
    };

    test('an hour is written when it is over, with every event once and in order', async () => {
      const { done } = await run(DAY + 2 * HOUR + 299_999);
      assert.deepEqual(done, { written: 1, known: 0, events: 30 });
      assert.deepEqual(readdirSync(day).toSorted(), ['00.ndjson', 'manifest.json']);
      const lines = readFileSync(join(day, '00.ndjson'), 'utf8').trimEnd().split('\n');
      const ids = lines.map((line) => (JSON.parse(line) as { event: { id: string } }).event.id);
      assert.deepEqual(
        ids,
        Array.from({ length: 30 }, (_, at) => `e-${String(at).padStart(2, '0')}`),
      );
    });

    test('run again it writes what has come since, and leaves the rest as it is', async () => {
      const before = statSync(join(day, '00.ndjson')).mtimeMs;
      const { done, hours } = await run(DAY + 4 * HOUR + 300_000);
      assert.deepEqual(done, { written: 3, known: 1, events: 60 });
      assert.deepEqual(
        hours.map(({ file, events }) => [file, events]),
        [
          ['01.ndjson', 30],
          ['02.ndjson', 30],
          ['03.ndjson', 0],
        ],
      );
      assert.equal(statSync(join(day, '00.ndjson')).mtimeMs, before);
      assert.deepEqual((await run(DAY + 4 * HOUR + 300_000)).done, { written: 0, known: 4, events: 0 });
    });

    test('the manifest says what is in the files', () => {
      assert.equal(manifest().hours.length, 4);
      for (const { file, bytes, sha256 } of manifest().hours) {
        const content = readFileSync(join(day, file));
        assert.equal(content.length, bytes);
        assert.equal(createHash('sha256').update(content).digest('hex'), sha256);
      }
    });

    test('a file that was cut off is written anew, byte for byte', async () => {
      const [first] = manifest().hours;
      writeFileSync(join(day, '00.ndjson'), 'cut');
      assert.deepEqual((await run(DAY + 4 * HOUR + 300_000)).done, { written: 1, known: 3, events: 30 });
      assert.deepEqual(manifest().hours[0], first);
    });

    test('a file that was moved elsewhere is not written again', async () => {
      rmSync(join(day, '01.ndjson'));
      assert.deepEqual((await run(DAY + 4 * HOUR + 300_000)).done, { written: 0, known: 4, events: 0 });
    });

    test('in columns they are what the lines are, as DuckDB reads both, and stand in the same manifest', async () => {
      assert.deepEqual((await run(DAY + 4 * HOUR + 300_000, { format: 'parquet' })).done, {
        written: 4,
        known: 0,
        events: 90,
      });
      const lines = manifest().hours.filter(({ file }) => file.endsWith('.ndjson'));
      const columns = manifest().hours.filter(({ file }) => file.endsWith('.parquet'));
      assert.deepEqual(
        columns.map(({ events }) => events),
        lines.map(({ events }) => events),
      );
      for (const { file, bytes, sha256 } of columns) {
        const content = readFileSync(join(day, file));
        assert.deepEqual([content.length, createHash('sha256').update(content).digest('hex')], [bytes, sha256]);
      }
      const connection = await DuckDBConnection.create();
      const asked = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
      const hour = join(day, '00');
      assert.deepEqual(
        await asked(`select body from '${hour}.parquet'`),
        readFileSync(`${hour}.ndjson`, 'utf8')
          .trimEnd()
          .split('\n')
          .map((body) => ({ body })),
      );
      assert.deepEqual(
        await asked(
          `select count(*)::int as n, count(distinct id)::int as ids, count(user_id)::int as users, min(company_id)::int as company,
             epoch_ms(min(received_at))::varchar as first, min(slug) as slug, count(happened_at)::int as times
           from '${join(day, '*.parquet')}'`,
        ),
        [{ n: 90, ids: 90, users: 1, company: 1, first: String(DAY), slug: 'click/product_view/click/v1', times: 90 }],
      );
      connection.closeSync();
    });

    test('only hours that lie wholly between from and to are asked for', async () => {
      const { done } = await run(DAY + 24 * HOUR, { from: DAY + HOUR + 1, to: DAY + 3 * HOUR + 1 });
      assert.deepEqual(done, { written: 0, known: 1, events: 0 });
    });
  });
});
