/** Derivations of charges, and of what pays for the cart without being a discount. */
import type { Charge, TenderPart } from '../charge-types.ts';
import type { Fee, PriceInput } from '../pricing-types.ts';
import type { ShippingPart } from '../shipping-types.ts';
import type { Book } from './derivation-book.ts';
import type { About, Derivation } from './derivation-types.ts';
import { type ChargeNumbers, explainChargeTax } from './explain-charge-tax.ts';

const aboutCharge = ({ code, adjustmentId }: Charge): About => ({
  name: code,
  source: adjustmentId === null ? { kind: 'settings', id: code } : { kind: 'adjustment', id: adjustmentId },
});

const wordOf = { sum: 'sum', higher: 'most', lower: 'least' } as const;

const explainFee = (fee: Fee, base: Derivation, about: About, book: Book): Derivation => {
  const share = book.rate('charge_rate', base, { rate: fee.rate, rounding: 'half_up' }, about);
  const either = book.write(
    'charge_set',
    { op: wordOf[fee.of] },
    [book.given('charge_set', fee.flat, about), share],
    about,
  );
  const floor = fee.minimum ?? 0;
  const least =
    either.value >= floor
      ? either
      : book.write('charge_set', { op: 'most' }, [either, book.given('charge_limit', floor, about)], about);
  if (fee.maximum === undefined || least.value <= fee.maximum) return least;
  return book.write('charge_set', { op: 'least' }, [least, book.given('charge_limit', fee.maximum, about)], about);
};

/** For each method its charge, and what every further step adds. */
const explainShipping = (parts: readonly ShippingPart[], about: About, book: Book): Derivation =>
  book.sum(
    'charge_set',
    parts.map(({ method, name, charge, each, steps }) => {
      const own: About = { name, source: { kind: 'settings', id: method } };
      const fixed = book.given('charge_set', charge, own);
      if (steps === 0) return fixed;
      return book.sum('charge_set', [fixed, book.times('charge_set', book.given('charge_set', each, own), steps)], own);
    }),
    about,
  );

/** With tax outside prices the charge grows by its tax. */
const withTax = (preset: Derivation, charge: Charge, { policy }: PriceInput, book: Book): Derivation => {
  const about = aboutCharge(charge);
  const outside = charge.type === 'emi' || !policy.prices_include_tax;
  if (!outside) return book.sum('charge', [preset], about);
  const rounding = charge.type === 'emi' ? 'half_up' : policy.rounding;
  return book.sum(
    'charge',
    [preset, book.rate('charge_tax', preset, { rate: charge.taxRate, rounding }, about)],
    about,
  );
};

/** Of wrapping each good is taxed on its own: `goods` says to which one a line belongs. */
const explainWrapping = (
  charge: Charge,
  input: PriceInput,
  goods: ReadonlyMap<string, number>,
  book: Book,
): Derivation => {
  const units = charge.basis.kind === 'units' ? charge.basis.units : [];
  const about = aboutCharge(charge);
  const byGood = [...Map.groupBy(units, ({ line }) => goods.get(line)).values()];
  const each = byGood.map((entries) => {
    const [first] = entries;
    const count = entries.reduce((sum, entry) => sum + entry.units, 0);
    const preset = book.times('charge_set', book.given('charge_set', first?.each ?? 0, about), count);
    return withTax(preset, charge, input, book);
  });
  return book.sum('charge', each, about);
};

/** What a fee is a rate of: the goods, and of an instalment plan what is to be paid. */
type Bases = { readonly goods: Derivation; readonly principal: () => Derivation };

const explainCharge = (
  charge: Charge,
  input: PriceInput,
  { bases, goods }: { readonly bases: Bases; readonly goods: ReadonlyMap<string, number> },
  book: Book,
): Derivation => {
  const about = aboutCharge(charge);
  const { basis } = charge;
  if (basis.kind === 'units') return explainWrapping(charge, input, goods, book);
  if (basis.kind === 'fee') {
    const base = charge.type === 'emi' ? bases.principal() : bases.goods;
    return withTax(explainFee(basis.fee, base, about, book), charge, input, book);
  }
  if (basis.kind === 'shipping' && charge.adjustmentId === null) {
    return withTax(explainShipping(basis.parts, about, book), charge, input, book);
  }
  // What another system replaces keeps the amount that was configured: what it put there is charged.
  if (charge.adjustmentId !== null && charge.type === 'delivery') {
    const isTaxKnown = charge.waived === 0 && !input.policy.prices_include_tax;
    if (!isTaxKnown) return book.given('charge', charge.amount, about);
    return withTax(book.given('charge_set', charge.amount - charge.tax, about), charge, input, book);
  }
  return withTax(book.given('charge_set', charge.preset ?? charge.amount, about), charge, input, book);
};

