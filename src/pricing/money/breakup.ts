/** The totals, from the lines, adjustments, charges and tender. Every identity of the page on pricing is one line here. */
import type { Minor } from '../../shared/money.ts';
import { type CartState, goodsAmount } from '../cart-state.ts';
import { waivedBy } from '../offers/shipping-offers.ts';
import type { CashbackPart, Charge, TenderPart } from '../charge-types.ts';
import type { RawBreakup } from '../priced-types.ts';
import type { Stage } from '../adjustment-types.ts';

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

export const breakUp = (
  cart: CartState,
  charges: readonly Charge[],
  tender: readonly TenderPart[],
  cashback: readonly CashbackPart[],
): RawBreakup => {
  const { lines, adjustments, input } = cart;
  const ofStage = (...stages: readonly Stage[]): Minor =>
    total(adjustments, ({ stage, amount }) => (stages.includes(stage) ? amount : 0));
  const chargesOf = (...types: readonly Charge['type'][]): Minor =>
    total(charges, ({ type, amount }) => (types.includes(type) ? amount : 0));
  const convenience = total(charges, ({ type, code, amount }) =>
    type === 'convenience' || (type === 'adjustment' && /^convenience[ _]fee$/i.test(code)) ? amount : 0,
  );
  const points = total(tender, ({ kind, amount }) => (kind === 'loyalty' ? amount : 0));
  const mop = total(tender, ({ kind, amount }) => (kind === 'loyalty' ? 0 : amount));

  const marked = total(lines, (line) => line.marked * line.quantity);
  const subtotal = total(lines, (line) => line.start * line.quantity);
  const goods = goodsAmount(lines);
  const tax = taxOfGoods(cart);
  const promotionGoods = minus(ofStage('promotion', 'gift', 'adjustment'));
  const promotionShipping = minus(ofStage('shipping'));
  const coupon = minus(ofStage('coupon'));
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
    delivery_charge: chargesOf('delivery'),
    cod_charge: chargesOf('cod'),
    convenience_fee: convenience,
    gift_card: chargesOf('gift'),
    ...(charges.some(({ type }) => type === 'rounding') ? { cash_rounding: chargesOf('rounding') } : {}),
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
