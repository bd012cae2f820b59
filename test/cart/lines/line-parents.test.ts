/** Lines that belong to other lines: whatever a shopper makes of them, none is its own ancestor. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { array, assert as holds, asyncProperty, boolean, integer, record } from 'fast-check';
import { applyUpdates } from '../../../src/cart/lines/apply-updates.ts';
import { type CartDocument, type CartLine, emptyDocument } from '../../../src/cart/store/cart-document.ts';
import type { WantedChange } from '../../../src/cart/lines/cart-intent.ts';
import { likenessesOf } from '../../../src/cart/store/line-rules.ts';
import { withoutCircles } from '../../../src/cart/store/read-document.ts';
import type { Row } from '../../../src/db/database.ts';
import { forEachEngine } from '../../databases.ts';
import { fill, onDelivery, openOrderServer } from '../../orders/order-server.ts';
import { type Shopper, quantities } from '../cart-server.ts';
import { aLine } from '../response/carts.ts';
import { facts } from './three-products.ts';

const names = ['a', 'b', 'c', 'd', 'e'] as const;

const kind = { is_universal: true, article_tags: [] };
const options = { facts, kind, newIdentifier: () => 'new', version: 2, mostLines: 500, quantities: 'exact' as const };

const change = (changes: Partial<WantedChange>): WantedChange => ({
  name: 'x',
  itemId: null,
  size: null,
  article: null,
  identifier: null,
  index: null,
  giftOf: null,
  quantity: null,
  set: {},
  parent: null,
  alone: false,
  ...changes,
});
const under = (identifier: string) => ({ identifier, itemId: null, size: null });

/** Followed upwards, every line ends at one that has no parent. */
const isOwnAncestor = (lines: readonly CartLine[], { identifier }: CartLine): boolean => {
  let at = lines.find((line) => line.identifier === identifier)?.parent ?? null;
  for (let steps = 0; at !== null && steps <= lines.length; steps += 1) {
    if (at === identifier) return true;
    const here = at;
    at = lines.find((line) => line.identifier === here)?.parent ?? null;
  }
  return false;
};
const aName = integer({ min: 0, max: names.length - 1 }).map((at) => names[at] ?? 'a');
const someLines = array(record({ itemId: integer({ min: 1, max: 3 }), alone: boolean() }), {
  minLength: names.length,
  maxLength: names.length,
}).map((drawn) =>
  drawn.map(({ itemId, alone }, at) =>
    aLine(itemId, 1, { identifier: names[at] ?? 'a', alone, articleUid: `${itemId}_M` }),
  ),
);
const someChanges = array(
  record({ identifier: aName, parent: aName, size: boolean(), quantity: integer({ min: 0, max: 3 }) }),
  { minLength: 1, maxLength: 12 },
).map((drawn) =>
  drawn.map(({ identifier, parent, size, quantity }) =>
    change({ identifier, parent: under(parent), size: size ? 'L' : 'M', quantity }),
  ),
);

describe('a line', () => {
  test('is never its own ancestor, whatever lines are put under others', async () => {
    await holds(
      asyncProperty(someLines, someChanges, async (lines, changes) => {
        const { lines: left } = await applyUpdates(
          lines,
          { operation: 'update_item', wanted: changes, slug: 'universal' },
          options,
        );
        return left.every((line) => !isOwnAncestor(left, line));
      }),
    );
  });

  test('that is put under itself or under what belongs to it is told so, and stays where it was', async () => {
    const lines = [aLine(1, 1, { identifier: 'a' }), aLine(2, 1, { identifier: 'b', parent: 'a' })];
    for (const parent of ['a', 'b']) {
      const wanted = [change({ identifier: 'a', parent: under(parent) })];
      const done = await applyUpdates(lines, { operation: 'update_item', wanted, slug: 'universal' }, options);
      assert.equal(done.outcomes[0]?.errorCode, 'parent_is_child');
      assert.deepEqual(done.lines, lines);
    }
  });

  test('keeps what belongs to it when an equal line takes it in', async () => {
    const lines = [
      aLine(1, 1, { identifier: 'a' }),
      aLine(1, 1, { identifier: 'b', asked: { size: 'L' } }),
      aLine(2, 1, { identifier: 'c', parent: 'a' }),
    ];
    const done = await applyUpdates(
      lines,
      { operation: 'update_item', wanted: [change({ identifier: 'a', size: 'L' })], slug: 'universal' },
      options,
    );
    assert.deepEqual(
      done.lines.map(({ identifier, parent, quantity }) => [identifier, parent, quantity]),
      [
        ['b', null, 2],
        ['c', 'b', 1],
      ],
    );
  });

  test('named by a place that it does not have is left alone, also when lines before it go', async () => {
    const lines = [aLine(1, 1, { identifier: 'a' }), aLine(2, 1, { identifier: 'b' })];
    const wanted = [change({ index: 0 }), change({ index: 0, itemId: 2 }), change({ index: 7 })];
    const done = await applyUpdates(lines, { operation: 'remove_item', wanted, slug: 'universal' }, options);
    assert.deepEqual(
      done.outcomes.map(({ errorCode }) => errorCode),
      [null, 'line_not_found', 'line_not_found'],
    );
    assert.deepEqual(
      done.lines.map(({ identifier }) => identifier),
      ['b'],
    );
  });
});

