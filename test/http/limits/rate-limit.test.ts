import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { slidingWindow } from '../../../src/http/limits/sliding-window.ts';
import { sampleServer } from '../sample-server.ts';

const limiterAt = (time: { now: number }, maximumKeys = 100) =>
  slidingWindow({ stopwatch: { ms: () => time.now }, windowMs: 60_000, slices: 12, maximumKeys });

describe('sliding window', () => {
  test('law: never more than the limit in any window, whatever the arrivals', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 15_000 }), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(1e9), gaps, (limit, start, waits) => {
        const time = { now: start };
        const limiter = limiterAt(time);
        const taken: number[] = [];
        for (const wait of waits) {
          time.now += wait;
          if (limiter.take('a', limit).allowed) taken.push(time.now);
        }
        for (const end of taken) {
          assert.ok(taken.filter((at) => at > end - 60_000 && at <= end).length <= limit);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('law: who waits as long as he is told is let in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 60 }),
        (limit, waits) => {
          const time = { now: 1_000_000 };
          const limiter = limiterAt(time);
          for (const wait of waits) {
            time.now += wait;
            const verdict = limiter.take('a', limit);
            if (verdict.allowed) continue;
            assert.ok(verdict.resetMs <= 65_000);
            time.now += verdict.resetMs;
            assert.ok(limiter.take('a', limit).allowed);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('who was quiet for a whole window is forgotten when the next comes, and nobody before', () => {
    const time = { now: 0 };
    const limiter = limiterAt(time);
    for (let caller = 0; caller < 50; caller += 1) limiter.take(`caller ${caller}`, 3);
    time.now += 60_000;
    limiter.take('caller 7', 3);
    assert.equal(limiter.size(), 50);
    time.now += 5_000;
    limiter.take('a new one', 3);
    assert.equal(limiter.size(), 2, 'the seventh, who came again, and the new one');
  });

  test('the whole quota can be used at once, and comes back', () => {
    const time = { now: 0 };
    const limiter = limiterAt(time);
    for (let left = 2; left >= 0; left -= 1) assert.equal(limiter.take('a', 3).remaining, left);
    assert.equal(limiter.take('a', 3).allowed, false);
    assert.equal(limiter.take('b', 3).allowed, true);
    time.now += 65_000;
    assert.equal(limiter.take('a', 3).remaining, 2);
  });

  test('memory is bounded: the key that was quiet longest is forgotten', () => {
    const time = { now: 0 };
    const limiter = limiterAt(time, 10);
    for (let key = 0; key < 1000; key += 1) limiter.take(`k${key}`, 1);
    assert.equal(limiter.size(), 10);
    assert.ok(!limiter.take('k999', 1).allowed);
  });
});

describe('rate limits', () => {
  const thing = '/service/application/thing/1';

  test("an application has its own setting's quota, says where it stands, and is told when to come back", async () => {
    const time = { now: 1_000_000 };
    const app = sampleServer({ stopwatch: { ms: () => time.now } });
    const get = () => app.inject({ url: thing, headers: { authorization: 'Bearer limited' } });
    const first = await get();
    assert.equal(first.headers['ratelimit-policy'], '"caller";q=3;w=60');
    assert.match(String(first.headers['ratelimit']), /^"caller";r=2;t=\d+$/);
    await get();
    await get();
    const over = await get();
    assert.equal(over.statusCode, 429);
    assert.equal(over.json().error_code, 'rate_limited');
    const seconds = Number(over.headers['retry-after']);
    assert.ok(seconds > 0 && seconds <= 65);
    time.now += seconds * 1000;
    assert.equal((await get()).statusCode, 200);
    await app.close();
  });

  test('an address is limited before its credentials are looked at', async () => {
    const app = sampleServer({ rates: { addressPerMinute: 2, callerPerMinute: 100 } });
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const answer = await app.inject({ url: thing, headers: { authorization: 'Bearer nobody' } });
      statuses.push(answer.statusCode);
    }
    assert.deepEqual(statuses, [401, 401, 429, 429]);
    const elsewhere = await app.inject({ url: thing, remoteAddress: '203.0.113.9' });
    assert.equal(elsewhere.statusCode, 401);
    await app.close();
  });

  test('one address has a share of what an application allows, and others the rest', async () => {
    const stopwatch = { ms: () => 1_000_000 };
    const app = sampleServer({ stopwatch, rates: { addressPerMinute: 10_000, callerPerMinute: 1 } });
    const get = (authorization: string, remoteAddress: string) =>
      app.inject({ url: thing, headers: { authorization }, remoteAddress });
    const served = async (authorization: string, remoteAddress: string, times: number): Promise<number> => {
      let count = 0;
      for (let turn = 0; turn < times; turn += 1) {
        if ((await get(authorization, remoteAddress)).statusCode === 200) count += 1;
      }
      return count;
    };
    assert.equal(await served('Bearer shared', '203.0.113.9', 1_003), 1_000);
    const over = await get('Bearer shared', '203.0.113.9');
    assert.equal(over.headers['ratelimit-policy'], '"address";q=1000;w=60');
    assert.ok(Number(over.headers['retry-after']) > 0);
    assert.equal(await served('Bearer shared', '203.0.113.10', 7), 5, 'what was refused is not used up');
    // Nobody but who knows the secret of its requests calls such an application: often one server for all.
    assert.equal(await served('Bearer signed', '203.0.113.9', 1_007), 1_005);
    await app.close();
  });

  test('a network of IPv6 asks as often as sixteen of its addresses', async () => {
    const stopwatch = { ms: () => 1_000_000 };
    const app = sampleServer({ stopwatch, rates: { addressPerMinute: 2, callerPerMinute: 100 } });
    const statuses: number[] = [];
    for (let turn = 0; turn < 36; turn += 1) {
      const remoteAddress = `2001:db8:1:${(turn >> 1).toString(16)}::${turn % 2}`;
      statuses.push((await app.inject({ url: thing, remoteAddress })).statusCode);
    }
    assert.deepEqual(statuses, [...Array<number>(32).fill(401), ...Array<number>(4).fill(429)]);
    assert.equal((await app.inject({ url: thing, remoteAddress: '2001:db8:2::1' })).statusCode, 401);
    await app.close();
  });

  test('services and operators share one quota each, by option', async () => {
    const app = sampleServer({ rates: { addressPerMinute: 100, callerPerMinute: 1 } });
    const get = (authorization: string) => app.inject({ url: '/service/platform/things', headers: { authorization } });
    assert.equal((await get('Bearer reader')).statusCode, 200);
    assert.equal((await get('Bearer reader')).statusCode, 429);
    assert.equal((await get('Bearer owner')).statusCode, 200);
    await app.close();
  });
});
