/**
 * The smallest change of a cart that makes an offer act: first what stands around the cart (the time, the account, the way of
 * paying, a code), then goods. Of goods the cheapest come first, by their price before offers; the engine itself is asked of
 * each, so the first that it agrees to is the smallest of its kind. Where one product does not do it, one after another is added,
 * each the cheapest that meets the condition in front, and in the end nothing is left that could be left out.
 *
 * A search is cut into trials: it yields before each, so that whoever runs it can let others have their turn. Pure.
 */
import type { Addable, Search, SearchSpace, Standing, Step } from './change-types.ts';
import { standingOf, withStep, withSteps } from './step-rules.ts';
import { isAbout, unitsForOffer, unitsForRule } from './units-needed-rules.ts';
import { paymentsFor } from '../../price/payment-rules.ts';
import type { CompiledOffer } from '../../../pricing/compile/offer-types.ts';
import type { PricedLine } from '../../../pricing/priced-types.ts';
import type { PriceInput } from '../../../pricing/pricing-types.ts';
import type { WhyNot, WhyNotReason } from '../../../pricing/why-not-types.ts';
import type { Work } from '../../../pricing/work.ts';

/** So many units more than the least that could do are tried of one product. */
export const MOST_MORE = 8;
const MOST_CIRCUMSTANCES = 5;
const MOST_PRODUCTS = 4;

const aboutGoods: ReadonlySet<WhyNotReason> = new Set([
  'order_quantity',
  'no_item',
  'condition',
  'too_few_units',
  'closed',
  'nothing_left',
  'floor_price',
  'line_not_added',
]);

type Around = { readonly offer: CompiledOffer; readonly space: SearchSpace; readonly now: number };

/** By the reason: steps of which one may remove it. */
const stepsAround: Readonly<Partial<Record<WhyNotReason, (around: Around) => readonly Step[]>>> = {
  not_started: ({ offer, now }) => {
    const begins = offer.periods.map(({ from }) => from).filter((from) => from > now);
    return begins.length === 0 ? [] : [{ kind: 'wait', until: Math.min(...begins) }];
  },
  platform: ({ offer }) => offer.restrictions.platforms.map((platform) => ({ kind: 'platform', platform })),
  login: () => [{ kind: 'sign_in' }],
  payment: ({ offer, space }) =>
    paymentsFor(offer)
      .filter(space.takes)
      .map((payment) => ({ kind: 'pay', payment })),
  shipping_method: ({ offer, space }) =>
    (space.input.shipping?.methods ?? [])
      .filter((method) => offer.restrictions.shippingMethods?.includes(method.id) === true && space.travels(method))
      .map((method) => ({ kind: 'ship', method })),
  gift_declined: ({ offer }) => [{ kind: 'take_gift', offerId: offer.id }],
};

/** One way of changing the number of units of one good. */
type Move = {
  readonly step: (units: number) => Step;
  readonly price: number;
  readonly first: number;
  readonly last: number;
  readonly allows: (units: number) => boolean;
};

const nextAllowed = ({ allows, last }: Move, from: number): number | null => {
  for (let units = from; units <= last; units += 1) if (allows(units)) return units;
  return null;
};

const addition = (offer: CompiledOffer, one: Addable, first: number): Move => {
  const { line, inCart, allows } = one;
  const promoId = offer.boundToLine ? offer.id : null;
  const already = inCart ? line.quantity : 0;
  return {
    step: (units) => ({ kind: 'add', addable: one, units, promoId }),
    price: line.selling,
    first,
    last: first + MOST_MORE,
    allows: (units) => allows(already + units),
  };
};

const removal = (line: PricedLine): Move => ({
  step: (units) => ({ kind: 'remove', line, units }),
  price: line.selling,
  first: 1,
  last: line.quantity,
  allows: () => true,
});

type Tried = { readonly step: Step; readonly standing: Standing };
type Cheapest = Tried | 'none' | 'cut_short';

