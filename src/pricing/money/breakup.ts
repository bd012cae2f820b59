/** The totals, from the lines, adjustments, charges and tender. Every identity of the page on pricing is one line here. */
import type { Minor } from '../../shared/money.ts';
import { type CartState, goodsAmount } from '../cart-state.ts';
import { waivedBy } from '../offers/shipping-offers.ts';
import type { CashbackPart, Charge, TenderPart } from '../charge-types.ts';
import type { RawBreakup } from '../priced-types.ts';

const total = <T>(entries: readonly T[], amount: (entry: T) => Minor): Minor =>
  entries.reduce((sum, entry) => sum + amount(entry), 0);
/** A subtraction that has no negative zero. */
const minus = (amount: Minor): Minor => 0 - amount;

const taxOfGoods = ({ lines }: CartState): Minor => total(lines, ({ tax }) => tax.tax);

/** Goods, the tax on top of them where prices are without it, charges, less what was waived of delivery. */
export const payableOf = (cart: CartState, charges: readonly Charge[]): Minor => {
  const waived = waivedBy(cart);
  const tax = cart.input.policy.prices_include_tax ? 0 : taxOfGoods(cart);
  return goodsAmount(cart.lines) + tax + total(charges, ({ amount }) => amount) - waived;
};

/** Of goods, of delivery, and by coupons; what is given later is none of it. */
const takenOff = (adjustments: CartState['adjustments']) => {
  let [goods, shipping, coupon] = [0, 0, 0];
  for (const { stage, amount } of adjustments) {
    if (stage === 'promotion' || stage === 'gift' || stage === 'adjustment') goods += amount;
    else if (stage === 'shipping') shipping += amount;
    else if (stage === 'coupon') coupon += amount;
  }
  return { goods, shipping, coupon };
};

/** By the kinds that have a number of their own. A fee that another system charges is one by its name. */
const chargedBy = (charges: readonly Charge[]) => {
  const sums = { delivery: 0, cod: 0, convenience: 0, gift: 0, rounding: 0 };
  for (const { type, code, amount } of charges) {
    if (type === 'adjustment') sums.convenience += /^convenience[ _]fee$/i.test(code) ? amount : 0;
    else if (type !== 'emi') sums[type] += amount;
  }
  return sums;
};

export const breakUp = (
  cart: CartState,
  charges: readonly Charge[],
  tender: readonly TenderPart[],
  cashback: readonly CashbackPart[],
): RawBreakup => {
  const { lines, adjustments, input } = cart;
  const off = takenOff(adjustments);
  const charged = chargedBy(charges);
  const points = total(tender, ({ kind, amount }) => (kind === 'loyalty' ? amount : 0));
  const mop = total(tender, ({ kind, amount }) => (kind === 'loyalty' ? 0 : amount));

  let [marked, subtotal] = [0, 0];
  for (const line of lines) {
    marked += line.marked * line.quantity;
    subtotal += line.start * line.quantity;
  }
  const goods = goodsAmount(lines);
  const tax = taxOfGoods(cart);
  const promotionGoods = minus(off.goods);
  const promotionShipping = minus(off.shipping);
  const coupon = minus(off.coupon);
  const discount = subtotal - marked;
  const promotion = promotionGoods + promotionShipping;
  return {
    mrp_total: marked,
    discount,
    subtotal,
    promotion,
    coupon,
    gst_charges: tax,
    vog: input.policy.prices_include_tax ? goods - tax : goods,
    delivery_charge: charged.delivery,
    cod_charge: charged.cod,
    convenience_fee: charged.convenience,
    gift_card: charged.gift,
    ...(charges.some(({ type }) => type === 'rounding') ? { cash_rounding: charged.rounding } : {}),
    total_charge: total(charges, ({ amount }) => amount),
    platform_cash: minus(points),
    mop_total: minus(mop),
    total: payableOf(cart, charges) - points - mop,
    you_saved: minus(discount + promotion + coupon),
    cashback_applied: cashback.length === 0 ? null : total(cashback, ({ amount }) => amount),
    goods,
    promotion_goods: promotionGoods,
    promotion_shipping: promotionShipping,
  };
};
