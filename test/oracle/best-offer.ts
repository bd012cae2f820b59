/** Every combination of promotions there is: any of them, in any order, each as often as it goes or less often. The cheapest counts. */
import type { Discount, Offer } from './offer.ts';
import type { State } from './stage.ts';

/** Whether it did something, and what is left to act on. */
export type Acting = (offer: Offer, state: State) => State | null;
/** As the engine says it: the promotions that act, in order, and how often where that is less than could be. */
export type Told = readonly { readonly offerId: string; readonly uses: number | null }[];

const repeats = ({ type, sequence, every }: Discount): boolean =>
  type === 'fixed_price' || type === 'bogo' || sequence !== null || every !== null;
const atMost = (offer: Offer, uses: number): Offer => ({
  ...offer,
  discounts: offer.discounts.map((discount) =>
    repeats(discount) ? { ...discount, uses: Math.min(uses, discount.uses ?? uses) } : discount,
  ),
});

const textOf = (state: State | null): string =>
  JSON.stringify(state?.basket.units ?? null, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );

/** As often as it goes, then less and less often. */
const waysOf = (offer: Offer, state: State, acting: Acting, fewer: boolean): readonly State[] => {
  const all = acting(offer, state);
  if (all === null) return [];
  if (!fewer || !offer.discounts.some(repeats)) return [all];
  const less: State[] = [];
  for (let uses = 1; ; uses += 1) {
    const some = acting(atMost(offer, uses), state);
    if (textOf(some) === textOf(all)) return [all, ...less];
    if (some !== null) less.unshift(some);
  }
};

function* combinations(offers: readonly Offer[], begin: State, acting: Acting, fewer: boolean): Generator<State> {
  for (const offer of offers) {
    const others = offers.filter((other) => other !== offer);
    for (const next of waysOf(offer, begin, acting, fewer)) yield* combinations(others, next, acting, fewer);
  }
  yield begin;
}

/** The first of the cheapest: their own order, then all with every offer as often as it goes, then all. */
export const cheapest = (
  { offers, begin, inTurn }: { readonly offers: readonly Offer[]; readonly begin: State; readonly inTurn: State },
  acting: Acting,
  due: (state: State) => bigint,
): State => {
  let [best, least] = [inTurn, due(inTurn)];
  for (const fewer of [false, true]) {
    for (const state of combinations(offers, begin, acting, fewer)) {
      const cost = due(state);
      if (cost < least) [best, least] = [state, cost];
    }
  }
  return best;
};

/** What was chosen from too many to try all. */
export const asTold = (told: Told, offers: readonly Offer[], begin: State, acting: Acting): State =>
  told.reduce((state, { offerId, uses }) => {
    const offer = offers.find(({ id }) => id === offerId);
    return offer === undefined ? state : (acting(uses === null ? offer : atMost(offer, uses), state) ?? state);
  }, begin);
