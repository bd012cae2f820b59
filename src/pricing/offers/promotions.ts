/** The promotions stage: one after another, the best one for each line, in the best order, or in the best combination. */
import type { Minor } from '../../shared/money.ts';
import type { Work } from '../work.ts';
import {
  type Applied,
  type CartState,
  didApply,
  goodsAmount,
  type Outcome,
  sizeOf,
  withOutcome,
} from '../cart-state.ts';
import { asCombined, inBestCombination } from './best-offer.ts';
import { isAboutNow, meetOffer } from './evaluate-offer.ts';
import { whyNot } from './held-rules.ts';
import { lineAmount } from '../lots.ts';
import type { CompiledOffer } from '../compile/offer-types.ts';
import type { Adjustment } from '../adjustment-types.ts';
import type { PricedLine } from '../priced-types.ts';
import type { WhyNot, WhyNotReason } from '../why-not-types.ts';

const isPromotion = (offer: CompiledOffer): boolean =>
  offer.group !== 'contract' && offer.group !== 'ladder_price' && offer.mode === 'promotion' && isAboutNow(offer);

/** A pause for fewer lines would take longer than what it stands before. */
const LEAST_MET = 20;

/** One offer after another; `next`: the cart that the one behind it meets. */
function* meetEach(
  cart: CartState,
  offers: readonly CompiledOffer[],
  next: (current: CartState, offer: CompiledOffer, outcome: Outcome) => CartState,
): Work<CartState> {
  let current = cart;
  let met = 0;
  for (const offer of offers) {
    met += sizeOf(current.lines);
    if (met >= LEAST_MET) {
      yield met;
      met = 0;
    }
    current = next(current, offer, yield* meetOffer(offer, current));
  }
  return current;
}

const inTurn = (cart: CartState, offers: readonly CompiledOffer[]): Work<CartState> =>
  meetEach(cart, offers, withOutcome);

type Bid = { readonly offer: CompiledOffer; readonly outcome: Applied };

/** So many lines that a bid is for are gone through in the time of one that meets a rule. */
const BIDS_A_MEETING = 20;

/** The bid that leaves a line cheapest; the earlier offer wins a tie. */
function* winners(bids: readonly Bid[], lines: readonly PricedLine[]): Work<ReadonlyMap<number, Bid>> {
  const best = new Map<number, Bid>();
  for (const bid of bids) {
    if (lines.length >= LEAST_MET) yield bid.outcome.changed.size / BIDS_A_MEETING;
    for (const [at, line] of bid.outcome.changed) {
      const before = lines[at];
      const rival = best.get(at)?.outcome.changed.get(at) ?? before;
      if (rival !== undefined && lineAmount(line) < lineAmount(rival)) best.set(at, bid);
    }
  }
  return best;
}

/** The part of a derivation that fell on lines the offer won. */
const keptOf = (adjustment: Adjustment, keys: ReadonlySet<string>): readonly Adjustment[] => {
  const shares = adjustment.shares.filter(({ line }) => keys.has(line));
  if (shares.length === adjustment.shares.length) return [adjustment];
  if (shares.length === 0) return [];
  const amount = shares.reduce((sum, share) => sum + share.amount, 0);
  return [{ ...adjustment, shares, amount, cap: amount }];
};

/** Every offer bids for every line as it stands; each line takes its best bid, gifts come in any case. */
function* bestOfEach(cart: CartState, offers: readonly CompiledOffer[]): Work<CartState> {
  // Gifts are not bid for: what an earlier offer gives away, a later one no longer finds in stock.
  const given: PricedLine[] = [];
  // Of two that exclude each other only the earlier one bids.
  const bidding: string[] = [];
  const outcomes: { readonly offer: CompiledOffer; readonly outcome: Outcome }[] = [];
  yield* meetEach(cart, offers, (now, offer, outcome) => {
    outcomes.push({ offer, outcome });
    if (!didApply(outcome)) return now;
    given.push(...outcome.added);
    bidding.push(offer.id);
    const lines = given.length === 0 ? cart.lines : [...cart.lines, ...given];
    return { ...cart, applied: [...cart.applied, ...bidding], lines };
  });
  const bids = outcomes.filter((each): each is Bid => didApply(each.outcome));
  const best = yield* winners(bids, cart.lines);
  let current = cart;
  for (const { offer, outcome } of outcomes) {
    if (cart.lines.length >= LEAST_MET) yield cart.lines.length / BIDS_A_MEETING;
    current = withOutcome(current, offer, didApply(outcome) ? partWon({ offer, outcome }, best) : outcome);
  }
  return current;
}

/** What is left of a bid on the lines that took it. */
const partWon = ({ offer, outcome }: Bid, best: ReadonlyMap<number, Bid>): Outcome => {
  const changed = new Map([...outcome.changed].filter(([at]) => best.get(at)?.offer === offer));
  const keys = new Set([...[...changed.values()].map(({ key }) => key), ...outcome.added.map(({ key }) => key)]);
  const adjustments = outcome.adjustments.flatMap((adjustment) => keptOf(adjustment, keys));
  return adjustments.length === 0 ? whyNot(offer, 'better_offer') : { changed, added: outcome.added, adjustments };
};

