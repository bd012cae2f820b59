/** Stage 3: promotions, one after the other, the best for each line, or the best of all combinations. */
import { takes } from './benefits.ts';
import { asTold, cheapest, type Told } from './best-offer.ts';
import { capWithin, isAffordable } from './budget.ts';
import type { Case } from './case.ts';
import { minorUnits } from './currencies.ts';
import { conditionHolds } from './conditions.ts';
import { waysOf } from './expression.ts';
import { type Gift, giftsOf } from './gifts.ts';
import { type Basket, type Good, goodOf, unitsOf, worthOf } from './goods.ts';
import type { Discount, Offer } from './offer.ts';
import { promotionsInOrder } from './order.ts';
import { number, object } from './definition.ts';
import { sumOf } from './rational.ts';
import { amountTaken, closedBy, taken } from './taking.ts';
import { mayUse } from './restrictions.ts';
import { atDoor, didApply, type Door, hasItsTurn, rivalOf, type State } from './stage.ts';

const elsewhere = [
  'shipping_price',
  'cashback',
  'points_multiplier',
  'external_price_adjustment_discount',
  'contract_price',
  'ladder_price',
];
const isForNow = ({ discounts }: Offer): boolean => discounts.some(({ type }) => !elsewhere.includes(type));
const isTier = ({ type, tierKey }: Discount): boolean => type.startsWith('bundle_') || tierKey !== null;

const allMetrics = ['cart_total', 'cart_quantity', 'cart_unique_item_quantity', 'cart_unique_item_amount'];
/** Bounds of a tier: where it begins and ends. */
const bounds = (offer: Offer, { type, condition, fewest, tierKey }: Discount): readonly [number, number, number] => {
  if (tierKey !== null) return [tierKey[0], tierKey[1], Number.POSITIVE_INFINITY];
  const mustHold = waysOf(condition).map(({ yes }) => yes);
  const rules = offer.rules.filter(({ slug }) => mustHold.every((yes) => yes.includes(slug)));
  const own = type === 'bundle_amount_percentage' ? 'cart_total' : 'cart_quantity';
  const metrics = rules.some(({ conditions }) => Object.keys(object(conditions[own])).length > 0) ? [own] : allMetrics;
  const asked = (words: readonly string[], past: number): readonly number[] =>
    rules.flatMap(({ conditions }) =>
      metrics.flatMap((metric) =>
        words.flatMap((word, at) => {
          const value = number(object(conditions[metric])[word]);
          if (value === null) return [];
          const isMoney = metric === 'cart_total' || metric === 'cart_unique_item_amount';
          return [(isMoney ? Number(minorUnits(value, offer.currency)) : value) + (at === 2 ? past : 0)];
        }),
      ),
    );
  const lower = Math.max(0, fewest ?? 0, ...asked(['equals', 'greater_than_equals', 'greater_than'], 1));
  const upper = Math.min(Number.POSITIVE_INFINITY, ...asked(['equals', 'less_than_equals', 'less_than'], -1));
  return [lower, 0, upper];
};
/** Of the tiers that hold the highest; rules that are no tiers all. */
export const rulesInForce = (given: Case, offer: Offer, basket: Basket): readonly Discount[] => {
  const holding = offer.discounts.filter(({ condition }) => conditionHolds(given, offer, condition, basket));
  const [highest] = holding.filter(isTier).toSorted((a, b) => {
    const [[lowA, minA, upA], [lowB, minB, upB]] = [bounds(offer, a), bounds(offer, b)];
    return lowB - lowA || minB - minA || (upA === upB ? 0 : upA - upB) || b.index - a.index;
  });
  return holding.filter((discount) => !isTier(discount) || discount === highest);
};

type Outcome = {
  readonly basket: Basket;
  readonly gifts: readonly Gift[];
  readonly did: boolean;
  /** What it takes off in all. */
  readonly cost: bigint;
};

