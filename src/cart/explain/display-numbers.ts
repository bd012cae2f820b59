/** Rows of the price details, and what offers take off the cart and each line, at the paths at which the cart shows them. Pure. */
import type { AppliedPromotion } from '../../contract/cart/cart-promotion-contract.ts';
import type { Charge } from '../../pricing/charge-types.ts';
import type { Book } from '../../pricing/explain/derivation-book.ts';
import type { Derivation } from '../../pricing/explain/derivation-types.ts';
import type { ExplainedCart } from '../../pricing/explain/explain-cart.ts';
import type { LineNumbers } from '../../pricing/explain/explain-lines.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { powerOfTen } from '../../shared/money.ts';
import type { PricedView } from '../price/priced-view.ts';
import { displayRows } from '../response/breakup-display.ts';
import { cartPromotions, linePromotions } from '../response/promotions-applied.ts';
import type { Shown } from './tell-numbers.ts';

type Rows = ReadonlyMap<string, Derivation>;

const named = [
  'mrp_total',
  'discount',
  'subtotal',
  'promotion',
  'coupon',
  'platform_cash',
  'gst_charges',
  'gift_card',
  'delivery_charge',
  'cod_charge',
  'convenience_fee',
  'total',
] as const;

/** To the paisa. Charges of others have rows under their own codes; balances but for points are apart by store credit and the rest. */
const exactRows = ({ priced, ask }: PricedView, { breakup, charges, tender }: ExplainedCart, book: Book): Rows => {
  const paidBy = (isMeant: (kind: string) => boolean): Derivation => {
    const of = tender.filter((_, at) => isMeant(priced.tender[at]?.kind ?? ''));
    return book.write('mop_total', { op: 'minus' }, [book.sum('mop_total', of)]);
  };
  const byCode = Map.groupBy(charges.keys(), (at) => priced.charges[at]?.code ?? '');
  const isQuote = ask.cod && priced.codQuote !== null;
  return new Map([
    ...[...byCode].map(([code, places]): [string, Derivation] => [
      code,
      book.sum(
        'charge',
        places.flatMap((at) => charges[at]?.amount ?? []),
      ),
    ]),
    ...named.map((name): [string, Derivation] => [name, breakup[name]]),
    ...(isQuote ? [['cod_charge', book.given('none', 0)] as const] : []),
    ['store_credit', paidBy((kind) => kind === 'store_credit')],
    ['mop_total', paidBy((kind) => kind !== 'store_credit' && kind !== 'loyalty')],
  ]);
};

/** In whole units, as a shop may show them: each brought to one, and what that leaves has a row of its own. */
const wholeRows = (exact: Rows, isInside: boolean, exponent: number, book: Book): Rows => {
  const step = powerOfTen(exponent);
  const whole = new Map(
    [...exact].map(([key, of]) => [key, book.write(of.what, { op: 'steps', step, mode: 'nearest' }, [of], of.about)]),
  );
  const at = (key: string): readonly Derivation[] => [whole.get(key) ?? []].flat();
  const outside = new Set(['mrp_total', 'discount', 'total', ...(isInside ? ['gst_charges'] : [])]);
  const added = [...whole].filter(([key]) => !outside.has(key)).map(([, of]) => of);
  return new Map([
    ...whole,
    ['discount', book.less('discount', [...at('subtotal'), ...at('mrp_total')])],
    ['round_off', book.less('round_off', [...at('total'), ...added])],
  ]);
};

/** Under which key the price details show a charge. */
const rowOf = ({ type, code }: Charge): string => {
  if (type === 'gift') return 'gift_card';
  if (type === 'delivery') return 'delivery_charge';
  if (type === 'cod') return 'cod_charge';
  return type === 'convenience' || (type === 'adjustment' && /^convenience[ _]fee$/i.test(code))
    ? 'convenience_fee'
    : code;
};

