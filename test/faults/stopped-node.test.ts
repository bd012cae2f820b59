/** A node that stands still (SIGSTOP) while its caller turns to another one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../../src/db/database.ts';
import { type Serving, serving } from '../commands/run-cartwright.ts';
import { whyNoPostgres } from '../postgres-server.ts';
import { session } from './crash-load.ts';
import { cartPath, setUpShop } from './crash-orders.ts';
import { quiet } from './crash-shop.ts';
import { openScene } from './crash-scene.ts';

const items = [{ item_id: 1, item_size: 'M', quantity: 1 }];
const order = { payment_mode: 'COD', delivery_address: { area_code: '400001' } };
type Answer = { readonly status: number; readonly code: string | undefined };

const skip = process.env['CI'] ? false : (whyNoPostgres() ?? false);

test('what another node refused under a key, a stopped one does not do when it goes on', { skip }, async () => {
  const scene = await openScene('postgres node');
  const nodes: Serving[] = [];
  try {
    const { authorization } = await setUpShop(scene);
    const stopped = await serving({ ...quiet, ...scene.variables });
    nodes.push(stopped);
    const other = await serving({ ...quiet, ...scene.variables });
    nodes.push(other);
    const known = await fetch(`${other.url}${session}`, { method: 'POST', headers: { authorization } });
    const token = known.headers.get('x-anonymous-id') ?? '';
    const post = async ({ url }: Serving, path: string, body: object, key?: string): Promise<Answer> => {
      const headers = {
        authorization,
        'x-anonymous-id': token,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      };
      const response = await fetch(`${url}${cartPath}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const { error_code: code } = (await response.json()) as { readonly error_code?: string };
      return { status: response.status, code: code ?? undefined };
    };
    const refused = { status: 400, code: 'cart_empty' };
    const key = 'stopped-node-0123456789';
    await post(other, '/v3.0/sync', { items, replace: true });
    stopped.signal('SIGSTOP');
    const late = post(stopped, '/v1.0/checkout', order, key);
    await post(other, '/v3.0/sync', { items: [], replace: true });
    assert.deepEqual(await post(other, '/v1.0/checkout', order, key), refused);
    await post(other, '/v3.0/sync', { items, replace: true });
    stopped.signal('SIGCONT');
    let answer = await late;
    // A node that finds itself late turns calls away until it has caught up.
    for (let tries = 0; answer.status === 503 && tries < 1_000; tries += 1) {
      await pause(100);
      answer = await post(stopped, '/v1.0/checkout', order, key);
    }
    assert.deepEqual(answer, refused);
    const db = await scene.open();
    const { n } = (await db.one<Row & { n: number }>('select count(*) as n from customer_order')) ?? { n: -1 };
    await db.close();
    assert.equal(n, 0);
    assert.equal((await post(stopped, '/v1.0/checkout', order, `${key}-new`)).status, 200);
  } finally {
    for (const node of nodes) node.signal('SIGKILL');
    await Promise.all(nodes.map(({ ended }) => ended));
    await scene.end();
  }
});
