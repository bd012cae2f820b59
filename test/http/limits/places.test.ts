/** How the places of those in progress are shared: who takes many of them takes none from others. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { watchLoad } from '../../../src/http/limits/overload.ts';
import { waitingLine } from '../../../src/http/limits/waiting-line.ts';
import { createServer } from '../../../src/http/server.ts';
import { listen, sampleOptions } from '../sample-server.ts';

const open = { access: { kind: 'public' } } as const;

/** Requests that begin and end when a test says so. */
const placesOf = (maxInFlight: number) => {
  const load = watchLoad({ maxInFlight, mostWaitMs: 600_000 });
  const begun = new Map<string, EventEmitter[]>();
  const begins = (of: string): boolean => {
    if (!load.hasRoom(false, 0) || !load.hasRoomFor(of)) return false;
    const response = new EventEmitter();
    const request = Object.assign(new EventEmitter(), { headers: {} }) as IncomingMessage;
    load.begin(request, response as unknown as ServerResponse, of);
    begun.set(of, [...(begun.get(of) ?? []), response]);
    return true;
  };
  const beginMost = (of: string): number => {
    let count = 0;
    while (begins(of)) count += 1;
    return count;
  };
  const ends = (of: string, count = 1): void => {
    for (let left = count; left > 0; left -= 1) begun.get(of)?.pop()?.emit('close');
  };
  return { load, begins, beginMost, ends };
};

describe('places', () => {
  test('are all for one address while nobody else comes, and half of them for others whatever he has', () => {
    const { load, beginMost, begins, ends } = placesOf(100);
    assert.equal(beginMost('greedy'), 100);
    assert.equal(beginMost('modest'), 50, 'what he has beyond half counts against himself alone');
    assert.equal(begins('third'), false);
    assert.equal(load.inFlight(), 150);
    ends('modest');
    assert.equal(begins('greedy'), false, 'he has his own still');
    assert.equal(begins('third'), true);
    ends('greedy', 51);
    assert.deepEqual([begins('greedy'), begins('greedy')], [true, false]);
  });

  test('are had by nobody beyond half as many again, however many come', () => {
    const { load, beginMost } = placesOf(100);
    const begun = Array.from({ length: 20 }, (_, at) => beginMost(`address ${at}`));
    assert.deepEqual([begun.slice(0, 3), load.inFlight()], [[100, 50, 0], 150]);
  });

  test('are as many as before for addresses that have few each', () => {
    const { begins } = placesOf(100);
    const began = Array.from({ length: 300 }, (_, at) => begins(`address ${at}`)).filter(Boolean);
    assert.equal(began.length, 100);
  });

  test('of the whole node are one when there is one', () => {
    const { beginMost } = placesOf(1);
    assert.deepEqual([beginMost('greedy'), beginMost('modest')], [1, 0]);
  });

  test('are counted by address, and what ended is not', () => {
    const { load, beginMost, ends } = placesOf(100);
    assert.deepEqual([load.isMuch('one', 7), load.isMuch('one', 8)], [false, true]);
    assert.equal(beginMost('one'), 100);
    assert.equal(load.isMuch('one', 0), true);
    assert.deepEqual([load.isLittle(50, true), load.isLittle(51, true), load.isLittle(1, false)], [true, false, false]);
    ends('one', 100);
    assert.equal(load.inFlight(), 0);
    assert.equal(load.isMuch('one', 0), false);
  });
});

