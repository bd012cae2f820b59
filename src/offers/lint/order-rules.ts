/** Two offers of which only their age says which comes first, although it matters. Pure. */
import type { LintFinding } from '../../contract/offers/offer-lint-contract.ts';
import type { PreviewBody } from '../../contract/offers/offer-preview-contract.ts';
import { indexing, type OfferIndex } from '../../pricing/compile/offer-index.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { isTyped } from './coupon-sets.ts';
import type { Work } from '../../pricing/work.ts';
import { type Desk, nameOf, pricedAlone, pricedWith, told } from './lint-desk.ts';

type Pair = readonly [CompiledOffer, CompiledOffer];

const areCodes = ([a, b]: Pair): boolean => isTyped(a) && isTyped(b);

/** Neither group nor priority says which of them is first: then their age does, which nobody sees. Codes have one group. */
const isUndecided = ([a, b]: Pair, { couponsPerCart }: Desk): boolean => {
  if (a.priority !== b.priority) return false;
  if (areCodes([a, b])) return couponsPerCart > 1;
  return a.mode === 'promotion' && b.mode === 'promotion' && a.group === b.group;
};

type Order = { readonly coupons: readonly CompiledOffer[]; readonly index: OfferIndex };

/** The one before the other, and the other way round. */
function* bothOrders(pair: Pair): Work<readonly Order[]> {
  const orders: Order[] = [];
  for (const [first, second] of [pair, pair.toReversed()]) {
    if (first === undefined || second === undefined) continue;
    const both = [{ ...first, priority: second.priority + 1 }, second];
    const typed = areCodes(pair);
    orders.push({ coupons: typed ? both : [], index: yield* indexing(typed ? [] : both) });
  }
  return orders;
}

/** With both codes on it, where they are some. */
const withBoth = (cart: PreviewBody, pair: Pair): PreviewBody => {
  const [first, second] = pair.map(({ code }) => code ?? '');
  return areCodes(pair) && first !== undefined && second !== undefined
    ? { ...cart, coupon_code: first, more_coupon_codes: [second] }
    : cart;
};

/** Carts of either in which the other acts by itself, too. */
function* sharedCarts([a, b]: Pair, desk: Desk): Work<readonly PreviewBody[]> {
  const found: PreviewBody[] = [];
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const cart of desk.carts.get(one.id) ?? []) {
      if ((yield* pricedAlone(other, cart, desk)).applied.includes(other.id)) found.push(cart);
    }
  }
  return found;
}

function* orderDependent(a: CompiledOffer, b: CompiledOffer, desk: Desk): Work<readonly LintFinding[]> {
  const carts = yield* sharedCarts([a, b], desk);
  const orders = carts.length === 0 ? [] : yield* bothOrders([a, b]);
  for (const cart of carts) {
    const witness = withBoth(cart, [a, b]);
    const goods = new Set<number>();
    for (const { coupons, index } of orders)
      goods.add((yield* pricedWith(coupons, witness, index, desk)).breakup.goods);
    if (goods.size < 2) continue;
    const message = `What a cart costs depends on which of “${nameOf(a)}” and “${nameOf(b)}” comes first, and only their age decides it: give them different priorities.`;
    return [{ kind: 'order_dependent', offers: [told(a), told(b)], message, witness }];
  }
  return [];
}

/** So many pairs are told apart in the time of a line that meets a rule. */
const PAIRS_A_MEETING = 500;

/** Of every two of them. */
export function* orderDependents(desk: Desk): Work<void> {
  const { offers, findings } = desk;
  for (const [at, a] of offers.entries()) {
    yield offers.length / PAIRS_A_MEETING;
    for (const b of offers.slice(at + 1)) {
      if (isUndecided([a, b], desk)) findings.push(...(yield* orderDependent(a, b, desk)));
    }
  }
}
