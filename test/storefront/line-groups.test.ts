import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CartProductInfo } from '../../src/contract/cart/cart-item-contract.ts';
import { lineGroups, wholePrice } from '../../web/storefront/line-groups.ts';

const line = (identifier: string, parent?: string) =>
  ({
    identifiers: { identifier },
    parent_item_identifiers: parent === undefined ? {} : { identifier: parent },
  }) as CartProductInfo;
const shown = (lines: readonly CartProductInfo[]) =>
  lineGroups(lines).map(({ line: top, parts }) => [top, ...parts].map(({ identifiers }) => identifiers?.identifier));

describe('lines of the cart', () => {
  test('stand with what belongs to them: parts of a box, gifts, and the gift that came with a part', () => {
    const lines = [line('gift', 'part'), line('box'), line('part', 'box'), line('tee'), line('sample', 'tee')];
    assert.deepEqual(shown(lines), [
      ['box', 'gift', 'part'],
      ['tee', 'sample'],
    ]);
  });

  test('of a box cost what is in it, too; a gift is none of that', () => {
    const priced = (selling_price: number, isPart: boolean, of: CartProductInfo) =>
      ({ ...of, auto_add_to_cart: isPart, price: { converted: { selling_price } } }) as CartProductInfo;
    const box = priced(249, false, line('box'));
    const parts = [priced(1369, true, line('mug', 'box')), priced(0, false, line('gift', 'box'))];
    assert.equal(wholePrice({ line: box, parts }), 1618);
    assert.equal(wholePrice({ line: box, parts: parts.slice(1) }), undefined);
  });

  test('are all shown, whoever is missing', () => {
    assert.deepEqual(shown([line('part', 'box'), line('gift', 'part')]), [['part', 'gift']]);
    assert.deepEqual(shown([line('', ''), line('', '')]), [[''], ['']]);
  });
});
