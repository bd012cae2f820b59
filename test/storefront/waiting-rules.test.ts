/** Changes of a cart that waited for a connection, laid over the cart as it is then. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import {
  cartWith,
  meanwhileIn,
  syncBody,
  toldOf,
  unitsToCome,
  type Waiting,
  withWaiting,
} from '../../web/storefront/offline/waiting-rules.ts';

type Line = { readonly id: string; readonly item: number; readonly quantity: number; readonly of?: string };
const cartOf = (...lines: readonly Line[]): CartDetail =>
  ({
    items: lines.map(({ id, item, quantity, of }) => ({
      product: { uid: item, name: `Item ${item}` },
      article: { size: 'M' },
      identifiers: { identifier: id },
      auto_add_to_cart: of !== undefined,
      parent_item_identifiers: { identifier: of ?? null },
      quantity,
    })),
  }) as unknown as CartDetail;

const add = (itemId: number, quantity: number, had: number | null = null): Waiting => ({
  kind: 'add',
  itemId,
  size: 'M',
  name: `Item ${itemId}`,
  identifier: '',
  quantity,
  had,
});
const set = (identifier: string, itemId: number, quantity: number): Waiting => ({
  ...add(itemId, quantity),
  kind: 'set',
  identifier,
});
const quantities = ({ items }: ReturnType<typeof syncBody>) => items.map((one) => [one.item_id, one.quantity]);

describe('what waits', () => {
  const cart = cartOf({ id: 'a', item: 1, quantity: 2 }, { id: 'b', item: 2, quantity: 1 });

  for (const [what, changes, wanted, removed] of [
    [
      'an add is more of the line there is',
      [add(1, 3)],
      [
        [1, 5],
        [2, 1],
      ],
      [],
    ],
    [
      'an add of something new is a line of its own',
      [add(3, 1)],
      [
        [1, 2],
        [2, 1],
        [3, 1],
      ],
      [],
    ],
    [
      'an add whose answer was lost and that arrived is not added again',
      [add(1, 1, 1)],
      [
        [1, 2],
        [2, 1],
      ],
      [],
    ],
    [
      'an add whose answer was lost and that did not arrive is added',
      [add(1, 1, 2)],
      [
        [1, 3],
        [2, 1],
      ],
      [],
    ],
    [
      'a quantity is what there is to be',
      [set('a', 1, 7)],
      [
        [1, 7],
        [2, 1],
      ],
      [],
    ],
    ['none removes the line', [set('b', 2, 0)], [[1, 2]], ['b']],
    [
      'a line that is gone stays gone',
      [set('x', 9, 4)],
      [
        [1, 2],
        [2, 1],
      ],
      [],
    ],
    [
      'one after another',
      [set('a', 1, 0), add(1, 1)],
      [
        [1, 1],
        [2, 1],
      ],
      [],
    ],
  ] as const) {
    test(what, () => {
      const body = syncBody(cart, changes, 12);
      assert.deepEqual([quantities(body), body.removed, body.base_version], [wanted, removed, 12]);
    });
  }

  test('is never more of a part of a box', () => {
    const box = cartOf({ id: 'a', item: 1, quantity: 1 }, { id: 'p', item: 5, quantity: 1, of: 'a' });
    assert.deepEqual(quantities(syncBody(box, [add(5, 1)], 1)), [
      [1, 1],
      [5, 1],
      [5, 1],
    ]);
  });

  test('becomes one wish as long as it is not on its way', () => {
    const two = withWaiting(withWaiting([], add(1, 1), 0), add(1, 2), 0);
    assert.deepEqual(two, [add(1, 3)]);
    assert.deepEqual(withWaiting([add(1, 1)], add(1, 2), 1), [add(1, 1), add(1, 2)]);
    assert.deepEqual(withWaiting([set('a', 1, 5)], set('a', 1, 0), 0), [set('a', 1, 0)]);
    assert.equal(withWaiting([add(1, 1, 4)], add(1, 1), 0).length, 2);
  });

  test('is shown in the known cart, and what is new is counted', () => {
    const shown = cartWith(cart, [set('a', 1, 9), set('b', 2, 0), add(3, 2)]);
    assert.deepEqual(
      shown.items?.map(({ quantity }) => quantity),
      [9],
    );
    // What it cost was for another quantity; of a line that stays nothing is taken away.
    const priced = { ...cart, items: cart.items?.map((line) => ({ ...line, price: { base: { marked: 5 } } })) };
    const prices = (changes: readonly Waiting[]) =>
      cartWith(priced as CartDetail, changes).items?.map(({ price }) => price?.base?.marked);
    assert.deepEqual(prices([set('a', 1, 9)]), [undefined, 5]);
    assert.deepEqual(prices([]), [5, 5]);
    assert.equal(unitsToCome(cart, [add(1, 1), add(3, 2)]), 2);
    assert.equal(unitsToCome(undefined, [add(3, 2)]), 2);
  });

  test('is told with what was refused, what is gone, and what came meanwhile', () => {
    const changes = [add(1, 1), set('b', 2, 40), set('x', 9, 1)];
    const answer = {
      success: false,
      partial: true,
      message: '',
      result: {
        '1_M': { success: true, message: '', error_code: null, cart_id: '1', cart_type: 'universal' },
        '2_M': {
          success: false,
          message: 'Only 1 can be had.',
          error_code: 'insufficient_stock',
          cart_id: '1',
          cart_type: '',
        },
      },
      error_code: 'insufficient_stock',
    } as unknown as Parameters<typeof toldOf>[0];
    assert.deepEqual(toldOf(answer, changes, ['a', 'b'], 'Gone.'), {
      done: 1,
      refused: [
        { name: 'Item 2', message: 'Only 1 can be had.' },
        { name: 'Item 9', message: 'Gone.' },
      ],
    });
    const changed = [{ identifier: 'a', message: 'The price rose' }];
    const read = {
      ...cartOf({ id: 'a', item: 1, quantity: 1 }, { id: 'n', item: 4, quantity: 3 }),
      notification: { changes: changed },
    };
    assert.deepEqual(meanwhileIn(read as unknown as CartDetail, cart), {
      news: [{ name: 'Item 1', message: 'The price rose' }],
      others: 3,
    });
  });
});