const explainTender = (tender: readonly TenderPart[], payable: Derivation, book: Book): readonly Derivation[] => {
  let left = payable;
  return tender.map(({ kind, id, most }) => {
    const about: About = { name: kind, source: { kind: kind === 'mop' ? 'adjustment' : 'balance', id } };
    const paid = book.write('tender', { op: 'least' }, [left, book.given('tender_most', most, about)], about);
    left = book.less('left_to_pay', [left, paid]);
    return paid;
  });
};

/** What was configured, where another system put its own in place of it. */
const explainOriginal = (charge: Charge, amount: Derivation, input: PriceInput, book: Book): Derivation =>
  charge.original === charge.amount
    ? amount
    : withTax(book.given('charge_set', charge.preset ?? charge.original, aboutCharge(charge)), charge, input, book);

/** What is left, in the coins there are, less what is left. */
const explainRounding = (charge: Charge, left: Derivation, book: Book): readonly Derivation[] => {
  const { basis } = charge;
  if (basis.kind !== 'steps') return [];
  const { step, mode } = basis;
  const due = book.write('cash_due', { op: 'steps', step, mode }, [left]);
  return [book.less('cash_rounding', [due, left], { source: { kind: 'settings', id: charge.code } })];
};

export type Paying = {
  /** In the order of the charges of the cart. */
  readonly charges: readonly ChargeNumbers[];
  readonly tender: readonly Derivation[];
  /** What is to be paid before anything pays. */
  readonly payable: Derivation;
  readonly rounding: Derivation | undefined;
};

/** The fee of an instalment plan, or cash rounding, comes last: it is of what the others and the tender leave. */
export const explainPaying = (
  { charges, tender }: { readonly charges: readonly Charge[]; readonly tender: readonly TenderPart[] },
  input: PriceInput,
  {
    owed,
    goods,
    waived,
    poolOf,
  }: {
    readonly goods: Derivation;
    /** Goods, and the tax on top of them. */
    readonly owed: readonly Derivation[];
    readonly waived: Derivation;
    readonly poolOf: ReadonlyMap<string, number>;
  },
  book: Book,
): Paying => {
  const payableWith = (added: readonly Derivation[], word: 'payable' | 'total'): Derivation =>
    waived.value === 0
      ? book.sum(word, [...owed, ...added])
      : book.less(word, [book.sum('payable_gross', [...owed, ...added]), waived]);
  // Where nothing else pays, what is to be paid in the end is the total, and is told as it.
  const inTheEnd = tender.length === 0 ? 'total' : 'payable';
  const none = (): Derivation => goods;
  const ofType = (wanted: Charge['type']): readonly Charge[] => charges.filter(({ type }) => type === wanted);
  const plain = charges.filter(({ type }) => type !== 'emi' && type !== 'rounding');
  const inOrder = [...plain, ...ofType('emi'), ...ofType('rounding')];
  const first = plain.map((charge) =>
    explainCharge(charge, input, { bases: { goods, principal: none }, goods: poolOf }, book),
  );
  const before = payableWith(first, plain.length === charges.length ? inTheEnd : 'payable');
  const paid = explainTender(tender, before, book);
  const principal = (): Derivation => book.less('left_to_pay', [before, ...paid]);
  const fees = ofType('emi').map((charge) =>
    explainCharge(charge, input, { bases: { goods, principal }, goods: poolOf }, book),
  );
  const rounding = ofType('rounding').flatMap((charge) => explainRounding(charge, principal(), book));
  const last = [...fees, ...rounding];
  const numbers = [...first, ...last].flatMap((amount, at) => {
    const charge = inOrder[at];
    if (charge === undefined) return [];
    const original = explainOriginal(charge, amount, input, book);
    return [explainChargeTax(charge, { amount, original }, { input, waived }, book)];
  });
  return {
    charges: numbers,
    tender: paid,
    payable: last.length === 0 ? before : payableWith([...first, ...last], inTheEnd),
    rounding: rounding[0],
  };
};