describe('hundreds of lines, each of which belongs to the one before it', () => {
  const note = 'n'.repeat(16_000);
  const chain = (words: readonly string[]): readonly CartLine[] =>
    words.map((word, at) =>
      aLine(1, 1, {
        identifier: `${word}-${at}`,
        parent: at === 0 ? null : `${words[at - 1]}-${at - 1}`,
        asked: { meta: { word } },
      }),
    );
  const noted = (length: number, first: string) => chain([first, ...Array<string>(length - 1).fill('x')]);

  test('are told apart by texts in which nothing is written twice', () => {
    const all = [...likenessesOf(noted(500, note)).values()].join('').length;
    const few = [...likenessesOf(noted(10, note)).values()].join('').length;
    assert.ok(all - few < 490 * 1000, `${all - few} characters more for 490 lines more`);
  });

  test('differ by what is said of any line above them, and by nothing else', () => {
    const lastOf = (lines: readonly CartLine[]) => [...likenessesOf(lines).values()].at(-1);
    assert.equal(lastOf(noted(50, note)), lastOf(noted(50, note)));
    assert.notEqual(lastOf(noted(50, note)), lastOf(noted(50, `${note}!`)));
    assert.notEqual(lastOf(noted(50, note)), lastOf(noted(51, note)));
  });
});

describe('lines that were stored in a circle', () => {
  test('stand for themselves; what hangs on them and what a bundle brought stays where it is', () => {
    const lines = [
      aLine(1, 1, { identifier: 'a', parent: 'b' }),
      aLine(2, 1, { identifier: 'b', parent: 'a' }),
      aLine(3, 1, { identifier: 'c', parent: 'b' }),
      aLine(1, 1, { identifier: 'd', parent: 'e' }),
      aLine(2, 1, { identifier: 'e', parent: 'd', autoAdded: true }),
    ];
    assert.deepEqual(
      withoutCircles(lines).map(({ identifier, parent }) => [identifier, parent]),
      [
        ['a', null],
        ['b', null],
        ['c', 'b'],
        ['d', null],
        ['e', 'd'],
      ],
    );
  });
});

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  await shop.sell(1, [{ quantity: 100 }]);
  await shop.sell(2, [{ quantity: 100 }]);
  const { db } = shop.node;

  /** As an older version let it be stored. */
  const inCircle = async (shopper: Shopper): Promise<string> => {
    await fill(shopper, 1);
    const { cart } = await fill(shopper, 2);
    const row = await db.one<Row & { document: string }>('select document from cart where id = ?', [cart.id ?? '']);
    const document = JSON.parse(row?.document ?? '{}') as CartDocument;
    const [first, second] = document.lines;
    assert.ok(first !== undefined && second !== undefined);
    const lines = [
      { ...first, parent: second.identifier },
      { ...second, parent: first.identifier },
    ];
    const text = JSON.stringify({ ...document, lines });
    await db.commit([{ sql: 'update cart set document = ? where id = ?', params: [text, cart.id ?? ''] }]);
    return cart.id ?? '';
  };

  describe('a cart whose lines were stored in a circle', () => {
    test('is read, shared, changed and checked out like any other', async () => {
      const shopper = await server.customer(`circle-${engine.name}`);
      await inCircle(shopper);
      const read = await shopper('GET', '/v1.0/detail?i=true');
      assert.deepEqual([read.status, quantities(read.body as never)], [200, { '1_M': 1, '2_M': 1 }]);
      assert.equal((await shopper('GET', '/v3.0/detail-light')).status, 200);
      assert.equal((await shopper('POST', '/v1.0/share-cart', {})).status, 200);
      await fill(shopper, 1);
      const { status, body } = await shopper('POST', '/v1.0/checkout', onDelivery);
      assert.equal(status, 200, JSON.stringify(body));
    });

    test('comes along when its shopper signs in', async () => {
      const visitor = server.visitor();
      await inCircle(visitor);
      const customer = await server.customer(`came-${engine.name}`);
      const both = { ...visitor.known(), ...customer.known() };
      const { status, body } = await server.call('GET', '/v1.0/detail?i=true', undefined, both);
      assert.deepEqual([status, quantities(body as never)], [200, { '1_M': 1, '2_M': 1 }]);
    });
  });
});

test('a cart without lines has no circle', () => {
  assert.equal(withoutCircles(emptyDocument.lines), emptyDocument.lines);
});
