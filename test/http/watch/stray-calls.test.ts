/** Whoever tries addresses, with no credential at all, writes nothing into the log that wakes somebody. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openExampleShop } from '../reference/example-shop.ts';

const lines: string[] = [];

describe('a call of nobody', () => {
  const opened = openExampleShop({ CARTWRIGHT_LOG_LEVEL: 'warn' }, { write: (line) => void lines.push(line) });

  test('to an address that leads nowhere, or only from elsewhere, is no fault', async () => {
    const { shop } = opened();
    const addresses: readonly (readonly [path: string, status: number])[] = [
      ['/nowhere', 404],
      ['/product/nothing-of-that-name', 404],
      ['/shared-cart/none', 200],
      ['/console/none', 303],
      ['/oidc/none', 404],
      ['/oidc/auth/none', 400],
      ['/oidc/consent/none', 400],
      ['/pictures/1/none.png', 400],
      ['/guide/none', 404],
      ['/%ff', 400],
    ];
    for (const [path, status] of addresses) {
      for (const method of ['GET', 'POST']) {
        const body = method === 'GET' ? {} : { body: new URLSearchParams({ decision: 'allow' }) };
        const asked = { method, ...body, headers: { accept: 'text/html' }, redirect: 'manual' } as const;
        const answer = await fetch(`${shop.url}${path}`, asked);
        await answer.text();
        assert.ok(method === 'POST' ? answer.status < 500 : answer.status === status, `${path} ${answer.status}`);
      }
    }
    assert.deepEqual(lines, []);
  });

  test('is kept by no cache, however its address is written', async () => {
    const { shop } = opened();
    for (const path of ['/service/application/cart/v1.0/detail', '/%73ervice/application/cart/v1.0/detail']) {
      const answer = await shop.call('GET', path);
      assert.deepEqual([answer.status, answer.headers['cache-control']], [200, 'no-store'], path);
    }
  });
});
