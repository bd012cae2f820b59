/**
 * What is wrong with offers as a set. Each finding has a cart that shows it, priced by the engine that shoppers meet; what could only be
 * guessed is not told. It yields before each cart it prices and inside, so that whoever runs it can let others have their turn. Pure.
 */
import type { LintFinding, OfferLint } from '../../contract/offers/offer-lint-contract.ts';
import type { PreviewBody } from '../../contract/offers/offer-preview-contract.ts';
import { boundsOf } from '../../pricing/compile/condition-bounds.ts';
import { requiredSlugs } from '../../pricing/compile/buy-condition.ts';
import { indexing } from '../../pricing/compile/offer-index.ts';
import type { CompiledOffer, DiscountRule } from '../../pricing/compile/offer-types.ts';
import type { PricedCart } from '../../pricing/priced-types.ts';
import { type Tried, triedWith } from './coupon-sets.ts';
import { belowFloor } from './floor-rules.ts';
import { orderDependents } from './order-rules.ts';
import type { Work } from '../../pricing/work.ts';
import { type Desk, type Linted, nameOf, pricedAlone, pricedAmongAll, together, told } from './lint-desk.ts';
import { cartsFor, circumstancesOf, type Maker, meansNothing } from './witness-rules.ts';

/** Carts in which an offer acts by itself that are looked at further. */
const MOST_CARTS = 3;

const acts = (offer: CompiledOffer, { applied }: PricedCart): boolean => applied.includes(offer.id);

/** Why no cart can ever meet it; null where that is not certain. */
const contradictionOf = (offer: CompiledOffer, now: number): string | null => {
  const { periods, restrictions, rules, discounts } = offer;
  if (periods.length > 0 && periods.every(({ to }) => to <= now)) return 'it has ended';
  const quantity = restrictions.orderQuantity;
  if (quantity !== null && quantity.minimum > quantity.maximum) return 'its least order quantity is above the greatest';
  const isImpossible = ({ condition, criteria: given }: DiscountRule): boolean => {
    if (given.length > 0 && given.every(meansNothing)) return true;
    const required = new Set(requiredSlugs(condition));
    return rules
      .filter(({ slug }) => required.has(slug))
      .some(({ criteria, conditions }) => {
        const metrics = new Set(conditions.map(({ metric }) => metric));
        const bounds = [...metrics].map((metric) => boundsOf(conditions.filter((one) => one.metric === metric)));
        return meansNothing(criteria) || bounds.some(({ least, most }) => least > most);
      });
  };
  return discounts.every(isImpossible) ? 'its conditions contradict each other' : null;
};

/** Carts in which it acts where there is no other offer. */
function* actingCarts(offer: CompiledOffer, desk: Desk): Work<readonly PreviewBody[]> {
  const found: PreviewBody[] = [];
  for (const body of cartsFor(offer, desk)) {
    if (found.length === MOST_CARTS) break;
    if (acts(offer, yield* pricedAlone(offer, body, desk))) found.push(body);
  }
  return found;
}

const reachable = (offer: CompiledOffer, { now, currency }: Desk): readonly LintFinding[] => {
  const why = contradictionOf(offer, now);
  const [witness] = why === null ? [] : cartsFor(offer, { now, currency });
  if (why === null || witness === undefined) return [];
  return [
    {
      kind: 'never_reachable',
      offers: [told(offer)],
      message: `No cart ever gets “${nameOf(offer)}”: ${why}.`,
      witness,
    },
  ];
};

function* shadowed(offer: CompiledOffer, desk: Desk): Work<readonly LintFinding[]> {
  const carts = desk.carts.get(offer.id) ?? [];
  let first: { witness: PreviewBody; by: string | undefined } | undefined;
  for (const witness of carts) {
    const priced = yield* pricedAmongAll(offer.mode === 'coupon' ? [offer] : [], witness, desk);
    if (acts(offer, priced)) return [];
    const why = priced.coupon?.whyNot ?? priced.notApplied.find(({ offerId }) => offerId === offer.id);
    first ??= { witness, by: why?.by ?? priced.applied[0] };
  }
  if (first === undefined) return [];
  const other = desk.offers.find(({ id }) => id === first.by);
  const message = `“${nameOf(offer)}” acts in none of ${carts.length} carts in which it would act alone${
    other === undefined ? '' : `: “${nameOf(other)}” comes first`
  }.`;
  return [
    {
      kind: 'shadowed',
      offers: [offer, ...(other === undefined ? [] : [other])].map(told),
      message,
      witness: first.witness,
    },
  ];
}

/** Offers that together leave nothing of a unit's price. */
const freeBy = ({ lines, adjustments }: PricedCart): readonly string[] => {
  const sources = new Map(adjustments.map(({ id, source }) => [id, source.id]));
  for (const { gift, selling, lots } of lines) {
    if (gift !== null || selling === 0) continue;
    const free = lots.find(
      ({ price, cuts }) => price === 0 && new Set(cuts.map(({ adjustment }) => adjustment)).size > 1,
    );
    const ids = new Set(free?.cuts.map(({ adjustment }) => sources.get(adjustment) ?? ''));
    if (ids.size > 1) return [...ids].toSorted();
  }
  return [];
};

