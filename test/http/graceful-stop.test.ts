import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gracefulStop, type StopOptions } from '../../src/http/graceful-stop.ts';
import { createServer } from '../../src/http/server.ts';
import { listen, sampleOptions } from './sample-server.ts';

const stopOf = (given: Partial<StopOptions> = {}) => {
  const events: string[] = [];
  const ended = Promise.withResolvers<number>();
  const note = (name: string) => async () => void events.push(name);
  const stop = gracefulStop({
    drainMs: 0,
    deadlineMs: 5000,
    closeServer: note('server'),
    closers: [note('workers'), note('database')],
    ended: (code) => {
      events.push(`ended ${code}`);
      ended.resolve(code);
    },
    exit: (code) => {
      events.push(`exit ${code}`);
      ended.resolve(code);
    },
    log: () => undefined,
    ...given,
  });
  return { stop, events, ended: ended.promise };
};

describe('graceful stop', () => {
  test('closes the server, then its parts in order, and ends with 0', async () => {
    const { stop, events } = stopOf();
    assert.equal(stop.isDraining(), false);
    await stop.stop('test');
    assert.deepEqual(events, ['server', 'workers', 'database', 'ended 0']);
  });

  test('says that it is stopping at once, and closes only after the drain', async () => {
    const { stop, events, ended } = stopOf({ drainMs: 30 });
    void stop.stop('test');
    assert.equal(stop.isDraining(), true);
    await wait(1);
    assert.deepEqual(events, []);
    assert.equal(await ended, 0);
  });

  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) {
    test(`${event} starts it, and a second one ends it at once`, async () => {
      const source = new EventEmitter();
      const { stop, events, ended } = stopOf({ deadlineMs: 100, closeServer: () => new Promise(() => undefined) });
      stop.listen(source);
      source.emit(event);
      await wait(1);
      assert.deepEqual(events, []);
      source.emit('SIGTERM');
      assert.equal(await ended, 1);
    });
  }

  test('a part that does not close does not keep the others open, and shows in the exit code', async () => {
    const { stop, events } = stopOf({ closeServer: () => Promise.reject(new Error('stuck')) });
    await stop.stop('test');
    assert.deepEqual(events, ['workers', 'database', 'ended 1']);
  });

  test('a part that hangs is left behind at the deadline', async () => {
    const { stop, events } = stopOf({ deadlineMs: 20, closeServer: () => new Promise(() => undefined) });
    await stop.stop('test');
    assert.deepEqual(events, ['exit 1']);
  });

  test('a request in progress is finished before anything it needs is closed', async () => {
    const app = createServer(sampleOptions());
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    app.get('/slow', { config: { access: { kind: 'public' } } }, async () => {
      asked.resolve();
      await release.promise;
      return { done: true };
    });
    const port = await listen(app);
    const { stop, events } = stopOf({ closeServer: () => app.close() });
    const answer = fetch(`http://127.0.0.1:${port}/slow`);
    await asked.promise;
    const stopped = stop.stop('test');
    await wait(20);
    assert.deepEqual(events, []);
    release.resolve();
    assert.deepEqual(await (await answer).json(), { done: true });
    await stopped;
    assert.deepEqual(events, ['workers', 'database', 'ended 0']);
  });
});
