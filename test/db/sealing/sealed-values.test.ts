import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Database } from '../../../src/db/database.ts';
import { guardFailed } from '../../../src/db/database.ts';
import { type Keyring, KeyringError, parseKeyring, readKeyring, withNewKey } from '../../../src/db/sealing/keyring.ts';
import { openKeyring } from '../../../src/db/sealing/open-keyring.ts';
import { reseal, rotateKeyFile } from '../../../src/db/sealing/rotate-key.ts';
import { SealError } from '../../../src/db/sealing/seal.ts';
import { createSealed, dropSealed, putSealed, readSealed } from '../../../src/db/sealing/sealed-values.ts';
import { registeredKeys, registerKeyring, retireKeys } from '../../../src/db/sealing/sealing-keys.ts';
import { forEachEngine, type TestDatabase } from '../../databases.ts';

const newRing = (): Keyring => parseKeyring(randomBytes(32).toString('hex'), 'CARTWRIGHT_KEY');
const now = () => Date.UTC(2026, 10, 15);
const value = (n: number, plaintext = `secret ${n}`) => ({ owner: `o/${n}`, name: 'secret', plaintext, at: now() });

forEachEngine((engine) => {
  const opened: TestDatabase[] = [];
  const folders: string[] = [];
  const fresh = async (): Promise<Database> => {
    const database = await engine.open();
    opened.push(database);
    return database.db;
  };
  const newFolder = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'cartwright-keys-'));
    folders.push(folder);
    return folder;
  };
  after(async () => {
    for (const { close } of opened) await close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  describe('sealed values', () => {
    let db: Database;
    const ring = newRing();
    before(async () => {
      db = await fresh();
      await registerKeyring(db, ring, now());
    });

    test('a value is read back, replaced, and gone after it is dropped', async () => {
      await db.commit([putSealed(ring, value(1))]);
      assert.equal(await readSealed(db, ring, 'o/1', 'secret'), 'secret 1');
      await db.commit([putSealed(ring, value(1, 'other'))]);
      assert.equal(await readSealed(db, ring, 'o/1', 'secret'), 'other');
      await db.commit([dropSealed('o/1', 'secret')]);
      assert.equal(await readSealed(db, ring, 'o/1', 'secret'), undefined);
    });

    test('a value that must be new is refused where there is one', async () => {
      await db.commit([createSealed(ring, value(9, 'first'))]);
      await assert.rejects(db.commit([createSealed(ring, value(9, 'second'))]), (error) =>
        guardFailed(error, 'sealed_value'),
      );
      assert.equal(await readSealed(db, ring, 'o/9', 'secret'), 'first');
    });

    test('the table holds no plaintext, and a row copied to another owner does not open', async () => {
      await db.commit([putSealed(ring, value(2, 'a plaintext to look for'))]);
      assert.ok(!JSON.stringify(await db.all('select * from sealed_value')).includes('plaintext'));
      await db.commit([
        {
          sql: `insert into sealed_value (owner, name, key_id, modified_at, sealed)
                select 'o/3', name, key_id, modified_at, sealed from sealed_value where owner = ?`,
          params: ['o/2'],
        },
      ]);
      await assert.rejects(readSealed(db, ring, 'o/3', 'secret'), (error) => error instanceof SealError);
    });

    test('a node whose key the database does not know cannot store a value', async () => {
      await assert.rejects(db.commit([putSealed(newRing(), value(4))]), (error) => guardFailed(error, 'sealing_key'));
    });
  });

  describe('the register of keys', () => {
    test('a node with another key is told at start which key is missing and where to put it', async () => {
      const db = await fresh();
      const ring = newRing();
      await registerKeyring(db, ring, now());
      await registerKeyring(db, ring, now());
      await assert.rejects(
        registerKeyring(db, newRing(), now()),
        (error) =>
          error instanceof KeyringError &&
          error.message.includes(ring.keys[0].id) &&
          error.message.includes('CARTWRIGHT_KEY'),
      );
      assert.deepEqual(await registeredKeys(db), [ring.keys[0].id]);
    });

    test('a node without its key is told which one is missing, and no other is written in its place', async () => {
      const db = await fresh();
      const folder = await newFolder();
      const { keys } = await openKeyring(db, { keyText: undefined, dataFolder: folder }, now());
      await rm(join(folder, 'key'));
      await assert.rejects(
        openKeyring(db, { keyText: undefined, dataFolder: folder }, now()),
        (error) => error instanceof KeyringError && error.message.includes(keys[0].id),
      );
      assert.deepEqual(await readdir(folder), []);
    });

    test('of five folders that make a key for one empty database at once, one keeps its key', async () => {
      const db = await fresh();
      const all = await Promise.all(Array.from({ length: 5 }, newFolder));
      const started = await Promise.allSettled(
        all.map((dataFolder) => openKeyring(db, { keyText: undefined, dataFolder }, now())),
      );
      const kept = await Promise.all(all.map((folder) => readdir(folder)));
      assert.deepEqual(
        kept,
        started.map(({ status }) => (status === 'fulfilled' ? ['key'] : [])),
      );
      assert.equal(kept.flat().length, 1);
    });

    test('of two nodes that start on an empty database with different keys, one is refused', async () => {
      const db = await fresh();
      const started = await Promise.allSettled([newRing(), newRing()].map((ring) => registerKeyring(db, ring, now())));
      assert.deepEqual(started.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      assert.equal((await registeredKeys(db)).length, 1);
    });
  });

  describe('rotation', () => {
    const filled = async (count: number): Promise<{ db: Database; folder: string; ring: Keyring }> => {
      const db = await fresh();
      const folder = await newFolder();
      const ring = await openKeyring(db, { keyText: undefined, dataFolder: folder }, now());
      await db.commit(Array.from({ length: count }, (_, n) => putSealed(ring, value(n))));
      return { db, folder, ring };
    };
    const allOpen = async (db: Database, ring: Keyring, count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) assert.equal(await readSealed(db, ring, `o/${n}`, 'secret'), `secret ${n}`);
    };

    test('everything is sealed anew, the old key is forgotten and the file holds the new one only', async () => {
      const { db, folder, ring } = await filled(250);
      const progress: number[] = [];
      const rotated = await rotateKeyFile(db, folder, ring, { now, onProgress: (done) => progress.push(done) });
      assert.deepEqual(progress, [100, 200, 250]);
      assert.notEqual(rotated.keys[0].id, ring.keys[0].id);
      assert.deepEqual(await registeredKeys(db), [rotated.keys[0].id]);
      const reloaded = (await readKeyring({ keyText: undefined, dataFolder: folder })) ?? assert.fail();
      assert.deepEqual(
        reloaded.keys.map(({ id }) => id),
        [rotated.keys[0].id],
      );
      await allOpen(db, reloaded, 250);
      await assert.rejects(readSealed(db, ring, 'o/1', 'secret'), (error) =>
        String(error).includes(rotated.keys[0].id),
      );
    });

    test('interrupted between two steps, it leaves everything readable and goes on when run again', async () => {
      const { db, folder, ring } = await filled(250);
      const stop = (done: number) => {
        if (done >= 100) throw new Error('pulled the plug');
      };
      await assert.rejects(rotateKeyFile(db, folder, ring, { now, onProgress: stop }), /pulled the plug/);
      const halfway = (await readKeyring({ keyText: undefined, dataFolder: folder })) ?? assert.fail();
      assert.equal(halfway.keys.length, 2);
      await registerKeyring(db, halfway, now());
      await allOpen(db, halfway, 250);
      await assert.rejects(retireKeys(db, halfway), KeyringError);
      const progress: number[] = [];
      const rotated = await rotateKeyFile(db, folder, halfway, { now, onProgress: (done) => progress.push(done) });
      assert.deepEqual(progress, [100, 150]);
      assert.equal(rotated.keys[0].id, halfway.keys[0].id);
      assert.equal((await readFile(join(folder, 'key'), 'utf8')).trim().split('\n').length, 1);
      await allOpen(db, rotated, 250);
    });

    test('a value its owner replaces meanwhile is not lost, whichever key he used', async () => {
      const { db, ring } = await filled(150);
      const wider = withNewKey(ring);
      await registerKeyring(db, wider, now());
      const writers = [
        db.commit([putSealed(ring, value(0, 'written with the old key'))]),
        db.commit([putSealed(wider, value(1, 'written with the new key'))]),
      ];
      await Promise.all([reseal(db, wider, { now }), ...writers]);
      await reseal(db, wider, { now });
      await retireKeys(db, wider);
      const narrow: Keyring = { ...wider, keys: [wider.keys[0]] };
      assert.equal(await readSealed(db, narrow, 'o/0', 'secret'), 'written with the old key');
      assert.equal(await readSealed(db, narrow, 'o/1', 'secret'), 'written with the new key');
      assert.equal(await readSealed(db, narrow, 'o/149', 'secret'), 'secret 149');
    });
  });
});
