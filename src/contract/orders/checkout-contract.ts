/** From a cart to an order: what checkout takes in its two versions, and what it answers. */
import { type Static, Type } from 'typebox';
import {
  amount,
  flag,
  list,
  open,
  openObject,
  part,
  sentence,
  text,
  textOrNull,
  wordOrNull,
} from '../answer-fields.ts';
import { CartDetail } from '../cart/cart-contract.ts';
import { buyNow, cartType } from '../cart/cart-requests.ts';
import { AddressBody } from '../cart/cart-selection-contract.ts';
import { Nullable } from '../primitives.ts';

const data = (description: string) => Type.Optional(Nullable(openObject(description)));
const money = (description: string) => Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1e12, description })));

export const CheckoutQuery = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 64, description: 'The cart, where the body does not name one.' })),
  buy_now: buyNow,
  cart_type: cartType,
});

const address = Type.Optional(
  Nullable(
    Type.Object(AddressBody.properties, {
      title: 'CheckoutAddress',
      description: 'An address that is given with the order and not kept for later.',
      additionalProperties: true,
    }),
  ),
);

const OrderTag = part('CheckoutOrderTag', 'A word by which the shop finds the order again.', {
  slug: Type.String({ minLength: 1, maxLength: 64, description: 'The word.' }),
  display_text: Type.Optional(Type.String({ maxLength: 128, description: 'As people read it.' })),
});

const PaymentMeta = Type.Object(
  {
    merchant_code: wordOrNull('The bank or wallet.'),
    type: wordOrNull('Kind of the card.'),
    payment_gateway: wordOrNull('Who carries the payment out.'),
    payment_identifier: wordOrNull('What was chosen within the mode.'),
  },
  { title: 'CheckoutPaymentMeta', additionalProperties: true },
);
const PaymentMethod = Type.Object(
  {
    mode: Type.String({ minLength: 1, maxLength: 64, description: 'Such as COD, CARD or EMI.' }),
    name: wordOrNull('Its name, for people.'),
    payment: wordOrNull('Such as required.'),
    amount: money('What it pays; checked against what is to be paid.'),
    payment_identifier: wordOrNull('What was chosen within the mode, such as an EMI plan.'),
    payment_meta: Type.Optional(Nullable(PaymentMeta)),
    payment_extra_identifiers: data('Data of the payment service.'),
  },
  { title: 'CheckoutPaymentMethod', additionalProperties: true },
);

/** A list of key and value in one version, an object in the other; both are taken in both. */
const CustomMeta = Type.Optional(
  Type.Unsafe<unknown>({
    type: ['array', 'object', 'null'],
    description: 'Data put on the order: an object, or a list of key and value. A null removes a key of the cart.',
  }),
);

const fields = {
  id: wordOrNull('The cart; the caller’s current one of the kind asked for when left out.', 64),
  cart_id: wordOrNull('The same as id.', 64),
  address_id: wordOrNull('Where it goes; the cart’s address when left out.', 64),
  billing_address_id: wordOrNull('The address on the invoice; the same when left out.', 64),
  delivery_address: address,
  billing_address: address,
  payment_mode: wordOrNull('Such as COD, CARD or EMI; the cart’s choice when left out.', 64),
  payment_identifier: wordOrNull('What was chosen within the mode, such as an EMI plan.'),
  aggregator: wordOrNull('Who carries the payment out.'),
  merchant_code: wordOrNull('The bank or wallet.'),
  iin: wordOrNull('First digits of the card.', 16),
  network: wordOrNull('Network of the card.'),
  type: wordOrNull('Kind of the card.'),
  card_id: wordOrNull('A saved card.', 64),
  order_type: wordOrNull('HomeDelivery or PickAtStore, in any case.', 32),
  ordering_store: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 4_294_967_295, description: 'The store that sells.' })),
  ),
  callback_url: wordOrNull('Where the payment service sends the shopper afterwards; http or https.', 2048),
  expected_total: money('What the shopper was shown. Another total is refused, and nothing is ordered.'),
  staff: data('Only from staff. Who of them sells: _id, first_name, last_name, employee_code, user.'),
  customer_details: data('The customer, as the till knows him.'),
  custom_meta: CustomMeta,
  order_tags: Type.Optional(Nullable(Type.Array(OrderTag, { maxItems: 20 }))),
  payment_auto_confirm: Type.Optional(Nullable(Type.Boolean({ description: 'Taken and ignored.' }))),
  meta: data('Taken and ignored.'),
  extra_meta: data('Taken and ignored.'),
  payment_params: data('Taken and ignored.'),
  payment_extra_identifiers: data('Taken and ignored.'),
};

export const Checkout = Type.Object(fields, { title: 'CartCheckoutDetailRequest', additionalProperties: true });
export const CheckoutV2 = Type.Object(
  {
    ...fields,
    payment_methods: Type.Optional(
      Nullable(Type.Array(PaymentMethod, { maxItems: 10, description: 'How it is paid: one method beside balances.' })),
    ),
  },
  { title: 'CartCheckoutDetailV2Request', additionalProperties: true },
);
export type CheckoutBody = Static<typeof CheckoutV2>;

export const CheckCart = part('CheckCart', 'The cart as it was ordered.', {
  ...CartDetail.properties,
  order_id: text('The order.'),
  user_type: text('customer, anonymous or staff: who ordered.'),
  cod_available: flag('Whether it could be paid on delivery.'),
  cod_charges: amount('What paying on delivery costs in this order.'),
  cod_message: sentence('Why it cannot be paid on delivery; empty when it can.'),
  delivery_charges: amount('What delivery costs.'),
  delivery_charge_order_value: amount('Goods above which this delivery charge counts.'),
  store_code: text('Code of the store that sells, where one was named.'),
  store_emps: list(openObject('As it was sent.'), 'Who of the staff sold.'),
});
export type CheckCart = Static<typeof CheckCart>;

export const CheckoutAnswer = part('CartCheckoutResponse', 'The order that was made.', {
  success: flag('Whether the order was made.'),
  message: sentence('What came of it, for people.'),
  order_id: text('The order.'),
  data: open('The order’s id, state, total and until when its payment is awaited.'),
  cart: Type.Optional(CheckCart),
  callback_url: text('Where the payment service sends the shopper afterwards.'),
  app_intercept_url: text('The page of the storefront that shows the order.'),
  payment_confirm_url: textOrNull('Where the payment service confirms the payment; null when none is awaited.'),
});
export type CheckoutAnswer = Static<typeof CheckoutAnswer>;
