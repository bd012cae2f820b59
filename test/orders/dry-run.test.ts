/** Writes that are only tried: they are answered as if they were done, and not one row of any table is different afterwards. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { createApp } from '../../src/app.ts';
import { withNode } from '../../src/commands/open-node.ts';
import { readConfig } from '../../src/config.ts';
import type { OpenApiDocument } from '../../src/http/reference/openapi.ts';
import { dataFolder } from '../commands/run-cartwright.ts';
import { forEachEngine } from '../databases.ts';
import { tableSums } from '../db/table-sums.ts';
import { patience } from '../patience.ts';
import { routesDuring } from '../fuzz/operations.ts';
import { onDelivery, openOrderServer } from './order-server.ts';

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

const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

test('every write of every area is tried or refused, whoever asks, and never done', async () => {
  const { folder, remove } = dataFolder();
  after(remove);
  const config = readConfig({
    ...patience,
    CARTWRIGHT_DATA: folder,
    CARTWRIGHT_LOG_LEVEL: 'silent',
    CARTWRIGHT_ADDRESS_REQUESTS_PER_MINUTE: '100000',
  });
  await routesDuring((routes) =>
    withNode(
      config,
      () => {},
      async (node) => {
        const app = await createApp(node, config, () => false);
        const writes = methods.flatMap((method) => routes.filter((route) => route.method === method));
        assert.ok(writes.length > 200, 'these are the routes of a node');
        for (const { url, method, canBeTried } of writes) {
          for (const prefer of ['dry-run', 'respond-async, Dry-Run=true; strict']) {
            const answer = await app.inject({
              method: method as 'POST',
              url: url.replace(/:\w+/g, '1').replace('*', 'x'),
              headers: { prefer },
            });
            // Pages say it in a sentence alone.
            const refused = answer.payload.includes('This cannot be tried');
            assert.deepEqual([refused, refused && answer.statusCode], canBeTried() ? [false, false] : [true, 400], url);
          }
        }
        await app.close();
      },
    ),
  );
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
      const before = await tableSums(db);
      for (const [method, path, body] of writes) {
        const answer = await visitor(method, path, body, {
          ...dry,
          'idempotency-key': `a key for ${path}`.replace(/[^a-z]/g, '-').padEnd(20, '-'),
        });
        assert.equal(answer.headers['preference-applied'], 'dry-run', `${method} ${path}`);
        assert.ok(answer.status < 500, `${method} ${path}: ${JSON.stringify(answer.body)}`);
        assert.deepEqual(await tableSums(db), before, `${method} ${path}`);
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
