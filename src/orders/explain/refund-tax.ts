/**
 * How tax that goes back came about: what it was less what it is, each as the engine priced it, as the agreed prices left it, or as it
 * is within what is paid after something was forgiven. Pure.
 */
import type { Book } from '../../pricing/explain/derivation-book.ts';
import type { About, Derivation } from '../../pricing/explain/derivation-types.ts';
import {
  isPart,
  onePart,
  type PartAsked,
  partName,
  type PartNumbers,
  partsAsked,
} from '../../pricing/explain/tax-parts.ts';
import type { Minor, Ppm } from '../../shared/money.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import type { TaxAmounts } from '../order-figures.ts';

/** Tax of a line or a charge, as a pricing has it. */
export type TaxNumbers = Readonly<{
  amount: Derivation;
  tax: Derivation;
  taxable: Derivation;
  parts: readonly PartNumbers[];
}>;

/** One side of a refund: what it costs there, and what its tax may have come from. */
export type TaxSide = Readonly<{
  /** As it stands. */
  tax: TaxAmounts;
  /** What it costs the shopper. */
  gross: Derivation;
  priced: TaxNumbers | undefined;
  /** As it was agreed, where so many of its units are there. */
  kept: { readonly numbers: TaxNumbers; readonly back: number; readonly of: number } | undefined;
}>;

type Way = (name: PartAsked) => Derivation | undefined;

const pricedWay =
  ({ priced, gross: { about } }: TaxSide, book: Book): Way =>
  (name) => {
    if (name === 'tax') return priced?.tax;
    return name === 'taxable' ? priced?.taxable : onePart(partsAsked(priced?.parts ?? [], name), about, book);
  };

/** Every part less what the units bear that went back; where there are parts, the tax is their sum. */
export const keptWay =
  (kept: TaxSide['kept'], onTop: boolean, book: Book): Way =>
  (name) => {
    if (kept === undefined) return undefined;
    const { numbers, back, of } = kept;
    const left = (node: Derivation): Derivation =>
      back === 0
        ? node
        : book.less(
            node.what,
            [node, book.write('line_back', { op: 'units', units: back, of }, [node], node.about)],
            node.about,
          );
    const tax = (): Derivation =>
      numbers.parts.length === 0
        ? left(numbers.tax)
        : book.sum(
            'line_tax',
            numbers.parts.map((part) => left(part.of)),
            numbers.tax.about,
          );
    if (name === 'tax') return tax();
    if (name !== 'taxable') return onePart(partsAsked(numbers.parts, name).map(left), numbers.tax.about, book);
    const amount = left(numbers.amount);
    return onTop ? amount : book.less('line_taxable', [amount, tax()], amount.about);
  };

/** Within what is paid; or on top of what it costs without tax, which is where something became dear that had been given away. */
const reckonedWay =
  ({ gross, tax: settled }: TaxSide, rate: Ppm, onTop: boolean, book: Book): Way =>
  (name) => {
    const how = { rate, rounding: 'half_up' } as const;
    const within = book.rate('line_tax', gross, { ...how, inside: true });
    const net = book.given('line_taxable', settled.taxable, gross.about);
    const isWithin = !onTop || within.value === settled.tax;
    const tax = isWithin ? within : book.rate('line_tax', net, how);
    const half = book.write('tax_part', { op: 'each', units: 2 }, [tax], { ...tax.about, name: 'sgst' });
    if (name === 'tax' || name === 'igst') return tax;
    if (name === 'taxable') return isWithin ? book.less('line_taxable', [gross, tax], gross.about) : net;
    if (name === 'sgst') return half;
    if (name === 'cgst') return book.less('tax_part', [tax, half], { ...tax.about, name });
    const levies = settled.levies ?? [];
    const weights = levies.map((levy) => levy.rate);
    const own = [...levies.entries()].filter(([, levy]) => isPart(levy, name));
    const shares = own.map(([at, levy]) =>
      book.write('tax_part', { op: 'share', at, weights }, [tax], { ...tax.about, name: partName(levy) }),
    );
    return onePart(shares, tax.about, book);
  };

const valueOf = ({ levies = [], ...tax }: TaxAmounts, name: PartAsked): Minor =>
  typeof name === 'string'
    ? (ownEntry(tax, name) ?? 0)
    : levies.filter((levy) => isPart(levy, name)).reduce((sum, { amount }) => sum + amount, 0);

const sideNode = (side: TaxSide, name: PartAsked, ways: readonly Way[], book: Book): Derivation => {
  const value = valueOf(side.tax, name);
  const about: About = side.gross.about;
  if (value === 0) return book.given('none', 0, about);
  for (const way of ways) {
    const node = way(name);
    if (node?.value === value) return node;
  }
  return book.given('as_settled', value, about);
};

const words = ['taxable', 'tax', 'cgst', 'sgst', 'igst'] as const;

/** At the names under which the refund shows them. */
export const refundTaxes = (
  settled: TaxAmounts,
  sides: readonly [TaxSide, TaxSide],
  { rate, onTop }: { readonly rate: Ppm; readonly onTop: boolean },
  book: Book,
): ReadonlyMap<string, Derivation> => {
  const node = (name: PartAsked): Derivation => {
    const [was, is] = sides.map((side) =>
      sideNode(
        side,
        name,
        [pricedWay(side, book), keptWay(side.kept, onTop, book), reckonedWay(side, rate, onTop, book)],
        book,
      ),
    );
    const of = [was, is].flatMap((one) => one ?? []);
    return book.less('refund_tax', of, sides[0].gross.about);
  };
  return new Map([
    ...words.map((word) => [word, node(word)] as const),
    ...(settled.levies ?? []).map((levy, at) => [`levies.${at}.amount`, node(levy)] as const),
  ]);
};
