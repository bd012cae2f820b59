/** Sentences about the cart as a whole. Pure. */
import { entryFor } from '../../pricing/money/charges.ts';
import { fromHome } from '../../pricing/money/in-currency.ts';
import { record, text as textOf } from '../../pricing/compile/read-definition.ts';
import { isListed } from '../price/coupon-outcome.ts';
import type { PricedView } from '../price/priced-view.ts';
import type { ShippingPart } from '../../pricing/shipping-types.ts';
import { amountsIn } from '../../shared/amounts.ts';
import type { Minor } from '../../shared/money.ts';
import { shownTexts } from './offer-texts.ts';

const shippingParts = ({ priced }: PricedView): readonly ShippingPart[] =>
  priced.charges.flatMap(({ basis }) => (basis.kind === 'shipping' ? basis.parts : []));

/** The same of a shop with shipping methods: what those of its parcels charge, and up to which goods. */
const methodsSentence = (parts: readonly ShippingPart[], text: (amount: Minor) => string): string => {
  const bounds = parts.flatMap(({ freeFrom }) => freeFrom ?? []);
  const told = parts.map(({ name, amount }) => `${name} ${text(amount)}`).join(', ');
  if (parts.length === 0) return 'Free delivery';
  return bounds.length < parts.length ? told : `${told} on order upto ${text(Math.max(...bounds))}`;
};

/** Beside the charge itself, which says what one method asks. */
export const deliveryNote = (view: PricedView): string => {
  const [part, ...others] = shippingParts(view);
  return part !== undefined && others.length === 0 && part.freeFrom === null ? part.name : deliverySentence(view);
};

/** What delivery costs for this cart, and from where on it costs less. */
export const deliverySentence = (view: PricedView): string => {
  const { input, priced, lines, currency } = view;
  const { text } = amountsIn(currency);
  const table = input.charges.delivery
    .map(({ threshold, charge }) => ({ threshold: fromHome(threshold, input), charge: fromHome(charge, input) }))
    .toSorted((a, b) => a.threshold - b.threshold);
  if (input.pickup || lines.length === 0) return '';
  if (input.shipping !== undefined) return methodsSentence(shippingParts(view), text);
  if (table.length === 0) return '';
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
export const couponText = ({ coupon, offers, input }: PricedView): string => {
  if (coupon.applied && coupon.offer !== null) {
    const shown = shownTexts(coupon.offer, input);
    return textOf(record(shown.apply).title) ?? textOf(shown.title) ?? textOf(shown.name) ?? coupon.code;
  }
  return offers.coupons.some(isListed) ? 'View all offers' : '';
};