/** All rules of one offer, each on the prices at which the offer began. */
export const carriedOut = (
  given: Case,
  offer: Offer,
  before: Basket,
  made: readonly Gift[],
  { prices, found = before }: { readonly prices?: ReadonlyMap<number, bigint>; readonly found?: Basket } = {},
): Outcome => {
  const began = prices ?? new Map(before.units.map(({ id, price }) => [id, price]));
  let basket = before;
  let gifts = made;
  let did = false;
  let cost = 0n;
  for (const discount of rulesInForce(given, offer, found)) {
    if (elsewhere.includes(discount.type)) continue;
    if (discount.type.startsWith('free_')) {
      const more = giftsOf(given, offer, discount, { basket: found, gifts });
      gifts = [...gifts, ...more];
      did ||= more.length > 0;
      cost += sumOf(more, ({ selling, quantity }) => selling * BigInt(quantity));
      continue;
    }
    const within = { ...discount, cap: capWithin(given, offer, discount.cap, cost) };
    const taking = takes({ given, offer, discount: within, basket, found, began });
    if (amountTaken(taking) === 0n) continue;
    basket = taken(basket, taking, offer, discount.index);
    cost += amountTaken(taking);
    did = true;
  }
  return { basket: did ? closedBy(basket, offer) : before, gifts, did, cost };
};

/** Lines that nobody used begin again at MRP. Those that do not end lower than without it are left out, and it begins anew. */
const onMarkedPrice = (
  given: Case,
  offer: Offer,
  before: Basket,
  made: readonly Gift[],
  out: ReadonlySet<number> = new Set(),
): Outcome => {
  const touched = (good: Good): boolean => unitsOf(before, good).some(({ usedBy }) => usedBy.length > 0);
  const meant = (good: Good): boolean => !touched(good) && !out.has(good.at);
  const again = new Set(before.goods.filter(meant).map(({ at }) => at));
  const fresh: Basket = {
    goods: before.goods.map((good) => (again.has(good.at) ? { ...good, start: good.marked, onMarked: true } : good)),
    units: before.units.map((unit) =>
      again.has(unit.good) ? { ...unit, price: goodOf(before, unit).marked } : { ...unit, closed: true },
    ),
  };
  const outcome = carriedOut(given, offer, fresh, made, { found: before });
  const lower = new Set(
    before.goods
      .filter((good) => again.has(good.at) && worthOf(unitsOf(outcome.basket, good)) < worthOf(unitsOf(before, good)))
      .map(({ at }) => at),
  );
  const used = new Set(outcome.basket.units.filter(({ usedBy }) => usedBy.includes(offer.id)).map(({ good }) => good));
  const losing = [...used].filter((at) => !lower.has(at));
  if (losing.length > 0) {
    return onMarkedPrice(given, offer, before, made, new Set([...out, ...losing]));
  }
  const basket: Basket = {
    goods: before.goods.map((good) => (lower.has(good.at) ? (outcome.basket.goods[good.at] ?? good) : good)),
    units: before.units.map((unit, at) => (lower.has(unit.good) ? (outcome.basket.units[at] ?? unit) : unit)),
  };
  const { cost } = outcome;
  return { basket, gifts: outcome.gifts, did: lower.size > 0 || outcome.gifts.length > made.length, cost };
};
const outcomeOf = (given: Case, offer: Offer, basket: Basket, gifts: readonly Gift[]): Outcome => {
  const outcome = offer.onMarked ? onMarkedPrice(given, offer, basket, gifts) : carriedOut(given, offer, basket, gifts);
  return isAffordable(given, offer, outcome.cost) ? outcome : { basket, gifts, did: false, cost: 0n };
};

const oneByOne = (given: Case, all: readonly Offer[], inOrder: readonly Offer[], begin: State): State => {
  let state = begin;
  for (const offer of inOrder) {
    if (!hasItsTurn(given, all, offer, state)) {
      if (isForNow(offer)) state = atDoor(given, all, offer, state);
      continue;
    }
    const { basket, gifts, did } = outcomeOf(given, offer, state.basket, state.gifts);
    if (!did) continue;
    state = didApply({ ...state, basket, gifts }, offer);
  }
  return state;
};

