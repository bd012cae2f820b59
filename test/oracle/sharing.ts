/** How a sum is shared: in whole minor units, by weight, never more for anyone than he has room for. */
import { least, rounded, ratio, sum, sumOf } from './rational.ts';

export type Remainder = 'largest' | 'first' | 'last' | 'round_then_first';
/** Claims stand in the order in which ties are decided. */
export type Claim = { readonly weight: bigint; readonly room: bigint };

/** One more for each of these places, in this order, as often as needed. */
const handOut = (parts: bigint[], places: readonly number[], missing: bigint): void => {
  for (let left = missing, turn = 0; left > 0n && places.length > 0; left -= 1n, turn += 1) {
    const place = places[turn % places.length] ?? 0;
    parts[place] = (parts[place] ?? 0n) + 1n;
  }
};
/** One less for each of these places that has something, in this order, as often as needed. */
const takeBack = (parts: bigint[], places: readonly number[], surplus: bigint): void => {
  let left = surplus;
  while (left > 0n) {
    for (const place of places) {
      if (left > 0n && (parts[place] ?? 0n) > 0n) {
        parts[place] = (parts[place] ?? 0n) - 1n;
        left -= 1n;
      }
    }
  }
};

const byWeight = (amount: bigint, weights: readonly bigint[], remainder: Remainder): readonly bigint[] => {
  const all = sum(weights);
  const mode = remainder === 'round_then_first' ? 'half_down' : null;
  const parts = weights.map((weight) =>
    mode === null ? (amount * weight) / all : rounded(ratio(amount * weight, all), mode),
  );
  const weighty = weights.flatMap((weight, place) => (weight > 0n ? [place] : []));
  const missing = amount - sum(parts);
  if (missing < 0n) takeBack(parts, weighty, -missing);
  else if (remainder === 'last') handOut(parts, weighty.toReversed(), missing);
  else if (remainder === 'largest') {
    const left = (place: number): bigint => (amount * (weights[place] ?? 0n)) % all;
    // Sorting is stable: equal remainders stay in the order of the claims.
    handOut(
      parts,
      weighty.toSorted((a, b) => (left(a) === left(b) ? 0 : left(a) > left(b) ? -1 : 1)),
      missing,
    );
  } else handOut(parts, weighty, missing);
  return parts;
};

/** Parts in the order of the claims. What overflows a full part is shared again among those with room. */
export const share = (amount: bigint, claims: readonly Claim[], remainder: Remainder): readonly bigint[] => {
  const got = claims.map(() => 0n);
  let left = least(
    amount,
    sumOf(claims, ({ room }) => room),
  );
  while (left > 0n) {
    const open = claims.flatMap(({ room }, place) => (room > (got[place] ?? 0n) ? [place] : []));
    const given = open.map((place) => claims[place]?.weight ?? 0n);
    const weights = sum(given) === 0n ? given.map(() => 1n) : given;
    const parts = byWeight(left, weights, remainder);
    const before = left;
    for (const [at, place] of open.entries()) {
      const room = (claims[place]?.room ?? 0n) - (got[place] ?? 0n);
      const taken = least(parts[at] ?? 0n, room);
      got[place] = (got[place] ?? 0n) + taken;
      left -= taken;
    }
    if (left === before) break;
  }
  return got;
};
