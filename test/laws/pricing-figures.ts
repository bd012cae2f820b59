/** Everything a priced cart says, with every line named by what it is instead of by its key. */
import type { Adjustment, Step } from '../../src/pricing/adjustment-types.ts';
import type { PricedCart, PricedLine } from '../../src/pricing/priced-types.ts';
import { goodOf } from './pricing-recompute.ts';

type Named = Readonly<Record<string, unknown>>;
const inOrder = <T>(entries: readonly T[]): readonly T[] =>
  entries
    .map((entry) => [JSON.stringify(entry), entry] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, entry]) => entry);

/** A gift is also named by the goods it hangs on. */
const namesOf = ({ lines }: PricedCart): ReadonlyMap<string, string> => {
  const own = new Map(lines.map((line) => [line.key, goodOf(line)]));
  for (const { key, gift } of lines) {
    if (gift !== null) own.set(key, `${own.get(key)} with ${own.get(gift.parentKey)}`);
  }
  return own;
};

const stepOf = (step: Step, names: ReadonlyMap<string, string>): Named => ({
  ...step,
  ...('line' in step ? { line: names.get(step.line ?? '') ?? null } : {}),
});

/** Units and sum for each good; how they lie in its lines is the lines' affair. */
const summed = (shares: readonly { readonly line: string; readonly units?: number; readonly amount: number }[]) => {
  const found: Record<string, { units: number; amount: number }> = {};
  for (const { line, units = 0, amount } of shares) {
    const before = found[line] ?? { units: 0, amount: 0 };
    found[line] = { units: before.units + units, amount: before.amount + amount };
  }
  return found;
};

const adjustmentOf = ({ id: _id, steps, shares, ...rest }: Adjustment, names: ReadonlyMap<string, string>): Named => ({
  ...rest,
  steps: steps.map((step) => stepOf(step, names)),
  shares: summed(
    shares.map(({ line, units, amount }) => ({
      line: names.get(line) ?? '',
      // A waiver of delivery lies on no unit, and a line without a share of it is not named.
      units: rest.stage === 'shipping' ? 0 : units,
      amount,
    })),
  ),
});

/** Units of a good by price and history, and its tax: the same however they lie in lines. */
const goodsOf = ({ lines }: PricedCart, names: ReadonlyMap<string, string>): Named => {
  const found: Record<string, { lots: Record<string, number>; tax: Record<string, number> }> = {};
  const add = (into: Record<string, number>, name: string, amount: number): void => {
    into[name] = (into[name] ?? 0) + amount;
  };
  for (const { key, lots, tax, effective, start, ladder, dealMissed } of lines) {
    const name = `${names.get(key)} ${JSON.stringify([effective, start, ladder, dealMissed, tax.rate])}`;
    const good = found[name] ?? { lots: {}, tax: {} };
    found[name] = good;
    for (const { units, ...history } of lots) {
      const cuts = history.cuts.map(({ adjustment, each }) => [adjustment.replace(/^price:.*/, 'price'), each]);
      add(good.lots, JSON.stringify({ ...history, cuts }), units);
    }
    add(good.tax, 'tax', tax.tax);
    add(good.tax, 'taxable', tax.taxable);
    for (const part of tax.parts) add(good.tax, part.name, part.amount);
  }
  return found;
};

const totalsOf = (priced: PricedCart, names: ReadonlyMap<string, string>): Named => {
  const { adjustments, applied, notApplied, charges, tender, loyalty, emi, cashback, coupon, codQuote, breakup } =
    priced;
  return {
    adjustments: adjustments.map((adjustment) => adjustmentOf(adjustment, names)),
    charges: charges.map(({ shares, basis, ...rest }) => ({
      ...rest,
      basis: basis.kind === 'units' ? summed(namedUnits(basis.units, names)) : basis,
      shares: summed(shares.map(({ line, amount }) => ({ line: names.get(line) ?? '', amount }))),
    })),
    applied,
    notApplied,
    tender,
    loyalty,
    emi,
    cashback,
    coupon,
    codQuote,
    breakup,
  };
};
const namedUnits = (
  units: readonly { readonly line: string; readonly units: number; readonly each: number }[],
  names: ReadonlyMap<string, string>,
) =>
  units.map((entry) => ({ line: names.get(entry.line) ?? '', units: entry.units, amount: entry.units * entry.each }));

/** Of every good: the same for every cart with these units, in whatever lines. */
export const figuresOfGoods = (priced: PricedCart): Named => {
  const names = namesOf(priced);
  return { goods: goodsOf(priced, names), ...totalsOf(priced, names) };
};

const lineOf = ({ quantity, lots, tax, asked }: PricedLine): Named => ({
  quantity,
  tax,
  likeness: asked.likeness ?? null,
  lots: lots.map(({ units, price, cuts }) => [units, price, cuts.map(({ each }) => each)]),
});

/** And of every line: the same for every cart with these lines, in whatever order and under whatever keys. */
export const figuresOfLines = (priced: PricedCart): Named => {
  const names = namesOf(priced);
  const lines = priced.lines.map((line) => ({ good: names.get(line.key), ...lineOf(line) }));
  return { lines: inOrder(lines), ...figuresOfGoods(priced) };
};
