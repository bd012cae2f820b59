/**
 * A whole drill: a PostgreSQL shop is copied and made again elsewhere. `npm run campaign -- restore` runs it: it needs pg_dump and
 * pg_restore of the server's version, which the PostgreSQL of the suite does not bring. `DATABASE_URL` names another server.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { createPostgres } from '../databases.ts';
import { setUpShop } from '../faults/crash-carts.ts';
import { folderForNow, runHere } from './run-here.ts';

const countOf = async (url: string): Promise<readonly number[]> => {
  const db = await openPostgres(url);
  const rows = await Promise.all(
    ['application', 'article', 'schema_migration'].map((table) =>
      db.one<{ n: number }>(`select count(*) as n from ${table}`),
    ),
  );
  await db.close();
  return rows.map((row) => row?.n ?? 0);
};

test('a PostgreSQL database is made again from its backup, and one with tables is left alone', async () => {
  const [source, target] = [await createPostgres(true), await createPostgres(false)];
  after(source.drop);
  after(target.drop);
  const folder = folderForNow();
  const file = join(folder, 'shop.dump');
  const here = { PATH: process.env.PATH ?? '', CARTWRIGHT_DATA: folder };
  const variables = { ...here, DATABASE_URL: source.url };
  await setUpShop({ variables });
  const made = await runHere(['backup', file], variables);
  assert.equal(made.code, 0, made.err);
  const { code, out, err } = await runHere(['restore', file], { ...here, DATABASE_URL: target.url });
  assert.equal(code, 0, err);
  assert.match(out, /opens what it holds: start the service/);
  assert.deepEqual(await countOf(target.url), await countOf(source.url));
  const again = await runHere(['restore', file], { ...here, DATABASE_URL: target.url });
  assert.equal(again.code, 1);
  assert.match(again.err, /has tables and was left as it is/);
});
