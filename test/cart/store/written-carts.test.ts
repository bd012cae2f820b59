/** What a statement says of the rows it writes (`Statement.writesOnly`) is all that it writes: others stay believed by that word. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { emptyDocument, type StoredCart } from '../../../src/cart/store/cart-document.ts';
import { keepSnapshot } from '../../../src/cart/store/cart-record-store.ts';
import { insertCart, retireCart, reviveCart, updateCart } from '../../../src/cart/store/cart-store.ts';
import type { Statement } from '../../../src/db/database.ts';
import { forEachEngine } from '../../databases.ts';
import { openCartServer } from '../cart-server.ts';

const LATER = 9_000_000_000_000;
const cartIn =
  (applicationId: string) =>
  (at: number, version: number): StoredCart => ({
    id: String(at).padStart(24, '0'),
    cartId: String(at),
    applicationId,
    owner: { kind: 'anonymous', id: `owner ${at}` },
    kind: 'universal',
    slug: 'universal',
    version,
    createdAt: 1,
    modifiedAt: version,
    document: emptyDocument,
  });

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  const { node, applicationId } = server.shop;
  const { db } = node;
  const cartOf = cartIn(applicationId);
  const stored = async (): Promise<ReadonlyMap<string, string>> => {
    const carts = await db.all('select * from cart');
    const snapshots = await db.all('select * from cart_snapshot');
    return new Map(
      [...carts, ...snapshots].map((row) => [
        `${'owner_id' in row ? 'cart' : 'snapshot'} ${String(row['id'])}`,
        JSON.stringify(row),
      ]),
    );
  };

  test('carts and their snapshots are written one by one, under the keys they are looked up by', async () => {
    for (const at of [1, 2, 3]) await db.commit([insertCart(cartOf(at, 1), LATER)]);
    const snapshot = { lines: [] } as unknown as Parameters<typeof keepSnapshot>[1];
    const one = cartOf(2, 2);
    const steps: readonly (readonly [Statement, string, string])[] = [
      [insertCart(cartOf(4, 1), LATER), 'cart', cartOf(4, 1).id],
      [updateCart(one, 1, LATER), 'cart', one.id],
      [keepSnapshot(one.id, snapshot, 5), 'snapshot', one.id],
      [retireCart(one, { state: 'merged', mergedInto: null, at: 6, expiresAt: LATER }), 'cart', one.id],
      [reviveCart({ ...one, version: 4 }, LATER), 'cart', one.id],
    ];
    for (const [statement, table, id] of steps) {
      const before = await stored();
      await db.commit([statement]);
      const now = await stored();
      const changed = [...now].filter(([name, row]) => before.get(name) !== row).map(([name]) => name);
      assert.deepEqual(changed, [`${table} ${id}`]);
      const owner = table === 'cart' ? [`owner ${Number(id)}`] : [];
      assert.deepEqual(statement.writesOnly, [id, ...owner]);
    }
  });
});
