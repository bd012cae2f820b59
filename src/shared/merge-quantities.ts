/** Quantities of two carts that become one: what an equal line has afterwards, and whether the other cart's own lines join. */
export type MergeStrategy = 'sum' | 'max' | 'keep' | 'replace';
/** `if_empty`: only into a cart that has nothing; `never`: the other cart is let go. */
export type MergeJoining = 'always' | 'if_empty' | 'never';

export const mergedQuantity = (own: number, other: number, strategy: MergeStrategy): number =>
  ({ sum: own + other, max: Math.max(own, other), keep: own, replace: other })[strategy];

/** The merged quantities by line; the cart's own lines first, in their order. */
export const mergeQuantities = (
  own: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
  strategy: MergeStrategy,
  joining: MergeJoining = 'always',
): ReadonlyMap<string, number> => {
  const merged = new Map(own);
  if (joining === 'never' || (joining === 'if_empty' && own.size > 0)) return merged;
  for (const [line, quantity] of other) {
    const had = own.get(line);
    merged.set(line, had === undefined ? quantity : mergedQuantity(had, quantity, strategy));
  }
  return merged;
};
