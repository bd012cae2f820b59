/** Calls that name many large carts let others have their turn between one and the next: by counts, so that they hold on any machine. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { countedCalls } from '../../counted-work.ts';
import { forEachEngine } from '../../databases.ts';
import { type Body, openCartServer, type Shopper } from '../cart-server.ts';

const LINES = 500;
const CARTS = 8;
const tried = { prefer: 'dry-run' };

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 1_000_000 }]);
  const put = async (shopper: Shopper, said: string, lines: number): Promise<string> => {
    const items = Array.from({ length: lines }, (_, at) => ({
      item_id: 1,
      item_size: 'M',
      quantity: 1,
      meta: { said, at },
    }));
    const { status, body } = await shopper('POST', '/v2.0/bulk-detail', { items });
    assert.equal(status, 200, JSON.stringify(body).slice(0, 300));
    return String(body.cart.id);
  };
  const ids: string[] = [];
  for (let cart = 0; cart < CARTS; cart += 1) ids.push(await put(server.visitor(), String(cart), LINES));
  const shopper = server.visitor();
  await put(shopper, 'own', 1);
  const of = (some: readonly string[]) => ({ cart_ids: some, merge_strategy: 'sum' });
  /** How many more turns a call has for all carts than for one. */
  const moreTurns = async (call: (some: readonly string[]) => Promise<unknown>): Promise<number> =>
    (await countedCalls('nextTurn', () => call(ids))) - (await countedCalls('nextTurn', () => call(ids.slice(0, 1))));
  const readTurns = 2 * (CARTS - 1);

  describe('a call that names many large carts', () => {
    test('merges them with others in between', async () => {
      const turns = await moreTurns((some) => shopper('POST', '/v3.0/merge', of(some), tried));
      // Besides those in which they are read: one to look at each, and to tell of some that they are out of use.
      assert.ok(turns >= readTurns + CARTS - 1, `${turns} turns`);
    });

    test('empties them with others in between', async () => {
      const turns = await moreTurns((some) => shopper('PUT', '/v1.0/cart_archive', { cart_id_list: some }, tried));
      assert.ok(turns >= readTurns / 2 + 2, `${turns} turns`);
    });

    test('tells a thousand of the lines that found no room, keeps no more of them, and takes all carts back', async () => {
      const { status, body } = await shopper('POST', '/v3.0/merge', of(ids));
      assert.equal(status, 200);
      assert.equal((body.result.merge ?? (body as unknown as Told).merge).sources.length, CARTS);
      const list = await shopper('GET', '/v3.0/merges');
      const [merge] = (list.body as unknown as { items: readonly (Told['merge'] & { id: string })[] }).items;
      assert.equal(merge?.dropped.length, 1000);
      const undo = (): Promise<unknown> => shopper('POST', `/v3.0/merges/${merge?.id}/undo`, undefined, tried);
      const turns = await countedCalls('nextTurn', undo);
      assert.ok(turns >= 2 * CARTS, `${turns} turns`);
      const back = await shopper('POST', `/v3.0/merges/${merge?.id}/undo`);
      assert.equal(back.status, 200, JSON.stringify(back.body).slice(0, 300));
      for (const id of ids) {
        const { body: cart } = await server.call('GET', `/v1.0/detail?id=${id}&i=true`);
        assert.equal((cart as unknown as Body['cart']).items?.length, LINES);
      }
    });
  });
});

type Told = { readonly merge: { readonly sources: readonly string[]; readonly dropped: readonly unknown[] } };
