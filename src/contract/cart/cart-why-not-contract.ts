/** Every offer of a shop as it stands to a cart, and what would make it act. */
import { type Static, Type } from 'typebox';
import { amount, flag, int32, listOf, part, sentence, text, time, word } from '../answer-fields.ts';
import { explainLanguage } from './cart-explain-contract.ts';
import { areaCode, cartQuery, orderType } from './cart-requests.ts';

const MOST_OFFERS = 25;

export const WhyNotQuery = Type.Object({
  ...cartQuery,
  area_code: areaCode,
  order_type: orderType,
  offer_id: word('Only this offer.'),
  language: explainLanguage,
  page_no: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1, description: 'From 1.' })),
  page_size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MOST_OFFERS, default: 10, description: `Offers, from 1 to ${MOST_OFFERS}.` }),
  ),
});
export type WhyNotQuery = Static<typeof WhyNotQuery>;

const OfferDistance = part('OfferDistance', 'What is missing for the first condition that does not hold.', {
  metric: sentence(
    'cart_total, cart_quantity, cart_unique_item_quantity, cart_unique_item_amount, units, set_units, order_quantity or budget.',
  ),
  comparison: sentence('How it is compared: greater_than_equals, less_than, equals and so on.'),
  need: Type.Number({ description: 'What the condition asks for; money as an amount.' }),
  have: Type.Number({ description: 'What the cart has of it.' }),
  gap: Type.Number({ description: 'Exactly so much more makes the condition hold; less when negative.' }),
  rule: text('The buy rule it belongs to.'),
});
export type OfferDistance = Static<typeof OfferDistance>;

const OfferStepPayment = part('OfferStepPayment', 'A way of paying.', {
  mode: sentence('Its mode.'),
  code: text('Its code.'),
  type: text('Its type.'),
  network: text('The network of the card.'),
  iin: text('How the number of the card begins.'),
});

export const OfferStep = part('OfferStep', 'One thing to do.', {
  kind: sentence('add, remove, pay, ship, code, sign_in, platform, wait or take_gift.'),
  message: sentence('For people.'),
  quantity: int32('Units to add or to remove.'),
  item_id: int32('The product.'),
  size: text('Its size.'),
  slug: text('Its slug.'),
  name: text('Its name.'),
  identifier: text('The line of the cart that changes; left out where a new one is added.'),
  promo_id: text('Add the product with this promo_id.'),
  amount: amount('What these units cost before offers.'),
  payment: Type.Optional(OfferStepPayment),
  shipping_method: text('The shipping method to choose.'),
  code: text('The code to use.'),
  platform: text('Where to order: web, android or ios.'),
  until: time('When the offer begins.'),
});
export type OfferStep = Static<typeof OfferStep>;

const OfferChange = part('OfferChange', 'The smallest change of this cart after which the offer acts.', {
  steps: listOf(OfferStep, 'All of them are needed.'),
  message: sentence('All of it, for people.'),
  discount: Type.Number({ description: 'What the offer then takes off or credits.' }),
  total: Type.Number({ description: 'What the cart then costs.' }),
  total_change: Type.Number({ description: 'How much more that is than now; less when negative.' }),
  is_smallest: flag('No cheaper product of the shop does the same; false: some were not looked at.'),
});
export type OfferChange = Static<typeof OfferChange>;

const OfferBeside = part('OfferBeside', 'The offer that closed the door to it.', {
  id: sentence('Its id.'),
  name: sentence('Its name.'),
});

export const OfferStanding = part('OfferStanding', 'How an offer stands to the cart.', {
  id: sentence('The offer.'),
  mode: sentence('promotion or coupon.'),
  type: sentence('Its type.'),
  code: text('Its code, where it needs one.'),
  name: sentence('Its name.'),
  offer_text: sentence('What it says of itself.'),
  is_applied: flag('It acts on the cart.'),
  discount: Type.Number({ description: 'What it takes off or credits now.' }),
  reason: text('Why it does not act, as a word for programs.'),
  message: sentence('What it does, or why it does not, for people.'),
  distance: Type.Optional(OfferDistance),
  blocked_by: Type.Optional(OfferBeside),
  search: sentence(
    'applied: it acts. found: see change. none: no change of the kinds that are looked for does it. impossible: nothing that the shopper can do. cut_short: not searched further; ask for this offer alone.',
  ),
  change: Type.Optional(OfferChange),
});
export type OfferStanding = Static<typeof OfferStanding>;

export const CartWhyNot = part('CartWhyNot', 'Offers as they stand to a cart.', {
  currency_code: sentence('Of all amounts.'),
  offers: listOf(OfferStanding, 'In the order in which they act; coupons last.'),
  page: part('CartWhyNotPage', 'Which of the offers these are.', {
    current: Type.Integer({ description: 'From 1.' }),
    size: Type.Integer({ description: 'Offers of a page.' }),
    item_total: Type.Integer({ description: 'All offers.' }),
    has_previous: flag('There is one before.'),
    has_next: flag('There is one after.'),
  }),
});
export type CartWhyNot = Static<typeof CartWhyNot>;
