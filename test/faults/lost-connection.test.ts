// One lost connection costs the calls that were on it, and nothing more: whoever comes later is served.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { type CartServer, openCartServer } from '../cart/cart-server.ts';
import { createPostgres, type Engine, engines } from '../databases.ts';
import { type Proxy, startProxy } from '../db/postgres-proxy.ts';
import { couponBody } from '../offers/offer-server.ts';
import { PATIENCE_MS } from '../patience.ts';

const detail = '/v1.0/detail?i=true';
const shirt = { items: [{ item_id: 1, item_size: 'M' }] };
const postgres = engines.find(({ name }) => name === 'postgres');
const skip = postgres?.skip;

describe('a cart', { timeout: 120_000, ...(skip === undefined ? {} : { skip }) }, () => {
  let proxy: Proxy;
  let server: CartServer;
  before(async () => {
    const open: Engine['open'] = async () => {
      const { url, drop } = await createPostgres(true);
      proxy = await startProxy(url);
      const db = await openPostgres(proxy.url, { waitMs: PATIENCE_MS });
      const close = async (): Promise<void> => {
        await db.close();
        await proxy.close();
        await drop();
      };
      return { db, url, close };
    };
    server = await openCartServer({ name: 'postgres', skip, open });
    await server.shop.sell(1, [{ quantity: 100 }]);
  });
  after(() => server.close());

  test('is answered after the connection that read its offers was reset behind the last row', async () => {
    const visitor = server.visitor();
    assert.equal((await visitor('POST', detail, shirt)).status, 200);
    await server.shop.coupon(couponBody({ code: 'FRESH' }));
    proxy.set('reset-before-ready');
    const hit = await Promise.all([visitor('GET', detail), visitor('GET', detail)]);
    for (const { status, headers } of hit) assert.deepEqual([status, headers['retry-after']], [503, '1']);
    assert.ok(proxy.resets() > 0, 'the connection was reset');
    proxy.set('open');
    assert.equal((await visitor('GET', detail)).status, 200);
    assert.equal((await visitor('POST', detail, shirt)).status, 200);
  });
});
