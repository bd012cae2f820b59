/** What coupons, cashback, charges of a line and adjustments of other systems come to, at the paths at which the cart shows them. Pure. */
import type { Stage } from '../../pricing/adjustment-types.ts';
import type { Book } from '../../pricing/explain/derivation-book.ts';
import type { Derivation } from '../../pricing/explain/derivation-types.ts';
import type { ExplainedCart } from '../../pricing/explain/explain-cart.ts';
import type { LineNumbers } from '../../pricing/explain/explain-lines.ts';
import { fromHome } from '../../pricing/money/in-currency.ts';
import type { Minor } from '../../shared/money.ts';
import type { CouponOutcome } from '../price/coupon-outcome.ts';
import { chargesOn } from '../price/line-effects.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { articleEffects, cartEffects, derivedFrom } from '../response/adjustments.ts';
import { cashbackPromotions } from '../response/cart-offers.ts';
import type { Shown } from './tell-numbers.ts';

const isCredited = (stage: Stage): boolean => stage === 'cashback';
const takesOff = (stage: Stage): boolean => stage !== 'cashback' && stage !== 'points';

type Around = { readonly view: PricedView; readonly explained: ExplainedCart; readonly book: Book };

/** What an offer took off or credited, over all the cart. */
const byOffer = (
  { view: { priced }, explained, book }: Around,
  id: string,
  isMeant: (stage: Stage) => boolean,
): Derivation =>
  book.sum(
    'offer',
    priced.adjustments
      .filter(({ source, stage }) => source.kind === 'offer' && source.id === id && isMeant(stage))
      .flatMap((one) => explained.adjustments.get(one.id) ?? []),
    { source: { kind: 'offer', id } },
  );

const couponNumbers = (around: Around): readonly Shown[] => {
  const { view, book } = around;
  const off = ({ offer, applied }: CouponOutcome, isMeant: (stage: Stage) => boolean): Derivation =>
    offer === null || !applied ? book.given('none', 0) : byOffer(around, offer.id, isMeant);
  // One that was tried and not kept is shown in place of the one that is attached.
  const isRefused = view.ask.refusedCoupon !== null;
  const first = isRefused ? { ...view.coupon, applied: false } : view.coupon;
  const all = [view.coupon, ...view.moreCoupons].filter(({ code }) => code !== '');
  const own = off(first, takesOff);
  const whole =
    view.moreCoupons.length === 0
      ? own
      : book.sum(
          'coupon',
          all.map((one) => off(one, takesOff)),
        );
  const several = view.settings.coupons_per_cart === 1 ? [] : all;
  return [
    { path: 'breakup_values.coupon.value', of: whole },
    { path: 'coupon.discount', of: own },
    { path: 'coupon.cashback_amount', of: off(first, isCredited) },
    ...several.flatMap((one, at) => [
      { path: `coupons.${at}.discount`, of: off(one, takesOff) },
      { path: `coupons.${at}.cashback_amount`, of: off(one, isCredited) },
    ]),
    ...(cashbackPromotions(view) ?? []).map(({ id = '' }, at) => ({
      path: `cashback_promotion.${at}.cashback_amount`,
      of: byOffer(around, id, isCredited),
    })),
  ];
};

/** What of a charge is for a line, and the tax in all of it. */
const chargeNumbers = (at: number, { priced }: ViewedLine, { view, explained, book }: Around): readonly Shown[] =>
  chargesOn(view.priced, priced?.key).flatMap(({ charge, share }, place) => {
    const numbers = explained.charges[view.priced.charges.indexOf(charge)];
    if (numbers === undefined) return [];
    const path = `items.${at}.charges.${place}`;
    const lots = [{ units: 1, each: share.amount }];
    const about = { ...numbers.amount.about, line: share.line };
    return [
      { path: `${path}.amount.value`, of: book.write('charge', { op: 'part', lots }, [numbers.amount], about) },
      ...(charge.tax === 0 ? [] : [{ path: `${path}.meta.tax`, of: numbers.tax }]),
    ];
  });

