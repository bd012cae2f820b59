/**
 * Orders as service clients read them. What the SDK's platform models name has the type they give it; where a shopper's order
 * has another under that name, its value stands beside it under a name of its own.
 */
import { type Static, type TSchema, Type } from 'typebox';
import {
  amount,
  flag,
  int32,
  list,
  listOf,
  number,
  open,
  openOrNull,
  part,
  sentence,
  text,
  textOrNull,
  time,
} from '../answer-fields.ts';
import {
  FulfillingStore,
  OrderBag,
  OrderBreakup,
  OrderCurrency,
  orderFields,
  OrderShipment,
  OrderStep,
} from './order-contract.ts';
import { Page } from '../primitives.ts';

export const StaffCurrency = part('StaffOrderCurrency', 'A currency.', {
  ...OrderCurrency.properties,
  currency_code: text('The same as code.'),
  currency_symbol: text('The same as symbol.'),
});
const StaffBreakup = part('StaffOrderBreakup', 'A row of the price details; they add up to the total.', {
  ...OrderBreakup.properties,
  value: text('The amount as decimal text, such as 1234.50.'),
  amount: amount('Discounts and what paid are negative.'),
});
const StaffBrand = part('StaffOrderBrand', 'The brand of a line.', {
  id: Type.Number({ description: 'Number of the brand.' }),
  brand_name: text('Its name.'),
});
export const StaffBag = part('StaffOrderBag', 'A line of the order.', {
  ...OrderBag.properties,
  bag_id: int32('Number of the line in its order, from 1; with the order’s id it names the line.'),
  line_number: int32('The same.'),
  brand: Type.Optional(StaffBrand),
  brand_name: text('Name of its brand.'),
});
const StaffShipmentStatus = part('StaffOrderShipmentStatus', 'Where it stands.', {
  status: text('State of the order.'),
  display_name: text('For people.'),
  shipment_id: text('The parcel.'),
});
const StaffFulfillingStore = part('StaffOrderFulfillingStore', 'The store that sends it.', {
  ...FulfillingStore.properties,
  store_name: text('Its name.'),
  address: text('Where it is now; empty, like what follows, when it was not fed or the store is gone.'),
  city: text('Its city.'),
  state: text('Its state.'),
  pincode: text('Its postal code.'),
  country: text('ISO 3166-1 alpha-2.'),
  phone: text('By which it is called.'),
  contact_person: text('Whom to ask for there.'),
  fulfillment_channel: text('How it reaches the shopper: HomeDelivery or PickAtStore.'),
  meta: open('Data the shop keeps with the store.'),
});
export const StaffShipment = part('StaffOrderShipment', 'A parcel: what one store sends in one way.', {
  ...OrderShipment.properties,
  shipment_status: text('State of the order.'),
  status: Type.Optional(StaffShipmentStatus),
  fulfilling_store: Type.Optional(StaffFulfillingStore),
  bags: list(StaffBag, 'Its lines.'),
});
const ChargeAmount = part('StaffOrderChargeAmount', 'An amount in one currency.', {
  value: Type.Number({ format: 'float', description: 'The amount.' }),
  currency: sentence('ISO 4217.'),
});
const ChargeAmounts = part('StaffOrderChargeAmounts', 'A charge in both currencies, tax included.', {
  base_currency: Type.Optional(ChargeAmount),
  ordering_currency: ChargeAmount,
});
const ChargeDistribution = part('StaffOrderChargeDistribution', 'How it is spread.', {
  type: sentence('Always single: it is of the order as a whole.'),
  logic: sentence('Always apportion.'),
});
const ChargeSpread = part('StaffOrderChargeSpread', 'What it is charged for.', {
  distribution_level: sentence('Always order.'),
  distribution: ChargeDistribution,
});
const StaffCharge = part('StaffOrderCharge', 'A charge.', {
  code: text('Which one.'),
  name: sentence('For people.'),
  amount: ChargeAmounts,
  tax: amount('Tax in it, in the order’s currency.'),
  distribution_logic: ChargeSpread,
});

const OrderFunding = part('OrderFunding', 'Who bears a discount.', {
  source: text('offer or adjustment.'),
  id: text('Which one.'),
  stage: text('What kind of discount: promotion, coupon, gift, shipping, cashback …'),
  payable_category: text('seller, fynd, marketplace …'),
  payable_by: text('Who of them; empty when the category says enough.'),
  amount: amount('How much.'),
});
const OrderOffer = part('OrderOffer', 'An offer that acted.', {
  id: text('The offer.'),
  mode: text('promotion or coupon.'),
  name: text('Its name.'),
  code: textOrNull('Its code.'),
  payable_category: text('Who bears it.'),
  payable_by: text('Who of them.'),
  hash: text('Names what was in it at that time.'),
});
const OrderMessage = part('OrderPaymentMessage', 'What the payment service told.', {
  payment_id: text('The payment.'),
  outcome: text('success or failed.'),
  amount: amount('Of the payment.'),
  currency: text('Of the payment.'),
  state: text('accepted, failed or refund_due.'),
  received_on: time('When.'),
});
const StaffStep = part('OrderStaffStep', 'A step of its life.', { ...OrderStep.properties, by: text('Who took it.') });
const Channel = part('OrderChannel', 'The application it came through.', { id: text('The application.') });

export const StaffOrder = part('StaffOrder', 'An order as service clients see it.', {
  ...orderFields,
  fynd_order_id: text('The same as order_id.'),
  order_date: time('When it was made.'),
  created_ts: time('The same.'),
  currency: Type.Optional(StaffCurrency),
  breakup_values: list(StaffBreakup, 'Price details.'),
  charges: list(StaffCharge, 'Charges.'),
  shipments: list(StaffShipment, 'The parcels.'),
  channel: Type.Optional(Channel),
  payment_mode: text('Such as COD.'),
  total_order_value: amount('What is to be paid.'),
  home_total: amount('The same in the application’s own currency, at the rate of the order.'),
  home_currency: text('That currency.'),
  staff: openOrNull('Who of the staff sold it.'),
  customer_details: openOrNull('The customer, as the till knew him.'),
  funding: list(OrderFunding, 'Who bears which discount.'),
  offers: list(OrderOffer, 'Offers that acted.'),
  offers_version: number('Version of the application’s offers.'),
  input_hash: text('Names everything that was priced.'),
  payments: list(OrderMessage, 'What the payment service told; of a single order only.'),
  events: list(StaffStep, 'Its life so far.'),
});
export type StaffOrder = Static<typeof StaffOrder>;
export const StaffOrderById = part('StaffOrderById', 'An order.', {
  success: flag('Always true.'),
  order: Type.Optional(StaffOrder),
  shipments: list(StaffShipment, 'Its parcels, where the SDK looks for them; the same as in the order.'),
});
export type StaffOrderById = Static<typeof StaffOrderById>;
/** A list of a company, as the SDK reads it; `what` they are called in the middle of a sentence and at its begin. */
export const staffList = <Entry extends TSchema>(entry: Entry, what: 'orders' | 'shipments', What: string) => ({
  success: flag('Always true.'),
  message: sentence('Nothing.'),
  total_count: number(`${What} on all pages.`),
  items: listOf(entry, `The ${what}.`),
  page: Page,
});
export const StaffOrderList = part(
  'StaffOrderList',
  'Orders of a company, the newest first.',
  staffList(StaffOrder, 'orders', 'Orders'),
);
