/** How every number of an order came about, from what it was priced from, at the paths at which the order shows it. */
import { onlyAt, type Shown, toldNumbers } from '../../cart/explain/tell-numbers.ts';
import type { CartExplained } from '../../contract/cart/cart-explain-contract.ts';
import type { Language } from '../../contract/language.ts';
import type { Database } from '../../db/database.ts';
import type { Stage } from '../../pricing/adjustment-types.ts';
import { type Book, openBook } from '../../pricing/explain/derivation-book.ts';
import type { Derivation } from '../../pricing/explain/derivation-types.ts';
import { type ExplainedCart, explainCart } from '../../pricing/explain/explain-cart.ts';
import type { LineNumbers } from '../../pricing/explain/explain-lines.ts';
import { Refusal } from '../../shared/errors.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { turnFor } from '../../shared/slices.ts';
import { breakupNames } from '../answer/order-breakup.ts';
import type { OrderDocument, OrderLine, StoredOrder } from '../order-document.ts';
import { byIdentifier, namedLines, readPricedFrom } from './explained-prices.ts';

const totalNumbers = ({ totals }: OrderDocument, { breakup }: ExplainedCart): readonly Shown[] => [
  { path: 'order_value', of: breakup.total },
  ...(Object.keys(totals) as (keyof typeof totals)[]).flatMap((name) => {
    const of = breakup[name];
    return of === undefined ? [] : [{ path: `totals.${name}`, of }];
  }),
];

const offBy = ({ cuts }: LineNumbers, stages: readonly Stage[], book: Book): Derivation =>
  book.sum(
    'line_off',
    cuts.filter(({ stage }) => stages.includes(stage)).map(({ off }) => off),
  );

const bagNumbers = (line: LineNumbers, { tax }: OrderLine, book: Book): readonly (readonly [string, Derivation])[] => [
  ['price_marked', line.marked],
  ['price_effective', line.effective],
  ['subtotal', line.lineStart],
  ['promotion', offBy(line, ['promotion', 'gift', 'adjustment'], book)],
  ['coupon', offBy(line, ['coupon'], book)],
  ['amount', line.amount],
  ['tax.taxable', line.taxable],
  ['tax.tax', line.tax],
  ...(['cgst', 'sgst', 'igst'] as const).flatMap((name) => {
    const of = line.parts.get(name);
    return of === undefined ? [] : [[`tax.${name}`, of] as const];
  }),
  ...(tax.levies ?? []).flatMap(({ name }, at) => {
    const of = line.parts.get(name);
    return of === undefined ? [] : [[`tax.levies.${at}.amount`, of] as const];
  }),
];

const lineNumbers = (
  { lines, shipments }: OrderDocument,
  explained: ReadonlyMap<string, LineNumbers>,
  book: Book,
): readonly Shown[] =>
  shipments.flatMap(({ id }, shipment) =>
    lines
      .filter(({ shipmentId }) => shipmentId === id)
      .flatMap((line, bag) => {
        const numbers = explained.get(line.identifier);
        if (numbers === undefined) return [];
        const at = `shipments.${shipment}.bags.${bag}`;
        return bagNumbers(numbers, line, book).map(([name, of]) => ({ path: `${at}.${name}`, of }));
      }),
  );

/** To staff the value of a row is text, as the SDK has it: the number stands beside it. */
type Viewer = 'owner' | 'staff';

/** Rows of the price details: charges under their codes, what balances paid but for points together. */
const rowNumbers = (
  document: OrderDocument,
  explained: ExplainedCart,
  viewer: Viewer,
  book: Book,
): readonly Shown[] => {
  const { breakup, charges, tender } = explained;
  const minus = (of: readonly Derivation[]): Derivation =>
    book.write('mop_total', { op: 'minus' }, [book.sum('mop_total', of)]);
  const rest = tender.filter((_, at) => document.tender[at]?.kind !== 'points');
  const own = new Map<string, Derivation>([
    ...document.charges.flatMap(({ code }, at): [string, Derivation][] => {
      const of = charges[at]?.amount;
      return of === undefined ? [] : [[code, of]];
    }),
    ['mop_total', minus(rest)],
  ]);
  return breakupNames(document).flatMap((name, at) => {
    const of = own.get(name) ?? ownEntry(breakup, name);
    return of === undefined ? [] : [{ path: `breakup_values.${at}.${viewer === 'staff' ? 'amount' : 'value'}`, of }];
  });
};

/** What a shipment comes to, and the tax of each code and rate, as sums of lines. */
const sumNumbers = (
  { lines, shipments, tax }: OrderDocument,
  explained: ReadonlyMap<string, LineNumbers>,
  book: Book,
): readonly Shown[] => {
  const sumOf = (
    isMeant: (line: OrderLine) => boolean,
    what: 'goods' | 'gst_charges' | 'vog',
    of: TakenOf,
  ): Derivation =>
    book.sum(
      what,
      lines.filter(isMeant).flatMap(({ identifier }) => {
        const numbers = explained.get(identifier);
        return numbers === undefined ? [] : [of(numbers)];
      }),
    );
  const totals = shipments.map(({ id, amount }, at) => ({
    path: `shipments.${at}.total`,
    of: sumOf(
      ({ shipmentId }) => shipmentId === id,
      'goods',
      (line) => line.amount,
    ),
    value: amount,
  }));
  const taxes = tax.flatMap(({ on, hsn, rate, ...row }, at) => {
    const isMeant = (line: OrderLine): boolean => on === 'goods' && line.hsn === hsn && line.tax.rate === rate;
    return [
      { path: `tax_summary.${at}.taxable`, of: sumOf(isMeant, 'vog', ({ taxable }) => taxable), value: row.taxable },
      { path: `tax_summary.${at}.tax`, of: sumOf(isMeant, 'gst_charges', (line) => line.tax), value: row.tax },
    ];
  });
  return [...totals, ...taxes].filter(({ of, value }) => of.value === value).map(({ path, of }) => ({ path, of }));
};
type TakenOf = (line: LineNumbers) => Derivation;

const amountNumbers = (list: 'charges' | 'tender', of: readonly Derivation[]): readonly Shown[] =>
  of.map((one, at) => ({ path: `${list}.${at}.amount`, of: one }));

export const explainOrder = async (
  db: Database,
  order: StoredOrder,
  {
    path,
    language,
    viewer,
  }: { readonly path: string | undefined; readonly language: Language; readonly viewer: Viewer },
): Promise<CartExplained> => {
  const { document } = order;
  const { input, prices } = await readPricedFrom(db, order);
  const book = openBook();
  const explained = explainCart(input, prices, book);
  await turnFor(document.lines.length);
  const shown = onlyAt(
    [
      ...totalNumbers(document, explained),
      ...amountNumbers(
        'charges',
        explained.charges.map(({ amount }) => amount),
      ),
      ...amountNumbers('tender', explained.tender),
      ...lineNumbers(document, byIdentifier(explained.lines, prices), book),
      ...rowNumbers(document, explained, viewer, book),
      ...sumNumbers(document, byIdentifier(explained.lines, prices), book),
    ],
    path,
  );
  if (shown.length === 0) throw new Refusal('number_not_found');
  const { currency } = document;
  const told = await toldNumbers(book.all, shown, { input, lines: namedLines(document, prices), currency, language });
  return { language, currency_code: currency.code, ...told };
};
