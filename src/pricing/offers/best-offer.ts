/**
 * The combination of promotions that makes the cart cheapest: which of them act, in which order, and how often each is had. A search
 * through all combinations that skips what a bound shows to be no better, and what comes to a cart that was seen before. It
 * counts what it reckons and stops at a number, never at a time: the same cart gives the same answer. What it did not look at it
 * bounds, and says so.
 */
import type { Minor } from '../../shared/money.ts';
import type { Work } from '../work.ts';
import { type CartState, didApply, type Outcome, sizeOf, withOutcome } from '../cart-state.ts';
import type { CompiledOffer, DiscountRule } from '../compile/offer-types.ts';
import type { OfferChoice } from '../priced-types.ts';
import type { Combination } from '../pricing-types.ts';
import { meetOffer, obstacleOf } from './evaluate-offer.ts';
import { whyNot } from './held-rules.ts';
import { leastGoods } from './saving-bound.ts';

/** What a shop allows that says nothing. */
const NODES = 1_000;
/** The most that one search reckons, in halves of a microsecond or so: about twenty milliseconds. */
export const SEARCH_WORK = 40_000;
/** As much of it as takes as long as a line that meets a rule, and the least that is worth a pause. */
const WORK_A_MEETING = 20;
const LEAST_WORK = 1_000;

type Chosen = NonNullable<Combination>;
type Found = { readonly state: CartState; readonly payable: Minor; readonly steps: Chosen };
type Payable = (cart: CartState) => Work<Minor>;
type Search = {
  readonly payable: Payable;
  readonly most: { readonly nodes: number; readonly work: number };
  nodes: number;
  work: number;
  /** What was done by the last pause. */
  rested: number;
  best: Found;
  readonly seen: Set<string>;
  /** Whether offers may also be had less often than they could. */
  readonly fewer: boolean;
};
type Node = { readonly state: CartState; readonly left: readonly CompiledOffer[]; readonly steps: Chosen };

/** Coupons and delivery come after promotions; of what others adjust nothing is known beforehand. */
function* leastPayable({ state, left }: Node): Work<Minor> {
  if (state.input.adjustments.length > 0) return 0;
  return yield* leastGoods(state, [...left, ...state.coupons]);
}

const rulesOf = (offers: readonly CompiledOffer[]): number =>
  offers.reduce((sum, { discounts }) => sum + discounts.length, 0);
const meetingWork = ({ discounts }: CompiledOffer, { lines }: CartState): number => {
  const size = sizeOf(lines);
  return discounts.reduce((sum, { benefit }) => sum + 20 + (benefit.kind === 'buy_get' ? 15 : 6) * size, 0);
};
const boundWork = ({ state, left }: Node): number =>
  (1 + rulesOf(left) + rulesOf(state.coupons)) * (1 + 2 * sizeOf(state.lines));
const keyWork = ({ lines }: CartState): number => 2 + 4 * sizeOf(lines);
const payableWork = ({ lines }: CartState): number => 20 + 12 * sizeOf(lines);

/** Whether there is so much work left; then it is taken. */
const work = (search: Search, amount: number): boolean => {
  if (search.work + amount > search.most.work) return false;
  search.work += amount;
  return true;
};

const step = (search: Search, amount: number): boolean => {
  if (search.nodes >= search.most.nodes || !work(search, amount)) return false;
  search.nodes += 1;
  return true;
};

/** How much was taken on since the last pause, where it is worth one. */
const due = (search: Search): number => {
  const since = search.work - search.rested;
  if (since < LEAST_WORK) return 0;
  search.rested = search.work;
  return since / WORK_A_MEETING;
};

const repeats = ({ benefit }: DiscountRule): boolean =>
  benefit.kind === 'set' ||
  benefit.kind === 'buy_get' ||
  (benefit.kind === 'each' && benefit.sequence !== null) ||
  (benefit.kind === 'amount' && benefit.every !== undefined);

/** The offer, had at most so often in this cart. */
const atMost = (offer: CompiledOffer, uses: number): CompiledOffer => ({
  ...offer,
  discounts: offer.discounts.map((rule) =>
    repeats(rule)
      ? { ...rule, limits: { ...rule.limits, maximumUses: Math.min(uses, rule.limits.maximumUses ?? uses) } }
      : rule,
  ),
});

/** What tells two carts apart for every offer that is still to come. */
const keyOf = ({ lines, applied, closedBy }: CartState): string =>
  JSON.stringify([
    lines.map(({ start, closed, lots, gift, article, quantity }) =>
      gift === null ? [start, closed, lots] : [article.uid, quantity],
    ),
    applied.toSorted(),
    closedBy,
  ]);
const effectOf = (outcome: Outcome): string =>
  didApply(outcome) ? JSON.stringify([...outcome.changed.values()].map(({ lots }) => lots)) : '';

type Way = { readonly offer: CompiledOffer; readonly outcome: Outcome; readonly uses: number | null };

