/** The wire of an explained cart: its numbers by the paths at which the cart shows them, and the sums behind them. Pure; of a large cart in slices. */
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { pricedInTurns } from '../price/price-trials.ts';
import { type ExplainedCart, explainCart } from '../../pricing/explain/explain-cart.ts';
import { type Book, openBook } from '../../pricing/explain/derivation-book.ts';
import type { BreakupWord, Derivation } from '../../pricing/explain/derivation-types.ts';
import type { LineNumbers } from '../../pricing/explain/explain-lines.ts';
import { gstNumbers } from '../../pricing/explain/tax-parts.ts';
import type { CartExplained } from '../../contract/cart/cart-explain-contract.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { Refusal } from '../../shared/errors.ts';
import { turnFor } from '../../shared/slices.ts';
import { choiceSentence, ossSentence } from './explain-sentence-rules.ts';
import { besideNumbers } from './beside-numbers.ts';
import { displayNumbers, offerNumbers } from './display-numbers.ts';
import { type NamedLine, onlyAt, type Shown, type Told, toldNumbers } from './tell-numbers.ts';

/** As `breakup_values.raw` names them; two have a second name. */
const rawNames: readonly (readonly [string, Exclude<BreakupWord, 'payable'>])[] = [
  ...(['mrp_total', 'discount', 'subtotal'] as const).map((name) => [name, name] as const),
  ['sub_total', 'subtotal'],
  ...(['promotion', 'promotion_shipping', 'coupon', 'vog', 'gst_charges'] as const).map(
    (name) => [name, name] as const,
  ),
  ...(['delivery_charge', 'cod_charge', 'convenience_fee'] as const).map((name) => [name, name] as const),
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
    shown(`article.price.${key}.marked`, line.marked),
    shown(`article.price.${key}.effective`, line.effective),
    shown(`article.price.${key}.selling`, line.selling),
  ];
};

/** Those of a table and of a custom rule stand as the line lists them; of GST the parts that there are not are nothing. */
const partNumbers = (at: number, parts: LineNumbers['parts'], book: Book): readonly Shown[] => {
  const levies = parts.filter(({ jurisdiction }) => jurisdiction !== undefined);
  return [
    ...levies.map(({ of }, place) => ({ path: `items.${at}.tax.levies.${place}.amount`, of })),
    ...gstNumbers(parts, book).map(([name, of]) => ({ path: `items.${at}.tax.${name}`, of })),
  ];
};

const taxNumbers = (at: number, { tax, taxable, parts, residue }: LineNumbers, book: Book): readonly Shown[] => [
  { path: `items.${at}.tax.taxable`, of: taxable },
  { path: `items.${at}.tax.amount`, of: tax },
  ...partNumbers(at, parts, book),
  { path: `items.${at}.article.amount_quantity_error`, of: residue },
];

type Side = 'priced' | 'base';

type Showing = { readonly side: Side; readonly keys: readonly ('base' | 'converted')[] };

const lineNumbers = (
  view: PricedView,
  explained: ExplainedCart,
  { side, keys }: Showing,
  book: Book,
): readonly Shown[] => {
  const byKey = new Map(explained.lines.map((line) => [line.key, line]));
  return view.lines.flatMap((viewed, at) => {
    const line = byKey.get(viewed[side]?.key ?? '');
    if (line === undefined) return [];
    const prices = keys.flatMap((key) => priceNumbers(at, key, line));
    if (side === 'base') return prices;
    const promoBase = viewed.priced?.onMarked === true ? line.marked : line.selling;
    return [...prices, { path: `items.${at}.mrp_promo_price`, of: promoBase }, ...taxNumbers(at, line, book)];
  });
};

const namedLines = ({ lines }: PricedView): ReadonlyMap<string, NamedLine> =>
  new Map(
    lines.flatMap((line) =>
      line.priced === null ? [] : [[line.priced.key, { identifier: line.identifier, name: lineName(line) }] as const],
    ),
  );
const lineName = ({ item, key, size }: ViewedLine): string => `${item?.product.name ?? key}, ${size}`;

export const explainAnswer = async (view: PricedView, path: string | undefined): Promise<CartExplained> => {
  const { input, priced, base, currency, home, language, viewer } = view;
  const isHome = base === priced;
  const lines = namedLines(view);
  const book = openBook();
  const explained = await pricedInTurns(explainCart(input, priced, book));
  await turnFor(view.lines.length);
  const shown = onlyAt(
    [
      ...breakupNumbers(explained, view),
      ...displayNumbers(view, explained, book),
      ...lineNumbers(view, explained, { side: 'priced', keys: isHome ? ['base', 'converted'] : ['converted'] }, book),
      ...offerNumbers(view, explained, book),
      ...besideNumbers(view, explained, book),
    ],
    path,
  );
  const own = await toldNumbers(explained.derivations, shown, { input, lines, currency, language, viewer });
  const homeBook = openBook();
  const atHome = isHome ? undefined : await pricedInTurns(explainCart({ ...input, currency: home }, base, homeBook));
  await turnFor(view.lines.length);
  const others =
    atHome === undefined ? [] : onlyAt(lineNumbers(view, atHome, { side: 'base', keys: ['base'] }, homeBook), path);
  const second: Told =
    atHome === undefined
      ? { numbers: [], sums: [] }
      : await toldNumbers(
          atHome.derivations,
          others,
          { input, lines, currency: home, language, viewer },
          own.sums.length,
        );
  if (shown.length + others.length === 0) throw new Refusal('number_not_found');
  return {
    language,
    currency_code: currency.code,
    numbers: [...own.numbers, ...second.numbers],
    sums: [...own.sums, ...second.sums],
    ...choiceOf(view),
    ...ossOf(view),
  };
};

const ossOf = ({ oss: { sale }, language }: PricedView): Pick<CartExplained, 'oss'> =>
  sale === null ? {} : { oss: { basis: sale.basis, sentence: ossSentence(sale.basis, language) } };

const choiceOf = ({ priced: { choice }, currency, language }: PricedView): Pick<CartExplained, 'choice'> => {
  if (choice === undefined) return {};
  const { number, textIn } = amountsIn(currency);
  return {
    choice: {
      optimal: choice.optimal,
      gap: number(choice.gap),
      payable: number(choice.payable),
      payable_in_turn: number(choice.inTurn),
      sentence: choiceSentence(choice, language, textIn(language)),
    },
  };
};
