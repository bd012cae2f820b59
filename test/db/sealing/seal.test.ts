import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { KeyringError, makeKeyFile, parseKeyring, readKeyring, withNewKey } from '../../../src/db/sealing/keyring.ts';
import { open, SealError, seal } from '../../../src/db/sealing/seal.ts';

const bytes = Buffer.alloc(32, 7);
const ring = parseKeyring(bytes.toString('base64'), 'CARTWRIGHT_KEY');
const problem = (wanted: string) => (error: unknown) => error instanceof SealError && error.problem === wanted;

const folder = await mkdtemp(join(tmpdir(), 'cartwright-key-'));
after(() => rm(folder, { recursive: true, force: true }));

describe('seal', () => {
  test('any text opens again under the same purpose, and two seals of one text differ', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (plaintext, purpose) => {
        const sealed = seal(ring, purpose, plaintext);
        assert.equal(open(ring, purpose, sealed), plaintext);
        assert.notEqual(seal(ring, purpose, plaintext), sealed);
      }),
      { numRuns: 200 },
    );
  });

  test('a sealed text that was moved to another row does not open', () => {
    const sealed = seal(ring, 'application/a/customer_token_secret', 'secret');
    assert.throws(() => open(ring, 'application/b/customer_token_secret', sealed), problem('tampered'));
  });

  test('a sealed text with any one character changed, or cut short, does not open', () => {
    const sealed = seal(ring, 'p', 'a secret of some length');
    const body = sealed.indexOf('.', 3) + 1;
    for (let at = 0; at < sealed.length; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
      // The last character of a base64url part can carry bits that mean nothing.
      if (Buffer.from(changed.slice(body), 'base64url').equals(Buffer.from(sealed.slice(body), 'base64url'))) continue;
      assert.throws(() => open(ring, 'p', changed), SealError, changed);
    }
    for (const cut of ['', 'v1', sealed.slice(0, 20), sealed.slice(0, -4), 'plain text']) {
      assert.throws(() => open(ring, 'p', cut), problem('tampered'), cut);
    }
  });

  test('a key that is not at hand is named by its id', () => {
    const other = parseKeyring(Buffer.alloc(32, 9).toString('hex'), 'CARTWRIGHT_KEY');
    const sealed = seal(other, 'p', 'text');
    assert.throws(
      () => open(ring, 'p', sealed),
      (error) => problem('unknown_key')(error) && error instanceof Error && error.message.includes(other.keys[0].id),
    );
  });

  test('a new key in front seals, and the old one still opens', () => {
    const wider = withNewKey(ring);
    assert.equal(open(wider, 'p', seal(ring, 'p', 'old')), 'old');
    assert.equal(seal(wider, 'p', 'new').split('.')[1], wider.keys[0].id);
    assert.notEqual(wider.keys[0].id, ring.keys[0].id);
  });
});

describe('keyring', () => {
  test('base64, base64url and hex name the same key; commas and lines part several', () => {
    const id = ring.keys[0].id;
    const forms = [bytes.toString('base64url'), bytes.toString('hex'), `  ${bytes.toString('base64')}\n`];
    for (const form of forms) assert.equal(parseKeyring(form, 's').keys[0].id, id);
    const second = randomBytes(32).toString('hex');
    for (const separator of [',', '\n', ', \n']) {
      const keys = parseKeyring([bytes.toString('hex'), second].join(separator), 's').keys;
      assert.deepEqual([keys.length, keys[0].id], [2, id]);
    }
    assert.equal(parseKeyring(`${bytes.toString('hex')},${bytes.toString('base64')}`, 's').keys.length, 1);
  });

  test('a key of another length is refused without being repeated', () => {
    for (const wrong of ['', 'hunter2', 'ab'.repeat(31), randomBytes(31).toString('base64'), `${'a'.repeat(64)}g`]) {
      assert.throws(
        () => parseKeyring(wrong, 'CARTWRIGHT_KEY'),
        (error) =>
          error instanceof KeyringError &&
          error.message.includes('CARTWRIGHT_KEY') &&
          (wrong === '' || !error.message.includes(wrong)),
      );
    }
  });

  test('a keyring shows no key when it is logged or serialised', () => {
    const shown = JSON.stringify(ring);
    assert.ok(!shown.includes(bytes.toString('base64')) && !shown.includes(bytes.toString('hex')));
  });

  test('ten first starts at once end with one key, readable by its owner only', async () => {
    const dataFolder = join(folder, 'race');
    const rings = await Promise.all(Array.from({ length: 10 }, () => makeKeyFile(dataFolder)));
    assert.equal(new Set(rings.map(({ keyring }) => keyring.keys[0].id)).size, 1);
    assert.equal(rings.filter(({ isOurs }) => isOurs).length, 1);
    assert.deepEqual(await readdir(dataFolder), ['key']);
    assert.equal((await stat(join(dataFolder, 'key'))).mode & 0o777, 0o600);
    const again = await readKeyring({ keyText: undefined, dataFolder });
    assert.equal(again?.keys[0].id, rings[0]?.keyring.keys[0].id);
  });

  test('a key given as text wins over the file, which is then not made', async () => {
    const dataFolder = join(folder, 'given');
    const given = await readKeyring({ keyText: bytes.toString('hex'), dataFolder });
    assert.equal(given?.keys[0].id, ring.keys[0].id);
    await assert.rejects(readFile(join(dataFolder, 'key')));
  });

  test('a damaged key file is refused by name, never replaced', async () => {
    const dataFolder = await mkdtemp(join(folder, 'damaged-'));
    await writeFile(join(dataFolder, 'key'), 'half a key');
    await assert.rejects(readKeyring({ keyText: undefined, dataFolder }), (error) =>
      String(error).includes(join(dataFolder, 'key')),
    );
    assert.equal(await readFile(join(dataFolder, 'key'), 'utf8'), 'half a key');
  });
});
