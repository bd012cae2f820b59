/** Quantities of two carts that become one: what an equal line has afterwards, and whether lines of the other cart join at all. */
export type MergeStrategy = 'sum' | 'max' | 'keep' | 'replace' | 'leave' | 'if_empty' | 'keep_guest';

export const mergedQuantity = (own: number, other: number, strategy: MergeStrategy): number =>
  ({
    sum: own + other,
    max: Math.max(own, other),
    keep: own,
    replace: other,
    leave: own,
    if_empty: own,
    keep_guest: other,
  })[strategy];

/** `leave`: never, the other cart is let go; `if_empty`: only into a cart that has nothing. */
export const joins = (strategy: MergeStrategy, ownLines: number): boolean =>
  strategy === 'if_empty' ? ownLines === 0 : strategy !== 'leave';
