/** Charges of an order with their tax, and all tax by code and rate, at the paths at which the order shows them. Pure. */
import type { Shown } from '../../cart/explain/tell-numbers.ts';
import type { Book } from '../../pricing/explain/derivation-book.ts';
import type { Derivation, What } from '../../pricing/explain/derivation-types.ts';
import type { ExplainedCart } from '../../pricing/explain/explain-cart.ts';
import type { LineNumbers } from '../../pricing/explain/explain-lines.ts';
import { type PartAsked, partsAsked } from '../../pricing/explain/tax-parts.ts';
import { CASH_ROUNDING } from '../answer/order-tax.ts';
import type { OrderDocument } from '../order-document.ts';
import type { TaxRow } from '../order-figures.ts';

type Taxed = Pick<LineNumbers, 'tax' | 'taxable' | 'parts'>;

const taxWords = ['taxable', 'tax', 'cgst', 'sgst', 'igst'] as const;

const namedIn = ({ tax, taxable, parts }: Taxed, name: PartAsked): readonly Derivation[] =>
  name === 'tax' ? [tax] : name === 'taxable' ? [taxable] : partsAsked(parts, name);

/** To staff an amount stands in both currencies; where they are one, it is one number. */
export const chargeNumbers = (
  { charges, currency, home }: OrderDocument,
  explained: ExplainedCart,
  viewer: 'owner' | 'staff',
): readonly Shown[] =>
  charges.flatMap((_, at) => {
    const numbers = explained.charges[at];
    if (numbers === undefined) return [];
    const atHome = currency.code === home.code ? ['amount.base_currency.value'] : [];
    const names = viewer === 'owner' ? ['amount'] : ['amount.ordering_currency.value', ...atHome];
    return [
      ...names.map((name) => ({ path: `charges.${at}.${name}`, of: numbers.amount })),
      { path: `charges.${at}.tax`, of: numbers.tax },
    ];
  });

/** What pays without being a payment, and what its balance falls by where that is the same money. */
export const tenderNumbers = ({ tender, currency, home }: OrderDocument, explained: ExplainedCart): readonly Shown[] =>
  explained.tender.flatMap((of, at) => {
    const { kind, spent } = tender[at] ?? {};
    const isHome =
      (kind === 'store_credit' || kind === 'gift_card') && currency.code === home.code && spent === of.value;
    return [`tender.${at}.amount`, ...(isHome ? [`tender.${at}.home_amount`] : [])].map((path) => ({ path, of }));
  });

/** The lines of a code and rate, or the charges of a rate. */
const membersOf = (
  { on, hsn, rate }: TaxRow,
  { lines, charges }: OrderDocument,
  explained: ExplainedCart,
  byLine: ReadonlyMap<string, LineNumbers>,
): readonly Taxed[] =>
  on === 'goods'
    ? lines
        .filter((line) => line.hsn === hsn && line.tax.rate === rate)
        .flatMap(({ identifier }) => byLine.get(identifier) ?? [])
    : charges.flatMap(({ code, taxRate }, at) =>
        code === CASH_ROUNDING || taxRate !== rate ? [] : (explained.charges[at] ?? []),
      );

export const taxNumbers = (
  document: OrderDocument,
  explained: ExplainedCart,
  byLine: ReadonlyMap<string, LineNumbers>,
  book: Book,
): readonly Shown[] =>
  document.tax.flatMap((row, at) => {
    const members = membersOf(row, document, explained, byLine);
    const [taxed, taxable]: readonly What[] =
      row.on === 'goods' ? ['gst_charges', 'vog'] : ['charge_tax', 'line_taxable'];
    const sumOf = (name: PartAsked): Derivation =>
      book.sum(
        (name === 'taxable' ? taxable : taxed) ?? 'gst_charges',
        members.flatMap((one) => namedIn(one, name)),
      );
    const rows = [
      ...taxWords.map((name) => ({ name, path: name as string, value: row[name] })),
      ...(row.levies ?? []).map((levy, place) => ({ name: levy, path: `levies.${place}.amount`, value: levy.amount })),
    ];
    return rows.flatMap(({ name, path, value }) => {
      const of = sumOf(name);
      return of.value === value ? [{ path: `tax_summary.${at}.${path}`, of }] : [];
    });
  });