function* whole(cart: CartState, offers: readonly CompiledOffer[]): Work<readonly Tried[]> {
  const tried: Tried[] = [];
  yield* meetEach(cart, offers, (_now, offer, outcome) => {
    const after = withOutcome(cart, offer, outcome);
    tried.push({ offer, after, goods: goodsAmount(after.lines) });
    return cart;
  });
  return tried;
}
type Tried = { readonly offer: CompiledOffer; readonly after: CartState; readonly goods: Minor };

const notedAs = (cart: CartState, offers: readonly CompiledOffer[], reason: WhyNotReason): CartState =>
  offers.reduce((current, offer) => withOutcome(current, offer, whyNot(offer, reason)), cart);

/** What would have acted was shut out by the winner, and so was what gave way to it; the others have reasons of their own. */
const shutOutBy = (
  winner: CompiledOffer,
  offers: readonly CompiledOffer[],
  reasons: readonly WhyNot[],
): readonly WhyNot[] =>
  offers.map((offer) => {
    const own = reasons.find(({ offerId }) => offerId === offer.id);
    const gaveWay = own === undefined || own.reason === 'better_offer' || own.reason === 'excluded';
    return gaveWay ? { ...whyNot(offer, 'exclusive'), by: winner.id } : own;
  });

/**
 * Offers that apply alone or not at all compete as wholes: the one that leaves the goods cheapest (the earlier wins a tie) is taken
 * where it beats the best of all others together.
 */
function* bestPerLine(cart: CartState, offers: readonly CompiledOffer[]): Work<CartState> {
  const [alone, together] = [true, false].map((only) =>
    offers.filter(({ exclusive }) => (exclusive === 'cart') === only),
  );
  const others = yield* bestOfEach(cart, together ?? []);
  const tried = yield* whole(cart, alone ?? []);
  const applying = tried.filter(({ offer, after }) => after.applied.includes(offer.id));
  const losing = tried
    .filter((each) => !applying.includes(each))
    .flatMap(({ after }) => after.notApplied.slice(cart.notApplied.length));
  const best = applying.toSorted((a, b) => a.goods - b.goods)[0];
  const beaten = applying.filter((each) => each !== best).map(({ offer }) => offer);
  if (best === undefined || best.goods >= goodsAmount(others.lines)) {
    const noted = { ...others, notApplied: [...others.notApplied, ...losing] };
    return notedAs(noted, best === undefined ? [] : [best.offer, ...beaten], 'better_offer');
  }
  const noted = { ...best.after, notApplied: [...best.after.notApplied, ...losing] };
  const shut = shutOutBy(best.offer, together ?? [], others.notApplied.slice(cart.notApplied.length));
  return notedAs({ ...noted, notApplied: [...noted.notApplied, ...shut] }, beaten, 'better_offer');
}

/** So many offers are tried in every order: 24 ways. */
const mostPermuted = 4;

const ordersOf = (offers: readonly CompiledOffer[]): readonly (readonly CompiledOffer[])[] =>
  offers.length === 0
    ? [[]]
    : offers.flatMap((first) => ordersOf(offers.filter((offer) => offer !== first)).map((rest) => [first, ...rest]));

/**
 * The first four promotions that would apply by themselves, in every order, then the others in their own: the order that leaves
 * the goods cheapest is taken, of equal ones the one nearest to their own order.
 */
function* inBestOrder(cart: CartState, offers: readonly CompiledOffer[]): Work<CartState> {
  const alone = yield* whole(cart, offers);
  const permuted = alone.flatMap(({ offer, after }) =>
    after.notApplied.length === cart.notApplied.length ? [offer] : [],
  );
  const first = permuted.slice(0, mostPermuted);
  const rest = offers.filter((offer) => !first.includes(offer));
  let best: CartState | undefined;
  for (const order of ordersOf(first)) {
    const each = yield* inTurn(cart, [...order, ...rest]);
    if (best === undefined || goodsAmount(each.lines) < goodsAmount(best.lines)) best = each;
  }
  return best ?? cart;
}

const stackings = { sequential: inTurn, best_per_line: bestPerLine, best_order: inBestOrder } as const;
type Payable = (promoted: CartState) => Work<Minor>;

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

/** `payable`: what a cart comes to after all that follows, for a policy that asks for the cheapest one. */
export function* applyPromotions(cart: CartState, payable: Payable): Work<CartState> {
  const offers = cart.offers.filter(isPromotion);
  return noticeMissedDeals(yield* promoted(cart, offers, payable));
}

function* promoted(cart: CartState, offers: readonly CompiledOffer[], payable: Payable): Work<CartState> {
  const { policy, combination } = cart.input;
  if (combination === null) return yield* inTurn(cart, offers);
  if (combination !== undefined) return yield* asCombined(cart, offers, combination);
  if (policy.stacking !== 'best_offer') return yield* stackings[policy.stacking](cart, offers);
  const own = yield* inTurn(cart, offers);
  return yield* inBestCombination({ cart, inTurn: own }, offers, payable);
}
