/** Lines with what belongs to them: the parts of a box and the gifts of an offer stand under the line they came with. Pure. */
import type { CartProductInfo } from '../../src/contract/cart/cart-item-contract.ts';

export type LineGroup = { readonly line: CartProductInfo; readonly parts: readonly CartProductInfo[] };

const nameOf = ({ identifiers }: CartProductInfo): string => identifiers?.identifier ?? '';

/** A part whose line is not there stands alone. */
export const lineGroups = (lines: readonly CartProductInfo[]): readonly LineGroup[] => {
  const names = new Set(lines.map(nameOf));
  const byParent = Map.groupBy(lines, ({ parent_item_identifiers: parent }) =>
    parent?.identifier && names.has(parent.identifier) ? parent.identifier : '',
  );
  return (byParent.get('') ?? []).map((line) => ({ line, parts: byParent.get(nameOf(line)) ?? [] }));
};
