/**
 * Shares an amount out so that nothing is lost: integer parts, their sum is the amount (or all there is room for). A tie goes to the
 * earlier claim, so the caller puts claims into an order that means something: pricing, that of goods.
 */
import { divided, type Minor, portion, sum } from './money.ts';

export type Claim = {
  readonly weight: number;
  /** The most this part can take; left out, there is no limit. */
  readonly room?: Minor;
};
export type Remainder = 'largest' | 'first' | 'last' | 'round_then_first';

/** Parts in the order of the claims, with the amount's sign. A weight of zero takes nothing, unless all weights are zero. */
export const allocate = (
  amount: Minor,
  claims: readonly Claim[],
  remainder: Remainder = 'largest',
): readonly Minor[] => {
  if (claims.length === 0) return [];
  const parts = shareWithRoom(Math.abs(amount), claims, remainder);
  return amount < 0 ? parts.map((part) => -part || 0) : parts;
};

/** What overflows a full part is shared again among those with room left, by the same weights, until nothing moves. */
const shareWithRoom = (amount: Minor, claims: readonly Claim[], remainder: Remainder): readonly Minor[] => {
  const parts = claims.map(() => 0);
  const weighed = claims.some(({ weight }) => weight > 0);
  const parties = weighed ? claims : claims.map((claim) => ({ ...claim, weight: 1 }));
  let places = claims.map((_, index) => index);
  const isOpen = (index: number): boolean => {
    const { weight, room } = parties[index] ?? nobody;
    return weight > 0 && (room === undefined || room > (parts[index] ?? 0));
  };
  for (let left = amount; left > 0; ) {
    places = places.filter(isOpen);
    if (places.length === 0) break;
    const sharing = places.length === claims.length ? parties : places.map((index) => parties[index] ?? nobody);
    const shares = share(left, sharing, remainder);
    for (const [position, index] of places.entries()) {
      const had = parts[index] ?? 0;
      const room = parties[index]?.room;
      const wanted = shares[position] ?? 0;
      const taken = room === undefined ? wanted : Math.min(wanted, room - had);
      parts[index] = had + taken;
      left -= taken;
    }
  }
  return parts;
};
const nobody: Claim = { weight: 0 };

const share = (amount: Minor, claims: readonly Claim[], remainder: Remainder): readonly Minor[] => {
  if (claims.length === 1) return [amount];
  let total = 0;
  for (const { weight } of claims) total += weight;
  if (remainder === 'round_then_first') return roundThenFirst(amount, claims, total);
  const quotients = claims.map(({ weight }) => divided(amount, weight, total));
  const parts = quotients.map(({ whole }) => whole);
  const left = amount - sum(parts);
  if (left === 0) return parts;
  for (const index of receivers(quotients, remainder).slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
};

/** Indexes in the order in which they get one unit each of what is left. */
const receivers = (quotients: readonly { readonly left: number }[], remainder: Remainder): readonly number[] => {
  const indexes = quotients.map((_, index) => index);
  if (remainder === 'first') return indexes;
  if (remainder === 'last') return indexes.toReversed();
  return indexes.toSorted((a, b) => (quotients[b]?.left ?? 0) - (quotients[a]?.left ?? 0));
};

/** Every part rounded half down, then corrected by one unit each from the first claim on. */
const roundThenFirst = (amount: Minor, claims: readonly Claim[], total: number): readonly Minor[] => {
  const parts = claims.map(({ weight }) => portion(amount, weight, total, 'half_down'));
  let left = amount - sum(parts);
  for (const index of claims.keys()) {
    if (left === 0) break;
    const step = Math.sign(left);
    if ((parts[index] ?? 0) + step < 0) continue;
    parts[index] = (parts[index] ?? 0) + step;
    left -= step;
  }
  return parts;
};
