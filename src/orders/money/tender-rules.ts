/** Where what is given back goes: to what paid, in the order that the shop sets, at most what each paid. Pure. */
import type { OrderSettings } from '../../contract/applications/order-settings-contract.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { million, type Minor, portionDown, sum } from '../../shared/money.ts';
import type { OrderTender } from '../order-figures.ts';
import type { RefundPart, Settlement } from '../order-progress.ts';

/** What has paid so far, and what is still to be collected on delivery. */
export type Paid = {
  readonly tender: readonly OrderTender[];
  readonly money: Minor;
  readonly uncollected: Minor;
  /** What points may pay of what stays. */
  readonly mostPoints: Minor;
};

type Order = OrderSettings['refund_first'];
const kindsOf: Readonly<Record<Order, readonly RefundPart['kind'][]>> = {
  payment: ['uncollected', 'payment', 'gift_card', 'store_credit', 'points', 'adjustment'],
  balances: ['points', 'store_credit', 'gift_card', 'uncollected', 'payment', 'adjustment'],
};

type Source = Pick<RefundPart, 'kind' | 'account'>;
const isOf =
  ({ kind, account }: Source) =>
  (part: RefundPart): boolean =>
    part.kind === kind && part.account === account;

/** What earlier settlements gave back to it. */
export const backTo = (
  source: Source,
  settlements: readonly Pick<Settlement, 'parts'>[],
): { readonly amount: Minor; readonly spent: number } => {
  const parts = settlements.flatMap((one) => one.parts).filter(isOf(source));
  return { amount: sum(parts.map(({ amount }) => amount)), spent: sum(parts.map(({ spent }) => spent)) };
};

/** The last of several gift cards pays first of all back: it was the last to be charged. */
const sourcesOf = ({ tender, money, uncollected }: Paid, order: Order): readonly RefundPart[] => {
  const all: readonly RefundPart[] = [
    ...tender.toReversed(),
    { kind: 'payment', account: '', amount: money, spent: 0 },
    { kind: 'uncollected', account: '', amount: uncollected, spent: 0 },
  ];
  const kinds = kindsOf[order];
  return all.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
};

/** What balances, and what another system paid, still pay after these. */
export const stillCovered = (
  tender: readonly OrderTender[],
  settlements: readonly Pick<Settlement, 'parts'>[],
): Minor => sum(tender.map((one) => one.amount - backTo(one, settlements).amount));

/** The share of a price that the shop lets points pay. */
export const payableByPoints = (gross: Minor, { tender: { loyalty } }: Pick<PriceInput, 'tender'>): Minor =>
  loyalty === null ? gross : Math.min(gross, portionDown(gross, loyalty.cap, million));

/**
 * What points get back before anything else: else whoever orders more than he wants, and takes the rest back, pays with points what
 * the shop wants to have in money.
 */
const pointsFirst = (amount: Minor, { tender, mostPoints }: Paid, settlements: readonly Settlement[]): Minor => {
  const points = tender.filter(({ kind }) => kind === 'points');
  return Math.min(amount, Math.max(0, stillCovered(points, settlements) - mostPoints));
};

/**
 * `money` and `uncollected` are what is there now; of a tender what was agreed, because what its balance gets back is rounded on the
 * running total: when all of it went back, exactly what was spent did.
 */
export const refundParts = (
  amount: Minor,
  paid: Paid,
  settlements: readonly Settlement[],
  order: Order,
): readonly RefundPart[] => {
  const first = pointsFirst(amount, paid, settlements);
  let left = amount - first;
  return sourcesOf(paid, order).flatMap((source): readonly RefundPart[] => {
    const isTender = source.kind !== 'payment' && source.kind !== 'uncollected';
    const back = isTender ? backTo(source, settlements) : { amount: 0, spent: 0 };
    const kept = source.kind === 'points' ? first : 0;
    const part = Math.min(left + kept, source.amount - back.amount);
    if (part <= 0) return [];
    left -= part - kept;
    const spent = source.spent === 0 ? 0 : portionDown(source.spent, back.amount + part, source.amount) - back.spent;
    return [{ kind: source.kind, account: source.account, amount: part, spent }];
  });
};
