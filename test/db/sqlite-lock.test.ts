import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test, type TestContext } from 'node:test';
import { DatabaseError } from '../../src/db/database.ts';
import { ids, openAt, put, temporaryFile } from './sqlite-fixture.ts';

/** A second process that holds the write lock until it is told to let go, and then commits a row of its own. */
const HOLDER = `
  const { DatabaseSync } = require('node:sqlite');
  const db = new DatabaseSync(process.argv[1], { timeout: 5000 });
  db.exec("begin immediate; insert into item (id, note) values ('theirs', '')");
  process.stdout.write('held');
  process.stdin.once('data', () => { db.exec('commit'); db.close(); process.exit(0); });
`;
const holdLock = async (t: TestContext, file: string) => {
  const holder = spawn(process.execPath, ['-e', HOLDER, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return async (): Promise<void> => {
    holder.stdin.write('release');
    await once(holder, 'exit');
  };
};

for (const writer of ['inline', 'thread'] as const) {
  describe(`another process holds the write lock, writer ${writer}`, () => {
    test('reads go on, and the batches are written in order when the lock is free', async (t) => {
      const file = temporaryFile(t);
      const db = await openAt(t, writer, {}, file);
      const release = await holdLock(t, file);
      let answered = 0;
      const pending = ['a', 'b', 'c'].map((id) => db.commit([put(id)]).finally(() => (answered += 1)));
      for (let reads = 0; reads < 200; reads += 1) {
        assert.deepEqual(await ids(db), []);
        await new Promise(setImmediate);
      }
      assert.equal(answered, 0);
      assert.equal(db.health().waiting, 3);
      await release();
      await Promise.all(pending);
      assert.deepEqual(await ids(db), ['theirs', 'a', 'b', 'c']);
    });

    test('a lock that is never released ends as busy with nothing written', async (t) => {
      const file = temporaryFile(t);
      const db = await openAt(t, writer, { busyMs: 60 }, file);
      const release = await holdLock(t, file);
      const settled = await Promise.allSettled([db.commit([put('a')]), db.commit([put('b')])]);
      for (const result of settled) {
        assert.ok(result.status === 'rejected' && result.reason instanceof DatabaseError);
        assert.equal(result.reason.code, 'busy');
      }
      assert.equal(db.health().waiting, 0);
      await release();
      await db.commit([put('c')]);
      assert.deepEqual(await ids(db), ['theirs', 'c']);
    });
  });
}
