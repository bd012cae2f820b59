/** The wire of an explained cart: its numbers by the paths at which the cart shows them, and the sums behind them. Pure; of a large cart in slices. */
import { compareTexts } from '../../shared/text-order.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { type ExplainedCart, explainCart } from '../../pricing/explain/explain-cart.ts';
import type { BreakupWord, Derivation } from '../../pricing/explain/derivation-types.ts';
import type { LineNumbers } from '../../pricing/explain/explain-lines.ts';
import type { CartExplained, ExplainedNumber, ExplainedSum } from '../../contract/cart/cart-explain-contract.ts';
import { type Amounts, amountsIn } from '../../shared/amounts.ts';
import type { Currency } from '../../shared/currency.ts';
import { Refusal } from '../../shared/errors.ts';
import { inSlices, turnFor } from '../../shared/slices.ts';
import { unreachable } from '../../shared/unreachable.ts';
import { record, text } from '../../pricing/compile/read-definition.ts';
import { nameOf, sentenceOf, type Telling } from './explain-sentence-rules.ts';

type Shown = { readonly path: string; readonly of: Derivation };

/** As `breakup_values.raw` names them; two have a second name. */
const rawNames: readonly (readonly [string, Exclude<BreakupWord, 'payable'>])[] = [
  ...(['mrp_total', 'discount', 'subtotal'] as const).map((name) => [name, name] as const),
  ['sub_total', 'subtotal'],
  ...(['promotion', 'coupon', 'vog', 'gst_charges', 'delivery_charge', 'cod_charge', 'convenience_fee'] as const).map(
    (name) => [name, name] as const,
  ),
  ...(['gift_card', 'total_charge', 'platform_cash'] as const).map((name) => [name, name] as const),
  ['fynd_cash', 'platform_cash'],
  ...(['mop_total', 'total', 'you_saved'] as const).map((name) => [name, name] as const),
];

const breakupNumbers = ({ breakup }: ExplainedCart, { priced }: PricedView): readonly Shown[] => {
  const names = priced.breakup.cashback_applied === null ? rawNames : [...rawNames, cashback];
  const shown = (name: string, of: Derivation): Shown => ({ path: `breakup_values.raw.${name}`, of });
  const { cash_rounding: rounding } = breakup;
  return [
    ...names.map(([name, word]) => shown(name, breakup[word])),
    ...(rounding === undefined ? [] : [shown('cash_rounding', rounding)]),
  ];
};
const cashback = ['cashback_applied', 'cashback_applied'] as const;

const priceNumbers = (at: number, key: 'base' | 'converted', line: LineNumbers): readonly Shown[] => {
  const shown = (name: string, of: Derivation): Shown => ({ path: `items.${at}.${name}`, of });
  return [
    shown(`price.${key}.marked`, line.lineMarked),
    shown(`price.${key}.add_on`, line.lineStart),
    shown(`price.${key}.effective`, line.lineEffective),
    shown(`price.${key}.selling`, line.lineSelling),
    shown(`price.${key}.selling_price`, line.amount),
    shown(`price_per_unit.${key}.marked`, line.marked),
    shown(`price_per_unit.${key}.add_on`, line.start),
    shown(`price_per_unit.${key}.effective`, line.effective),
    shown(`price_per_unit.${key}.selling`, line.selling),
    shown(`price_per_unit.${key}.selling_price`, line.unitAmount),
  ];
};

const gstParts: ReadonlySet<string> = new Set(['cgst', 'sgst', 'igst']);
/** Those of a table stand in the order of their names. */
const partNumbers = (at: number, parts: LineNumbers['parts']): readonly Shown[] =>
  [...parts]
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([name, of], place) => ({
      path: gstParts.has(name) ? `items.${at}.tax.${name}` : `items.${at}.tax.levies.${place}.amount`,
      of,
    }));

const taxNumbers = (at: number, { tax, taxable, parts, residue }: LineNumbers): readonly Shown[] => [
  { path: `items.${at}.tax.taxable`, of: taxable },
  { path: `items.${at}.tax.amount`, of: tax },
  ...partNumbers(at, parts),
  { path: `items.${at}.article.amount_quantity_error`, of: residue },
];

type Side = 'priced' | 'base';

const lineNumbers = (
  view: PricedView,
  explained: ExplainedCart,
  side: Side,
  keys: readonly ('base' | 'converted')[],
): readonly Shown[] => {
  const byKey = new Map(explained.lines.map((line) => [line.key, line]));
  return view.lines.flatMap((viewed, at) => {
    const line = byKey.get(viewed[side]?.key ?? '');
    if (line === undefined) return [];
    const prices = keys.flatMap((key) => priceNumbers(at, key, line));
    return side === 'priced' ? [...prices, ...taxNumbers(at, line)] : prices;
  });
};

const offerName = ({ input }: PricedView, id: string): string => {
  const offer = input.coupon?.id === id ? input.coupon : input.offers.offers.find((one) => one.id === id);
  const shown = record(offer?.definition['display_meta']);
  return text(shown['name']) ?? text(shown['title']) ?? offer?.code ?? id;
};

