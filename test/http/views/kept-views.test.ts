/**
 * A kept answer is the answer that would be made: whatever changes, on whichever node, two nodes that keep answers give the
 * same bytes as one that keeps none. Each has its own connection to the database, as in two processes.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { array, assert as holds, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { anArticle } from '../../catalog/shop.ts';
import { forEachEngine } from '../../databases.ts';
import { ask, cart, catalog, difference, type Headers, openKeptShop, paths } from './kept-shop.ts';
import { runs } from '../../laws/runs.ts';

forEachEngine(async (engine) => {
  const { nodes, shop, shoppers, compare, changes } = await openKeptShop(engine);
  after(() => nodes.close());

  describe('kept answers', () => {
    test('are what would be answered now, whatever changes', async () => {
      const step = record({
        change: constantFrom('plenty', 'plenty', ...Object.keys(changes)),
        n: nat(10_000),
        path: constantFrom(...paths),
        method: constantFrom('GET', 'GET', 'GET', 'HEAD'),
        shopper: nat(1),
        currency: constantFrom({}, { 'x-currency-code': 'USD' }, { 'x-language-code': 'de' }),
      });
      await holds(
        asyncProperty(array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
          for (const { change, n, path, method, shopper, currency } of steps) {
            await changes[change]?.(n);
            const asked = method === 'HEAD' ? `${cart}/v1.0/detail` : path;
            await compare(method, asked, { ...shoppers[shopper], ...currency }, `after ${change} ${n}`);
            await compare('GET', paths[1] ?? '', { ...shoppers[0], ...currency }, `after ${change} ${n}`);
          }
        }),
        { numRuns: runs(6) },
      );
      assert.ok((await nodes.kept()) > 50, 'answers were kept');
      assert.ok((await nodes.followed()) > 0, 'some followed what they show');
    });

    test('hold nothing of a version that is gone: a node that has just started says the same', async () => {
      const { bases, authorization } = nodes;
      for (const change of ['seller', 'product', 'price', 'offer', 'lane', 'charges', 'settings']) {
        await changes[change]?.(101);
        for (const shopper of shoppers) await ask(bases[0], 'GET', paths[1] ?? '', { authorization, ...shopper });
        await changes[change]?.(202);
      }
      // A promise in minutes, asked for within a minute and then at the very end of it.
      const standard = { unit: 'minutes', min: 20, max: 40 };
      await nodes.shop.shop.feed('lanes', [{ store_uid: 1, area: '4000*', journeys: { standard } }]);
      const { clock } = nodes.shop.shop.node;
      clock.at = Math.ceil(clock.at / 60_000 + 1) * 60_000 - 30_000;
      await ask(bases[0], 'GET', paths[1] ?? '', { authorization, ...shoppers[0] });
      clock.at += 30_000;
      const fresh = await nodes.fresh();
      try {
        for (const path of paths) {
          for (const currency of [{}, { 'x-currency-code': 'USD' }]) {
            const given = { authorization, ...shoppers[0], ...currency };
            const wanted = await ask(fresh.base, 'GET', path, given);
            for (const base of bases) {
              assert.equal(difference(await ask(base, 'GET', path, given), wanted), undefined, path);
            }
          }
        }
      } finally {
        await fresh.close();
      }
    });

    test('change only with what they show: nothing by reading, and by stock those that show it', async () => {
      const [base] = nodes.bases;
      // Within a minute: at its very end an answer is one of that moment.
      nodes.shop.shop.node.clock.at += 1000;
      const others = [shop.guest(), shop.guest()];
      for (const [at, guest] of others.entries()) {
        const items = [{ item_id: 2 + at, item_size: 'M', quantity: 1 }];
        assert.equal((await guest('POST', `${cart}/v2.0/detail`, { items })).status, 200);
      }
      const read = async (at: number): Promise<void> => {
        const shopper = { authorization: nodes.authorization, 'x-anonymous-id': others[at]?.token() ?? '' };
        for (const path of paths.slice(0, 6)) {
          assert.equal((await ask(base, 'GET', path, shopper)).status, 200);
        }
      };
      for (const at of [0, 1, 0, 1]) await read(at);
      const [before, given] = [await nodes.changed(), await nodes.kept()];
      for (const at of [0, 1, 0, 1]) await read(at);
      assert.equal(await nodes.kept(), given + 24);
      assert.equal(await nodes.changed(), before, 'nobody wrote');
      await changes['cart']?.(0);
      await nodes.shop.shop.feed('inventory', [{ uid: anArticle(3).uid, quantity: 77 }]);
      const moved = await nodes.followed();
      await read(0);
      assert.deepEqual(
        [await nodes.changed(), await nodes.followed()],
        [before, moved],
        'neither his cart nor his goods',
      );
      await read(1);
      const follows = moved + 2;
      assert.deepEqual(
        [await nodes.changed(), await nodes.followed()],
        [before, follows],
        'the two that show it follow; the third says nothing of stock',
      );
      for (const at of [0, 1]) await read(at);
      assert.deepEqual([await nodes.changed(), await nodes.followed()], [before, follows], 'once');
      await nodes.shop.shop.feed('inventory', [{ uid: anArticle(3).uid, quantity: 1 }]);
      for (const at of [0, 1, 0, 1]) await read(at);
      const overtaken = await nodes.changed();
      assert.ok(overtaken > before, 'what may not have enough is made anew');
      const ofOtherSize = async (quantity: number): Promise<void> => {
        await nodes.shop.shop.feed('inventory', [{ uid: anArticle(3, { size: 'L' }).uid, quantity }]);
        for (const at of [0, 1]) await read(at);
      };
      await ofOtherSize(76);
      const settled = await nodes.changed();
      for (const quantity of [75, 74]) await ofOtherSize(quantity);
      assert.equal(await nodes.changed(), settled, 'how much there is of another size is not shown');
      await ofOtherSize(0);
      assert.ok((await nodes.changed()) > settled, 'that there is none left is');
    });

    test('say what would be said at every step from plenty to nothing and back', async () => {
      const buyer = shop.guest();
      const items = [1, 2].map((item_id) => ({ item_id, item_size: 'M', quantity: item_id + 1 }));
      assert.equal((await buyer('POST', `${cart}/v2.0/detail`, { items })).status, 200);
      const shopper = { 'x-anonymous-id': buyer.token() };
      const walk = [9, 4, 3, 2, 1, 2, 3, 4, 0, 1, 5];
      for (const [item, stores] of [
        [2, [1, 2]],
        [1, [1]],
        [4, [1]],
      ] as const) {
        for (const quantity of walk) {
          const rows = stores.map((store_id) => ({
            uid: anArticle(item, { store_id }).uid,
            quantity: quantity * store_id,
          }));
          await nodes.shop.shop.feed('inventory', rows);
          await compare('GET', paths[0] ?? '', shopper, `${quantity} of item ${item}`);
        }
      }
    });

    test('are made anew by one of those who ask at once', async () => {
      const [base] = nodes.bases;
      const headers = { authorization: nodes.authorization };
      await ask(base, 'GET', catalog, headers);
      await nodes.shop.shop.feed('inventory', [{ uid: anArticle(1).uid, quantity: 41 }]);
      const before = await nodes.changed();
      const given = await Promise.all(Array.from({ length: 12 }, () => ask(base, 'GET', catalog, headers)));
      const wanted = await ask(nodes.bases[2], 'GET', catalog, headers);
      assert.deepEqual([...new Set(given.map(({ body }) => body))], [wanted.body]);
      assert.equal(await nodes.changed(), before + 1);
    });

    test('go to nobody else, and end with what they were proven by', async () => {
      const path = paths[0] ?? '';
      await compare('GET', path, shoppers[0] ?? {}, 'first');
      await compare('GET', path, shoppers[1] ?? {}, 'another shopper');
      const { bases, authorization } = nodes;
      const strangers = [
        await ask(bases[0], 'GET', path, { authorization }),
        await ask(bases[0], 'GET', path, { authorization }),
      ];
      assert.notDeepEqual(strangers[0], strangers[1], 'each of two strangers becomes a shopper of his own');
      await compare('GET', path, { ...shoppers[0], authorization: 'Bearer d3Jvbmc6dG9rZW4=' }, 'another token');
      const added = { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] };
      const customer = await nodes.shop.customer('u1');
      assert.equal((await customer('POST', `${cart}/v2.0/detail`, added)).status, 200);
      const token = { 'x-customer-token': await nodes.shop.tokenOf('u1') };
      await compare('GET', path, token, 'a customer');
      await nodes.shop.set({ customer_token_secret: 'another shared secret of thirty-two bytes' });
      await compare('GET', path, token, 'a customer whose secret was replaced');
    });

    test('go packed to whoever takes them so, and are the same', async () => {
      const { bases, authorization } = nodes;
      const read = async (accepted: string) => {
        const headers = { authorization, ...shoppers[0], 'accept-encoding': accepted };
        const answer = await fetch(`${bases[0]}${paths[0]}`, { headers });
        const names = ['content-encoding', 'etag', 'content-type'].map((name) => answer.headers.get(name));
        return { names, body: await answer.text(), length: Number(answer.headers.get('content-length')) };
      };
      const plain = await read('identity');
      let packed = await read('gzip, br');
      for (let tries = 0; packed.names[0] === null && tries < 2_000; tries += 1) packed = await read('gzip, br');
      assert.deepEqual([packed.names, packed.body], [['gzip', ...plain.names.slice(1)], plain.body]);
      assert.ok(packed.length < plain.length / 3, `${packed.length} of ${plain.length} bytes`);
      for (const accepted of ['identity', 'br', 'gzip;q=0', 'br, gzip; q=0.0']) {
        assert.deepEqual(await read(accepted), plain, accepted);
      }
    });

    test('say 304 to who has them', async () => {
      const { bases, authorization } = nodes;
      const headers = { authorization, ...shoppers[0] };
      const first = await fetch(`${bases[0]}${paths[0]}`, { headers });
      await first.text();
      const tag = first.headers.get('etag') ?? '';
      for (const base of bases) {
        await (await fetch(`${base}${paths[0]}`, { headers })).text();
        const again = await fetch(`${base}${paths[0]}`, { headers: { ...headers, 'if-none-match': tag } });
        assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', tag]);
      }
    });

    test('have another tag when a figure moved, and say so to who has them as they were', async () => {
      const [base] = nodes.bases;
      const given = { authorization: nodes.authorization, ...shoppers[0] };
      const read = async (headers: Headers) => {
        const answer = await fetch(`${base}${paths[0]}`, { headers: { ...given, ...headers } });
        return { status: answer.status, tag: answer.headers.get('etag') ?? '', body: await answer.text() };
      };
      const inStock = (quantity: number): Promise<unknown> =>
        nodes.shop.shop.feed('inventory', [{ uid: anArticle(2).uid, quantity }]);
      await inStock(1_234);
      const first = await read({});
      const before = await nodes.followed();
      await inStock(99);
      const second = await read({ 'if-none-match': first.tag });
      assert.deepEqual([second.status, await nodes.followed()], [200, before + 1]);
      assert.equal(second.body, first.body.replaceAll(/(?<!\d)1234(?!\d)/g, '99'));
      assert.deepEqual(await read({ 'if-none-match': second.tag }), { status: 304, tag: second.tag, body: '' });
      await inStock(1_234);
      assert.deepEqual(await read({ 'if-none-match': second.tag }), first);
    });

    test('are kept also when all that was said of them is 304', async () => {
      const { bases, authorization, shop } = nodes;
      shop.shop.node.clock.at += 301_000;
      const headers = { authorization, ...shoppers[0], 'if-none-match': '*' };
      const before = await nodes.kept();
      const heads = [];
      for (const base of [bases[2], bases[0], bases[0]]) {
        const said = await ask(base, 'GET', paths[0] ?? '', headers);
        assert.deepEqual([said.status, said.body], [304, '']);
        heads.push(said.headers);
      }
      assert.deepEqual(heads, [heads[0], heads[0], heads[0]]);
      assert.equal(await nodes.kept(), before + 1);
    });
  });
});
