/** Orders, as shoppers and service clients read them. Names are those of the SDK's order client where it has them. */
import { type Static, Type } from 'typebox';
import {
  amount,
  flag,
  int32,
  list,
  listed,
  mapOf,
  number,
  open,
  openObject,
  openOrNull,
  part,
  sentence,
  text,
  textOrNull,
  texts,
  time,
  timeOrNull,
} from '../answer-fields.ts';
import { Nullable, Page } from '../primitives.ts';
import { goodsFields, OrderLevy, OrderUnits } from './order-goods-contract.ts';
import { taxExemption, unionBasis, vatState } from '../tax-fields.ts';

export const orderStatuses = [
  'awaiting_payment',
  'placed',
  'shipped',
  'delivered',
  'returned',
  'cancelled',
  'payment_failed',
  'expired',
] as const;

export const OrderCurrency = part('OrderCurrency', 'A currency.', {
  code: text('ISO 4217.'),
  symbol: text('Its sign.'),
});
export const OrderBreakup = part('OrderBreakup', 'A row of the price details; they add up to the total.', {
  name: text('Which row.'),
  display: text('For people.'),
  value: amount('Discounts and what paid are negative.'),
  currency_code: text('ISO 4217.'),
  currency_symbol: text('Its sign.'),
});
const OrderTax = part('OrderTax', 'Tax, after all discounts.', {
  rate: number('Per cent.'),
  taxable: amount('What is taxed.'),
  tax: amount('All of it.'),
  cgst: amount('Of the centre, within a state.'),
  sgst: amount('Of the state, within it.'),
  igst: amount('Across states.'),
  levies: Type.Optional(
    Type.Array(OrderLevy, { description: 'Where a table of rates taxed it: each authority; they add up to the tax.' }),
  ),
  exemption: taxExemption,
});
const OrderTaxRow = part('OrderTaxRow', 'All tax of one rate and HSN code.', {
  on: text('goods or charges.'),
  hsn_code: textOrNull('Code of the goods; null for charges, and for goods without one.'),
  ...OrderTax.properties,
});
export const OrderBag = part('OrderBag', 'A line of the order.', {
  identifier: text('The line.'),
  item_id: number('The product.'),
  item_size: text('Its size.'),
  size_name: text('Its size as people read it.'),
  article_id: text('The article.'),
  name: text('The product’s name.'),
  brand: text('Its brand.'),
  slug: Type.Optional(
    Type.String({ description: 'Names its page in the shop; of a single order only, while it is sold.' }),
  ),
  image: Type.Optional(
    Type.String({ description: 'Address of its first picture; of a single order only, while the shop has it.' }),
  ),
  seller_id: number('Who sells it.'),
  seller_name: text('His name.'),
  seller_identifier: textOrNull('His own code for it.'),
  ean: textOrNull('Its EAN.'),
  hsn_code: textOrNull('Its HSN code.'),
  quantity: int32('Units.'),
  given_back: int32('Units of it that were cancelled or returned.'),
  parent: textOrNull('The line it came with.'),
  is_gift: flag('Whether a promotion gave it.'),
  price_marked: amount('MRP of a unit.'),
  price_effective: amount('What a unit cost before offers.'),
  subtotal: amount('All units before offers.'),
  promotion: amount('What promotions took off; positive.'),
  coupon: amount('What the coupon took off; positive.'),
  amount: amount('All units after offers.'),
  tax: Type.Optional(OrderTax),
  gift_message: textOrNull('Of the wrapping; null when it is not wrapped.'),
  meta: open('Data kept with the line.'),
  _custom_json: open('Data kept with the line.'),
});
const ShipmentStatus = part('OrderShipmentStatus', 'Where it stands.', {
  title: text('For people.'),
  value: text('State of its goods.'),
});
export const OrderPromise = part('OrderPromise', 'When it arrives; null when nothing is promised.', {
  min: timeOrNull('The earliest time.'),
  max: timeOrNull('The latest time.'),
});
export const FulfillingStore = part('OrderFulfillingStore', 'The store that sends it.', {
  id: number('The store.'),
  name: text('Its name.'),
  code: text('Its code.'),
});
export const OrderShipment = part('OrderShipment', 'A parcel: what one store sends in one way.', {
  shipment_id: text('The parcel.'),
  order_id: text('The order.'),
  order_type: text('HomeDelivery or PickAtStore.'),
  journey: text('standard, priority or rush.'),
  over_counter: flag('Whether it was handed over when it was bought.'),
  shipping_method: Type.Optional(
    part('OrderShippingMethod', 'By which it goes; left out where the shop has no methods.', {
      id: text('The method.'),
      name: text('Its name then.'),
    }),
  ),
  shipment_status: Type.Optional(ShipmentStatus),
  promise: Type.Optional(OrderPromise),
  fulfilling_store: Type.Optional(FulfillingStore),
  total_items: int32('Units in it.'),
  total: amount('Its goods after offers.'),
  bags: list(OrderBag, 'Its lines.'),
});
const OrderChargeView = part('OrderCharge', 'A charge.', {
  code: text('Which one.'),
  name: text('For people.'),
  amount: amount('Tax included.'),
  tax: amount('Tax in it.'),
});
const OrderTenderView = part('OrderTender', 'What paid beside the payment.', {
  kind: text('points, store_credit, gift_card or adjustment.'),
  id: text('The gift card or adjustment; empty otherwise.'),
  amount: amount('What it paid.'),
  points: Nullable(Type.Integer({ description: 'Points that were spent; null for anything else.' })),
  home_amount: Nullable(
    Type.Number({
      description: 'What the balance fell by, in the application’s own currency; null where it has none.',
    }),
  ),
});
const Reorder = part('OrderReorder', 'A line as it is added to a cart.', {
  item_id: number('The product.'),
  item_size: text('Its size.'),
  quantity: int32('Units.'),
  seller_id: number('Who sells it.'),
  store_id: number('Who sends it.'),
});
const OrderUser = part('OrderUser', 'Who ordered.', {
  user_id: textOrNull('The customer; null for a shopper without an account.'),
  is_anonymous: flag('Whether he has no account.'),
});
const OrderPayment = part('OrderPaymentInfo', 'How it is paid.', {
  mode: text('Such as COD.'),
  payment_identifier: textOrNull('What was chosen within the mode.'),
  aggregator: textOrNull('Who carries it out.'),
  merchant_code: textOrNull('The bank or wallet.'),
  payment_id: textOrNull('The payment that paid; null when none has.'),
});
export const OrderStep = part('OrderStep', 'A step of its life.', {
  status: text('The state it led to.'),
  created_on: time('When.'),
  reason: sentence('Why.'),
});

