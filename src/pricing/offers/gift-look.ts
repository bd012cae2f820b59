/** What a gift was chosen among, and by what: enough to tell whether other stock would have made another choice. Pure. */

export type GiftCandidate = {
  readonly uid: string;
  /** Units that are in the cart. */
  readonly taken: number;
  readonly isLeft: boolean;
  /** The lower, the sooner it is chosen; of equals, what there is most of. Null: it cannot go there. */
  readonly rank: number | null;
};
export type GiftLook = {
  readonly candidates: readonly GiftCandidate[];
  /** Undefined: none of them could go anywhere. */
  readonly chosen: string | undefined;
  readonly wanted: number;
  readonly given: number;
};

/** Whether the same article would be given, as often, if there were so many of each. */
export const givesTheSame = ({ candidates, chosen, wanted, given }: GiftLook, stockOf: (uid: string) => number) => {
  let best: { readonly uid: string; readonly rank: number; readonly left: number } | undefined;
  for (const { uid, taken, isLeft, rank } of candidates) {
    const left = stockOf(uid) - taken;
    if (left > 0 !== isLeft) return false;
    if (!isLeft || rank === null) continue;
    const order = best === undefined ? -1 : rank - best.rank || best.left - left || (uid < best.uid ? -1 : 1);
    if (order < 0) best = { uid, rank, left };
  }
  return chosen === undefined || (best?.uid === chosen && Math.min(wanted, best.left) === given);
};
