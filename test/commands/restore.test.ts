import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { createPostgres, engines } from '../databases.ts';
import { setUpShop } from '../faults/crash-carts.ts';
import { folderForNow, runHere } from './run-here.ts';

const skip = engines.find(({ name }) => name === 'postgres')?.skip;
const majorOf = (text: string): number => Number(/(\d+)\./.exec(text)?.[1] ?? 0);

/** pg_dump reads servers of its own version and before. */
const toolFits = async (url: string): Promise<boolean> => {
  const { stdout, status } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  const db = await openPostgres(url);
  const row = await db.one<{ version: string }>("select current_setting('server_version') as version");
  await db.close();
  return status === 0 && majorOf(stdout) >= majorOf(row?.version ?? '99.');
};
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

describe('cartwright restore', () => {
  test('names what is no backup, what is not there, and what is of the other engine', async () => {
    const folder = folderForNow();
    const [file, dump] = [join(folder, 'words.db'), join(folder, 'a.dump')];
    writeFileSync(file, 'just words');
    writeFileSync(dump, 'PGDMP and more');
    const into = { CARTWRIGHT_DATA: join(folder, 'data') };
    const told = async (args: readonly string[], variables: Record<string, string> = {}): Promise<string> => {
      const { code, err } = await runHere(['restore', ...args], { ...into, ...variables });
      assert.notEqual(code, 0);
      return err;
    };
    assert.match(await told([]), /FILE is missing/);
    assert.match(await told([join(folder, 'none')]), /^There is no file /);
    assert.match(await told([file]), /is no backup/);
    assert.match(await told([dump]), /set DATABASE_URL to an empty database/);
  });

  test(
    'makes a PostgreSQL database again from a backup, and leaves one with tables alone',
    skip === undefined ? {} : { skip },
    async (context) => {
      const [source, target] = [await createPostgres(true), await createPostgres(false)];
      after(source.drop);
      after(target.drop);
      const folder = folderForNow();
      const file = join(folder, 'shop.dump');
      const variables = { CARTWRIGHT_DATA: folder, DATABASE_URL: source.url };
      await setUpShop({ variables });
      const fits = await toolFits(source.url);
      const made = await runHere(['backup', file], variables);
      if (!fits) {
        assert.equal(made.code, 1);
        assert.match(made.err, /^pg_dump .*nstall the PostgreSQL client of the server's version or later/s);
        return context.skip('no pg_dump of the server’s version on the path');
      }
      assert.equal(made.code, 0, made.err);
      const { code, out, err } = await runHere(['restore', file], { ...variables, DATABASE_URL: target.url });
      assert.equal(code, 0, err);
      assert.match(out, /opens what it holds: start the service/);
      assert.deepEqual(await countOf(target.url), await countOf(source.url));
      const again = await runHere(['restore', file], { ...variables, DATABASE_URL: target.url });
      assert.equal(again.code, 1);
      assert.match(again.err, /has tables and was left as it is/);
      return undefined;
    },
  );
});