/** One line, one offer, one charge: the last that a derivation names says best what it is. */
const thingsOf = (view: PricedView): Telling['thingOf'] => {
  const lines = new Map<string, ViewedLine>();
  for (const line of view.lines) if (line.priced !== null) lines.set(line.priced.key, line);
  const offers = new Map<string, string>();
  return ({ about: { line, source, name } }) => {
    if (source?.kind === 'offer') {
      if (!offers.has(source.id)) offers.set(source.id, offerName(view, source.id));
      return offers.get(source.id);
    }
    if (name !== undefined) return name;
    const viewed = line === undefined ? undefined : lines.get(line);
    return viewed === undefined ? source?.id : `${viewed.item?.product.name ?? viewed.key}, ${viewed.size}`;
  };
};

const formulaFields = ({ formula }: Derivation, { number }: Amounts): Partial<ExplainedSum> => {
  switch (formula.op) {
    case 'times':
    case 'each':
      return { units: formula.units };
    case 'rate':
    case 'within':
      return { rate: formula.rate / 10_000, rounding: formula.rounding, residue: formula.residue };
    case 'steps':
      return { step: number(formula.step), rounding: formula.mode };
    case 'share':
      return { at: formula.at, weights: formula.weights.map(number) };
    case 'part':
      return { lots: formula.lots.map(({ units, each }) => ({ units, each: number(each) })) };
    case 'given':
    case 'sum':
    case 'less':
    case 'minus':
    case 'least':
    case 'most':
      return {};
    default:
      return unreachable(formula);
  }
};

/** Sums and numbers that are told in one turn of the loop; what is shared among all lines says the weight of each. */
const A_SLICE = 100;

type Told = { readonly numbers: readonly ExplainedNumber[]; readonly sums: readonly ExplainedSum[] };

/** The shown numbers and all that they are made of, under ids that begin at `first`. */
const told = async (
  { derivations }: ExplainedCart,
  shown: readonly Shown[],
  { view, currency, language }: { readonly view: PricedView; readonly currency: Currency; readonly language: string },
  first: number,
): Promise<Told> => {
  const amounts = amountsIn(currency);
  const telling: Telling = { language, money: amounts.text, thingOf: thingsOf(view) };
  const wanted = new Set(shown.map(({ of }) => of.id));
  for (const { id, of } of derivations.toReversed()) if (wanted.has(id)) for (const part of of) wanted.add(part);
  const places = new Map([...wanted].toSorted((a, b) => a - b).map((id, at) => [id, first + at]));
  const partsOf = ({ of }: Derivation): readonly Derivation[] => of.flatMap((id) => derivations[id] ?? []);
  const identifiers = new Map(view.lines.map((line) => [line.priced?.key, line.identifier]));
  const sumOf = (one: Derivation): ExplainedSum => {
    const identifier = identifiers.get(one.about.line);
    return {
      id: places.get(one.id) ?? 0,
      what: one.what,
      name: nameOf(one, telling),
      value: amounts.number(one.value),
      currency_code: currency.code,
      operation: one.formula.op,
      of: one.of.map((id) => places.get(id) ?? 0),
      sentence: sentenceOf(one, partsOf(one), telling),
      ...formulaFields(one, amounts),
      ...(identifier === undefined ? {} : { identifier }),
      ...(one.about.source === undefined ? {} : { source: one.about.source }),
    };
  };
  await turnFor(places.size);
  const sums = await inSlices(
    derivations.filter(({ id }) => places.has(id)),
    A_SLICE,
    sumOf,
  );
  const numbers = await inSlices(shown, A_SLICE, ({ path, of }) => ({
    path,
    value: amounts.number(of.value),
    sum: places.get(of.id) ?? 0,
    sentence: sentenceOf(of, partsOf(of), telling),
  }));
  return { numbers, sums };
};

/** `items[0].price` is `items.0.price`; a path stands for all that is below it. */
const onlyAt = (shown: readonly Shown[], path: string | undefined): readonly Shown[] => {
  if (path === undefined) return shown;
  const wanted = path.replace(/\[(\d+)\]/g, '.$1');
  return shown.filter((one) => one.path === wanted || one.path.startsWith(`${wanted}.`));
};

export const explainAnswer = async (
  view: PricedView,
  path: string | undefined,
  language: string,
): Promise<CartExplained> => {
  const { input, priced, base, currency, home } = view;
  const isHome = base === priced;
  const explained = explainCart(input, priced);
  await turnFor(view.lines.length);
  const shown = onlyAt(
    [
      ...breakupNumbers(explained, view),
      ...lineNumbers(view, explained, 'priced', isHome ? ['base', 'converted'] : ['converted']),
    ],
    path,
  );
  const own = await told(explained, shown, { view, currency, language }, 0);
  const atHome = isHome ? undefined : explainCart({ ...input, currency: home }, base);
  await turnFor(view.lines.length);
  const others = atHome === undefined ? [] : onlyAt(lineNumbers(view, atHome, 'base', ['base']), path);
  const second: Told =
    atHome === undefined
      ? { numbers: [], sums: [] }
      : await told(atHome, others, { view, currency: home, language }, own.sums.length);
  if (shown.length + others.length === 0) throw new Refusal('number_not_found');
  return {
    language,
    currency_code: currency.code,
    numbers: [...own.numbers, ...second.numbers],
    sums: [...own.sums, ...second.sums],
  };
};
