/**
 * How a refund came about: for every line and charge what it cost before, less what it costs now, each as the engine priced the
 * goods that were there. Where a shop keeps to the agreed prices, it is the share of the units that went back; what was forgiven
 * says so. Pure.
 */
import type { Book } from '../../pricing/explain/derivation-book.ts';
import type { About, Derivation } from '../../pricing/explain/derivation-types.ts';
import { type ExplainedCart, explainCart } from '../../pricing/explain/explain-cart.ts';
import type { LineNumbers } from '../../pricing/explain/explain-lines.ts';
import type { Work } from '../../pricing/work.ts';
import type { Minor } from '../../shared/money.ts';
import { isTaxOnTop } from '../answer/order-breakup.ts';
import { type Counted, less } from '../goods/unit-rules.ts';
import { giftsAlone, isAnythingLeft } from '../money/reprice-rules.ts';
import { agreedStanding, chargeKey, lessTax, lineGross, noTax } from '../money/standing-rules.ts';
import type { OrderDocument, OrderLine, StoredOrder } from '../order-document.ts';
import type { TaxAmounts } from '../order-figures.ts';
import type { Settlement } from '../order-progress.ts';
import { type PricedOrder, pricesOf } from '../order-snapshot.ts';
import { byIdentifier, type PricedFrom } from './explained-prices.ts';
import { inputLeft, releasedBefore } from './released-offers.ts';
import { keptWay, refundTaxes, type TaxNumbers, type TaxSide } from './refund-tax.ts';

/** A pricing of goods that were there at one time, with its sums. */
type Tree = {
  readonly lines: ReadonlyMap<string, LineNumbers>;
  readonly charges: ReadonlyMap<string, TaxNumbers>;
};

type Around = {
  readonly order: StoredOrder;
  readonly book: Book;
  readonly onTop: boolean;
  /** The order as it was agreed. */
  readonly agreed: Tree;
};

/** Charges of one code and rate are one; what offers leave of them is what counts. */
const chargeTogether = (all: readonly TaxNumbers[], book: Book): TaxNumbers | undefined => {
  const [one, ...more] = all;
  if (one === undefined || more.length === 0) return one;
  const { about } = one.amount;
  const sumOf = (what: 'charge_left' | 'charge_tax' | 'line_taxable', of: (charge: TaxNumbers) => Derivation) =>
    book.sum(what, all.map(of), about);
  return {
    amount: sumOf('charge_left', ({ amount }) => amount),
    tax: sumOf('charge_tax', ({ tax }) => tax),
    taxable: sumOf('line_taxable', ({ taxable }) => taxable),
    parts: all.flatMap(({ parts }) => parts),
  };
};

const chargeTrees = (
  { charges }: PricedOrder,
  explained: ExplainedCart,
  book: Book,
): ReadonlyMap<string, TaxNumbers> => {
  const rows = charges.flatMap(({ code, taxRate: rate }, at) => {
    const numbers = explained.charges[at];
    return numbers === undefined ? [] : [{ key: chargeKey({ code, rate }), of: { ...numbers, amount: numbers.left } }];
  });
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].flatMap(([key, own]) => {
      const all = chargeTogether(
        own.map(({ of }) => of),
        book,
      );
      return all === undefined ? [] : [[key, all] as const];
    }),
  );
};

function* treeOf({ input, prices }: PricedFrom, book: Book): Work<Tree> {
  const explained = yield* explainCart(input, prices, book);
  return { lines: byIdentifier(explained.lines, prices), charges: chargeTrees(prices, explained, book) };
}

const none: Tree = { lines: new Map(), charges: new Map() };

/** What the settlement at this place left costs, priced by the engine alone. */
function* remainingTree({ order, book }: Around, at: number, from: PricedFrom, remaining: Counted): Work<Tree> {
  const { lines } = order.document;
  if (!isAnythingLeft(lines, remaining)) {
    const alone = giftsAlone(from.input, lines, remaining);
    return alone === null
      ? none
      : { ...none, charges: (yield* treeOf({ input: alone, prices: yield* pricesOf(alone) }, book)).charges };
  }
  const left = inputLeft(from, remaining, yield* releasedBefore(order, at, from));
  return yield* treeOf({ input: left, prices: yield* pricesOf(left) }, book);
}

const grossNode = ({ amount, tax }: LineNumbers, { onTop, book }: Around): Derivation =>
  onTop ? book.sum('line_gross', [amount, tax], amount.about) : amount;

