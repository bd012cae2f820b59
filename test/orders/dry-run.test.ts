/** Writes that are only tried: they are answered as if they were done, and not one row of any table is different afterwards. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { addRows, noRows, type TableSum } from '../../src/db/move/row-sum.ts';
import { tableShapes } from '../../src/db/move/table-shapes.ts';
import type { OpenApiDocument } from '../../src/http/reference/openapi.ts';
import { forEachEngine } from '../databases.ts';
import { onDelivery, openOrderServer } from './order-server.ts';

/** Every row of every table, whatever the order in which it is read. */
const checksums = async (db: Database): Promise<ReadonlyMap<string, TableSum>> => {
  const sums = new Map<string, TableSum>();
  for (const { table, columns } of await tableShapes(db)) {
    sums.set(table, addRows(noRows, await db.all(`select ${columns.join(', ')} from ${table}`), columns));
  }
  return sums;
};

test('openapi.json names the header where a call can be tried, and nowhere else', () => {
  const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as OpenApiDocument;
  for (const [path, method, isTriable] of [
    ['/service/application/cart/v1.0/detail', 'post', true],
    ['/service/application/cart/v1.0/detail', 'get', false],
    ['/service/application/cart/v1.0/checkout', 'post', true],
    ['/service/application/cart/v1.0/address', 'post', false],
    ['/service/application/order/v1.0/orders/{order_id}/cancel', 'post', false],
  ] as const) {
    const operation = new Map(Object.entries(document.paths[path] ?? {})).get(method);
    assert.ok(operation, path);
    assert.equal(operation.parameters?.some(({ name }) => name === 'prefer') ?? false, isTriable, `${method} ${path}`);
  }
});

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(() => server.close());
  const { db } = server.shop.node;
  await server.shop.sell(1, [{ uid: 'one', quantity: 50 }]);
  await server.shop.sell(2, [{ uid: 'two', quantity: 50 }]);

  const dry = { prefer: 'return=representation, dry-run' };
  const visitor = server.visitor();
  await visitor('POST', '/v1.0/detail', { items: [{ item_id: 1, item_size: 'M', quantity: 2 }] });
  // The first share of an installation makes its secret, tried or not.
  await visitor('POST', '/v1.0/share-cart', {});
  const { body: cart } = await visitor('GET', '/v1.0/detail?i=true');
  const [line] = cart['items'] as readonly { readonly identifiers?: { readonly identifier?: string } }[];

  const writes: readonly (readonly ['POST' | 'PUT' | 'DELETE', string, object?])[] = [
    ['POST', '/v1.0/detail?i=true&b=true', { items: [{ item_id: 2, item_size: 'M', quantity: 3 }] }],
    [
      'PUT',
      '/v1.0/detail?b=true',
      {
        operation: 'update_item',
        items: [{ identifiers: line?.identifiers, item_id: 1, item_size: 'M', quantity: 5 }],
      },
    ],
    ['PUT', '/v1.0/meta', { comment: 'at the back door' }],
    ['PUT', '/v1.0/cart_archive', {}],
    ['DELETE', '/v1.0/coupon'],
    ['POST', '/v1.0/share-cart', {}],
    ['POST', '/v2.0/checkout', { payment_methods: [{ mode: 'COD' }], address: undefined }],
    ['POST', '/v1.0/checkout', onDelivery],
    ['POST', '/v1.0/detail', { items: [{ item_id: 99, item_size: 'M' }] }],
  ];

  describe(`a dry run on ${engine.name}`, () => {
    test('stores nothing, whatever the write', async () => {
      const before = await checksums(db);
      for (const [method, path, body] of writes) {
        const answer = await visitor(method, path, body, {
          ...dry,
          'idempotency-key': `a key for ${path}`.replace(/[^a-z]/g, '-').padEnd(20, '-'),
        });
        assert.equal(answer.headers['preference-applied'], 'dry-run', `${method} ${path}`);
        assert.ok(answer.status < 500, `${method} ${path}: ${JSON.stringify(answer.body)}`);
        assert.deepEqual(await checksums(db), before, `${method} ${path}`);
        if (body === onDelivery) assert.equal(answer.status, 200, JSON.stringify(answer.body));
      }
    });

    test('answers what the write answers when it is done', async () => {
      const wish = { items: [{ item_id: 2, item_size: 'M', quantity: 3 }] };
      const tried = await visitor('POST', '/v1.0/detail?i=true&b=true', wish, dry);
      const done = await visitor('POST', '/v1.0/detail?i=true&b=true', wish);
      assert.equal(done.headers['preference-applied'], undefined);
      assert.deepEqual(tried.body.result, done.body.result);
      assert.deepEqual(tried.body.cart.breakup_values, done.body.cart.breakup_values);
      assert.equal(tried.body.cart.items?.length, 2);
    });
  });
});
