/** What an order costs as it stands: as agreed at first, less what was given back since. Pure. */
import { allocate } from '../../shared/allocate.ts';
import { type Minor, sum } from '../../shared/money.ts';
import { chargeTaxed } from '../answer/order-tax.ts';
import type { OrderCharge, OrderDocument, StoredOrder } from '../order-document.ts';
import { addedLevies } from './levy-rules.ts';
import type { Discount, TaxAmounts } from '../order-figures.ts';
import type { Settlement, Standing, StandingCharge, StandingLine } from '../order-progress.ts';

/** What was agreed, as far as it says what things cost. */
export type Agreed = Pick<
  OrderDocument,
  'lines' | 'charges' | 'funding' | 'tender' | 'totals' | 'offers' | 'earns' | 'countedGoods'
>;

export const noTax: TaxAmounts = { taxable: 0, tax: 0, cgst: 0, sgst: 0, igst: 0 };

export const lessTax = (a: TaxAmounts, b: TaxAmounts): TaxAmounts => ({
  taxable: a.taxable - b.taxable,
  tax: a.tax - b.tax,
  cgst: a.cgst - b.cgst,
  sgst: a.sgst - b.sgst,
  igst: a.igst - b.igst,
  ...addedLevies(a, b, -1),
});

/** Orders of earlier versions do not say what was waived of a charge: it is delivery that can be. */
const leftOf = (charge: OrderCharge, waived: Minor): StandingCharge => {
  const { code, name, amount, taxRate: rate, taxed } = charge;
  const tax = chargeTaxed(charge);
  if (taxed !== undefined) return { code, name, rate, amount: taxed.taxable + taxed.tax, tax };
  const left = code === 'delivery_charge' ? amount - waived : amount;
  return { code, name, rate, amount: left, tax: { ...tax, taxable: left - tax.tax } };
};

/** Charges of one code and rate are one. */
const together = (charges: readonly StandingCharge[]): readonly StandingCharge[] =>
  [...Map.groupBy(charges, chargeKey).values()].flatMap(([one, ...more]) =>
    one === undefined
      ? []
      : [
          more.reduce(
            (a, b) => ({ ...a, amount: a.amount + b.amount, tax: lessTax(a.tax, lessTax(noTax, b.tax)) }),
            one,
          ),
        ],
  );

export const chargeKey = ({ code, rate }: Pick<StandingCharge, 'code' | 'rate'>): string => `${code}/${rate}`;

const shippingOf = (funding: readonly Discount[]): readonly Discount[] =>
  funding.filter(({ stage }) => stage === 'shipping');

export const agreedStanding = ({ lines, charges, funding, earns }: Agreed): Standing => {
  const waived = shippingOf(funding);
  const off = sum(waived.map(({ amount }) => amount));
  return {
    lines: lines.map(({ identifier, quantity, amount, tax: { rate: _rate, ...tax }, discounts }) => ({
      line: identifier,
      units: quantity,
      amount,
      tax,
      discounts,
    })),
    charges: together(charges.map((charge) => leftOf(charge, off))),
    waived,
    earns,
  };
};

export const standingOf = ({ document, progress }: StoredOrder): Standing =>
  progress.standing ?? agreedStanding(document);

/** What the units of a line cost the shopper. */
export const lineGross = ({ amount, tax }: Pick<StandingLine, 'amount' | 'tax'>, onTop: boolean): Minor =>
  onTop ? amount + tax.tax : amount;

export const grossOf = ({ lines, charges }: Pick<Standing, 'lines' | 'charges'>, onTop: boolean): Minor =>
  sum(lines.map((line) => lineGross(line, onTop))) + sum(charges.map(({ amount }) => amount));

const sameSource = (a: Discount, b: Discount): boolean =>
  a.stage === b.stage && a.source.kind === b.source.kind && a.source.id === b.source.id;

/** By source and stage; what is on both sides alike is left out. */
const lessDiscounts = (before: readonly Discount[], after: readonly Discount[]): readonly Discount[] => {
  const left = before.map((one) => ({
    ...one,
    amount: one.amount - (after.find((other) => sameSource(one, other))?.amount ?? 0),
  }));
  const added = after
    .filter((one) => !before.some((other) => sameSource(one, other)))
    .map((one) => ({ ...one, amount: -one.amount }));
  return [...left, ...added].filter(({ amount }) => amount !== 0);
};

const emptyLine = (line: string): StandingLine => ({ line, units: 0, amount: 0, tax: noTax, discounts: [] });

const isSomething = ({ units, amount, tax, discounts }: StandingLine): boolean =>
  units !== 0 || amount !== 0 || discounts.length > 0 || Object.values(tax).some((part) => part !== 0);

type Difference = Pick<Settlement, 'lines' | 'charges' | 'waived' | 'earns'>;

/** What is in one standing and not in the other. */
export const lessStanding = (before: Standing, after: Standing): Difference => {
  const lines = new Map(after.lines.map((line) => [line.line, line]));
  const charges = new Map(after.charges.map((charge) => [chargeKey(charge), charge]));
  const known = new Set(before.charges.map(chargeKey));
  const rows = [
    ...before.charges,
    ...after.charges
      .filter((charge) => !known.has(chargeKey(charge)))
      .map((charge) => ({ ...charge, amount: 0, tax: noTax })),
  ];
  return {
    lines: before.lines
      .map((one) => {
        const other = lines.get(one.line) ?? emptyLine(one.line);
        return {
          line: one.line,
          units: one.units - other.units,
          amount: one.amount - other.amount,
          tax: lessTax(one.tax, other.tax),
          discounts: lessDiscounts(one.discounts, other.discounts),
        };
      })
      .filter(isSomething),
    charges: rows
      .map((one) => {
        const other = charges.get(chargeKey(one)) ?? { amount: 0, tax: noTax };
        return { ...one, amount: one.amount - other.amount, tax: lessTax(one.tax, other.tax) };
      })
      .filter(({ amount, tax }) => amount !== 0 || tax.tax !== 0),
    waived: lessDiscounts(before.waived, after.waived),
    earns: before.earns
      .map(({ kind, amount }) => ({
        kind,
        amount: amount - (after.earns.find((one) => one.kind === kind)?.amount ?? 0),
      }))
      .filter(({ amount }) => amount > 0),
  };
};

/** Discounts of fewer units: in the proportions in which they were, and together exactly so much. */
export const scaledDiscounts = (discounts: readonly Discount[], total: Minor): readonly Discount[] => {
  const parts = allocate(
    total,
    discounts.map(({ amount }) => ({ weight: amount })),
  );
  return discounts.map((one, at) => ({ ...one, amount: parts[at] ?? 0 })).filter(({ amount }) => amount !== 0);
};