describe('those who wait for a place', () => {
  const isMuch = (_of: string, waiting: number): boolean => waiting >= 3;

  test('wait as long as one may where they ask for little, however long the line of others stands', () => {
    const line = waitingLine<string>(100, ([caller = '']) => caller, { isMuch });
    for (let now = 0; now < 2_000; now += 10) {
      for (let count = 0; count < 3; count += 1) line.join(`a${now}`, now);
      while (line.nextOverdue(now) !== undefined);
      // A place comes free so seldom that nobody begins who hardly waited.
      if (now % 80 === 40) line.nextInTime(now);
    }
    assert.equal(line.isStanding(2_000), true, 'more of his come than go');
    line.join('b', 2_000);
    assert.equal(line.nextInTime(2_080), 'b', 'after eight times as long as the others wait now');
  });

  test('wait a tenth as long where more come than go of those who ask for little', () => {
    const line = waitingLine<number>(100, String, { isMuch });
    const waited: number[] = [];
    for (let now = 0; now < 3_000; now += 5) {
      line.join(now, now);
      while (line.nextOverdue(now) !== undefined);
      const one = now % 15 === 0 ? line.nextInTime(now) : undefined;
      if (one !== undefined && now > 450) waited.push(now - one);
    }
    assert.ok(Math.max(...waited) <= 10, `one waited ${Math.max(...waited)}`);
  });

  test('are passed over while there is no room for theirs, and keep their turn', () => {
    const line = waitingLine<string>(100, ([caller = '']) => caller);
    for (const one of ['a1', 'a2', 'b1', 'c1', 'b2']) line.join(one, 0);
    const others = (of: string): boolean => of !== 'a';
    assert.deepEqual(
      [line.nextInTime(1, others), line.nextInTime(1), line.nextInTime(1, others), line.nextInTime(1, others)],
      ['b1', 'a1', 'c1', 'b2'],
    );
    assert.deepEqual([line.nextInTime(1, others), line.length(), line.nextInTime(1)], [undefined, 1, 'a2']);
  });

  test('are told so soon where they ask for much, also behind one who asks for little', () => {
    const line = waitingLine<string>(100, ([caller = '']) => caller, { isMuch });
    line.join('b', 1_000);
    for (let count = 0; count < 5; count += 1) line.join(`a${count}`, 950);
    assert.deepEqual(
      [line.nextOverdue(1_051), line.nextOverdue(1_051), line.nextOverdue(1_051)],
      ['a3', 'a4', undefined],
    );
  });
});

describe('a caller whose requests do not end', () => {
  const cases = [
    ['of IPv4', ['198.51.100.1'], '203.0.113.9'],
    ['of a /64 of IPv6', ['2001:db8:0:1::1', '2001:db8:0:1::2'], '2001:db8:0:2::1'],
  ] as const;
  for (const [name, greedy, modest] of cases) {
    test(`${name} keeps nobody else from his answers`, async () => {
      const app = createServer({
        ...sampleOptions({ trustedProxies: ['127.0.0.1'] }),
        overload: { maxInFlight: 20, mostWaitMs: 50 },
      });
      after(() => app.close());
      const held = Promise.withResolvers<void>();
      const begun: string[] = [];
      app.get('/held', { config: open }, async ({ ip }) => {
        begun.push(ip);
        return held.promise.then(() => 'done');
      });
      app.get('/quick', { config: open }, async () => 'done');
      const port = await listen(app);
      const ask = async (from: string, path: string): Promise<number> => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': from } });
        await answer.text();
        return answer.status;
      };
      /** A busy machine turns some away before all places are taken: they ask again. */
      const hold = async (from: string): Promise<number> => {
        const status = await ask(from, '/held');
        return status === 503 && begun.length < 20 ? hold(from) : status;
      };
      const many = Array.from({ length: 30 }, (_, at) => hold(greedy[at % greedy.length] ?? ''));
      while (begun.length < 20) await pause(1);
      // Those of his who found no place have waited, and make his line a standing one.
      while ((await ask(greedy[0], '/quick')) !== 503);
      const statuses: number[] = [];
      for (let count = 0; count < 20; count += 1) statuses.push(await ask(modest, '/quick'));
      assert.deepEqual([...new Set(statuses)], [200]);
      assert.equal(begun.length, 20, 'and not one of his has ended');
      held.resolve();
      const of = await Promise.all(many);
      assert.equal(of.filter((status) => status === 200).length, 20);
    });
  }
});
