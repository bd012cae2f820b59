/** Lines with what belongs to them: the parts of a box and the gifts of an offer stand under the line they came with. Pure. */
import type { CartProductInfo } from '../../src/contract/cart/cart-item-contract.ts';

export type LineGroup = { readonly line: CartProductInfo; readonly parts: readonly CartProductInfo[] };

const priceOf = ({ price }: CartProductInfo): number => (price?.converted ?? price?.base)?.selling_price ?? 0;

/** What a box costs with what is in it; undefined for what is no box. */
export const wholePrice = ({ line, parts }: LineGroup): number | undefined => {
  const inside = parts.filter(({ auto_add_to_cart: isPart }) => isPart);
  return inside.length === 0 ? undefined : [line, ...inside].reduce((sum, one) => sum + priceOf(one), 0);
};

const nameOf = ({ identifiers }: CartProductInfo): string => identifiers?.identifier ?? '';

/** What came with a part of a box (its gift) stands under the box. A part whose line is not there stands alone. */
export const lineGroups = (lines: readonly CartProductInfo[]): readonly LineGroup[] => {
  const byName = new Map(lines.map((line) => [nameOf(line), line]));
  const above = ({ parent_item_identifiers: parent }: CartProductInfo) => byName.get(parent?.identifier || '-');
  const owner = (line: CartProductInfo): CartProductInfo | undefined => {
    const parent = above(line);
    return (parent && above(parent)) ?? parent;
  };
  const byOwner = Map.groupBy(lines, owner);
  return (byOwner.get(undefined) ?? []).map((line) => ({ line, parts: byOwner.get(line) ?? [] }));
};