/** The ladder price in force, and the one that begins next. */
const ladderNumbers = (at: number, line: LineNumbers, { priced }: ViewedLine, book: Book): readonly Shown[] => {
  const band = priced?.ladder ?? null;
  if (band === null) return [];
  const about = { line: line.key, source: { kind: 'offer', id: band.offerId } } as const;
  const price = book.given('effective', band.price, about);
  const path = `items.${at}.bulk_offer`;
  return [
    { path: `${path}.total`, of: book.times('line_effective', price, band.from) },
    { path: `${path}.price.marked`, of: line.marked },
    { path: `${path}.price.effective`, of: line.selling },
    { path: `${path}.price.bulk_effective`, of: price },
    ...(band.next === null
      ? []
      : [{ path: `${path}.next.price`, of: book.given('effective', band.next.price, about) }]),
  ];
};

const wrapNumber = (at: number, { priced }: ViewedLine, { view, book }: Around): Shown => {
  const each = fromHome(priced?.article.giftPrice ?? view.input.charges.giftPrice, view.input);
  return {
    path: `items.${at}.article.gift_card.gift_price`,
    of: book.given('charge_set', each, { name: 'gift_card' }),
  };
};

/** What another system's adjustment came to. Its shares of a line are parts of it. */
const effectNode = (id: string, effect: Minor, { explained, view, book }: Around): Derivation => {
  const about = { source: { kind: 'adjustment', id } } as const;
  const charge = view.priced.charges.findIndex(({ adjustmentId }) => adjustmentId === id);
  const { amount, original } = explained.charges[charge] ?? {};
  const paid = explained.tender[view.priced.tender.findIndex((part) => part.kind === 'mop' && part.id === id)];
  const derived = derivedFrom(id, view).flatMap((one) => explained.adjustments.get(one.id) ?? []);
  const moved = amount && original && book.less('adjustment', [amount, original], about);
  const off = derived.length === 0 ? undefined : book.sum('adjustment', derived, about);
  const found = [amount, paid, moved, off].find((one) => one !== undefined && Math.abs(one.value) === effect);
  if (found === undefined) return book.given('adjustment', effect, about);
  return found.value === effect ? found : book.write('adjustment', { op: 'minus' }, [found], about);
};

const adjustmentNumbers = (around: Around): readonly Shown[] => {
  const { view, book } = around;
  const whole = new Map(cartEffects(view).map(({ id, effect }) => [id, effectNode(id, effect, around)]));
  const onLines = view.lines.flatMap((line, at) =>
    articleEffects(line, view).map(({ id, effect }, place) => {
      const of = whole.get(id) ?? book.given('adjustment', effect, { source: { kind: 'adjustment', id } });
      const lots = [{ units: 1, each: effect }];
      return {
        path: `items.${at}.price_adjustment_applied.${place}.adjusted_value.value`,
        of: book.write('adjustment', { op: 'part', lots }, [of], { ...of.about, line: line.priced?.key ?? line.key }),
      };
    }),
  );
  return [
    ...[...whole.values()].map((of, at) => ({ path: `price_adjustment_applied.${at}.adjusted_value.value`, of })),
    ...onLines,
  ];
};

export const besideNumbers = (view: PricedView, explained: ExplainedCart, book: Book): readonly Shown[] => {
  const around: Around = { view, explained, book };
  const byKey = new Map(explained.lines.map((line) => [line.key, line]));
  return [
    ...couponNumbers(around),
    ...view.lines.flatMap((viewed, at) => {
      const line = byKey.get(viewed.priced?.key ?? '');
      return [
        wrapNumber(at, viewed, around),
        ...(line === undefined ? [] : ladderNumbers(at, line, viewed, book)),
        ...chargeNumbers(at, viewed, around),
      ];
    }),
    ...adjustmentNumbers(around),
  ];
};
