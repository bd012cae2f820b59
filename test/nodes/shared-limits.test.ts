/** Limits of requests over all nodes: what one counted the others hear of, through the database. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { MOST_BYTES, openChannel } from '../../src/db/postgres/postgres-channel.ts';
import { openBoard } from '../../src/db/postgres/postgres-board.ts';
import { slidingWindow } from '../../src/http/limits/sliding-window.ts';
import { overNodes } from '../../src/http/workers/over-nodes.ts';
import { dataFolder, serving } from '../commands/run-cartwright.ts';
import { createPostgres, engines } from '../databases.ts';
import { startPooler } from '../db/postgres/transaction-pooler.ts';
import { setUpShop } from '../faults/crash-carts.ts';
import { newShoppers } from '../faults/crash-load.ts';
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

const SEALED = 'sealed ';
const sealing = {
  seal: (text: string) => `${SEALED}${text}`,
  open: (text: string) => (text.startsWith(SEALED) ? text.slice(SEALED.length) : assert.fail('not sealed')),
};

describe('a limit over nodes', skip === undefined ? {} : { skip }, async () => {
  const { url, drop } = await createPostgres(true);
  const pooler = await startPooler(url, 8);
  after(async () => {
    await pooler.close();
    await drop();
  });
  const { folder, remove } = dataFolder();
  after(remove);

  for (const [way, address] of Object.entries({ directly: url, 'through a pooler': pooler.url })) {
    test(`lets through on all of them together what it lets through on one, ${way}`, async () => {
      const nodes = [1, 2].map(() => {
        const failures: unknown[] = [];
        const onFailure = (error: unknown): void => void failures.push(error);
        const channel = openChannel({ url: address, name: 'cartwright_test', sealing, onFailure });
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
        // On a slow machine it may take two tries to be connected.
        const others = failures.filter((error) => !/timeout/i.test(String(error)));
        assert.deepEqual(others, []);
      }
    });

    test(`is that of nodes that are served, ${way}`, async () => {
      const limit = 100_000;
      const variables = { CARTWRIGHT_DATA: folder, DATABASE_URL: address, ...quiet };
      const limited = { ...variables, CARTWRIGHT_ADDRESS_REQUESTS_PER_MINUTE: String(limit) };
      const first = await serving(limited);
      const second = await serving({ ...limited, CARTWRIGHT_WORKERS: '2' });
      const leftAt = async (base: string): Promise<number> => {
        const answer = await fetch(`${base}/service/application/configuration/v1.0/application`);
        await answer.text();
        return Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
      };
      // What a worker counted and has not told yet counts twice, for the other worker: more than that is heard of elsewhere.
      for (let [asked, left] = [1, limit]; left >= limit - 2 * asked; asked += 1) {
        assert.ok(asked < 2_000, 'the second hears of the first');
        for (let times = 0; times < 3; times += 1) await leftAt(first.url);
        left = await leftAt(second.url);
        await pause(20);
      }
      for (const node of [first, second]) await node.stop();
    });
  }

  test('hears each word once, none of its own and none that nobody sealed, and forgets them after a minute', async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const [one, two] = [openBoard(sealing), openBoard(sealing)];
    const heard: string[] = [];
    const hear = (text: string): void => void heard.push(text);
    await client.query('update node_count set said_at = said_at - 60001'); // what the tests above said
    for (const board of [one, two]) await board(client, [], hear);
    await two(client, ['a', 'b'], hear);
    await client.query(`insert into node_count (node, number, said_at, body)
      select 'somebody', 1, max(said_at), '["d"]' from node_count`);
    await one(client, ['c'], hear);
    for (let round = 0; round < 3; round += 1) await one(client, [], hear);
    assert.deepEqual(heard, ['a', 'b']);
    await two(client, [], hear);
    assert.deepEqual(heard, ['a', 'b', 'c']);
    for (let round = 0; round < 30; round += 1) await one(client, [], hear);
    assert.deepEqual(heard, ['a', 'b', 'c']);
    assert.equal((await client.query('select 1 from node_count')).rows.length, 3);
    await client.end();
  });
});

describe('codes that are tried', skip === undefined ? {} : { skip }, () => {
  test('are counted over nodes behind a pooler', async () => {
    const { url, drop } = await createPostgres(true);
    const pooler = await startPooler(url, 8);
    after(async () => {
      await pooler.close();
      await drop();
    });
    const { folder, remove } = dataFolder();
    after(remove);
    const variables = { CARTWRIGHT_DATA: folder, DATABASE_URL: pooler.url };
    const authorization = await setUpShop({ variables });
    const nodes = [await serving({ ...variables, ...quiet }), await serving({ ...variables, ...quiet })];
    const [token = ''] = await newShoppers(nodes[0]?.url ?? '', authorization, 1);
    const post = async (at: number, path: string, body: object): Promise<number> => {
      const headers = { authorization, 'x-anonymous-id': token, 'content-type': 'application/json' };
      const url = `${nodes[at % 2]?.url}/service/application/cart/v1.0/${path}`;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      await answer.text();
      return answer.status;
    };
    assert.equal(await post(0, 'detail', { items: [{ item_id: 1, item_size: 'M' }] }), 200);
    const statuses: number[] = [];
    for (let at = 0; at < 24; at += 1) statuses.push(await post(at, 'coupon', { coupon_code: `NONE${at}` }));
    assert.deepEqual(statuses, [...Array<number>(20).fill(200), ...Array<number>(4).fill(429)]);
    for (const node of nodes) await node.stop();
  });
});
