import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { createPostgres, engines } from '../databases.ts';
import { setUpShop } from '../faults/crash-carts.ts';
import { folderForNow, runHere } from './run-here.ts';

const skip = engines.find(({ name }) => name === 'postgres')?.skip;

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

  test('says of a file that was cut off that it is, and leaves nothing behind', async () => {
    const folder = folderForNow();
    const [whole, cut] = [join(folder, 'whole.db'), join(folder, 'cut.db')];
    const db = new DatabaseSync(whole);
    db.exec('create table shop (words text); ');
    for (let row = 0; row < 9; row += 1) db.exec('insert into shop values (hex(randomblob(5000)))');
    db.close();
    const bytes = readFileSync(whole);
    const into = join(folder, 'some', 'data');
    for (const length of [4_096, bytes.length - 5_000, 100]) {
      writeFileSync(cut, bytes.subarray(0, length));
      const { code, err } = await runHere(['restore', cut], { CARTWRIGHT_DATA: into });
      assert.equal(code, 1);
      assert.match(err, /cut\.db is damaged or not all there \(.+\)\. Nothing was restored/);
      assert.equal(existsSync(join(folder, 'some')), false);
    }
  });

  test('names the program that is missing to copy PostgreSQL', skip === undefined ? {} : { skip }, async () => {
    const { url, drop } = await createPostgres(true);
    after(drop);
    const folder = folderForNow();
    const file = join(folder, 'shop.dump');
    const variables = { CARTWRIGHT_DATA: folder, DATABASE_URL: url, PATH: folder };
    await setUpShop({ variables });
    const { code, err } = await runHere(['backup', file], variables);
    assert.equal(code, 1);
    assert.match(err, /^pg_dump is not on the path: install the PostgreSQL client of the server's version or later/);
    assert.equal(existsSync(file), false);
  });
});
