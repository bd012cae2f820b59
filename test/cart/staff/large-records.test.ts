/** What is kept of large carts is listed whole, and lets others have their turn while it is read: by counts, so that they hold on any machine. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { archivedCopies } from '../../../src/cart/store/cart-record-store.ts';
import { signedIn } from '../../applications/test-server.ts';
import { countedCalls } from '../../counted-work.ts';
import { forEachEngine } from '../../databases.ts';
import { openCartServer, type Shopper } from '../cart-server.ts';

const MANY = 100;
const ROUNDS = 6;

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  const { shop } = server;
  for (let item = 1; item <= MANY; item += 1) await shop.sell(item, [{ quantity: 1_000_000 }]);
  const staff = await signedIn(server.app, shop.node, shop, 'owner');
  const place = `/service/platform/cart/v1.0/company/${shop.companyId}/application/${shop.applicationId}/carts`;
  type Listed = { readonly items: readonly Readonly<Record<string, unknown>>[]; readonly lines: readonly unknown[] };
  const ask = async (tail: string, method: 'GET' | 'POST' = 'GET'): Promise<Listed> => {
    const { statusCode, payload } = await staff({ method, url: `${place}/${tail}` });
    assert.equal(statusCode, 200, payload.slice(0, 300));
    return JSON.parse(payload) as Listed;
  };
  const fill = async (shopper: Shopper, lines: number): Promise<string> => {
    const items = Array.from({ length: lines }, (_, at) => ({ item_id: at + 1, item_size: 'M', quantity: 1 }));
    const { body } = await shopper('POST', '/v2.0/bulk-detail', { items });
    assert.equal(body.success, true);
    return body.cart.cart_id ?? '';
  };
  /** Filled and emptied in turn, filled at the end. */
  const recorded = async (lines: number): Promise<{ readonly shopper: Shopper; readonly number: string }> => {
    const shopper = server.visitor();
    for (let round = 0; round < ROUNDS; round += 1) {
      await fill(shopper, lines);
      assert.equal((await shopper('PUT', '/v1.0/cart_archive', {})).status, 200);
    }
    return { shopper, number: await fill(shopper, lines) };
  };
  const small = await recorded(3);
  const large = await recorded(MANY);
  const turnsOf = (number: string, tail: string, method: 'GET' | 'POST' = 'GET'): Promise<number> =>
    countedCalls('nextTurn', () => ask(`${number}/${tail}`, method));

  describe('records of a large cart', () => {
    test('are listed whole and in order, however many portions they are read in', async () => {
      const { items } = await ask(`${large.number}/history`);
      assert.deepEqual(
        items.map(({ version, operation, lines }) => [version, operation, (lines as readonly unknown[]).length]),
        Array.from({ length: 2 * ROUNDS + 1 }, (_, at) => [
          2 * ROUNDS + 1 - at,
          at % 2 === 0 ? items[0]?.['operation'] : 'archive',
          MANY,
        ]),
      );
      const copies = (await ask(`${large.number}/archived`)).items;
      assert.equal(new Set(copies.map(({ id }) => id)).size, ROUNDS);
      assert.ok(copies.every(({ article_count: count }) => count === MANY));
      const some = archivedCopies(shop.node.db, shop.applicationId, Number(large.number), ROUNDS - 1);
      assert.deepEqual(
        (await Array.fromAsync(some)).map(({ id }) => id),
        copies.map(({ id }) => id).slice(0, -1),
      );
    });

    test('have the same members as those of a small one: the side without a line is left out', async () => {
      const membersOf = async (number: string): Promise<readonly unknown[]> =>
        (await ask(`${number}/history`)).items.map(({ lines }) => Object.keys((lines as readonly object[])[0] ?? {}));
      assert.deepEqual(await membersOf(large.number), await membersOf(small.number));
    });

    // What was emptied and filled again are other lines.
    test('are compared between any two versions, in either direction', async () => {
      for (const [from, to, changed] of [
        [1, 3, 2 * MANY],
        [1, 2, MANY],
        [4, 3, MANY],
        [2, 2 * ROUNDS + 1, MANY],
      ]) {
        const { lines } = await ask(`${large.number}/versions/compare?from=${from}&to=${to}`);
        assert.equal(lines.length, changed, `${from} to ${to}`);
      }
      const { lines } = await ask(`${large.number}/versions/compare?from=2&to=1`);
      assert.ok(lines.every((line) => ((line as { before?: unknown }).before ?? null) === null));
    });

    for (const [name, tail, turns] of [
      ['its history', 'history', ROUNDS],
      ['its copies', 'archived', ROUNDS],
      ['an earlier version', 'as-of?version=1', ROUNDS],
      ['a comparison', 'versions/compare?from=1', ROUNDS],
    ] as const) {
      test(`let others have their turn between one another: ${name}`, async () => {
        assert.equal(await turnsOf(small.number, tail), 0);
        assert.ok((await turnsOf(large.number, tail)) >= turns);
      });
    }

    test('let others have their turn: what is brought back, a shared copy, a merge', async () => {
      assert.ok((await turnsOf(large.number, 'versions/2/restore', 'POST')) >= ROUNDS);
      const [copy] = (await ask(`${large.number}/archived`)).items;
      const restored = await turnsOf(large.number, `archived/${String(copy?.['id'])}/restore`, 'POST');
      assert.ok(restored >= 1 && restored < ROUNDS, 'one copy is read, not all of them');
      const { token } = (await large.shopper('POST', '/v1.0/share-cart', {})).body as unknown as { token: string };
      const other = server.visitor();
      await other('POST', `/v1.0/share-cart/${token}/merge`);
      assert.ok((await countedCalls('readInTurns', () => other('GET', `/v1.0/share-cart/${token}`))) === 1);
      const { body } = await other('GET', '/v3.0/merges');
      const [merge] = (body as unknown as { items: readonly { id: string }[] }).items;
      const undo = () => other('POST', `/v3.0/merges/${merge?.id}/undo`);
      assert.ok((await countedCalls('readInTurns', undo)) >= 1);
      assert.equal(((await other('GET', '/v1.0/detail?i=true')).body as unknown as Listed).items.length, 0);
    });
  });
});
