/** A cart before anything is in it: it has the ids that it will have, and nothing of it is stored. */
import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { assert as holds, integer, nat, property, string, tuple, uniqueArray } from 'fast-check';
import { cartIds } from '../../../src/cart/call/cart-ids.ts';
import { isCartNumber, numbersFor } from '../../../src/cart/store/cart-numbers.ts';
import type { Database, Row } from '../../../src/db/database.ts';
import { forEachEngine } from '../../databases.ts';
import { type Answer, type CartServer, freshKey, openCartServer, quantities, type Shopper } from '../cart-server.ts';

const detail = '/v1.0/detail?i=true&b=true';
const one = { items: [{ item_id: 1, item_size: 'M' }] };
const idsOf = (body: object): readonly unknown[] => {
  const { id, cart_id, uid } = body as Readonly<Record<string, unknown>>;
  return [id, cart_id, uid];
};

describe('ids of carts', () => {
  const ids = cartIds(createSecretKey(new Uint8Array(32).fill(1)));
  const others = cartIds(createSecretKey(new Uint8Array(32).fill(2)));
  const place = (owner: string) =>
    ({ applicationId: 'a', owner: { kind: 'anonymous', id: owner }, kind: 'universal', slug: 'universal' }) as const;

  test('are certified for their application and installation alone', () => {
    holds(
      property(string(), nat(), (owner, generation) => {
        const id = ids.derived(place(owner), generation);
        assert.match(id, /^[0-9a-f]{24}$/);
        assert.equal(id, ids.derived(place(owner), generation));
        assert.ok(ids.certifies('a', id));
        assert.ok(!ids.certifies('b', id) && !others.certifies('a', id));
      }),
    );
    assert.ok(ids.certifies('a', ids.fresh('a', randomBytes)));
    for (const foreign of ['0'.repeat(24), 'undefined', '', '1234', 'F'.repeat(24)]) {
      assert.ok(!ids.certifies('a', foreign), foreign);
    }
  });

  test('differ for every shopper, kind and generation', () => {
    holds(
      property(uniqueArray(tuple(string(), integer({ min: 0, max: 50 })), { selector: String }), (drawn) => {
        const made = drawn.flatMap(([owner, generation]) => [
          ids.derived(place(owner), generation),
          ids.derived({ ...place(owner), kind: 'buy_now' }, generation),
          ids.derived({ ...place(owner), kind: 'custom', slug: 'fresh' }, generation),
          ids.derived({ ...place(owner), owner: { kind: 'customer', id: owner } }, generation),
        ]);
        assert.equal(new Set(made).size, made.length);
      }),
    );
  });

  test('have numbers within 31 bits', () => {
    holds(
      property(string(), nat(100), (id, attempt) =>
        numbersFor(id, attempt).every((number) => isCartNumber(`${number}`)),
      ),
    );
  });
});

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 10_000 }]);
  await server.shop.sell(2, [{ quantity: 10_000 }]);
  await server.shop.addCartKind({ name: 'Fresh', slug: 'fresh', article_tags: ['fresh'] });

  const count = async (table: string): Promise<number> =>
    (await server.shop.node.db.one<Row & { n: number }>(`select count(*) as n from ${table}`))?.n ?? Number.NaN;
  const idOf = ({ body }: Answer): string => String(body['id']);

  describe('reading without a cart', () => {
    test('answers the ids that the first write will use, and stores nothing', async () => {
      const visitor = server.visitor();
      const stored = [await count('cart'), await count('cart_history')];
      const read = await visitor('GET', detail);
      assert.match(idOf(read), /^[0-9a-f]{24}$/);
      assert.match(String(read.body['cart_id']), /^\d{4,10}$/);
      assert.equal(read.body['cart_id'], read.body['uid']);
      assert.match(read.headers['set-cookie'] ?? '', /^cw_anonymous=a1\./);
      for (const url of [detail, '/v3.0/detail-light']) {
        const again = await visitor('GET', url);
        assert.deepEqual(
          [...idsOf(again.body), again.body['last_modified']],
          [...idsOf(read.body), read.body['last_modified']],
          url,
        );
        assert.equal(again.headers['x-anonymous-id'], undefined);
      }
      const head = await visitor('HEAD', '/v1.0/detail');
      const time = new Date(String(read.body['last_modified'])).toUTCString();
      assert.deepEqual([head.status, head.headers['last-modified']], [200, time]);
      assert.deepEqual([await count('cart'), await count('cart_history')], stored);
      const written = await visitor('POST', detail, one);
      assert.deepEqual(idsOf(written.body.cart), idsOf(read.body));
      assert.ok(String(written.body.cart.last_modified) >= String(read.body['last_modified']));
    });

    test('gives a shopper his token, by HEAD and detail-light too, and a customer none', async () => {
      for (const [method, url] of [
        ['HEAD', '/v1.0/detail'],
        ['GET', '/v3.0/detail-light'],
      ] as const) {
        const answer = await server.visitor()(method, url);
        assert.equal(answer.status, 200);
        assert.match(answer.headers['x-anonymous-id'] ?? '', /^a1\./);
      }
      const customer = await server.customer(`reads-${engine.name}`);
      const read = await customer('GET', detail);
      assert.equal(read.headers['x-anonymous-id'], undefined);
      assert.deepEqual(idsOf((await customer('POST', detail, one)).body.cart), idsOf(read.body));
    });

    test('has ids of their own for buying now and for each custom cart', async () => {
      const visitor = server.visitor();
      const seen = new Set<string>();
      for (const query of ['', '&buy_now=true', '&cart_type=fresh']) {
        const read = await visitor('GET', `${detail}${query}`);
        seen.add(idOf(read));
        assert.equal(read.body['buy_now'], query === '&buy_now=true');
      }
      assert.equal(seen.size, 3);
      const buying = await visitor('GET', `${detail}&buy_now=true`);
      assert.equal((await visitor('POST', `${detail}&buy_now=true`, one)).body.cart.id, idOf(buying));
    });

    test('is told apart by caches: unchanged until something is written', async () => {
      const visitor = server.visitor();
      const read = await visitor('GET', detail);
      const tag = read.headers['etag'] ?? '';
      assert.match(tag, /^"0\./);
      assert.equal((await visitor('GET', detail, undefined, { 'if-none-match': tag })).status, 304);
      const stranger = await server.call('GET', detail, undefined, { 'if-none-match': tag });
      assert.equal(stranger.status, 200);
      assert.equal((await visitor('POST', detail, one, { 'if-match': tag })).status, 200);
      assert.equal((await visitor('POST', detail, one, { 'if-match': tag })).status, 412);
      assert.equal((await visitor('GET', detail, undefined, { 'if-none-match': tag })).status, 200);
    });

    test('counts the next generation when the cart it named is gone', async () => {
      const visitor = server.visitor();
      const seen = new Set<string>();
      for (let turn = 0; turn < 12; turn += 1) {
        const read = await visitor('GET', detail);
        seen.add(idOf(read));
        const { body } = await visitor('POST', detail, one);
        assert.equal(body.cart.id, idOf(read));
        const customer = await server.customer(`leaves-${engine.name}-${turn}`);
        await server.call('GET', detail, undefined, { ...visitor.known(), ...customer.known() });
      }
      assert.equal(seen.size, 12);
    });

    test('does not give an id again of which only the history is left', async () => {
      const visitor = server.visitor();
      const { body } = await visitor('POST', detail, one);
      const id = body.cart.id ?? '';
      await server.shop.node.db.commit([{ sql: 'delete from cart where id = ?', params: [id] }]);
      assert.equal((await server.call('GET', `${detail}&id=${id}`)).status, 404);
      const read = await visitor('GET', detail);
      assert.notEqual(idOf(read), id);
      assert.equal((await visitor('POST', detail, one)).body.cart.id, idOf(read));
    });

    test('takes the next number when another cart has the first', async () => {
      const visitor = server.visitor();
      const first = await visitor('GET', detail);
      const other = await server.visitor()('POST', detail, one);
      const { db } = server.shop.node;
      const params = [Number(first.body['cart_id']), other.body.cart.id ?? ''];
      await db.commit([{ sql: 'update cart set cart_id = ? where id = ?', params }]);
      const second = await visitor('GET', detail);
      assert.equal(idOf(second), idOf(first));
      assert.notEqual(second.body['cart_id'], first.body['cart_id']);
      assert.deepEqual(idsOf((await visitor('POST', detail, one)).body.cart), idsOf(second.body));
    });
  });

  describe('an id without a stored cart', () => {
    const anonymously = async (): Promise<string> => idOf(await server.call('GET', detail));

    test('is an empty cart for whoever keeps no token, and the first write makes exactly that cart', async () => {
      const id = await anonymously();
      const url = `${detail}&id=${id}`;
      for (const [method, read] of [
        ['GET', url],
        ['GET', `/v3.0/detail-light?id=${id}`],
        ['HEAD', `/v1.0/detail?id=${id}`],
        ['GET', `/v1.0/basic?id=${id}`],
        ['GET', `/v1.0/shipment?id=${id}`],
      ] as const) {
        assert.equal((await server.call(method, read)).status, 200, read);
      }
      const read = await server.call('GET', url);
      const written = await server.call('POST', url, one);
      assert.deepEqual(idsOf(written.body.cart), idsOf(read.body));
      assert.equal(written.body.cart.id, id);
      const more = await server.call('POST', url, one);
      assert.deepEqual(quantities(more.body.cart), { '1_M': 2 });
      assert.equal(more.headers['x-anonymous-id'], undefined);
    });

    test('that is none of ours, or another application’s, is not found', async () => {
      const other = cartIds(createSecretKey(new Uint8Array(32).fill(9)));
      for (const id of ['0'.repeat(24), other.fresh('another', randomBytes), 'undefined']) {
        for (const method of ['GET', 'POST'] as const) {
          const answer = await server.call(method, `${detail}&id=${id}`, method === 'GET' ? undefined : one);
          assert.deepEqual(
            [answer.status, method === 'GET' ? answer.body.error_code : 'cart_not_found'],
            [404, 'cart_not_found'],
          );
        }
      }
    });

    test('means the own cart of a shopper who has one', async () => {
      const id = await anonymously();
      const customer = await server.customer(`has-one-${engine.name}`);
      const own = (await customer('POST', detail, one)).body.cart.id;
      assert.equal(idOf(await customer('GET', `${detail}&id=${id}`)), own);
      const added = await customer('POST', `${detail}&id=${id}`, one);
      assert.deepEqual([added.body.cart.id, quantities(added.body.cart)], [own, { '1_M': 2 }]);
    });

    test('does not open the cart it becomes for a stranger by its number', async () => {
      const id = await anonymously();
      const { body } = await server.call('POST', `${detail}&id=${id}`, one);
      assert.equal((await server.call('GET', `${detail}&id=${body.cart.cart_id}`)).status, 404);
    });

    test('under one key is written once', async () => {
      const id = await anonymously();
      const key = { 'idempotency-key': freshKey() };
      const first = await server.call('POST', `${detail}&id=${id}`, one, key);
      const again = await server.call('POST', `${detail}&id=${id}`, one, key);
      assert.equal(again.headers['idempotent-replayed'], 'true');
      assert.deepEqual([idsOf(again.body.cart), quantities(again.body.cart)], [idsOf(first.body.cart), { '1_M': 1 }]);
    });

    test('can be merged like the empty cart it is', async () => {
      const id = await anonymously();
      const visitor = server.visitor();
      await visitor('POST', detail, one);
      const merged = await visitor('POST', '/v3.0/merge?i=true', { cart_ids: [id] });
      assert.deepEqual([merged.status, quantities(merged.body.cart)], [200, { '1_M': 1 }]);
    });
  });

  describe('first writes at once', () => {
    const AT_ONCE = 12;
    const everyNode = async (write: (call: CartServer['call']) => Promise<Answer>): Promise<readonly Answer[]> => {
      const second = await server.secondNode();
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, at) => write(at % 2 === 0 ? server.call : second.call)),
      );
      await second.close();
      return answers;
    };
    const endIn = (answers: readonly Answer[], id: string): void => {
      assert.deepEqual(
        answers.map(({ status, body }) => [status, status === 200 ? body.cart.id : body]),
        answers.map(() => [200, id]),
      );
    };
    const unitsIn = async (known: Shopper['known'] | undefined, id: string) =>
      quantities((await server.call('GET', `${detail}&id=${id}`, undefined, known?.() ?? {})).body as never);

    test('of one shopper end in one cart with every unit', async () => {
      const visitor = server.visitor();
      const id = idOf(await visitor('GET', detail));
      endIn(await everyNode((call) => call('POST', detail, one, visitor.known())), id);
      assert.deepEqual(await unitsIn(visitor.known, id), { '1_M': AT_ONCE });
    });

    test('by id, without any token, end in one cart with every unit', async () => {
      const id = idOf(await server.call('GET', detail));
      endIn(await everyNode((call) => call('POST', `${detail}&id=${id}`, one)), id);
      assert.deepEqual(await unitsIn(undefined, id), { '1_M': AT_ONCE });
    });

    /** A node that finds no cart of an id, and the first write of another stored before it asks whether the id is vacant. */
    const overtaken = async (write: () => Promise<unknown>) => {
      const { db } = server.shop.node;
      let isWritten = false;
      const all: Database['all'] = async (sql, values) => {
        if (!isWritten && sql.includes('from cart_history')) {
          isWritten = true;
          await write();
        }
        return db.all(sql, values);
      };
      return server.secondNode({ ...db, all });
    };

    test('find the cart that another made while it was looked for', async () => {
      const id = idOf(await server.call('GET', detail));
      const url = `${detail}&id=${id}`;
      const second = await overtaken(() => server.call('POST', url, one));
      endIn([await second.call('POST', url, one)], id);
      await second.close();
      assert.deepEqual(await unitsIn(undefined, id), { '1_M': 2 });
    });

    test('are merged from where another made them while they were looked for', async () => {
      const id = idOf(await server.call('GET', detail));
      const visitor = server.visitor();
      await visitor('POST', detail, one);
      const second = await overtaken(() => server.call('POST', `${detail}&id=${id}`, one));
      const merged = await second.call('POST', '/v3.0/merge?i=true', { cart_ids: [id] }, visitor.known());
      await second.close();
      assert.deepEqual([merged.status, quantities(merged.body.cart)], [200, { '1_M': 2 }]);
    });
  });
});
