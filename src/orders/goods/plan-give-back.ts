/**
 * What giving back some units of an order comes to: the order afterwards, and the settlement with every figure. Decided here and
 * nowhere else, for what is cancelled, what was returned and what is only asked about. Pure.
 */
import type { OrderSettings } from '../../contract/applications/order-settings-contract.ts';
import { inOwnCurrency } from '../../pricing/offers/budget.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import type { Work } from '../../pricing/work.ts';
import { keptPrices } from '../money/keep-rules.ts';
import { moneyKept } from '../money/paid-rules.ts';
import { isAnythingLeft, isOwn, type Repriced, repriced } from '../money/reprice-rules.ts';
import { settled } from '../money/settle-rules.ts';
import { agreedStanding, grossOf, standingOf } from '../money/standing-rules.ts';
import { payableByPoints, refundParts, stillCovered } from '../money/tender-rules.ts';
import type { StoredOrder } from '../order-document.ts';
import { movedOrder } from '../order-life.ts';
import type { Settlement, Standing, Units, Step } from '../order-progress.ts';
import { type Minor, sum } from '../../shared/money.ts';
import { type Counted, less, remainingUnits, unsentUnits } from './unit-rules.ts';

export type GivenBack = Readonly<{ items: readonly Units[]; cause: Settlement['cause']; returnId: string | null }>;
export type GiveBackPlan = {
  readonly after: StoredOrder;
  readonly settlement: Settlement;
  /** Offers that act on nothing any more, those of before included. */
  readonly lost: readonly string[];
  /** Those of them whose uses are given back. */
  readonly released: readonly string[];
  /** What stays taken of the money that an offer's budget was held for. */
  readonly costNow: (offerId: string, held: Minor) => Minor;
};

type Money = Pick<OrderSettings, 'refund_offers' | 'refund_first'>;

type Costing = (remaining: Counted, covered?: Minor) => Work<Repriced>;
const costOf =
  ({ document, progress: { released } }: StoredOrder, input: PriceInput, money: Money): Costing =>
  (remaining, covered = 0) =>
    money.refund_offers === 'keep'
      ? keptPrices(document, input, remaining, released)
      : repriced(document, input, remaining, { released, covered });

/** Gifts that have not left go with what they were given for. */
const giftsGone = (order: StoredOrder, remaining: Counted, { standing }: Repriced, money: Money): readonly Units[] => {
  const unsent = unsentUnits(order);
  const isLeft = isAnythingLeft(order.document.lines, remaining);
  return order.document.lines.flatMap((line) => {
    const units = remaining.get(line.identifier) ?? 0;
    if (isOwn(line) || units === 0) return [];
    const now = standing.lines.find((one) => one.line === line.identifier);
    const each = line.subtotal / line.quantity;
    const charged = now === undefined || each === 0 ? 0 : now.amount / each;
    const lost = money.refund_offers === 'keep' || each === 0 ? (isLeft ? 0 : units) : charged;
    const gone = Math.min(lost, unsent.get(line.identifier) ?? 0, units);
    return gone === 0 ? [] : [{ line: line.identifier, units: gone }];
  });
};

const actingBefore = ({ document }: StoredOrder): readonly string[] => document.offers.map(({ id }) => id);

const offOf = ({ lines, waived }: Standing, offerId: string): Minor =>
  sum(
    [...lines.flatMap(({ discounts }) => discounts), ...waived].map(({ source, amount }) =>
      source.kind === 'offer' && source.id === offerId ? amount : 0,
    ),
  );

/**
 * Of offers that are lost, those whose discount the shopper still has, because what the rest costs more was forgiven: they stay used.
 * Else whoever adds a trifle, and takes it back, has a discount that counts for nothing.
 */
const stillHad = ({ document }: StoredOrder, lost: readonly string[], forgiven: Minor): ReadonlySet<string> => {
  const agreed = agreedStanding(document);
  return new Set(forgiven === 0 ? [] : lost.filter((id) => offOf(agreed, id) > 0));
};

/** What an offer still takes off, and what it gives later to who can earn; never more than was held. */
const costLeft =
  ({ owner }: StoredOrder, input: PriceInput, after: Standing, later: Repriced['later']): GiveBackPlan['costNow'] =>
  (offerId, held) => {
    const offer = [...input.offers.offers, input.coupon, ...(input.moreCoupons ?? [])].find(
      (one) => one?.id === offerId,
    );
    const given = owner.kind === 'customer' ? later.filter((one) => one.offerId === offerId) : [];
    const cost = offOf(after, offerId) + sum(given.map(({ amount }) => amount));
    return offer ? Math.min(held, inOwnCurrency(cost, offer, input)) : held;
  };

export function* planGiveBack(
  order: StoredOrder,
  input: PriceInput,
  { items, cause, returnId }: GivenBack,
  { money, step }: { readonly money: Money; readonly step: Step },
): Work<GiveBackPlan> {
  const onTop = !input.policy.prices_include_tax;
  const asked = less(remainingUnits(order), items);
  const cost = costOf(order, input, money);
  const along = giftsGone(order, asked, yield* cost(asked), money);
  const remaining = less(asked, along);
  const settle = (to: Repriced) => settled(standingOf(order), to.standing, order.document, onTop);
  const { tender, earns } = order.document;
  const earlier = order.progress.settlements ?? [];
  // What the rest costs says what balances get back, and what they still pay earns no cashback.
  const priced = yield* cost(remaining);
  const rest = settle(priced);
  const mostPoints = payableByPoints(grossOf(rest.standing, onTop), input);
  const parts = refundParts(rest.amount, { tender, ...moneyKept(order), mostPoints }, earlier, money.refund_first);
  const covered = stillCovered(tender, [...earlier, { parts }]);
  const isCredited = covered > 0 && earns.some(({ kind }) => kind === 'store_credit');
  const target = isCredited ? yield* cost(remaining, covered) : priced;
  const { standing, difference, amount, forgiven } = settle(target);
  const settlement: Settlement = {
    id: `${order.id}-B${earlier.length + 1}`,
    cause,
    returnId,
    ...step,
    items: [...items, ...along],
    ...difference,
    amount,
    parts,
  };
  const settlements = [...earlier, settlement];
  const before = order.progress.released ?? [];
  // What was given back stays so: nobody takes the use again, whatever is given back next.
  const lost = [...new Set([...before, ...actingBefore(order).filter((id) => !target.applied.includes(id))])];
  const had = stillHad(order, lost, forgiven);
  const released = lost.filter((id) => before.includes(id) || !had.has(id));
  const costNow = costLeft(order, input, standing, target.later);
  const progress = { ...order.progress, settlements, standing, ...(released.length === 0 ? {} : { released }) };
  return {
    settlement,
    after: movedOrder(order, step, progress),
    costNow: (offerId, held) => (had.has(offerId) ? held : costNow(offerId, held)),
    lost,
    released,
  };
}
