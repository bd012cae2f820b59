/** Many at once, and the same again: what must happen once happens once, what is told to one is told to nobody else. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { type Answer, freshKey, openCartServer, quantities } from './cart-server.ts';

const detail = '/v1.0/detail?i=true';
const shirt = { items: [{ item_id: 1, item_size: 'M' }] };
const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const statuses = (answers: readonly Answer[]): readonly number[] => [...new Set(answers.map(({ status }) => status))];

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 100_000 }]);
  await server.shop.sell(2, [{ quantity: 100_000 }]);

  describe('many at once', () => {
    test('100 adds of one article end as 100', async () => {
      const customer = await server.customer('adds');
      const answers = await times(100, () => customer('POST', detail, shirt));
      assert.deepEqual(statuses(answers), [200]);
      const read = await customer('GET', detail);
      assert.deepEqual(quantities(read.body as never), { '1_M': 100 });
      assert.match(read.headers['etag'] ?? '', /^"100\./);
      const history = await server.shop.node.db.all('select version from cart_history where id = ? order by version', [
        String(read.body['id']),
      ]);
      assert.deepEqual(
        history.map(({ version }) => version),
        Array.from({ length: 100 }, (_, at) => at + 1),
      );
    });

    test('two nodes that write one cart lose nothing either', async () => {
      const other = await server.secondNode();
      const { known } = await server.customer('two-nodes');
      const answers = await times(40, (at) =>
        (at % 2 === 0 ? server.call : other.call)('POST', detail, shirt, known()),
      );
      assert.deepEqual(statuses(answers), [200]);
      const read = await server.call('GET', detail, undefined, known());
      assert.deepEqual(quantities(read.body as never), { '1_M': 40 });
      await other.close();
    });

    test('50 merges at sign-in merge once, and one answer says so', async () => {
      const visitor = server.visitor();
      await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity: 3 }] });
      const customer = await server.customer('merges');
      await customer('POST', detail, { items: [{ item_id: 2, item_size: 'M', quantity: 1 }] });
      const both = { ...visitor.known(), ...customer.known() };
      const answers = await times(50, () => server.call('GET', detail, undefined, both));
      assert.deepEqual(statuses(answers), [200]);
      assert.equal(answers.filter(({ body }) => body['is_cart_changed'] === true).length, 1);
      assert.deepEqual(quantities((await customer('GET', detail)).body as never), { '2_M': 1, '1_M': 3 });
    });

    test('50 explicit merges add up once', async () => {
      const visitor = server.visitor();
      const { body } = await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity: 3 }] });
      const customer = await server.customer('explicit');
      await customer('POST', detail, shirt);
      const answers = await times(50, () => customer('POST', '/v3.0/merge?i=true', { cart_ids: [body.cart.id] }));
      assert.deepEqual(statuses(answers), [200]);
      assert.equal(answers.filter(({ body: { cart } }) => cart.is_cart_changed).length, 1);
      assert.deepEqual(quantities((await customer('GET', detail)).body as never), { '1_M': 4 });
    });

    test('of two writers with one If-Match one is taken, and the other is shown the cart', async () => {
      const visitor = server.visitor();
      const first = await visitor('POST', detail, shirt);
      const etag = { 'if-match': first.headers['etag'] ?? '' };
      const answers = await times(2, () => visitor('POST', detail, shirt, etag));
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 412],
      );
      const refused = answers.find(({ status }) => status === 412);
      assert.equal(refused?.body.error_code, 'cart_version_conflict');
      assert.deepEqual(quantities(refused?.body.cart ?? ({} as never)), { '1_M': 2 });
      assert.match(refused?.headers['etag'] ?? '', /^"2\./);
    });
  });

  describe('an Idempotency-Key', () => {
    test('used 100 times at once has one effect, and every answer is its own', async () => {
      const visitor = server.visitor();
      await visitor('POST', detail, shirt);
      const key = { 'idempotency-key': freshKey() };
      const answers = await times(100, () => visitor('POST', detail, shirt, key));
      assert.deepEqual(statuses(answers), [200]);
      assert.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 99);
      for (const { body } of answers) assert.deepEqual([quantities(body.cart), body.success], [{ '1_M': 2 }, true]);
    });

    test('with another body is refused', async () => {
      const visitor = server.visitor();
      await visitor('POST', detail, shirt);
      const key = { 'idempotency-key': freshKey() };
      await visitor('POST', detail, shirt, key);
      const other = await visitor('POST', detail, { items: [{ item_id: 2, item_size: 'M' }] }, key);
      assert.deepEqual([other.status, other.body.error_code], [422, 'idempotency_mismatch']);
    });

    test('of two shoppers without a token shows neither of them the other’s cart', async () => {
      const key = { 'idempotency-key': freshKey() };
      const first = await server.call('POST', detail, shirt, key);
      const second = await server.call('POST', detail, shirt, key);
      assert.equal(second.status, 200);
      assert.deepEqual(
        [second.body.cart, second.headers['x-anonymous-id'], second.headers['etag']],
        [undefined, undefined, undefined],
      );
      assert.equal(JSON.stringify(second.body).includes(first.body.cart.id ?? '?'), false);
      assert.equal(JSON.stringify(second.body).includes(`"${first.body.cart.cart_id}"`), false);
    });

    test('makes archive, meta, share and merge happen once too', async () => {
      const visitor = server.visitor();
      await visitor('POST', detail, shirt);
      const key = () => ({ 'idempotency-key': freshKey() });
      const shareKey = key();
      const shares = [1, 2].map(() => visitor('POST', '/v1.0/share-cart', {}, shareKey));
      const [one, two] = await Promise.all(shares);
      assert.equal(one?.body['token'], two?.body['token']);
      const metaKey = key();
      await visitor('PUT', '/v1.0/meta', { comment: 'a' }, metaKey);
      await visitor('PUT', '/v1.0/meta', { comment: 'b' });
      const again = await visitor('PUT', '/v1.0/meta', { comment: 'a' }, metaKey);
      assert.equal(again.headers['idempotent-replayed'], 'true');
      assert.equal((await visitor('GET', detail)).body['comment'], 'b');
    });
  });

  describe('a conditional read', () => {
    test('is 304 until anything the answer depends on changes', async () => {
      const visitor = server.visitor();
      await visitor('POST', detail, shirt);
      const first = await visitor('GET', detail);
      const seen = { 'if-none-match': first.headers['etag'] ?? '' };
      assert.equal((await visitor('GET', detail, undefined, seen)).status, 304);
      await server.shop.stock('1_M_1', 99_999);
      const changed = await visitor('GET', detail, undefined, seen);
      assert.equal(changed.status, 200);
      assert.equal((await visitor('GET', '/v1.0/detail', undefined, seen)).status, 200);
    });
  });
});
