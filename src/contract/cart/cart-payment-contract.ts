/** Ways of paying for a cart: whether its coupon minds, which there are, and what each would cost. */
import { type Static, Type } from 'typebox';
import { amount, flag, flagOrNull, listOf, part, sentence, text, textOrNull, texts, word } from '../answer-fields.ts';
import { CartEmiDetails } from './cart-contract.ts';
import { cartQuery } from './cart-requests.ts';
import { CartCurrency } from './cart-promotion-contract.ts';
import { Nullable } from '../primitives.ts';

export const PaymentQuery = Type.Object({
  ...cartQuery,
  address_id: word('As if it went to this address of the shopper.'),
  payment_mode: word('Such as COD, CARD or EMI.'),
  payment_identifier: word('What is chosen within the mode, such as an EMI plan.', 256),
  aggregator_name: word('Who carries the payment out.', 256),
  merchant_code: word('The bank or wallet.', 256),
  iin: word('First digits of the card.', 16),
  network: word('Network of the card.'),
  type: word('Kind of the card, such as credit.'),
  card_id: word('A saved card, in place of all of these.'),
});
export type PaymentQuery = Static<typeof PaymentQuery>;

export const PaymentCouponValidate = part('PaymentCouponValidate', 'Whether the coupon takes a way of paying.', {
  success: flag('Whether it does, or there is no coupon.'),
  message: sentence('What came of it, for people.'),
  coupon_validity: part('CouponValidity', 'The coupon on the cart, paid like that.', {
    valid: flag('Whether it acts; true without a coupon.'),
    discount: amount('What it takes off; positive.'),
    code: textOrNull('Its code; null without one.'),
    title: sentence('Its title; empty without one.'),
    display_message_en: textOrNull('What it does; null when it does nothing.'),
    error_en: textOrNull('Why it does nothing; null when it acts.'),
    next_validation_required: flagOrNull('Whether to ask again when the way of paying is known in full.'),
  }),
});
export type PaymentCouponValidate = Static<typeof PaymentCouponValidate>;

export const PaymentOptionsQuery = Type.Object({
  ...cartQuery,
  address_id: word('As if it went to this address of the shopper.'),
  area_code: word('Postal code of the place it goes to.', 24),
});

const total = amount('What the cart would cost, paid like that.');
const possible = flag('Whether the cart can be paid like that now.');
const why = sentence('Why it cannot; empty when it can.');
const chosen = flag('Whether it is chosen.');
const OfferBrought = part('PaymentOptionOffer', 'An offer that this way of paying brings.', {
  id: text('The offer.'),
  name: text('Its name.'),
  discount: amount('What it takes off the total; positive.'),
  cashback_amount: amount('What it credits to a customer later; takes nothing off the total.'),
});
const ModeOption = part('PaymentModeOption', 'A way of paying, and what it would cost.', {
  payment_mode: text('Such as COD.'),
  is_selected: chosen,
  is_possible: possible,
  message: why,
  total,
  fee: amount('What is charged for paying like that.'),
  offers: listOf(OfferBrought, 'Offers that act because of it.'),
});
const EmiOption = part('EmiPlanOption', 'Instalments, and what they would cost.', {
  id: text('The plan; payment_identifier of the mode EMI.'),
  is_selected: chosen,
  is_possible: possible,
  message: why,
  total,
  emi: Nullable(CartEmiDetails),
});
const BankOffer = part('BankOfferOption', 'An offer that asks for a way of paying.', {
  id: text('The offer.'),
  mode: text('promotion acts by itself, coupon needs its code.'),
  code: textOrNull('The code; null for an offer that needs none.'),
  name: text('Its name.'),
  offer_text: sentence('One line for the shopper.'),
  payment_modes: texts('Ways of paying that bring it.'),
  banks: texts('Banks or wallets it asks for; any when empty.'),
  networks: texts('Networks of cards it asks for; any when empty.'),
  discount: amount('What it would take off the total, paid like that; positive.'),
  cashback_amount: amount('What it would credit to a customer later; takes nothing off the total.'),
  is_applicable: flag('Whether it would act.'),
  message: sentence('What is missing for it; empty when nothing.'),
});
export const PaymentOptions = part('PaymentOptions', 'Ways of paying for the cart, and what each would cost.', {
  currency: CartCurrency,
  default_payment_mode: text('Offered first.'),
  payment_modes: listOf(ModeOption, 'The one offered first, then the others by name.'),
  emi_plans: listOf(EmiOption, 'Instalments, as the shop lists them.'),
  bank_offers: listOf(BankOffer, 'Those that are worth most come first.'),
});
export type PaymentOptions = Static<typeof PaymentOptions>;