/** The agreed price less what the units bear that went back. */
const keptNode = (line: OrderLine, units: number, around: Around): Derivation | undefined => {
  const numbers = around.agreed.lines.get(line.identifier);
  if (numbers === undefined) return undefined;
  const { book, onTop } = around;
  const [gone, of] = [line.quantity - units, line.quantity];
  const whole = numbers.amount;
  if (onTop) {
    // Each part of the tax is rounded on its own.
    const way = keptWay({ numbers, back: gone, of }, onTop, book);
    return book.sum('line_left', [way('taxable') ?? [], way('tax') ?? []].flat(), whole.about);
  }
  const back = { op: 'units', units: gone, of } as const;
  return book.less('line_left', [whole, book.write('line_back', back, [whole], whole.about)], whole.about);
};

/** Whichever pricing comes to what was settled; else the engine's with what was forgiven, else as it was settled. */
const settledNode = (
  value: Minor,
  priced: Derivation | undefined,
  kept: Derivation | undefined,
  book: Book,
): Derivation => {
  const exact = [priced, kept].find((one) => one?.value === value);
  if (exact !== undefined) return exact;
  const about: About = priced?.about ?? kept?.about ?? {};
  if (value === 0) return book.given('none', 0, about);
  if (priced === undefined || priced.value < value) return book.given('as_settled', value, about);
  return book.less('line_left', [priced, book.given('forgiven', priced.value - value, about)], about);
};

type Taxes = ReadonlyMap<string, TaxAmounts>;
type Standing = {
  readonly units: Counted;
  readonly lines: Counted;
  readonly charges: Counted;
  readonly lineTaxes: Taxes;
  readonly chargeTaxes: Taxes;
};

const asAgreed = (document: OrderDocument, onTop: boolean): Standing => {
  const { lines, charges } = agreedStanding(document);
  return {
    lineTaxes: new Map(lines.map(({ line, tax }) => [line, tax])),
    chargeTaxes: new Map(charges.map((charge) => [chargeKey(charge), charge.tax])),
    units: new Map(document.lines.map(({ identifier, quantity }) => [identifier, quantity])),
    lines: new Map(lines.map((line) => [line.line, lineGross(line, onTop)])),
    charges: new Map(charges.map((charge) => [chargeKey(charge), charge.amount])),
  };
};

const lessOf = (from: Counted, rows: readonly (readonly [string, number])[]): Counted => {
  const left = new Map(from);
  for (const [key, amount] of rows) left.set(key, (left.get(key) ?? 0) - amount);
  return left;
};

const taxLess = (from: Taxes, rows: readonly (readonly [string, TaxAmounts])[]): Taxes => {
  const left = new Map(from);
  for (const [key, tax] of rows) left.set(key, lessTax(left.get(key) ?? noTax, tax));
  return left;
};

const after = (before: Standing, { items, lines, charges }: Settlement, onTop: boolean): Standing => ({
  lineTaxes: taxLess(
    before.lineTaxes,
    lines.map(({ line, tax }) => [line, tax]),
  ),
  chargeTaxes: taxLess(
    before.chargeTaxes,
    charges.map((charge) => [chargeKey(charge), charge.tax]),
  ),
  units: less(before.units, items),
  lines: lessOf(
    before.lines,
    lines.map((line) => [line.line, lineGross(line, onTop)]),
  ),
  charges: lessOf(
    before.charges,
    charges.map((charge) => [chargeKey(charge), charge.amount]),
  ),
});

type Side = { readonly standing: Standing; readonly tree: Tree };

const lineNode = (line: OrderLine, { standing, tree }: Side, around: Around): Derivation => {
  const value = standing.lines.get(line.identifier) ?? 0;
  const numbers = tree.lines.get(line.identifier);
  const priced = numbers && grossNode(numbers, around);
  return settledNode(value, priced, keptNode(line, standing.units.get(line.identifier) ?? 0, around), around.book);
};

const chargeNode = (key: string, { standing, tree }: Side, { agreed, book }: Around): Derivation =>
  settledNode(standing.charges.get(key) ?? 0, tree.charges.get(key)?.amount, agreed.charges.get(key)?.amount, book);

type Sides = readonly [Side, Side];
/** Before and now, with what it costs the shopper on each side. */
type Both = { readonly sides: Sides; readonly gross: readonly [Derivation, Derivation] };

