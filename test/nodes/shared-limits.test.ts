/** Limits of requests over all nodes: what one counted the others hear of, through the database. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { MOST_BYTES, openChannel } from '../../src/db/postgres/postgres-channel.ts';
import { slidingWindow } from '../../src/http/limits/sliding-window.ts';
import { overNodes } from '../../src/http/workers/over-nodes.ts';
import { dataFolder, serving } from '../commands/run-cartwright.ts';
import { createPostgres, engines } from '../databases.ts';
import { quiet } from '../faults/crash-shop.ts';

const skip = engines.find(({ name }) => name === 'postgres')?.skip;

test('what is told fits, the busiest first, and no more than a few pieces of it', () => {
  const told: string[] = [];
  const counts = Array.from({ length: 2_000 }, (_, at) => [`2001:db8:${at}::/64`, at] as const);
  overNodes(undefined, { tell: (text) => void told.push(text), hear: () => {} }, MOST_BYTES).tell(
    'counts of x',
    counts,
  );
  assert.equal(told.length, 4);
  for (const piece of told) assert.ok(Buffer.byteLength(piece) <= MOST_BYTES);
  assert.deepEqual((JSON.parse(told[0] ?? '') as { counts: readonly unknown[] }).counts[0], [
    '2001:db8:1999::/64',
    1999,
  ]);
});

test('what is no count of ours is passed over', () => {
  let say = (_text: string): void => {};
  const heard: unknown[] = [];
  const peers = overNodes(undefined, { tell: () => {}, hear: (listener) => (say = listener) }, MOST_BYTES);
  peers.hear('x', (message) => heard.push(message));
  for (const text of ['', 'null', '{', '{"topic":"x","counts":[["a"]]}', '{"topic":"x","counts":[["a",1e99]]}'])
    say(text);
  say('{"topic":"x","counts":[["a",1]]}');
  assert.deepEqual(heard, [[['a', 1]]]);
});

describe('a limit over nodes', skip === undefined ? {} : { skip }, async () => {
  const { url, drop } = await createPostgres(true);
  after(drop);

  test('lets through on all of them together what it lets through on one', async () => {
    const nodes = [1, 2].map(() => {
      const failures: unknown[] = [];
      const channel = openChannel({ url, name: 'cartwright_test', onFailure: (error) => failures.push(error) });
      const shared = { name: 'addresses', peers: overNodes(undefined, channel, MOST_BYTES) };
      const window = { stopwatch: { ms: () => 1_000_000 }, windowMs: 60_000, slices: 12, maximumKeys: 100 };
      return { limiter: slidingWindow({ ...window, shared }), close: channel.close, failures };
    });
    const [one, two] = nodes;
    assert.ok(one !== undefined && two !== undefined);
    const knows = async (left: number, { limiter }: typeof one): Promise<void> => {
      while (limiter.look('10.0.0.1', 10).remaining > left) await pause(20);
    };
    // Who listens hears what comes from then on, so the first has to be told until it is heard.
    while (two.limiter.look('first', 10).remaining === 10) {
      one.limiter.take('first', 1_000_000);
      await pause(20);
    }
    while (one.limiter.look('second', 10).remaining === 10) {
      two.limiter.take('second', 1_000_000);
      await pause(20);
    }
    for (let at = 0; at < 6; at += 1) assert.ok(one.limiter.take('10.0.0.1', 10).allowed);
    await knows(4, two);
    const taken = Array.from({ length: 6 }, () => two.limiter.take('10.0.0.1', 10).allowed);
    assert.deepEqual(taken, [true, true, true, true, false, false]);
    await knows(0, one);
    assert.equal(one.limiter.take('10.0.0.1', 10).allowed, false);
    assert.equal(one.limiter.look('10.0.0.2', 10).remaining, 10, 'of others nothing is counted');
    for (const { close, failures } of nodes) {
      await close();
      assert.deepEqual(failures, []);
    }
  });

  test('is that of nodes that are served', async () => {
    const limit = 400;
    const { folder, remove } = dataFolder();
    after(remove);
    const variables = { CARTWRIGHT_DATA: folder, DATABASE_URL: url, ...quiet };
    const limited = { ...variables, CARTWRIGHT_ADDRESS_REQUESTS_PER_MINUTE: String(limit) };
    const first = await serving(limited);
    const second = await serving({ ...limited, CARTWRIGHT_WORKERS: '2' });
    const leftAt = async (base: string): Promise<number> => {
      const answer = await fetch(`${base}/service/application/configuration/v1.0/application`);
      await answer.text();
      return Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
    };
    for (let asked = 1, left = limit; left >= limit - asked; asked += 1) {
      assert.ok(asked < limit / 2, 'the second hears of the first');
      await leftAt(first.url);
      left = await leftAt(second.url);
    }
    for (const node of [first, second]) await node.stop();
  });
});
