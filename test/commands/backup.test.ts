import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import { backUpSqlite } from '../../src/db/sqlite/sqlite-backup.ts';
import { serving } from './run-cartwright.ts';
import { folderForNow, runHere } from './run-here.ts';

describe('cartwright backup', () => {
  test('copies the database of a node that serves, and a node serves from the copy and the key', async () => {
    const folder = folderForNow();
    const node = await serving({ CARTWRIGHT_DATA: folder });
    const target = join(folderForNow(), 'copy.db');
    const { code, out, err } = await runHere(['backup', target], { CARTWRIGHT_DATA: folder });
    assert.equal(code, 0, err);
    assert.ok(out.includes(target) && out.includes(`Keep ${join(folder, 'key')} too`), out);
    assert.equal(statSync(target).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(join(target, '..')), ['copy.db']);
    await node.stop();

    const restored = join(folderForNow(), 'data');
    const without = await runHere(['restore', target], { CARTWRIGHT_DATA: restored });
    assert.equal(without.code, 0, without.err);
    assert.match(without.out, /Before you start the service: .*key/);
    const twice = await runHere(['restore', target], { CARTWRIGHT_DATA: restored });
    assert.equal(twice.code, 1);
    assert.match(twice.err, /cartwright\.db exists and was left as it is/);
    copyFileSync(join(folder, 'key'), join(restored, 'key'));
    const elsewhere = { CARTWRIGHT_DATA: join(folderForNow(), 'other') };
    const withKey = await runHere(['restore', target], {
      ...elsewhere,
      CARTWRIGHT_KEY: readFileSync(join(folder, 'key'), 'utf8').trim(),
    });
    assert.match(withKey.out, /CARTWRIGHT_KEY opens what it holds/);
    const again = await serving({ CARTWRIGHT_DATA: restored });
    const made = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Record<string, string>;
    const token = Buffer.from(`${made['application_id']}:${made['application_token']}`).toString('base64');
    const details = await fetch(`${again.url}/service/application/configuration/v1.0/application`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(details.status, 200);
    assert.equal(await again.stop(), 0);
  });

  test('overwrites nothing, needs a database and a folder, and leaves nothing behind when it fails', async () => {
    const [folder, elsewhere] = [folderForNow(), folderForNow()];
    const there = join(elsewhere, 'there.db');
    writeFileSync(there, 'mine');
    const nothing = await runHere(['backup', there], { CARTWRIGHT_DATA: folder });
    assert.equal(nothing.code, 1);
    assert.match(nothing.err, /^There is no database at /);
    const db = await openSqlite(join(folder, 'cartwright.db'));
    await db.close();
    const taken = await runHere(['backup', there], { CARTWRIGHT_DATA: folder });
    assert.equal(taken.code, 1);
    assert.match(taken.err, /exists and was left as it is/);
    assert.equal(readFileSync(there, 'utf8'), 'mine');
    assert.deepEqual(readdirSync(elsewhere), ['there.db']);
    const lost = await runHere(['backup', join(elsewhere, 'no', 'copy.db')], { CARTWRIGHT_DATA: folder });
    assert.match(lost.err, /^The folder of .* does not exist/);
    const postgres = await runHere(['backup', join(elsewhere, 'x')], { DATABASE_URL: 'postgres://127.0.0.1:1/shop' });
    assert.equal(postgres.code, 1);
    assert.match(postgres.err, /^pg_dump /);
    assert.deepEqual(readdirSync(elsewhere), ['there.db']);
  });

  test('is of one moment, however many batches are written meanwhile', async () => {
    const folder = folderForNow();
    const file = join(folder, 'cartwright.db');
    const db = await openSqlite(file);
    await db.commit([
      { sql: 'create table a (n bigint primary key, filling text)' },
      { sql: 'create table b (n bigint primary key, filling text)' },
    ]);
    const filling = 'x'.repeat(4_000);
    const pair = (n: number) => [
      { sql: 'insert into a (n, filling) values (?, ?)', params: [n, filling] },
      { sql: 'insert into b (n, filling) values (?, ?)', params: [n, filling] },
    ];
    for (let n = 0; n < 2_000; n += 1) await db.commit(pair(n));
    const enough = new AbortController();
    let next = 2_000;
    const writer = (async () => {
      for (; !enough.signal.aborted; next += 1) await db.commit(pair(next));
    })();
    const before = next;
    await backUpSqlite(file, join(folder, 'copy.db'));
    enough.abort();
    await writer;
    await db.close();
    const copy = await openSqlite(join(folder, 'copy.db'));
    const count = async (table: string) =>
      Number((await copy.one<{ n: number }>(`select count(*) as n from ${table}`))?.n);
    const [a, b] = [await count('a'), await count('b')];
    assert.equal(a, b);
    assert.ok(a >= before && a <= next, `${before} <= ${a} <= ${next}`);
    await copy.close();
  });
});
