/** What a priced cart says in the words of the vectors, and where it differs from what a case expects. */
import { lineAmount } from '../../../src/pricing/lots.ts';
import type { Adjustment } from '../../../src/pricing/adjustment-types.ts';
import type { PricedCart, PricedLine } from '../../../src/pricing/priced-types.ts';
import { ownEntry } from '../../../src/shared/own-entry.ts';

type Amounts = Readonly<Record<string, number>>;

const byLine = (adjustments: readonly Adjustment[]): Amounts => {
  const amounts = new Map<string, number>();
  for (const { line, amount } of adjustments.flatMap(({ shares }) => shares)) {
    if (amount > 0) amounts.set(line, (amounts.get(line) ?? 0) + amount);
  }
  return Object.fromEntries(amounts);
};
const total = (amounts: Iterable<number>): number => [...amounts].reduce((sum, amount) => sum + amount, 0);

/** A gift is known by its article in the vectors. */
const nameOf = (line: PricedLine): string => (line.gift === null ? line.key : line.article.uid);

export const resultOf = (priced: PricedCart): Readonly<Record<string, unknown>> => {
  const { lines, charges, adjustments, breakup } = priced;
  const goodsTax = total(lines.map(({ tax }) => tax.tax));
  const net = total(lines.map(({ tax }) => tax.taxable));
  const surcharges = charges.filter(({ type }) => type === 'adjustment');
  const delivery = charges.find(({ type }) => type === 'delivery');
  const shippingGross = breakup.delivery_charge + breakup.promotion_shipping;
  const shippingTax = delivery === undefined || shippingGross === 0 ? 0 : delivery.tax;
  const onGoods = adjustments.filter(({ stage }) => ['promotion', 'coupon', 'adjustment'].includes(stage));
  const offers = [...new Set(onGoods.map(({ source }) => source.id))];
  const ofOffer = (id: string): readonly Adjustment[] => onGoods.filter(({ source }) => source.id === id);
  const subtotal = net + total(surcharges.map(({ amount, tax }) => amount - tax));
  const subtotalWithTax = net + goodsTax + total(surcharges.map(({ amount }) => amount));
  return {
    subtotal,
    subtotal_with_tax: subtotalWithTax,
    tax_total: goodsTax + total(charges.map(({ tax }) => tax)),
    shipping: shippingGross - shippingTax,
    shipping_with_tax: shippingGross,
    total: subtotal + shippingGross - shippingTax,
    total_with_tax: subtotalWithTax + shippingGross,
    payable: breakup.total,
    total_discount: total(onGoods.map(({ amount }) => amount)),
    line_discounts: byLine(onGoods),
    line_totals: Object.fromEntries(lines.map((line) => [nameOf(line), lineAmount(line)])),
    line_taxes: Object.fromEntries(lines.map((line) => [line.key, line.tax.tax])),
    applied: priced.applied,
    promotion_discounts: Object.fromEntries(offers.map((id) => [id, total(ofOffer(id).map(({ amount }) => amount))])),
    promotion_line_discounts: Object.fromEntries(offers.map((id) => [id, byLine(ofOffer(id))])),
  };
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const alike = (expected: unknown, got: unknown): boolean => {
  if (!isRecord(expected) || !isRecord(got)) return JSON.stringify(expected) === JSON.stringify(got);
  const keys = new Set([...Object.keys(expected), ...Object.keys(got)]);
  return [...keys].every((key) => alike(ownEntry(expected, key), ownEntry(got, key)));
};
const contains = (expected: unknown, got: unknown): boolean =>
  isRecord(expected) && isRecord(got)
    ? Object.entries(expected).every(([key, value]) => contains(value, ownEntry(got, key)))
    : alike(expected, got);

/** One sentence per difference. What a case does not mention may be anything. */
export const differences = (
  expected: Readonly<Record<string, unknown>>,
  got: Readonly<Record<string, unknown>>,
): readonly string[] =>
  Object.entries(expected).flatMap(([name, value]) => {
    const subset = name.endsWith('_subset');
    const actual = ownEntry(got, name.replace(/_subset$/, ''));
    if (subset || name === 'line_totals' || name === 'line_taxes' ? contains(value, actual) : alike(value, actual))
      return [];
    return [`${name}: expected ${JSON.stringify(value)}, got ${JSON.stringify(actual)}`];
  });