const cost = ({ basket }: { readonly basket: Basket }): bigint => worthOf(basket.units);
const bestForEach = (given: Case, offers: readonly Offer[], begin: State): State => {
  const may = promotionsInOrder(offers).filter((offer) => mayUse(given, offer, begin.basket));
  let gifts = begin.gifts;
  const giving = new Set<string>();
  const doors: Door[] = [];
  const tried: (Outcome & { readonly offer: Offer })[] = [];
  for (const offer of may.filter(({ exclusive }) => exclusive !== 'cart')) {
    const bidding = tried.filter(({ did }) => did).map((each) => each.offer.id);
    const rival = rivalOf(given, offer.id, [...begin.applied, ...bidding]);
    if (rival !== undefined) {
      if (isForNow(offer)) doors.push({ offer: offer.id, reason: 'excluded', by: rival });
      continue;
    }
    const outcome = outcomeOf(given, offer, begin.basket, gifts);
    if (outcome.gifts.length > gifts.length) giving.add(offer.id);
    gifts = outcome.gifts;
    tried.push({ offer, ...outcome });
  }
  const winners = begin.basket.goods.map((good) => {
    const worth = (basket: Basket): bigint => worthOf(unitsOf(basket, good));
    const best = tried.reduce<(typeof tried)[number] | null>(
      (so, next) => (next.did && worth(next.basket) < worth(so?.basket ?? begin.basket) ? next : so),
      null,
    );
    return best;
  });
  const basket: Basket = {
    goods: begin.basket.goods.map((good) => winners[good.at]?.basket.goods[good.at] ?? good),
    units: begin.basket.units.map((unit, at) => winners[unit.good]?.basket.units[at] ?? unit),
  };
  const applied = tried
    .filter((each) => winners.includes(each) || giving.has(each.offer.id))
    .map(({ offer }) => offer.id);
  const others: State = { basket, gifts, applied: [...begin.applied, ...applied], alone: null, doors };
  /** All that would have acted beside it, or were kept out by what does not act now. */
  const shutOut = [...tried.filter(({ did }) => did).map((each) => each.offer.id), ...doors.map((door) => door.offer)];
  return may
    .filter(({ exclusive }) => exclusive === 'cart')
    .map((offer): State | null => {
      const { did, ...outcome } = outcomeOf(given, offer, begin.basket, begin.gifts);
      const closed = shutOut.map((id): Door => ({ offer: id, reason: 'exclusive', by: offer.id }));
      return did ? { ...outcome, applied: [...begin.applied, offer.id], alone: offer.id, doors: closed } : null;
    })
    .reduce<State>((so, next) => (next !== null && cost(next) < cost(so) ? next : so), others);
};

/** Every order of these, in lexicographic order of their places. */
const ordersOf = <T>(entries: readonly T[]): readonly (readonly T[])[] =>
  entries.length === 0
    ? [[]]
    : entries.flatMap((first, at) =>
        ordersOf(entries.filter((_, place) => place !== at)).map((others) => [first, ...others]),
      );
/** The first four that would apply by themselves in every order, the others behind them in their own. */
const inBestOrder = (given: Case, offers: readonly Offer[], begin: State): State => {
  const row = promotionsInOrder(offers);
  const applying = row
    .filter((offer) => oneByOne(given, offers, [offer], begin).applied.includes(offer.id))
    .slice(0, 4);
  const others = row.filter((offer) => !applying.includes(offer));
  return ordersOf(applying)
    .map((order) => oneByOne(given, offers, [...order, ...others], begin))
    .reduce((best, next) => (cost(next) < cost(best) ? next : best));
};

/** What is to be paid after a stage, and what the engine chose where that is not the best for certain. */
export type Looking = { readonly due: (state: State) => bigint; readonly told: Told | null };

const inBestCombination = (given: Case, offers: readonly Offer[], begin: State, { due, told }: Looking): State => {
  const row = promotionsInOrder(offers);
  const acting = (offer: Offer, state: State): State | null => {
    const after = oneByOne(given, offers, [offer], state);
    return after.applied === state.applied ? null : { ...after, doors: [] };
  };
  const inTurn = oneByOne(given, offers, row, begin);
  const best = told === null ? cheapest({ offers: row, begin, inTurn }, acting, due) : asTold(told, row, begin, acting);
  // Of the others, those that could not come in any more at the end.
  const left = row.filter((offer) => isForNow(offer) && !best.applied.includes(offer.id));
  return best === inTurn ? best : left.reduce((state, offer) => atDoor(given, offers, offer, state), best);
};

export const promoted = (given: Case, offers: readonly Offer[], begin: State, looking: Looking): State => {
  const { stacking } = given.policy;
  if (stacking === 'best_order') return inBestOrder(given, offers, begin);
  if (stacking === 'best_offer') return inBestCombination(given, offers, begin, looking);
  return stacking === 'best_per_line'
    ? bestForEach(given, offers, begin)
    : oneByOne(given, offers, promotionsInOrder(offers), begin);
};
