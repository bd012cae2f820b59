/** While stock changes fifty times a second, no reader on any node is shown less than was acknowledged before he asked. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { forEachEngine } from '../databases.ts';
import { type Call, openCartServer } from './cart-server.ts';

const CHANGES = 75;
const EVERY_MS = 20;
const FIRST = 1000;
const detail = '/v1.0/detail?i=true';
type Shown = { readonly items: readonly { readonly article: { readonly quantity: number } }[] };

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: FIRST }]);

  /** Stock only rises, so whoever is shown less than `floor` was shown something old. */
  const changing = { floor: FIRST, done: false, readers: [] as { readonly changed: number }[] };
  const haveAllSeen = (): boolean => changing.readers.every(({ changed }) => changed > 1);
  const change = async (): Promise<void> => {
    // On a busy machine it goes on until everybody was shown one of them, but not for ever.
    const last = (): number => FIRST + (haveAllSeen() ? CHANGES : 20 * CHANGES);
    for (let stock = FIRST + 1; stock <= last(); stock += 1) {
      const next = pause(EVERY_MS);
      await server.shop.stock('1_M_1', stock);
      changing.floor = stock;
      await next;
    }
    changing.done = true;
  };

  const readAll = async (call: Call, known: Readonly<Record<string, string>>, conditional: boolean) => {
    const seen = { stock: 0, tag: '', changed: 0 };
    changing.readers.push(seen);
    while (!changing.done) {
      const { floor } = changing;
      const headers = conditional ? { ...known, 'if-none-match': seen.tag } : known;
      const answer = await call('GET', detail, undefined, headers);
      assert.ok(answer.status === 200 || (conditional && answer.status === 304), String(answer.status));
      if (answer.status === 200) {
        const [item] = (answer.body as unknown as Shown).items;
        seen.stock = item?.article.quantity ?? 0;
        seen.tag = answer.headers['etag'] ?? '';
        seen.changed += 1;
      }
      assert.ok(seen.stock >= floor, `${answer.status} shows ${seen.stock} after ${floor} was acknowledged`);
      await pause(1);
    }
  };

  describe('fifty changes of stock a second', () => {
    test('are hidden from nobody: not by a 304, not by what a node remembers', async () => {
      const other = await server.secondNode();
      const visitor = server.visitor();
      await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M' }] });
      const known = visitor.known();
      const reading = [server.call, other.call].flatMap((call) => [
        readAll(call, known, true),
        readAll(call, known, false),
      ]);
      await Promise.all([change(), ...reading]);
      await other.close();
      assert.ok(haveAllSeen());
      const { headers } = await server.call('GET', detail, undefined, known);
      const again = { ...known, 'if-none-match': headers['etag'] ?? '' };
      assert.equal((await server.call('GET', detail, undefined, again)).status, 304, 'quiet again: nothing is new');
    });
  });
});
