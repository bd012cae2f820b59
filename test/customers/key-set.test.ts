import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import { exportJWK, type JWK, SignJWT } from 'jose';
import { customerTokens } from '../../src/customers/customer-token.ts';
import { keySets } from '../../src/customers/key-set.ts';
import { networkKeySource } from '../../src/customers/key-source.ts';
import { privateAddresses, publicAddresses, systemResolver } from '../../src/http/outgoing/address-guard.ts';
import { processStopwatch } from '../../src/shared/clock.ts';

const url = 'https://idp.example/keys';
const minute = 60_000;
const start = Date.UTC(2026, 10, 15, 12);
const jwkOf = async (kid: string): Promise<JWK> => ({
  ...(await exportJWK(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)),
  kid,
});
const [one, two] = [await jwkOf('one'), await jwkOf('two')];
const header = (kid: string) => ({ alg: 'ES256', kid });

/** A provider whose keys and health a test changes, and that counts how often it was asked. */
const provider = (keys: readonly JWK[]) => {
  const state = { keys, down: false, asked: 0, failures: 0 };
  const time = { at: start };
  const source = {
    fetchText: async () => {
      state.asked += 1;
      if (state.down) throw new Error('down');
      return JSON.stringify({ keys: state.keys });
    },
    onFailure: () => {
      state.failures += 1;
    },
  };
  const findKey = keySets(source, { ms: () => time.at });
  const find = async (kid: string, at: number): Promise<string> => {
    time.at = at;
    const answer = await findKey(url, header(kid));
    return 'key' in answer ? 'found' : answer.none;
  };
  return { state, find, findKey };
};

describe('key sets', () => {
  test('are asked for once and then kept for ten minutes', async () => {
    const { state, find } = provider([one]);
    for (let at = start; at < start + 10 * minute; at += minute) assert.equal(await find('one', at), 'found');
    assert.equal(state.asked, 1);
    await find('one', start + 10 * minute);
    assert.equal(state.asked, 2);
  });

  test('are asked for once by requests that come together', async () => {
    const { state, find } = provider([one]);
    const found = await Promise.all(Array.from({ length: 50 }, () => find('one', start)));
    assert.deepEqual([...new Set(found)], ['found']);
    assert.equal(state.asked, 1);
  });

  test('are not asked for a second time while the first question is open', async () => {
    let asked = 0;
    const answer = Promise.withResolvers<string>();
    const source = { fetchText: () => ((asked += 1), answer.promise), onFailure: assert.fail };
    const times = [start, start + minute];
    const findKey = keySets(source, { ms: () => times.shift() ?? assert.fail() });
    const waiting = [findKey(url, header('one')), findKey(url, header('one'))];
    answer.resolve(JSON.stringify({ keys: [one] }));
    for (const found of await Promise.all(waiting)) assert.ok('key' in found);
    assert.equal(asked, 1);
  });

  test('that never come are not waited for: kept ones go on serving, and the source is asked again', async () => {
    const failures: unknown[] = [];
    const texts = [async () => JSON.stringify({ keys: [one] }), () => new Promise<string>(() => {})];
    let asked = 0;
    const fetchText = (): Promise<string> => (texts[asked++] ?? texts[0])?.() ?? assert.fail();
    const time = { at: start };
    const source = { fetchText, onFailure: (_: string, error: unknown) => failures.push(error) };
    const findKey = keySets(source, { ms: () => time.at }, 20);
    const alive = setInterval(() => {}, 1000);
    try {
      assert.ok('key' in (await findKey(url, header('one'))));
      time.at += 11 * minute;
      const stale = [1, 2].map(() => findKey(url, header('one')));
      for (const found of await Promise.all(stale)) assert.ok('key' in found);
      assert.equal(failures.length, 1);
      time.at += minute;
      assert.ok('key' in (await findKey(url, header('one'))));
      assert.equal(asked, 3);
    } finally {
      clearInterval(alive);
    }
  });

  test('are asked for again when a key is new', async () => {
    const { state, find } = provider([one]);
    await find('one', start);
    state.keys = [one, two];
    assert.equal(await find('two', start + 30_000), 'found');
    assert.equal(state.asked, 2);
  });

  test('are not asked for more than every thirty seconds, however many unknown keys are named', async () => {
    const { state, find } = provider([one]);
    for (let at = start; at < start + 60_000; at += 100) {
      assert.equal(await find(`guess-${at}`, at), 'unknown');
    }
    assert.equal(state.asked, 2);
  });

  test('lose a key that the provider has withdrawn', async () => {
    const { state, find } = provider([one, two]);
    await find('one', start);
    state.keys = [two];
    assert.equal(await find('one', start + 10 * minute), 'unknown');
  });

  test('are kept for a day when the provider does not answer, which is told', async () => {
    const { state, find } = provider([one]);
    await find('one', start);
    state.down = true;
    assert.equal(await find('one', start + 11 * minute), 'found');
    assert.equal(await find('one', start + 24 * 60 * minute - 1), 'found');
    assert.equal(await find('one', start + 24 * 60 * minute), 'unavailable');
    assert.equal(state.failures, 2);
  });

  test('leave it open whether a key exists when the provider does not answer', async () => {
    const { state, find } = provider([one]);
    state.down = true;
    assert.equal(await find('one', start), 'unavailable');
    assert.equal(await find('one', start + 1_000), 'unavailable');
    assert.equal(state.asked, 1);
    state.down = false;
    assert.equal(await find('one', start + 30_000), 'found');
    state.down = true;
    assert.equal(await find('two', start + 60_000), 'unavailable');
  });

  test('keep the old keys when the answer is no key set', async () => {
    const { state, find } = provider([one]);
    await find('one', start);
    state.keys = Array.from({ length: 101 }, () => one);
    assert.equal(await find('one', start + 11 * minute), 'found');
    assert.equal(state.failures, 1);
  });

  test('need a kid to tell two keys apart', async () => {
    const { findKey } = provider([one, two]);
    assert.deepEqual(await findKey(url, { alg: 'ES256' }), { none: 'unknown' });
  });

  test('of different addresses are different', async () => {
    const fetchText = async (from: string) => JSON.stringify({ keys: from === url ? [one] : [two] });
    const findKey = keySets({ fetchText, onFailure: assert.fail }, processStopwatch);
    assert.ok('key' in (await findKey(url, header('one'))));
    assert.deepEqual(await findKey('https://other.example/', header('one')), { none: 'unknown' });
  });
});

