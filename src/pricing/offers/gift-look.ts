/** What a gift was chosen among, and by what: enough to tell whether other stock would have made another choice. Pure. */

export type GiftCandidate = {
  readonly uid: string;
  /** Units that are in the cart. */
  readonly taken: number;
  readonly isLeft: boolean;
  /** The lower, the sooner it is chosen; of equals, what there is more of by `plenty`. Null: it cannot go there. */
  readonly rank: number | null;
};
export type GiftLook = {
  readonly candidates: readonly GiftCandidate[];
  /** Undefined: none of them could go anywhere. */
  readonly chosen: string | undefined;
  readonly wanted: number;
  readonly given: number;
};

/**
 * What is chosen where nothing else decides: what there is more of. Units count up to what is wanted, so that nobody is given less
 * than there is; beyond that steps count of which each has twice the units of the one before. What is sold one by one hardly ever
 * leaves its step, and so the carts of a shop are not given another article with every unit of one.
 */
export const plenty = (left: number, wanted: number): number =>
  left < wanted ? left : wanted + Math.floor(Math.log2(left));

/** Whether the same article would be given, as often, if there were so many of each. */
export const givesTheSame = ({ candidates, chosen, wanted, given }: GiftLook, stockOf: (uid: string) => number) => {
  let best: { readonly uid: string; readonly rank: number; readonly left: number; readonly step: number } | undefined;
  for (const { uid, taken, isLeft, rank } of candidates) {
    const left = stockOf(uid) - taken;
    if (left > 0 !== isLeft) return false;
    if (!isLeft || rank === null) continue;
    const step = plenty(left, wanted);
    const order = best === undefined ? -1 : rank - best.rank || best.step - step || (uid < best.uid ? -1 : 1);
    if (order < 0) best = { uid, rank, left, step };
  }
  return chosen === undefined || (best?.uid === chosen && Math.min(wanted, best.left) === given);
};