/** The cheapest move after which the goal is reached. */
function* cheapest(
  moves: readonly Move[],
  goal: ((standing: Standing) => Work<boolean>) | 'acts',
  {
    offer,
    input,
    spend,
  }: { readonly offer: CompiledOffer; readonly input: PriceInput; readonly spend: SearchSpace['spend'] },
): Work<Cheapest> {
  const open = moves.flatMap((move) => {
    const units = nextAllowed(move, move.first);
    return units === null ? [] : [{ move, units }];
  });
  const costOf = ({ move, units }: { move: Move; units: number }): number => move.price * units;
  for (;;) {
    const next = open.reduce<(typeof open)[number] | undefined>(
      (best, one) =>
        best === undefined || costOf(one) < costOf(best) || (costOf(one) === costOf(best) && one.units < best.units)
          ? one
          : best,
      undefined,
    );
    if (next === undefined) return 'none';
    const step = next.move.step(next.units);
    const after = withStep(input, step);
    if (!spend(after.lines.length)) return 'cut_short';
    const standing = yield* standingOf(offer, after);
    if (goal === 'acts' ? standing.applied : yield* goal(standing)) return { step, standing };
    const units = nextAllowed(next.move, next.units + 1);
    if (units === null) open.splice(open.indexOf(next), 1);
    else next.units = units;
  }
}

/** What was in front is met, or, where different products are counted, one of them more is there. */
const isNearer = ({ shortfall: before, reason }: WhyNot) =>
  function* (standing: Standing): Work<boolean> {
    const why = yield* standing.why();
    if (why === null) return true;
    const now = why.shortfall;
    if (before === null || now === null) return why.reason !== reason;
    if (now.rule !== before.rule || now.metric !== before.metric) return true;
    return before.metric.startsWith('cart_unique') && now.gap < before.gap;
  };

type Goods = { readonly offer: CompiledOffer; readonly input: PriceInput; readonly why: WhyNot };

const isTooMuch = ({ reason, shortfall }: WhyNot): boolean =>
  shortfall === null ? reason === 'condition' : shortfall.gap < 0;

/** Lines as they are after the steps so far: of what was added, as many units as were. */
const goodsAfter = (space: SearchSpace, { lines }: PriceInput): readonly PricedLine[] => {
  const known = new Map(
    [...space.addables.map(({ line }) => line), ...space.goods].map((line) => [line.article.uid, line]),
  );
  return lines.flatMap(({ key, articleUid, quantity }) => {
    const line = space.goods.find((one) => one.key === key) ?? known.get(articleUid);
    return line === undefined ? [] : [{ ...line, key, quantity }];
  });
};

const movesFor = ({ offer, input, why }: Goods, space: SearchSpace, towards: 'offer' | 'rule'): readonly Move[] => {
  const goods = goodsAfter(space, input);
  if (isTooMuch(why)) return goods.filter(({ key }) => space.goesAlone(key)).map(removal);
  const seen = { goods, place: input.place };
  const rule = offer.rules.find(({ slug }) => slug === why.shortfall?.rule);
  const inCart = new Map(goods.map((line) => [line.key, line]));
  return space.addables
    .filter((one) => isAbout(offer, one, input.place))
    .map((one): Addable => {
      const line = inCart.get(one.line.asked.key);
      if (offer.boundToLine || line === undefined) return { ...one, inCart: false };
      return { ...one, line, inCart: true };
    })
    .map((one) => {
      const units =
        towards === 'offer' || rule === undefined ? unitsForOffer(offer, one, seen) : unitsForRule(rule, one, seen);
      return addition(offer, one, units);
    })
    .filter(({ first }) => Number.isFinite(first));
};

