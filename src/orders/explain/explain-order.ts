/** How every number of an order came about, from what it was priced from, at the paths at which the order shows it. */
import { onlyAt, type Shown, toldNumbers } from '../../cart/explain/tell-numbers.ts';
import { pricedInTurns } from '../../cart/price/price-trials.ts';
import type { CartExplained } from '../../contract/cart/cart-explain-contract.ts';
import type { Database } from '../../db/database.ts';
import type { Stage } from '../../pricing/adjustment-types.ts';
import { type Book, openBook } from '../../pricing/explain/derivation-book.ts';
import type { Derivation } from '../../pricing/explain/derivation-types.ts';
import { type ExplainedCart, explainCart } from '../../pricing/explain/explain-cart.ts';
import type { LineNumbers } from '../../pricing/explain/explain-lines.ts';
import { gstNumbers } from '../../pricing/explain/tax-parts.ts';
import { Refusal } from '../../shared/errors.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { turnFor } from '../../shared/slices.ts';
import { breakupNames } from '../answer/order-breakup.ts';
import type { OrderDocument, StoredOrder } from '../order-document.ts';
import { byIdentifier, type ExplainAsked, namedLines, type PricedFrom, readPricedFrom } from './explained-prices.ts';
import { homeNumber, tenderNumbers } from './home-numbers.ts';
import { chargeNumbers, taxNumbers } from './order-taxes.ts';
import { asksForStanding, standingNumbers } from './standing-numbers.ts';

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

const bagNumbers = (line: LineNumbers, book: Book): readonly (readonly [string, Derivation])[] => [
  ['price_marked', line.marked],
  ['price_effective', line.effective],
  ['subtotal', line.lineStart],
  ['promotion', offBy(line, ['promotion', 'gift', 'adjustment'], book)],
  ['coupon', offBy(line, ['coupon'], book)],
  ['amount', line.amount],
  ['tax.taxable', line.taxable],
  ['tax.tax', line.tax],
  ...gstNumbers(line.parts, book).map(([name, of]) => [`tax.${name}`, of] as const),
  ...line.parts
    .filter(({ jurisdiction }) => jurisdiction !== undefined)
    .map(({ of }, at) => [`tax.levies.${at}.amount`, of] as const),
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
        return bagNumbers(numbers, book).map(([name, of]) => ({ path: `${at}.${name}`, of }));
      }),
  );

/** To staff the value of a row is text, as the SDK has it: the number stands beside it. */
type Viewer = ExplainAsked['viewer'];

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

/** What a shipment comes to, as a sum of lines. */
const shipmentNumbers = (
  { lines, shipments }: OrderDocument,
  explained: ReadonlyMap<string, LineNumbers>,
  book: Book,
): readonly Shown[] =>
  shipments.flatMap(({ id, amount: value }, at) => {
    const own = lines.filter(({ shipmentId }) => shipmentId === id);
    const of = book.sum(
      'goods',
      own.flatMap(({ identifier }) => explained.get(identifier)?.amount ?? []),
    );
    return of.value === value ? [{ path: `shipments.${at}.total`, of }] : [];
  });

/** Who bears what is for staff: what each source took off in its stage. */
const fundingNumbers = (
  { funding }: OrderDocument,
  { adjustments }: PricedFrom['prices'],
  explained: ExplainedCart,
  book: Book,
): readonly Shown[] =>
  funding.flatMap(({ source: { kind, id }, stage, amount }, at) => {
    const isMeant = ({ source, stage: own }: (typeof adjustments)[number]): boolean =>
      own === stage && source.kind === kind && source.id === id;
    const acted = adjustments.filter(isMeant).flatMap((one) => explained.adjustments.get(one.id) ?? []);
    const of = book.sum(
      kind === 'offer' ? 'offer' : 'adjustment',
      acted,
      kind === 'forgiven' ? {} : { source: { kind, id } },
    );
    return of.value === amount ? [{ path: `funding.${at}.amount`, of }] : [];
  });

/** The same total under the names that only staff see. */
const staffNumbers = (
  document: OrderDocument,
  { input }: PricedFrom,
  { breakup: { total } }: ExplainedCart,
  book: Book,
): readonly Shown[] => [
  { path: 'total_order_value', of: total },
  ...homeNumber('home_total', { of: total, value: document.homeTotal }, { document, input }, book),
];

export const explainOrder = async (
  db: Database,
  order: StoredOrder,
  { path, language, viewer }: ExplainAsked,
): Promise<CartExplained> => {
  const { document } = order;
  const from = await readPricedFrom(db, order);
  const { input, prices } = from;
  const book = openBook();
  const explained = await pricedInTurns(explainCart(input, prices, book));
  const byLine = byIdentifier(explained.lines, prices);
  await turnFor(document.lines.length);
  const ofStaff = (): readonly Shown[] => [
    ...staffNumbers(document, from, explained, book),
    ...fundingNumbers(document, prices, explained, book),
  ];
  const parts: readonly (() => readonly Shown[] | Promise<readonly Shown[]>)[] = [
    () => totalNumbers(document, explained),
    () => chargeNumbers({ document, input }, explained, viewer, book),
    () => tenderNumbers(document, from, explained, book),
    () => lineNumbers(document, byLine, book),
    () => rowNumbers(document, explained, viewer, book),
    () => shipmentNumbers(document, byLine, book),
    () => taxNumbers(document, explained, byLine, book),
    () => (asksForStanding(path) ? pricedInTurns(standingNumbers(order, from, explained, book)) : []),
    () => (viewer === 'owner' ? [] : ofStaff()),
  ];
  const all: Shown[] = [];
  for (const part of parts) {
    all.push(...(await part()));
    await turnFor(document.lines.length);
  }
  const shown = onlyAt(all, path);
  if (shown.length === 0) throw new Refusal('number_not_found');
  const { currency } = document;
  const lines = namedLines(document, prices);
  const told = await toldNumbers(book.all, shown, { input, lines, currency, language, viewer });
  return { language, currency_code: currency.code, ...told };
};
