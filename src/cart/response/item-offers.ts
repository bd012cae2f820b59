/** What offers, charges and adjustments do to one line, beside the promotions themselves. Pure. */
import { countedLine, earnedPoints } from '../../balances/earn-rules.ts';
import type { CartProductInfo } from '../../contract/cart/cart-item-contract.ts';
import { record } from '../../offers/offer.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { lineAmount } from '../../pricing/lots.ts';
import { isoTime } from '../../shared/clock.ts';
import { portion, portionDown, sum } from '../../shared/money.ts';
import { chargesOn, effectsOn, offersOnLine } from '../price/line-effects.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { filled, sentencesIn } from '../words/spoken.ts';
import { homeRatio } from '../../pricing/money/in-currency.ts';
import { amountsIn, currencyFields } from '../../shared/amounts.ts';
import { onceInARow, oncePer } from '../../shared/once-per.ts';

const couponShare = ({ priced }: ViewedLine, view: PricedView): number =>
  sum(
    effectsOn(view.priced, priced?.key)
      .filter(({ adjustment }) => adjustment.stage === 'coupon')
      .map(({ share }) => share.amount),
  );

/** Of the coupons that take something off goods. */
const actingCodes = ({ coupon, moreCoupons }: PricedView): readonly string[] =>
  moreCoupons.length === 0
    ? [coupon.code]
    : [coupon, ...moreCoupons].filter(({ applied, discount }) => applied && discount > 0).map(({ code }) => code);

export const lineCoupon = (line: ViewedLine, view: PricedView): Pick<CartProductInfo, 'coupon' | 'coupon_message'> => {
  const share = couponShare(line, view);
  const codes = () => actingCodes(view).join(', ');
  const { number, textIn } = amountsIn(view.currency);
  const told = () => ({ amount: textIn(view.language)(share), codes: codes() });
  return {
    coupon: {
      discount_total_quantity: number(share),
      discount_single_quantity: number(portionDown(share, 1, line.quantity)),
      code: share === 0 ? '' : codes(),
    },
    coupon_message: share === 0 ? '' : filled(sentencesIn(view.language).coupon.onLine, told()),
  };
};

/** Per cent by which a price is lower than another, to two decimals. */
export const marginOf = (price: number, lower: number): number =>
  price === 0 ? 0 : portion(price - lower, 10_000, price, 'half_up') / 100;

/** The ladder band in force on the line, and the one that begins next. */
export const bulkOffer = (
  { priced }: ViewedLine,
  { currency, offers }: PricedView,
): NonNullable<CartProductInfo['bulk_offer']> => {
  const band = priced?.ladder ?? null;
  if (priced === null || band === null) return {};
  const { number } = amountsIn(currency);
  return {
    quantity: band.from,
    margin: marginOf(priced.selling, band.price),
    type: offers.byId.get(band.offerId)?.type ?? '',
    total: number(band.price * band.from),
    price: {
      marked: number(priced.marked),
      effective: number(priced.selling),
      bulk_effective: number(band.price),
      ...currencyFields(currency),
    },
    best: band.next === null,
    auto_applied: true,
    ...(band.next === null ? {} : { next: { quantity: band.next.from, price: number(band.next.price) } }),
  };
};

type Charge = NonNullable<CartProductInfo['charges']>[number];

const storedById = onceInARow(
  (adjustments: PricedView['adjustments']) => new Map(adjustments.map((stored) => [stored.id, stored])),
);

export const lineCharges = ({ priced }: ViewedLine, view: PricedView): readonly Charge[] => {
  const { number, currency } = amountsIn(view.currency);
  return chargesOn(view.priced, priced?.key).flatMap(({ charge, share }) => {
    const stored = storedById(view.adjustments).get(charge.adjustmentId ?? '');
    return [
      {
        amount: { value: number(share.amount), currency: currency.code },
        name: charge.name,
        code: charge.code,
        type: charge.type === 'gift' ? 'gift_price' : 'charge',
        allow_refund: stored?.body.allowed_refund ?? record(stored?.body).allow_refund === true,
        meta: {
          ...(charge.adjustmentId === null ? {} : { price_adjustment_id: charge.adjustmentId }),
          article_level_distribution: stored?.body.article_level_distribution ?? true,
          ...(charge.tax === 0 ? {} : { tax: number(charge.tax) }),
        },
      },
    ];
  });
};

const TIMER_MINUTES = 60;
const MINUTE = 60_000;
const timerOf = ({ definition }: CompiledOffer): number => {
  const own = definition['start_timer_in_minutes'] ?? record(definition['_custom_json'])['start_timer_in_minutes'];
  return typeof own === 'number' && own >= 0 ? own : TIMER_MINUTES;
};

const noTimer = { timer: false, start_timer_in_minutes: 0, start: '', end: '' };

const time = (at: number): string => (Math.abs(at) === Number.MAX_SAFE_INTEGER ? '' : isoTime(at));
/** Every line of every cart tells of it. */
const shownPeriod = oncePer(({ from, to }: CompiledOffer['periods'][number]) => ({ start: time(from), end: time(to) }));

/** The timed promotion on the line that ends first. */
export const discountTimer = (
  { priced }: ViewedLine,
  view: PricedView,
): NonNullable<CartProductInfo['discount_meta']> => {
  const { now, offers } = view;
  const timed = offersOnLine(view.priced, priced?.key)
    .flatMap((id) => offers.byId.get(id) ?? [])
    .filter(({ group }) => group === 'limited_timer')
    .flatMap((offer) => {
      const period = offer.periods.find(({ from, to }) => from <= now && now < to);
      return period === undefined ? [] : [{ minutes: timerOf(offer), period }];
    })
    .toSorted((a, b) => a.period.to - b.period.to)[0];
  if (timed === undefined) return noTimer;
  const { minutes, period } = timed;
  return {
    timer: period.to - now <= minutes * MINUTE,
    start_timer_in_minutes: minutes,
    ...shownPeriod(period),
  };
};

/** Points that the line would earn; nothing where the shop gives none. */
export const promoMeta = (
  { priced }: ViewedLine,
  { settings, home, input, priced: cart }: PricedView,
): NonNullable<CartProductInfo['promo_meta']> => {
  const { loyalty } = settings;
  if (loyalty === null || loyalty.earn_points <= 0 || priced === null) return { message: '' };
  const currency = { exponent: home.exponent, ratio: homeRatio(input) };
  const points = earnedPoints(settings, countedLine(priced.key, lineAmount(priced), cart), currency);
  return { message: `Earn ${points} points` };
};