/** Without any step that is not needed, and without any unit. */
function* trimmed(offer: CompiledOffer, steps: readonly Step[], space: SearchSpace): Work<readonly Step[]> {
  let kept = steps;
  const isEnough = function* (fewer: readonly Step[]): Work<boolean> {
    const input = withSteps(space.input, fewer);
    if (!space.spend(input.lines.length)) return false;
    return (yield* standingOf(offer, input)).applied;
  };
  for (const step of steps) {
    if (step.kind !== 'add') continue;
    const without = kept.filter((one) => one !== step);
    if (yield* isEnough(without)) {
      kept = without;
      continue;
    }
    let least = step;
    while (least.units > 1) {
      const fewer = { ...least, units: least.units - 1 };
      const already = fewer.addable.inCart ? fewer.addable.line.quantity : 0;
      const candidate = kept.map((one) => (one === least ? fewer : one));
      if (!fewer.addable.allows(already + fewer.units) || !(yield* isEnough(candidate))) break;
      kept = candidate;
      least = fewer;
    }
  }
  return kept;
}

const failed = (outcome: Search['outcome']): Search => ({ outcome, steps: [], after: null });

function* byGoods(goods: Goods, before: readonly Step[], space: SearchSpace): Work<Search> {
  const { offer } = goods;
  const steps: Step[] = [...before];
  let now = goods;
  for (let products = 0; products < MOST_PRODUCTS; products += 1) {
    const context = { offer, input: now.input, spend: space.spend };
    const found = yield* cheapest(movesFor(now, space, 'offer'), 'acts', context);
    if (found === 'cut_short') return failed(found);
    if (found !== 'none') {
      const all = [...steps, found.step];
      if (products === 0) return { outcome: 'found', steps: all, after: found.standing };
      const kept = yield* trimmed(offer, all, space);
      return { outcome: 'found', steps: kept, after: yield* standingOf(offer, withSteps(space.input, kept)) };
    }
    const nearer = yield* cheapest(movesFor(now, space, 'rule'), isNearer(now.why), context);
    if (typeof nearer === 'string') return failed(nearer);
    const why = yield* nearer.standing.why();
    if (why === null || !aboutGoods.has(why.reason)) return failed('none');
    steps.push(nearer.step);
    now = { offer, input: withStep(now.input, nearer.step), why };
  }
  return failed('none');
}

type Passed = { readonly step: Step; readonly why: WhyNot };

/** The first step that makes it act, else the first after which something else is in the way. */
function* passing({ offer, input, why }: Goods, space: SearchSpace): Work<Tried | Passed | 'cut_short' | null> {
  let passed: Passed | null = null;
  for (const step of stepsAround[why.reason]?.({ offer, space, now: input.now }) ?? []) {
    const after = withStep(input, step);
    if (!space.spend(after.lines.length)) return 'cut_short';
    const standing = yield* standingOf(offer, after);
    if (standing.applied) return { step, standing };
    const now = yield* standing.why();
    if (now !== null && now.reason !== why.reason) passed ??= { step, why: now };
  }
  return passed;
}

/** `begun`: steps that are taken already, such as typing the coupon's code; `why` null: they do it. */
export function* smallestChange(
  offer: CompiledOffer,
  why: WhyNot | null,
  space: SearchSpace,
  begun: readonly Step[] = [],
): Work<Search> {
  const steps: Step[] = [...begun];
  const input = withSteps(space.input, begun);
  if (why === null) {
    if (!space.spend(input.lines.length)) return failed('cut_short');
    return { outcome: 'found', steps, after: yield* standingOf(offer, input) };
  }
  let now: Goods = { offer, input, why };
  for (let round = 0; round < MOST_CIRCUMSTANCES && !aboutGoods.has(now.why.reason); round += 1) {
    const passed = yield* passing(now, space);
    if (passed === null) break;
    if (passed === 'cut_short') return failed(passed);
    steps.push(passed.step);
    if ('standing' in passed) return { outcome: 'found', steps, after: passed.standing };
    now = { offer, input: withStep(now.input, passed.step), why: passed.why };
  }
  return aboutGoods.has(now.why.reason) ? yield* byGoods(now, steps, space) : failed('impossible');
}
