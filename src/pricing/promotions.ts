/** The promotions stage: one after another, or the best one for each line. */
import { type Applied, type CartState, didApply, withOutcome } from './cart-state.ts';
import { evaluateOffer, isAboutNow, whyNot } from './evaluate-offer.ts';
import { lineAmount } from './lots.ts';
import type { CompiledOffer } from './offer-types.ts';
import type { Adjustment, PricedLine } from './priced-types.ts';

const isPromotion = (offer: CompiledOffer): boolean =>
  offer.group !== 'contract' && offer.group !== 'ladder_price' && offer.mode === 'promotion' && isAboutNow(offer);

const inTurn = (cart: CartState, offers: readonly CompiledOffer[]): CartState =>
  offers.reduce((current, offer) => withOutcome(current, offer, evaluateOffer(offer, current)), cart);

type Bid = { readonly offer: CompiledOffer; readonly outcome: Applied };

/** The bid that leaves a line cheapest; the earlier offer wins a tie. */
const winners = (bids: readonly Bid[], lines: readonly PricedLine[]): ReadonlyMap<number, Bid> => {
  const best = new Map<number, Bid>();
  for (const bid of bids) {
    for (const [at, line] of bid.outcome.changed) {
      const before = lines[at];
      const rival = best.get(at)?.outcome.changed.get(at) ?? before;
      if (rival !== undefined && lineAmount(line) < lineAmount(rival)) best.set(at, bid);
    }
  }
  return best;
};

/** The part of a derivation that fell on lines the offer won. */
const keptOf = (adjustment: Adjustment, keys: ReadonlySet<string>): readonly Adjustment[] => {
  const shares = adjustment.shares.filter(({ line }) => keys.has(line));
  if (shares.length === adjustment.shares.length) return [adjustment];
  if (shares.length === 0) return [];
  const amount = shares.reduce((sum, share) => sum + share.amount, 0);
  return [{ ...adjustment, shares, amount, cap: amount }];
};

/** Every offer bids for every line as it stands; each line takes its best bid, gifts come in any case. */
const bestPerLine = (cart: CartState, offers: readonly CompiledOffer[]): CartState => {
  const outcomes = offers.map((offer) => ({ offer, outcome: evaluateOffer(offer, cart) }));
  const bids = outcomes.filter((each): each is Bid => didApply(each.outcome));
  const best = winners(bids, cart.lines);
  return outcomes.reduce((current, { offer, outcome }) => {
    if (!didApply(outcome)) return withOutcome(current, offer, outcome);
    const changed = new Map([...outcome.changed].filter(([at]) => best.get(at)?.offer === offer));
    const keys = new Set([...[...changed.values()].map(({ key }) => key), ...outcome.added.map(({ key }) => key)]);
    const adjustments = outcome.adjustments.flatMap((adjustment) => keptOf(adjustment, keys));
    if (adjustments.length === 0) return withOutcome(current, offer, whyNot(offer, 'better_offer'));
    return withOutcome(current, offer, { changed, added: outcome.added, adjustments });
  }, cart);
};

/** A line whose steal deal did not come about says so; it stays at its normal price. */
const noticeMissedDeals = (cart: CartState): CartState => {
  if (!cart.lines.some(({ asked }) => asked.promoId !== undefined)) return cart;
  const got = (line: PricedLine): boolean => line.lots.some(({ usedBy }) => usedBy.includes(line.asked.promoId ?? ''));
  return {
    ...cart,
    lines: cart.lines.map((line) =>
      line.asked.promoId === undefined || got(line) ? line : { ...line, dealMissed: true },
    ),
  };
};

export const applyPromotions = (cart: CartState): CartState => {
  const offers = cart.offers.filter(isPromotion);
  const stacked = cart.input.policy.stacking === 'sequential' ? inTurn(cart, offers) : bestPerLine(cart, offers);
  return noticeMissedDeals(stacked);
};