/** What charges would have been before another system replaced them, and as they are configured; the total before anything pays. */
const beforeRows = (
  { priced, ask }: PricedView,
  { charges, tender, breakup }: ExplainedCart,
  book: Book,
): { readonly originals: Rows; readonly presets: Rows; readonly none: Derivation } => {
  const byRow = [...Map.groupBy(priced.charges.keys(), (at) => rowOf(priced.charges[at] as Charge))];
  const set = (at: number): readonly Derivation[] => {
    const { preset = null, type, code } = priced.charges[at] ?? {};
    return preset === null || type === 'adjustment'
      ? []
      : [book.given('charge_set', preset, { source: { kind: 'settings', id: code ?? '' } })];
  };
  const quoted = ask.cod ? priced.codQuote : null;
  return {
    originals: new Map([
      ...byRow.map(([key, places]): [string, Derivation] => [
        key,
        book.sum(
          'charge',
          places.flatMap((at) => charges[at]?.original ?? []),
        ),
      ]),
      ...(quoted === null ? [] : [['cod_charge', book.given('cod_charge', quoted.amount)] as const]),
      ['total', tender.length === 0 ? breakup.total : book.sum('payable', [breakup.total, ...tender])],
    ]),
    presets: new Map(byRow.map(([key, places]) => [key, book.sum('charge_set', places.flatMap(set))])),
    none: book.given('none', 0),
  };
};

export const displayNumbers = (view: PricedView, explained: ExplainedCart, book: Book): readonly Shown[] => {
  const { number } = amountsIn(view.currency);
  const exact = exactRows(view, explained, book);
  const rows = view.settings.whole_unit_display
    ? wholeRows(exact, view.application.policy.prices_include_tax, view.currency.exponent, book)
    : exact;
  const before = beforeRows(view, explained, book);
  return displayRows(view).flatMap(({ key = '', value, original, preset }, at) => {
    const of = rows.get(key);
    const shown = [
      { name: 'value', value, of },
      { name: 'original', value: original, of: before.originals.get(key) ?? of },
      { name: 'preset', value: preset, of: before.presets.get(key) ?? before.none },
    ];
    return shown.flatMap(({ name, value: told, of: node }) =>
      node === undefined || number(node.value) !== told
        ? []
        : [{ path: `breakup_values.display.${at}.${name}`, of: node }],
    );
  });
};

/** What an offer took off a line, in whichever stage. */
const offBy = ({ cuts, cheaper }: LineNumbers, offerId: string): readonly Derivation[] =>
  [...cuts.map(({ off }) => off), ...cheaper].filter(
    ({ about: { source } }) => source?.kind === 'offer' && source.id === offerId,
  );

type Told = Pick<AppliedPromotion, 'id' | 'discount' | 'amount' | 'article_quantity'>;

export const offerNumbers = (view: PricedView, explained: ExplainedCart, book: Book): readonly Shown[] => {
  const { number } = amountsIn(view.currency);
  const byKey = new Map(explained.lines.map((line) => [line.key, line]));
  const shown = (path: string, told: Told, lines: readonly LineNumbers[]): readonly Shown[] => {
    const { id = '', discount } = told;
    const of = book.sum(
      'line_off',
      lines.flatMap((line) => offBy(line, id)),
      { source: { kind: 'offer', id } },
    );
    if (number(of.value) !== discount) return [];
    const units = told.article_quantity ?? 0;
    const each =
      units === 0
        ? book.given('none', 0)
        : book.write('unit_off', { op: 'each', units, rounding: 'half_up' }, [of], of.about);
    return [
      { path: `${path}.discount`, of },
      ...(number(each.value) === told.amount ? [{ path: `${path}.amount`, of: each }] : []),
    ];
  };
  const onLines = view.lines.flatMap((viewed, at) => {
    const line = byKey.get(viewed.priced?.key ?? '');
    if (line === undefined) return [];
    const whole = book.sum(
      'coupon',
      line.cuts.filter(({ stage }) => stage === 'coupon').map(({ off }) => off),
      { line: line.key },
    );
    const each = book.write('unit_off', { op: 'each', units: viewed.quantity }, [whole], whole.about);
    return [
      ...linePromotions(viewed, view).flatMap((told, place) =>
        shown(`items.${at}.promotions_applied.${place}`, told, [line]),
      ),
      { path: `items.${at}.coupon.discount_total_quantity`, of: whole },
      { path: `items.${at}.coupon.discount_single_quantity`, of: each },
    ];
  });
  const onCart = cartPromotions(view).flatMap((told, place) =>
    shown(`applied_promo_details.${place}`, told, explained.lines),
  );
  return [...onLines, ...onCart];
};
