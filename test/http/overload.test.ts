import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type EventLoopWatch, watchEventLoop } from '../../src/http/overload.ts';
import { createServer } from '../../src/http/server.ts';
import { sampleOptions, sampleServer } from './sample-server.ts';

describe('overload', () => {
  test('beyond the cap requests are refused at once, and taken again when others have ended', async () => {
    const app = createServer(
      sampleOptions({ overload: { maxInFlight: 2, maxLoopDelayMs: 1000, loopDelayMs: () => 0 } }),
    );
    const release = Promise.withResolvers<void>();
    app.get('/slow', { config: { access: { kind: 'public' } } }, async () => release.promise.then(() => 'done'));
    await app.ready();
    // A call is made when its answer is asked for, so both are asked for before the third.
    const both = Promise.all([app.inject({ url: '/slow' }), app.inject({ url: '/slow' })]);
    const third = await app.inject({ url: '/slow' });
    assert.equal(third.statusCode, 503);
    assert.equal(third.headers['retry-after'], '1');
    assert.equal(third.json().error_code, 'overloaded');
    release.resolve();
    assert.deepEqual(
      (await both).map(({ statusCode }) => statusCode),
      [200, 200],
    );
    await wait(1);
    assert.equal((await app.inject({ url: '/slow' })).statusCode, 200);
    await app.close();
  });

  test('an event loop that runs late refuses too', async () => {
    let delay = 600;
    const app = sampleServer({ overload: { maxInFlight: 10, maxLoopDelayMs: 500, loopDelayMs: () => delay } });
    assert.equal((await app.inject({ method: 'POST', url: '/anything' })).statusCode, 503);
    delay = 400;
    assert.equal((await app.inject({ method: 'POST', url: '/anything' })).statusCode, 200);
    await app.close();
  });

  const block = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  /** The greatest lateness that is told within a few turns of the watch. */
  const latest = async ({ delayMs }: EventLoopWatch): Promise<number> => {
    let seen = 0;
    for (let turn = 0; turn < 20; turn += 1) {
      await wait(20);
      seen = Math.max(seen, delayMs());
    }
    return seen;
  };

  test('the watch notices a blocked loop', async () => {
    const watch = watchEventLoop(100);
    watch.start();
    await wait(30);
    block(1000);
    const seen = await latest(watch);
    watch.stop();
    assert.ok(seen >= 100, `${seen} ms`);
  });

  test('what blocked the loop before the server listened is not counted', async () => {
    const watch = watchEventLoop(100);
    await wait(30);
    block(1000);
    watch.start();
    const seen = await latest(watch);
    watch.stop();
    assert.ok(seen < 100, `${seen} ms`);
  });
});
