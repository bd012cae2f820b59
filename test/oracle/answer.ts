/** What is compared: the figures of a priced cart, as plain numbers and in an order that depends on nothing. */
import type { PricedCart, PricedLine } from '../../src/pricing/priced-types.ts';
import type { WhyNot } from '../../src/pricing/why-not-types.ts';

export type Answer = Readonly<Record<string, unknown>>;

const sorted = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => b - a);
const unitPrices = ({ lots }: PricedLine): readonly number[] =>
  sorted(lots.flatMap(({ units, price }) => Array.from({ length: units }, () => price)));

/** Which offer was kept out by which. */
const doorsOf = (whyNots: readonly WhyNot[]): readonly string[] =>
  whyNots
    .filter(({ reason }) => reason === 'excluded' || reason === 'exclusive')
    .map(({ offerId, reason, by }) => `${offerId} ${reason} by ${by}`)
    .filter((door, at, all) => all.indexOf(door) === at)
    .toSorted();

export const engineAnswer = (priced: PricedCart, whyNots: readonly WhyNot[]): Answer => ({
  lines: Object.fromEntries(
    priced.lines
      .filter(({ gift }) => gift === null)
      .map((line) => [
        line.key,
        {
          units: unitPrices(line),
          marked: line.marked,
          selling: line.selling,
          effective: line.effective,
          start: line.start,
          tax: line.tax.tax,
          taxable: line.tax.taxable,
          parts: line.tax.parts,
          dealMissed: line.dealMissed,
        },
      ]),
  ),
  gifts: priced.lines
    .flatMap(({ gift, article, quantity, marked, selling }) =>
      gift === null ? [] : [{ offer: gift.offerId, article: article.uid, quantity, marked, selling }],
    )
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  applied: priced.applied,
  doors: doorsOf(whyNots),
  aside: priced.setAside
    .flatMap((entry) => (entry.kind === 'line' ? [`${entry.key}: ${entry.reason}`] : []))
    .toSorted(),
  coupon: priced.coupon === null ? null : [priced.coupon.applied, priced.coupon.discount, priced.coupon.cashback],
  coupons:
    priced.coupons === undefined
      ? null
      : Object.entries(priced.coupons).map(([id, each]) => [id, each.applied, each.discount, each.cashback]),
  charges: priced.charges.map(({ code, amount, tax, parts }) => ({ code, amount, tax, parts })),
  parcels: priced.parcels?.map(({ storeId, way, method }) => `${storeId} ${way} ${method}`).toSorted() ?? null,
  codQuote: priced.codQuote?.amount ?? null,
  tender: priced.tender.map((part) => ({ kind: part.kind, id: part.id, amount: part.amount, ...spentOf(part) })),
  loyalty:
    priced.loyalty === null
      ? null
      : [priced.loyalty.applicable, priced.loyalty.applied, priced.loyalty.blockedByCoupon],
  emi: priced.emi,
  emiDropped: priced.emiDropped,
  cashback: priced.cashback,
  points: (priced.points ?? []).map(({ offerId, amount }) => ({ offerId, amount })),
  breakup: priced.breakup,
});
const spentOf = (part: PricedCart['tender'][number]): { readonly spent: number } => ({
  spent: part.spent,
});

export const differences = (engine: unknown, oracle: unknown, path = ''): readonly string[] => {
  if (Object.is(engine, oracle)) return [];
  const bothObjects = typeof engine === 'object' && typeof oracle === 'object' && engine !== null && oracle !== null;
  if (!bothObjects) return [`${path}: engine ${JSON.stringify(engine)}, oracle ${JSON.stringify(oracle)}`];
  const [left, right] = [engine as Readonly<Record<string, unknown>>, oracle as Readonly<Record<string, unknown>>];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].flatMap((name) => differences(left[name], right[name], path === '' ? name : `${path}.${name}`));
};
