/** Rows of the price details, and what offers take off the cart and each line, at the paths at which the cart shows them. Pure. */
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
        places.flatMap((at) => charges[at] ?? []),
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

export const displayNumbers = (view: PricedView, explained: ExplainedCart, book: Book): readonly Shown[] => {
  const { number } = amountsIn(view.currency);
  const exact = exactRows(view, explained, book);
  const rows = view.settings.whole_unit_display
    ? wholeRows(exact, view.application.policy.prices_include_tax, view.currency.exponent, book)
    : exact;
  return displayRows(view).flatMap(({ key = '', value }, at) => {
    const of = rows.get(key);
    return of === undefined || number(of.value) !== value ? [] : [{ path: `breakup_values.display.${at}.value`, of }];
  });
};

/** What an offer took off a line, in whichever stage. */
const offBy = ({ cuts, cheaper }: LineNumbers, offerId: string): readonly Derivation[] =>
  [...cuts.map(({ off }) => off), ...cheaper].filter(
    ({ about: { source } }) => source?.kind === 'offer' && source.id === offerId,
  );

type Told = { readonly id?: string | undefined; readonly discount?: number | null | undefined };

export const offerNumbers = (view: PricedView, explained: ExplainedCart, book: Book): readonly Shown[] => {
  const { number } = amountsIn(view.currency);
  const byKey = new Map(explained.lines.map((line) => [line.key, line]));
  const shown = (path: string, { id = '', discount }: Told, lines: readonly LineNumbers[]): readonly Shown[] => {
    const of = book.sum(
      'line_off',
      lines.flatMap((line) => offBy(line, id)),
      { source: { kind: 'offer', id } },
    );
    return number(of.value) === discount ? [{ path: `${path}.discount`, of }] : [];
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
