/** Sentences about the cart as a whole. Pure. */
import { entryFor } from '../../pricing/money/charges.ts';
import { fromHome } from '../../pricing/money/in-currency.ts';
import { record, text as textOf } from '../../pricing/compile/read-definition.ts';
import { isListed } from '../price/coupon-outcome.ts';
import type { PricedView } from '../price/priced-view.ts';
import { amountsIn } from '../../shared/amounts.ts';

/** What delivery costs for this cart, and from where on it costs less. */
export const deliverySentence = ({ input, priced, lines, currency }: PricedView): string => {
  const { text } = amountsIn(currency);
  const table = input.charges.delivery
    .map(({ threshold, charge }) => ({ threshold: fromHome(threshold, input), charge: fromHome(charge, input) }))
    .toSorted((a, b) => a.threshold - b.threshold);
  if (table.length === 0 || input.pickup || lines.length === 0) return '';
  const entry = entryFor(table, priced.breakup.goods);
  const charge = entry?.charge ?? 0;
  if (charge === 0) {
    const above = entry !== null && entry.threshold > 0;
    const until = table.find((one) => one.charge > 0)?.threshold;
    if (above) return `Free delivery on order above ${text(entry.threshold)}`;
    return until === undefined ? 'Free delivery' : `Free delivery on order upto ${text(until)}`;
  }
  const next = table.find((one) => one.threshold > (entry?.threshold ?? 0) && one.charge < charge);
  const upto = next === undefined ? '' : ` on order upto ${text(next.threshold)}`;
  return `Delivery charges applicable ${text(charge)}${upto}`;
};

/** What to write where coupons are chosen. */
export const couponText = ({ coupon, offers }: PricedView): string => {
  if (coupon.applied && coupon.offer !== null) {
    const shown = record(coupon.offer.definition.display_meta);
    return textOf(record(shown.apply).title) ?? textOf(shown.title) ?? textOf(shown.name) ?? coupon.code;
  }
  return offers.coupons.some(isListed) ? 'View all offers' : '';
};
