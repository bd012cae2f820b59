/** Derivations of the tax in charges: of what is left of them, and split as the place has it. */
import type { Charge } from '../charge-types.ts';
import type { PriceInput } from '../pricing-types.ts';
import type { Book } from './derivation-book.ts';
import type { Derivation } from './derivation-types.ts';
import { partName, type PartNumbers } from './tax-parts.ts';

export type ChargeNumbers = {
  /** What is charged, and what it would have been before another system replaced it. */
  readonly amount: Derivation;
  readonly original: Derivation;
  /** What offers leave of it. */
  readonly left: Derivation;
  readonly tax: Derivation;
  readonly taxable: Derivation;
  readonly parts: readonly PartNumbers[];
};

const partsIn = ({ of }: Derivation, book: Book): readonly Derivation[] => of.flatMap((id) => book.all[id] ?? []);

/** Of wrapping each good is charged on its own. */
const chargesIn = (charge: Derivation, book: Book): readonly Derivation[] => {
  const own = partsIn(charge, book).filter(({ what }) => what === 'charge');
  return own.length === 0 ? [charge] : own;
};

const together = (taxes: readonly Derivation[], { about }: Derivation, book: Book): Derivation => {
  const [only, ...others] = taxes;
  return only !== undefined && others.length === 0 ? only : book.sum('charge_tax', taxes, about);
};

/** Where it came on top it is there already; else it is within what is charged. */
const taxOf = (charge: Charge, amount: Derivation, { policy }: PriceInput, book: Book): Derivation => {
  const each = chargesIn(amount, book);
  const onTop = each.flatMap((one) => partsIn(one, book).filter(({ what }) => what === 'charge_tax'));
  if (onTop.length > 0) return together(onTop, amount, book);
  const how = { rate: charge.taxRate, rounding: policy.rounding, inside: true };
  return together(
    each.map((one) => book.rate('charge_tax', one, how, amount.about)),
    amount,
    book,
  );
};

/** As a table of rates shares it; else half, rounded down, is the state's and the rest the centre's, or all is integrated. */
const partsOf = ({ parts }: Charge, tax: Derivation, book: Book): readonly PartNumbers[] => {
  const weights = parts.map(({ rate }) => rate);
  const state = (): Derivation =>
    book.write('tax_part', { op: 'each', units: 2 }, [tax], { ...tax.about, name: 'sgst' });
  const half = parts.some(({ name, jurisdiction }) => name === 'sgst' && jurisdiction === undefined) ? state() : tax;
  return parts.map(({ amount: _amount, ...part }, at) => {
    const { name, jurisdiction } = part;
    const about = { ...tax.about, name: partName(part) };
    if (jurisdiction !== undefined) {
      return { ...part, of: book.write('tax_part', { op: 'share', at, weights }, [tax], about) };
    }
    if (name === 'igst') return { ...part, of: tax };
    return { ...part, of: name === 'sgst' ? half : book.less('tax_part', [tax, half], about) };
  });
};

const isCoins = ({ type }: Charge): boolean => type === 'rounding';

/** `amount` was derived, `original` is what was configured; `waived` is what offers take off delivery. */
export const explainChargeTax = (
  charge: Charge,
  { amount, original }: Pick<ChargeNumbers, 'amount' | 'original'>,
  { input, waived }: { readonly input: PriceInput; readonly waived: Derivation },
  book: Book,
): ChargeNumbers => {
  const left = charge.waived === 0 ? amount : book.less('charge_left', [amount, waived], amount.about);
  if (isCoins(charge)) {
    const none = book.given('none', 0, amount.about);
    return { amount, original, left, tax: none, taxable: amount, parts: [] };
  }
  const how = { rate: charge.taxRate, rounding: input.policy.rounding, inside: true };
  const tax =
    charge.waived === 0 ? taxOf(charge, amount, input, book) : book.rate('charge_tax', left, how, amount.about);
  const taxable = book.less('line_taxable', [left, tax], amount.about);
  return { amount, original, left, tax, taxable, parts: partsOf(charge, tax, book) };
};
