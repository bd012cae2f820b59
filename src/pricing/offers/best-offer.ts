/**
 * The combination of promotions that makes the cart cheapest: which of them act, in which order, and how often each is had. A search
 * through all combinations that skips what a bound shows to be no better, and what comes to a cart that was seen before. It
 * counts what it reckons and stops at a number, never at a time: the same cart gives the same answer. What it did not look at it
 * bounds, and says so.
 */
import type { Minor } from '../../shared/money.ts';
import { type CartState, didApply, type Outcome, withOutcome } from '../cart-state.ts';
import type { CompiledOffer, DiscountRule } from '../compile/offer-types.ts';
import type { OfferChoice } from '../priced-types.ts';
import type { Combination } from '../pricing-types.ts';
import { evaluateOffer, obstacleOf, whyNot } from './evaluate-offer.ts';
import { leastGoods } from './saving-bound.ts';

/** What a shop allows that says nothing, and how often an offer meets a line in all: a large cart is searched less far. */
const NODES = 1_000;
const MEETINGS = 100_000;

type Chosen = NonNullable<Combination>;
type Found = { readonly state: CartState; readonly payable: Minor; readonly steps: Chosen };
type Search = {
  readonly payable: (cart: CartState) => Minor;
  readonly most: number;
  nodes: number;
  best: Found;
  /** The least that what was left out can come to. */
  open: Minor;
  readonly seen: Set<string>;
  /** Whether offers may also be had less often than they could. */
  readonly fewer: boolean;
};
type Node = { readonly state: CartState; readonly left: readonly CompiledOffer[]; readonly steps: Chosen };

/** Coupons and delivery come after promotions; of what others adjust nothing is known beforehand. */
const leastPayable = ({ state, left }: Node): Minor => {
  if (state.input.adjustments.length > 0) return 0;
  return leastGoods(state, [...left, ...state.coupons]);
};

const spend = (search: Search): boolean => {
  if (search.nodes >= search.most) return false;
  search.nodes += 1;
  return true;
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

/** As often as it goes, then less and less often; null: there is no time left to find out. */
const waysOf = (offer: CompiledOffer, { state }: Node, search: Search): readonly Way[] | null => {
  if (!spend(search)) return null;
  const outcome = evaluateOffer(offer, state);
  if (!didApply(outcome)) return [];
  const ways: Way[] = [{ offer, outcome, uses: null }];
  if (!search.fewer || !offer.discounts.some(repeats)) return ways;
  const all = effectOf(outcome);
  for (let uses = 1; ; uses += 1) {
    if (!spend(search)) return null;
    const fewer = evaluateOffer(atMost(offer, uses), state);
    if (effectOf(fewer) === all) return ways;
    if (didApply(fewer)) ways.splice(1, 0, { offer, outcome: fewer, uses });
  }
};

const after = ({ state, left, steps }: Node, { offer, outcome, uses }: Way): Node => ({
  state: withOutcome(state, offer, outcome),
  left: left.filter((other) => other !== offer),
  steps: [...steps, { offerId: offer.id, uses }],
});

const giveUp = (node: Node, search: Search): void => {
  search.open = Math.min(search.open, leastPayable(node));
};

/** Nothing more acts. A cart that costs less before delivery may cost more with it, so this is looked at everywhere. */
const stopAt = (node: Node, search: Search): void => {
  if (leastPayable({ ...node, left: [] }) >= search.best.payable) return;
  if (!spend(search)) return giveUp(node, search);
  const payable = search.payable(node.state);
  if (payable < search.best.payable) search.best = { state: node.state, payable, steps: node.steps };
};

const explore = (node: Node, search: Search): void => {
  for (const offer of node.left) {
    const ways = waysOf(offer, node, search);
    if (ways === null) return giveUp(node, search);
    for (const way of ways) {
      const next = after(node, way);
      if (leastPayable(next) >= search.best.payable) continue;
      const key = keyOf(next.state);
      if (search.seen.has(key)) continue;
      search.seen.add(key);
      explore(next, search);
    }
  }
  stopAt(node, search);
};

/** Those that are left out although they could act are worth less than what acts. */
const withReasons = ({ state }: Found, offers: readonly CompiledOffer[]): CartState =>
  offers
    .filter(({ id }) => !state.applied.includes(id))
    .reduce((current, offer) => {
      const outcome = evaluateOffer(offer, state);
      return withOutcome(current, offer, didApply(outcome) ? whyNot(offer, 'better_offer') : outcome);
    }, state);

/** Whatever acts before it: the time, the shopper, the way of paying or the goods do not let it. */
const isRefused = (offer: CompiledOffer, cart: CartState): boolean => {
  // Where all offers are looked at, the search must not go less far for it.
  if (!cart.match.isNamed(offer.id)) return true;
  const obstacle = obstacleOf(offer, cart);
  return obstacle !== null && obstacle.by === undefined;
};

/** `inTurn`: the cart with promotions in their own order, which stays where no combination is cheaper. */
export const inBestCombination = (
  { cart, inTurn }: { readonly cart: CartState; readonly inTurn: CartState },
  offers: readonly CompiledOffer[],
  payable: (cart: CartState) => Minor,
): CartState => {
  const left = offers.filter((offer) => !isRefused(offer, cart));
  const { best_offer_nodes: allowed = NODES } = cart.input.policy;
  const most = Math.min(allowed, Math.ceil(MEETINGS / Math.max(1, cart.lines.length * left.length)));
  const own = payable(inTurn);
  const root: Node = { state: cart, left, steps: [] };
  let best: Found = { state: inTurn, payable: own, steps: [] };
  let [nodes, open] = [0, Number.POSITIVE_INFINITY];
  // First every offer as often as it goes: mostly that is the best, and shows much of the rest to be no better.
  for (const fewer of left.some(({ discounts }) => discounts.some(repeats)) ? [false, true] : [false]) {
    const search: Search = { payable, most, nodes, best, open: Number.POSITIVE_INFINITY, seen: new Set(), fewer };
    if (leastPayable(root) < best.payable) explore(root, search);
    ({ nodes, best, open } = search);
  }
  const gap = Math.max(0, best.payable - Math.max(0, open));
  const choice: OfferChoice = {
    optimal: gap === 0,
    gap,
    nodes,
    payable: best.payable,
    inTurn: own,
    steps: best.state === inTurn ? null : best.steps,
  };
  return { ...(best.state === inTurn ? inTurn : withReasons(best, offers)), choice };
};

/** The cart as a combination that was found before leaves it. */
export const asCombined = (cart: CartState, offers: readonly CompiledOffer[], steps: Chosen): CartState =>
  steps.reduce((current, { offerId, uses }) => {
    const offer = offers.find(({ id }) => id === offerId);
    if (offer === undefined) return current;
    return withOutcome(current, offer, evaluateOffer(uses === null ? offer : atMost(offer, uses), current));
  }, cart);
