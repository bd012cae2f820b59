// A served node whose database is blocked, silent or about to be left: callers get 503 and Retry-After, what does not need the
// blocked part is served, and the node leaves in order.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { dataFolder, type Serving, serving } from '../commands/run-cartwright.ts';
import { createPostgres, engines } from '../databases.ts';
import { type Proxy, startProxy } from '../db/postgres-proxy.ts';
import { setUpShop } from './crash-carts.ts';

const skip = engines.find(({ name }) => name === 'postgres')?.skip;
const cart = '/service/application/cart/v1.0/detail?i=true';
const products = '/service/application/catalog/v1.0/products';
const oneUnit = JSON.stringify({ items: [{ item_id: 1, item_size: 'M' }] });

describe('a node on a database that', { timeout: 240_000, ...(skip === undefined ? {} : { skip }) }, () => {
  const { folder, remove } = dataFolder();
  let url: string;
  let drop: () => Promise<void>;
  let proxy: Proxy;
  let node: Serving;
  let headers: Record<string, string>;
  before(async () => {
    ({ url, drop } = await createPostgres(true));
    proxy = await startProxy(url);
    const variables = { CARTWRIGHT_DATA: folder, DATABASE_URL: proxy.url, CARTWRIGHT_STOREFRONT: 'off' };
    const authorization = await setUpShop({ variables });
    node = await serving({ ...variables, CARTWRIGHT_WAIT_MS: '1500' });
    headers = { authorization, 'content-type': 'application/json' };
    const known = await added('first');
    headers['x-anonymous-id'] = known.headers.get('x-anonymous-id') ?? assert.fail();
  });
  after(async () => {
    await node.stop();
    await proxy.close();
    await drop();
    remove();
  });

  const add = (more: Record<string, string> = {}): Promise<Response> =>
    fetch(`${node.url}${cart}`, { method: 'POST', headers: { ...headers, ...more }, body: oneUnit });
  /** Once, however often it is asked: in a second and a half a slow machine may not have made a connection. */
  const added = async (which: string): Promise<Response> => {
    for (;;) {
      const answer = await add({ 'idempotency-key': `blocked-database-${which}` });
      if (answer.status === 200) return answer;
      assertRefused([answer]);
    }
  };
  const readyLines = (): number => node.printed().split('not ready').length - 1;
  const statusOf = async (path: string): Promise<number> => (await fetch(`${node.url}${path}`, { headers })).status;
  const assertRefused = (answers: readonly Response[]): void => {
    for (const { status, headers: told } of answers) assert.deepEqual([status, told.get('retry-after')], [503, '1']);
  };
  const units = async (): Promise<unknown> => {
    const answer = await fetch(`${node.url}${cart}`, { headers });
    return ((await answer.json()) as { items?: { quantity: number }[] }).items?.[0]?.quantity;
  };
  /** Until it answers with this; a machine under test may be slow to notice. */
  const until = async (path: string, status: number): Promise<void> => {
    while ((await statusOf(path)) !== status);
  };

  test('keeps carts locked refuses calls of carts, all that wait for one too, and lists products meanwhile', async () => {
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin; lock table cart in access exclusive mode');
    const blocked = Promise.all(Array.from({ length: 30 }, () => add()));
    await until(products, 200);
    await until('/readyz', 200);
    assertRefused(await blocked);
    await holder.query('rollback');
    await holder.end();
    await added('after-the-lock');
    assert.equal(await units(), 2, 'nothing that was refused was done');
  });

  test('does not answer refuses calls, says so at /readyz, and serves when it is back', async () => {
    proxy.set('silent');
    await until('/readyz', 503);
    assertRefused(await Promise.all(Array.from({ length: 5 }, () => add())));
    const told = readyLines();
    assert.ok(told > 0, 'it is logged');
    for (let asked = 0; asked < 3; asked += 1) assert.equal(await statusOf('/readyz'), 503);
    assert.equal(await statusOf('/healthz'), 200);
    assert.equal(readyLines(), told, 'it is logged once');
    proxy.set('open');
    await until('/readyz', 200);
    // What was begun while nobody answered has to be given up first.
    await added('when-it-is-back');
  });

  test('fell silent is left in order: the node ends with 0', async () => {
    proxy.set('silent');
    await until('/readyz', 503);
    assert.equal(await node.stop(), 0, node.printed());
  });
});