/** What everybody who may read an order is told. */
const OrderVatCheck = part('OrderVatCheck', 'What was known of the buyer’s VAT number when he ordered.', {
  state: vatState,
  checked_on: timeOrNull('When the service last answered; null when it never did.'),
  consultation_number: textOrNull('The number of that answer, where the service gives one.'),
});

export const orderFields = {
  order_id: text('The order.'),
  status: Type.Optional(Type.Enum(orderStatuses, { description: 'Where it stands.' })),
  order_created_time: time('When it was made.'),
  order_created_ts: time('The same.'),
  modified_on: time('When it last changed.'),
  payment_expires_at: timeOrNull('Until when its payment is awaited; null when none is.'),
  cart_id: text('Number of the cart it was.'),
  user_info: Type.Optional(OrderUser),
  delivery_address: openOrNull('Where it goes.'),
  billing_address: openOrNull('The address on the invoice.'),
  payment: Type.Optional(OrderPayment),
  currency: Type.Optional(OrderCurrency),
  order_value: amount('What is to be paid.'),
  breakup_values: list(OrderBreakup, 'Price details.'),
  totals: Type.Optional(mapOf(Type.Number(), 'The same as the cart’s raw price details.')),
  charges: list(OrderChargeView, 'Charges.'),
  tender: list(OrderTenderView, 'What paid beside the payment.'),
  tax_summary: list(OrderTaxRow, 'Tax by rate and HSN code.'),
  coupon_code: textOrNull('The coupon that acted; of several the last that was typed.'),
  coupon_codes: Type.Optional(texts('All coupons that acted, where there were several.')),
  gstin: textOrNull('Tax number of the buyer.'),
  vat_id: Type.Optional(Type.String({ description: 'VAT number of the buyer, in the European Union.' })),
  vat_check: Type.Optional(OrderVatCheck),
  oss_basis: unionBasis,
  ship_to_gstin: textOrNull('Tax number of the place it goes to.'),
  comment: sentence('What the shopper wrote for the shop.'),
  custom_meta: open('Data the shop put on it.'),
  order_tags: list(openObject('slug and display_text.'), 'Words by which the shop finds it.'),
  total_shipments_in_order: int32('Parcels.'),
  shipments: list(OrderShipment, 'The parcels.'),
  ...goodsFields,
  bags_for_reorder: list(Reorder, 'Its lines, to be added to a cart again.'),
};

const CancelLeaves = part('OrderCancelLeaves', 'What must stay where units are cancelled; each only where it counts.', {
  goods: amount('Goods of this value, unless all of the order goes: the shop takes no order below it.'),
  unpaid: amount('One unit: of what was delivered this much would stay unpaid if all went that has not left.'),
});

export const Order = part('Order', 'An order.', {
  ...orderFields,
  can_cancel: flag('Whether its customer may cancel it now.'),
  returnable: list(OrderUnits, 'What its customer may ask to return now; of a single order only.'),
  cancellable: list(OrderUnits, 'What its customer may cancel by the unit now; of a single order only.'),
  cancel_leaves: Type.Optional(CancelLeaves),
  events: list(OrderStep, 'Its life so far.'),
});
export type Order = Static<typeof Order>;
export const OrderById = part('OrderById', 'An order.', { order: Type.Optional(Order) });
export const OrderList = listed('OrderList', 'Orders of the shopper, the newest first.', [Order, 'The orders.'], {
  page: Page,
});

export const OrderRecomputed = part('OrderRecomputed', 'An order priced again from what it was priced from.', {
  success: flag('Always true.'),
  order_id: text('The order.'),
  agrees: flag('Whether every number came out the same.'),
  input_hash: text('Names everything that was priced.'),
  totals: Type.Optional(mapOf(Type.Number(), 'As they came out now.')),
  applied: texts('Offers that acted.'),
});
