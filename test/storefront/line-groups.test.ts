import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CartProductInfo } from '../../src/contract/cart/cart-item-contract.ts';
import { lineGroups } from '../../web/storefront/line-groups.ts';

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

  test('are all shown, whoever is missing', () => {
    assert.deepEqual(shown([line('part', 'box'), line('gift', 'part')]), [['part', 'gift']]);
    assert.deepEqual(shown([line('', ''), line('', '')]), [[''], ['']]);
  });
});
