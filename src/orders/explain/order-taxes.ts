/** Charges of an order with their tax, and all tax by code and rate, at the paths at which the order shows them. Pure. */
import type { Shown } from '../../cart/explain/tell-numbers.ts';
import type { Book } from '../../pricing/explain/derivation-book.ts';
import type { Derivation, What } from '../../pricing/explain/derivation-types.ts';
import type { ExplainedCart } from '../../pricing/explain/explain-cart.ts';
import type { LineNumbers } from '../../pricing/explain/explain-lines.ts';
import { type PartAsked, partsAsked } from '../../pricing/explain/tax-parts.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { CASH_ROUNDING } from '../answer/order-tax.ts';
import type { OrderDocument } from '../order-document.ts';
import type { TaxRow } from '../order-figures.ts';
import { homeNumber } from './home-numbers.ts';

type Taxed = Pick<LineNumbers, 'tax' | 'taxable' | 'parts'>;

const taxWords = ['taxable', 'tax', 'cgst', 'sgst', 'igst'] as const;

const namedIn = ({ tax, taxable, parts }: Taxed, name: PartAsked): readonly Derivation[] =>
  name === 'tax' ? [tax] : name === 'taxable' ? [taxable] : partsAsked(parts, name);

/** To staff an amount stands in both currencies; where they are one, it is one number. */
export const chargeNumbers = (
  { document, input }: { readonly document: OrderDocument; readonly input: PriceInput },
  explained: ExplainedCart,
  viewer: 'owner' | 'staff',
  book: Book,
): readonly Shown[] =>
  document.charges.flatMap(({ homeAmount: value }, at) => {
    const numbers = explained.charges[at];
    if (numbers === undefined) return [];
    const { amount: of, tax } = numbers;
    const path = `charges.${at}.amount`;
    const amounts =
      viewer === 'owner'
        ? [{ path, of }]
        : [
            { path: `${path}.ordering_currency.value`, of },
            ...homeNumber(`${path}.base_currency.value`, { of, value }, { document, input }, book),
          ];
    return [...amounts, { path: `charges.${at}.tax`, of: tax }];
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