/** A provider on this machine; counts what reaches it. */
const serve = async (t: TestContext, status: number, body: string) => {
  const state = { reached: 0 };
  const server = createServer((_, response) => {
    state.reached += 1;
    response.writeHead(status, { location: '/elsewhere' }).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys` };
};

describe('key sets over the network', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const claims = { sub: 'user-1', exp: start / 1000 + 60 };
  const token = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(privateKey);
  const keySet = async (): Promise<string> => JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] });

  const outcome = async (jwksUrl: string, policy = privateAddresses) => {
    const failures: string[] = [];
    const source = networkKeySource({ policy, resolve: systemResolver }, (_, error) =>
      failures.push((error as Error).message),
    );
    const verify = customerTokens({ findKey: keySets(source, processStopwatch), secretOf: async () => undefined });
    const verdict = await verify(await token, 'app', { kind: 'jwks', jwks_url: jwksUrl }, start);
    return { outcome: 'customer' in verdict ? verdict.customer.userId : verdict.refused, failures };
  };

  test('verify a token by a provider on this machine when that is allowed', async (t) => {
    const { url } = await serve(t, 200, await keySet());
    assert.deepEqual(await outcome(url), { outcome: 'user-1', failures: [] });
  });

  test('never reach a provider on this machine otherwise', async (t) => {
    const { state, url } = await serve(t, 200, await keySet());
    const inside = await outcome(url, publicAddresses);
    assert.deepEqual(inside, { outcome: 'unavailable', failures: ['address refused: address'] });
    assert.equal(state.reached, 0);
  });

  test('never reach cloud metadata, allowed or not', async () => {
    const inside = await outcome('http://169.254.169.254/latest/meta-data');
    assert.deepEqual(inside, { outcome: 'unavailable', failures: ['address refused: address'] });
  });

  test('follow no redirect and take no error page', async (t) => {
    for (const status of [301, 302, 307, 404, 500]) {
      const { state, url } = await serve(t, status, await keySet());
      assert.deepEqual(await outcome(url), { outcome: 'unavailable', failures: [`answered ${status}`] });
      assert.equal(state.reached, 1);
    }
  });

  test('take no document larger than 64 KiB', async (t) => {
    const { url } = await serve(t, 200, (await keySet()) + ' '.repeat(64 * 1024));
    assert.deepEqual(await outcome(url), { outcome: 'unavailable', failures: ['answered more than 65536 bytes'] });
  });
});
