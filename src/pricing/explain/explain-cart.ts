/**
 * Every number of a priced cart with the sums it was made by. Nothing is copied but what comes from outside of pricing: whatever
 * can be computed is computed again from the derivations that pricing recorded, and comes to what the cart shows.
 */
import { poolLines } from '../pool-lines.ts';
import type { Adjustment, Stage } from '../adjustment-types.ts';
import type { Charge } from '../charge-types.ts';
import type { PricedCart } from '../priced-types.ts';
import type { PriceInput } from '../pricing-types.ts';
import type { Work } from '../work.ts';
import { type Book, openBook } from './derivation-book.ts';
import type { BreakupWord, Derivation } from './derivation-types.ts';
import { explainAdjustment } from './explain-adjustments.ts';
import type { ChargeNumbers } from './explain-charge-tax.ts';
import { explainPaying } from './explain-charges.ts';
import { explainLines, type LineNumbers, WRITTEN_A_MEETING } from './explain-lines.ts';

export type ExplainedCart = {
  readonly derivations: readonly Derivation[];
  readonly breakup: Readonly<Record<Exclude<BreakupWord, 'payable'>, Derivation>> & {
    readonly cash_rounding?: Derivation;
  };
  /** In the order of the priced cart's. */
  readonly lines: readonly LineNumbers[];
  readonly adjustments: ReadonlyMap<string, Derivation>;
  readonly charges: readonly ChargeNumbers[];
  readonly tender: readonly Derivation[];
};

/** A priced cart, as far as its numbers go. */
export type PricedNumbers = Omit<PricedCart, 'notApplied' | 'setAside'>;

const poolsOf = ({ lines }: PricedNumbers): ReadonlyMap<string, number> => {
  const own = lines.flatMap(({ asked, article, gift }, place) => (gift === null ? [{ asked, article, place }] : []));
  return new Map(poolLines(own).flatMap(({ members }, at) => members.map(({ asked }) => [asked.key, at] as const)));
};

const isConvenience = ({ type, code }: Charge): boolean =>
  type === 'convenience' || (type === 'adjustment' && /^convenience[ _]fee$/i.test(code));

type Parts = {
  readonly priced: PricedNumbers;
  readonly lines: readonly LineNumbers[];
  readonly acted: ReadonlyMap<string, Derivation>;
  readonly book: Book;
};

const stageSum = ({ priced, acted, book }: Parts, what: BreakupWord, stages: readonly Stage[]): Derivation => {
  const isMeant = ({ stage }: Adjustment): boolean => stages.includes(stage);
  const of = priced.adjustments.filter(isMeant).flatMap(({ id }) => acted.get(id) ?? []);
  return book.sum(what, of);
};

const goodsNumbers = (parts: Parts) => {
  const { lines, book } = parts;
  const minus = (what: BreakupWord, of: Derivation): Derivation => book.write(what, { op: 'minus' }, [of]);
  const mrp_total = book.sum(
    'mrp_total',
    lines.map(({ lineMarked }) => lineMarked),
  );
  const subtotal = book.sum(
    'subtotal',
    lines.map(({ lineStart }) => lineStart),
  );
  const waived = stageSum(parts, 'promotion_shipping', ['shipping']);
  const promotion_goods = minus(
    'promotion_goods',
    stageSum(parts, 'promotion_goods', ['promotion', 'gift', 'adjustment']),
  );
  const promotion_shipping = minus('promotion_shipping', waived);
  return {
    waived,
    mrp_total,
    subtotal,
    discount: book.less('discount', [subtotal, mrp_total]),
    promotion_goods,
    promotion_shipping,
    promotion: book.sum('promotion', [promotion_goods, promotion_shipping]),
    coupon: minus('coupon', stageSum(parts, 'coupon', ['coupon'])),
    goods: book.sum(
      'goods',
      lines.map(({ amount }) => amount),
    ),
    gst_charges: book.sum(
      'gst_charges',
      lines.map(({ tax }) => tax),
    ),
  };
};

/** Written into the book that is given, where its numbers are to be part of others. */
export function* explainCart(input: PriceInput, priced: PricedNumbers, book: Book = openBook()): Work<ExplainedCart> {
  const acted = new Map<string, Derivation>();
  for (const adjustment of priced.adjustments) {
    yield adjustment.steps.length / WRITTEN_A_MEETING;
    acted.set(adjustment.id, explainAdjustment(adjustment, book));
  }
  const lines = yield* explainLines(priced, input.policy, acted, book);
  yield lines.length;
  const parts: Parts = { priced, lines, acted, book };
  const { waived, ...numbers } = goodsNumbers(parts);
  const { goods, gst_charges, discount, promotion, coupon } = numbers;
  const inside = input.policy.prices_include_tax;
  const owed = inside ? [goods] : [goods, gst_charges];
  const paying = explainPaying(priced, input, { goods, owed, waived, poolOf: poolsOf(priced) }, book);
  // The fee of an instalment plan is explained last, and is the last charge.
  const ofCharges = (what: BreakupWord, isMeant: (charge: Charge) => boolean): Derivation =>
    book.sum(
      what,
      paying.charges
        .filter((_, at) => priced.charges[at] !== undefined && isMeant(priced.charges[at]))
        .map(({ amount }) => amount),
    );
  const tendered = (what: BreakupWord, isPoints: boolean): Derivation => {
    const of = paying.tender.filter((_, at) => (priced.tender[at]?.kind === 'loyalty') === isPoints);
    return book.write(what, { op: 'minus' }, [book.sum(what, of)]);
  };
  const saved = book.sum('you_saved', [discount, promotion, coupon]);
  return {
    derivations: book.all,
    lines,
    adjustments: acted,
    charges: paying.charges,
    tender: paying.tender,
    breakup: {
      ...numbers,
      vog: inside ? book.less('vog', [goods, gst_charges]) : book.sum('vog', [goods]),
      delivery_charge: ofCharges('delivery_charge', ({ type }) => type === 'delivery'),
      cod_charge: ofCharges('cod_charge', ({ type }) => type === 'cod'),
      convenience_fee: ofCharges('convenience_fee', isConvenience),
      gift_card: ofCharges('gift_card', ({ type }) => type === 'gift'),
      ...(paying.rounding && { cash_rounding: paying.rounding }),
      total_charge: book.sum(
        'total_charge',
        paying.charges.map(({ amount }) => amount),
      ),
      platform_cash: tendered('platform_cash', true),
      mop_total: tendered('mop_total', false),
      total: paying.tender.length === 0 ? paying.payable : book.less('total', [paying.payable, ...paying.tender]),
      you_saved: book.write('you_saved', { op: 'minus' }, [saved]),
      cashback_applied: stageSum(parts, 'cashback_applied', ['cashback']),
    },
  };
}