/** As often as it goes, then less and less often; null: there are no steps left to find out. */
function* waysOf(offer: CompiledOffer, { state }: Node, search: Search): Work<readonly Way[] | null> {
  const each = meetingWork(offer, state);
  if (!step(search, each)) return null;
  const pause = due(search);
  if (pause > 0) yield pause;
  const outcome = yield* meetOffer(offer, state);
  if (!didApply(outcome)) return [];
  const ways: Way[] = [{ offer, outcome, uses: null }];
  if (!search.fewer || !offer.discounts.some(repeats)) return ways;
  const all = effectOf(outcome);
  for (let uses = 1; ; uses += 1) {
    if (!step(search, each)) return null;
    const rest = due(search);
    if (rest > 0) yield rest;
    const fewer = yield* meetOffer(atMost(offer, uses), state);
    if (effectOf(fewer) === all) return ways;
    if (didApply(fewer)) ways.splice(1, 0, { offer, outcome: fewer, uses });
  }
}

const after = ({ state, left, steps }: Node, { offer, outcome, uses }: Way): Node => ({
  state: withOutcome(state, offer, outcome),
  left: left.filter((other) => other !== offer),
  steps: [...steps, { offerId: offer.id, uses }],
});

/** Nothing more acts. A cart that costs less before delivery may cost more with it, so this is looked at everywhere. */
function* stopAt(node: Node, search: Search): Work<boolean> {
  const end: Node = { ...node, left: [] };
  if (!work(search, boundWork(end))) return false;
  if ((yield* leastPayable(end)) >= search.best.payable) return true;
  if (!step(search, payableWork(node.state))) return false;
  const payable = yield* search.payable(node.state);
  if (payable < search.best.payable) search.best = { state: node.state, payable, steps: node.steps };
  return true;
}

/** Whether it came to the end of all that follows. */
function* explore(node: Node, search: Search): Work<boolean> {
  for (const offer of node.left) {
    const ways = yield* waysOf(offer, node, search);
    if (ways === null) return false;
    for (const way of ways) {
      const next = after(node, way);
      if (!work(search, boundWork(next) + keyWork(next.state))) return false;
      if ((yield* leastPayable(next)) >= search.best.payable) continue;
      const key = keyOf(next.state);
      if (search.seen.has(key)) continue;
      search.seen.add(key);
      if (!(yield* explore(next, search))) return false;
    }
  }
  return yield* stopAt(node, search);
}

/** Those that are left out although they could act are worth less than what acts. */
function* withReasons({ state }: Found, offers: readonly CompiledOffer[]): Work<CartState> {
  let current = state;
  for (const offer of offers.filter(({ id }) => !state.applied.includes(id))) {
    yield sizeOf(state.lines);
    const outcome = yield* meetOffer(offer, state);
    current = withOutcome(current, offer, didApply(outcome) ? whyNot(offer, 'better_offer') : outcome);
  }
  return current;
}

/** Whatever acts before it: the time, the shopper, the way of paying or the goods do not let it. */
const isRefused = (offer: CompiledOffer, cart: CartState): boolean => {
  // Where all offers are looked at, the search must not go less far for it.
  if (!cart.match.isNamed(offer.id)) return true;
  const obstacle = obstacleOf(offer, cart);
  return obstacle !== null && obstacle.by === undefined;
};

/** `inTurn`: the cart with promotions in their own order, which stays where no combination is cheaper. */
export function* inBestCombination(
  { cart, inTurn }: { readonly cart: CartState; readonly inTurn: CartState },
  offers: readonly CompiledOffer[],
  payable: Payable,
): Work<CartState> {
  const left = offers.filter((offer) => !isRefused(offer, cart));
  const { policy, searchWork = SEARCH_WORK } = cart.input;
  const most = { nodes: policy.best_offer_nodes ?? NODES, work: searchWork };
  const own = yield* payable(inTurn);
  const root: Node = { state: cart, left, steps: [] };
  const least = yield* leastPayable(root);
  let best: Found = { state: inTurn, payable: own, steps: [] };
  let [nodes, done] = [0, 0];
  let isWhole = true;
  // First every offer as often as it goes: mostly that is the best, and shows much of the rest to be no better.
  for (const fewer of left.some(({ discounts }) => discounts.some(repeats)) ? [false, true] : [false]) {
    const search: Search = { payable, most, nodes, work: done, rested: done, best, seen: new Set(), fewer };
    isWhole = least >= best.payable || (yield* explore(root, search));
    ({ nodes, work: done, best } = search);
  }
  const gap = isWhole ? 0 : Math.max(0, best.payable - Math.max(0, least));
  const choice: OfferChoice = {
    optimal: gap === 0,
    gap,
    nodes,
    work: Math.ceil(done),
    payable: best.payable,
    inTurn: own,
    steps: best.state === inTurn ? null : best.steps,
  };
  return { ...(best.state === inTurn ? inTurn : yield* withReasons(best, offers)), choice };
}

/** The cart as a combination that was found before leaves it. */
export function* asCombined(cart: CartState, offers: readonly CompiledOffer[], steps: Chosen): Work<CartState> {
  let current = cart;
  for (const { offerId, uses } of steps) {
    const offer = offers.find(({ id }) => id === offerId);
    if (offer === undefined) continue;
    yield sizeOf(current.lines);
    const outcome = yield* meetOffer(uses === null ? offer : atMost(offer, uses), current);
    current = withOutcome(current, offer, outcome);
  }
  return current;
}