const lineTaxes = (settled: Settlement['lines'][number], line: OrderLine, { sides, gross }: Both, around: Around) => {
  const id = line.identifier;
  const numbers = around.agreed.lines.get(id);
  const side = ({ standing, tree }: Side, at: 0 | 1): TaxSide => ({
    tax: standing.lineTaxes.get(id) ?? noTax,
    gross: gross[at],
    priced: tree.lines.get(id),
    kept: numbers && { numbers, back: line.quantity - (standing.units.get(id) ?? 0), of: line.quantity },
  });
  const how = { rate: line.tax.rate, onTop: around.onTop };
  return refundTaxes(settled.tax, [side(sides[0], 0), side(sides[1], 1)], how, around.book);
};

const chargeTaxes = (settled: Settlement['charges'][number], { sides, gross }: Both, { agreed, book }: Around) => {
  const key = chargeKey(settled);
  const numbers = agreed.charges.get(key);
  const side = ({ standing, tree }: Side, at: 0 | 1): TaxSide => ({
    tax: standing.chargeTaxes.get(key) ?? noTax,
    gross: gross[at],
    priced: tree.charges.get(key),
    kept: numbers && { numbers, back: 0, of: 1 },
  });
  return refundTaxes(settled.tax, [side(sides[0], 0), side(sides[1], 1)], { rate: settled.rate, onTop: false }, book);
};

/** Each of what had paid gets back all it can in its turn, and the last of them the rest. */
const partNodes = ({ parts }: Settlement, amount: Derivation, book: Book): readonly Derivation[] => {
  const before: Derivation[] = [];
  return parts.map(({ kind, account, amount: value }, at) => {
    const about: About = { name: kind, source: { kind: 'balance', id: account } };
    const isLast = at === parts.length - 1;
    const node = isLast
      ? book.less('refund_part', [amount, ...before], about)
      : book.given('refund_part', value, about);
    before.push(node);
    return node;
  });
};

type Refunded = { readonly amount: Derivation; readonly taxes: ReadonlyMap<string, Derivation> };

export type RefundTree = {
  readonly amount: Derivation;
  readonly lines: readonly Refunded[];
  readonly charges: readonly Refunded[];
  readonly parts: readonly Derivation[];
  readonly money: Derivation;
};

/** Of the settlement at this place among those of the order. */
export function* refundTree(
  order: StoredOrder,
  at: number,
  from: PricedFrom,
  book: Book,
): Work<RefundTree | undefined> {
  const settlements = order.progress.settlements ?? [];
  const settlement = settlements[at];
  if (settlement === undefined) return undefined;
  const onTop = isTaxOnTop(order.document);
  const around: Around = { order, book, onTop, agreed: yield* treeOf(from, book) };
  const first = asAgreed(order.document, onTop);
  const before = settlements.slice(0, at).reduce((standing, one) => after(standing, one, onTop), first);
  const now = after(before, settlement, onTop);
  const sides: Sides = [
    { standing: before, tree: at === 0 ? around.agreed : yield* remainingTree(around, at - 1, from, before.units) },
    { standing: now, tree: yield* remainingTree(around, at, from, now.units) },
  ];
  yield order.document.lines.length;
  const known = new Map(order.document.lines.map((line) => [line.identifier, line]));
  const lines = settlement.lines.flatMap((settled) => {
    const line = known.get(settled.line);
    if (line === undefined) return [];
    const [was, is] = sides.map((side) => lineNode(line, side, around));
    if (was === undefined || is === undefined) return [];
    const stays = is.what === 'line_left' ? is : book.sum('line_left', [is], is.about);
    const taxes = lineTaxes(settled, line, { sides, gross: [was, is] }, around);
    return [{ amount: book.less('refund_line', [was, stays], was.about), taxes }];
  });
  const charges = settlement.charges.flatMap((charge) => {
    const [was, is] = sides.map((side) => chargeNode(chargeKey(charge), side, around));
    if (was === undefined || is === undefined) return [];
    const taxes = chargeTaxes(charge, { sides, gross: [was, is] }, around);
    return [{ amount: book.less('refund_charge', [was, is], was.about), taxes }];
  });
  const amount = book.sum(
    'refund',
    [...lines, ...charges].map((one) => one.amount),
  );
  const parts = partNodes(settlement, amount, book);
  const money = parts.filter((_, place) => settlement.parts[place]?.kind === 'payment');
  return { amount, lines, charges, parts, money: book.sum('refund', money) };
}