function* freeByCombination(tried: readonly Tried[], desk: Desk): Work<readonly LintFinding[]> {
  for (const { cart: witness, coupons } of tried) {
    const freeing = freeBy(yield* pricedAmongAll(coupons, witness, desk));
    if (freeing.length === 0) continue;
    const named = desk.offers.filter(({ id }) => freeing.includes(id));
    const message = `${together(named)} together leave nothing of a price.`;
    return [{ kind: 'free_by_combination', offers: named.map(told), message, witness }];
  }
  return [];
}

/** It gives no more than its cap, whatever is in the cart. */
const isCapIdle = ({ benefit, limits }: DiscountRule): boolean => {
  const { maximumDiscount: cap, maximumUnits: units } = limits;
  if (cap === null) return false;
  if (benefit.kind === 'amount') return benefit.every === undefined && benefit.amount <= cap;
  return (
    benefit.kind === 'each' &&
    benefit.reward.kind === 'amount' &&
    units !== null &&
    benefit.reward.amount * units <= cap
  );
};
const repeats: ReadonlySet<string> = new Set(['set', 'buy_get', 'gift', 'custom']);
const isLimitIdle = ({ benefit, limits }: DiscountRule): boolean => {
  if (limits.maximumUses === null || repeats.has(benefit.kind)) return false;
  if (benefit.kind === 'amount') return benefit.every === undefined;
  return benefit.kind !== 'each' || benefit.sequence === null;
};

const idle = (offer: CompiledOffer, desk: Desk): readonly LintFinding[] => {
  const [witness] = desk.carts.get(offer.id) ?? [];
  if (witness === undefined) return [];
  const found = (kind: string, message: string): LintFinding => ({ kind, offers: [told(offer)], message, witness });
  const name = `“${nameOf(offer)}”`;
  return [
    ...(offer.discounts.some(isCapIdle)
      ? [found('cap_never_binds', `${name} never gives as much as its max_discount_amount would stop.`)]
      : []),
    ...(offer.discounts.some(isLimitIdle)
      ? [
          found(
            'limit_never_binds',
            `${name} is given once in a cart in any case: its max_usage_per_transaction changes nothing.`,
          ),
        ]
      : []),
  ];
};

/** Letters and digits that are read for each other. */
const looksOf = (code: string): string =>
  code
    .toLowerCase()
    .replace(/[o]/g, '0')
    .replace(/[il]/g, '1')
    .replace(/s/g, '5')
    .replace(/b/g, '8')
    .replace(/z/g, '2')
    .replace(/[-_ ]/g, '');

const similarCodes = ({ offers, carts }: Desk): readonly LintFinding[] =>
  [
    ...Map.groupBy(
      offers.filter(({ mode, code }) => mode === 'coupon' && code !== null),
      ({ code }) => looksOf(code ?? ''),
    ).values(),
  ]
    .filter((alike) => alike.length > 1)
    .flatMap((alike) => {
      const witness = alike.flatMap(({ id }) => carts.get(id) ?? [])[0];
      const message = `Shoppers will take these codes for each other: ${alike.map(({ code }) => code).join(', ')}.`;
      return witness === undefined ? [] : [{ kind: 'similar_codes', offers: alike.map(told), message, witness }];
    });

const uncheckedReason = (offer: CompiledOffer, maker: Maker): string => {
  if (offer.discounts.some(({ benefit }) => benefit.kind === 'custom')) {
    return 'A custom rule says what it takes off, which is not known before it is asked.';
  }
  if (offer.discounts.some(({ benefit }) => benefit.kind === 'external')) {
    return 'What it gives is said by price adjustments of a cart, which a previewed one does not have.';
  }
  return circumstancesOf(offer, maker) === null
    ? 'It asks for a card, a bank or an e-mail address, which a previewed cart does not have.'
    : 'No cart was found in which it acts by itself.';
};

function* look(desk: Desk): Work<void> {
  const { findings } = desk;
  for (const offer of desk.offers) {
    desk.carts.set(offer.id, yield* actingCarts(offer, desk));
    findings.push(...reachable(offer, desk), ...idle(offer, desk));
  }
  for (const offer of desk.offers) {
    const tried = yield* triedWith(offer, desk);
    findings.push(...(yield* shadowed(offer, desk)), ...(yield* freeByCombination(tried, desk)));
    findings.push(...(yield* belowFloor(offer, tried, desk)));
  }
  yield* orderDependents(desk);
  findings.push(...similarCodes(desk));
}

const keyOf = ({ kind, offers }: LintFinding): string => JSON.stringify([kind, offers.map(({ id }) => id).toSorted()]);

export function* lintOffers(linted: Linted): Work<OfferLint> {
  const priced = { carts: 0 };
  const index = yield* indexing(linted.offers);
  const desk: Desk = { ...linted, index, alone: new Map(), carts: new Map(), findings: [], priced };
  const work = look(desk);
  let step = work.next();
  while (step.done !== true && priced.carts < linted.most) {
    yield step.value;
    step = work.next();
  }
  const unique = new Map(desk.findings.map((finding) => [keyOf(finding), finding]));
  const isUnchecked = (offer: CompiledOffer): boolean =>
    (desk.carts.get(offer.id) ?? []).length === 0 && contradictionOf(offer, linted.now) === null;
  return {
    offers_checked: linted.offers.length,
    carts_priced: priced.carts,
    complete: step.done === true,
    findings: [...unique.values()],
    not_checked: linted.offers
      .filter(isUnchecked)
      .map((offer) => ({ ...told(offer), reason: uncheckedReason(offer, linted) })),
  };
}
