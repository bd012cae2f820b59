/** Shipments and their lines as service clients read them by themselves: in the names and types of the SDK's platform.order. */
import { type Static, Type } from 'typebox';
import { amount, flag, int32, listOf, number, open, part, sentence, text, textOrNull, time } from '../answer-fields.ts';
import { Nullable } from '../primitives.ts';
import { ShipmentPrices } from './order-shipment-contract.ts';
import { StaffBag, StaffCurrency, staffList, StaffShipment } from './staff-order-contract.ts';

const Prices = part('StaffShipmentPrices', 'What goods cost, all units together, in the order’s currency.', {
  ...ShipmentPrices.properties,
  coupon_effective_discount: amount('The same as coupon_value.'),
  discount: amount('What offers took off together; positive.'),
  value_of_good: amount('What is taxed.'),
});
const Gst = part('StaffBagGst', 'Tax of a line.', {
  value_of_good: amount('What is taxed.'),
  gst_fee: amount('All of it.'),
  gst_tax_percentage: number('Per cent.'),
  cgst_gst_fee: amount('Of the centre.'),
  sgst_gst_fee: amount('Of the state.'),
  igst_gst_fee: amount('Across states.'),
  hsn_code: text('Code of the goods; empty when they have none.'),
  brand_calculated_amount: amount('What the line costs.'),
  tax_collected_at_source: amount('Always 0: not collected here.'),
});
const identifiers = part('StaffBagIdentifiers', 'By which codes it is known.', {
  ean: textOrNull('Its EAN.'),
  sku_code: textOrNull('The seller’s own code.'),
});
const Breakup = part('StaffBagBreakup', 'A line in figures, all units together.', {
  ...Prices.properties,
  ...Gst.properties,
  item_name: text('The product’s name.'),
  size: text('Its size.'),
  total_units: int32('Units.'),
  identifiers,
  gst_tag: text('IGST or GST.'),
  transfer_price: amount('Always 0.'),
  refund_credit: amount('Always 0: what goes back stands with the order.'),
  delivery_charge: amount('Always 0: charges are of the order as a whole.'),
  cod_charges: amount('Always 0, for the same reason.'),
  cashback: amount('Always 0.'),
  cashback_applied: amount('Always 0.'),
  fynd_credits: amount('Always 0.'),
  added_to_fynd_cash: flag('Always false.'),
});
const BagState = part('StaffBagState', 'Where a line stands.', {
  id: int32('Number of the line.'),
  bag_id: int32('The same.'),
  shipment_id: text('Its shipment.'),
  store_id: number('Its store.'),
  status: text('State of the shipment.'),
  display_name: text('For people.'),
  state_type: text('Always operational.'),
  forward: flag('False once all of it came back.'),
  updated_at: time('When the order last changed.'),
});
const may = {
  is_returnable: flag('Whether units of it can be taken back now.'),
  is_active: flag('Whether units of it are still the customer’s.'),
  can_be_cancelled: flag('Whether units of it can be cancelled now.'),
  enable_tracking: flag('Whether something of the shipment has left.'),
  is_customer_return_allowed: flag('The same as is_returnable.'),
};
const Article = part('StaffBagArticle', 'The article of a line.', {
  _id: text('The article.'),
  uid: text('The same.'),
  size: text('Its size.'),
  seller_identifier: text('The seller’s own code; empty when he has none.'),
  identifiers,
});
const Item = part('StaffBagItem', 'The product of a line.', {
  id: number('The product.'),
  item_id: number('The same.'),
  name: text('Its name.'),
  size: text('Its size.'),
  brand: text('Its brand.'),
  brand_id: number('Number of the brand.'),
  slug_key: text('Always empty: an order keeps none.'),
  attributes: open('Always empty, for the same reason.'),
  image: listOf(Type.String(), 'Always empty, for the same reason.'),
});
const bagFields = {
  ...StaffBag.properties,
  id: text('Names the line by itself: the shipment and the number of the line, as getBagById takes it.'),
  shipment_id: text('Its shipment.'),
  display_name: text('State of the shipment, for people.'),
  product_quantity: int32('Units.'),
  can_cancel: flag('Whether units of it can be cancelled now.'),
  can_return: flag('Whether units of it can be taken back now.'),
  brand: Type.Optional(
    part('StaffBagBrand', 'The brand of a line.', {
      id: number('Number of the brand.'),
      brand_name: text('Its name.'),
      name: text('The same.'),
    }),
  ),
  current_status: BagState,
  current_operational_status: BagState,
  status: part('StaffBagMay', 'What can be done with it.', may),
  article: Article,
  item: Type.Optional(Item),
  prices: Prices,
  ordering_currency_prices: Prices,
};
const Bag = part('StaffShipmentBag', 'A line of a shipment.', {
  ...bagFields,
  gst: Gst,
  gst_details: Gst,
  financial_breakup: listOf(Breakup, 'One entry.'),
});
/** Of a single shipment, whose model has one object where the others have a list. */
const DetailBag = part('StaffShipmentDetailBag', 'A line of a shipment.', {
  ...bagFields,
  gst_details: Gst,
  financial_breakup: Breakup,
  bag_configs: part('StaffBagConfigs', 'What can be done with it.', {
    ...may,
    allow_force_return: flag('The same as is_returnable.'),
  }),
});
export type StaffShipmentBag = Static<typeof Bag>;
export type StaffShipmentDetailBag = Static<typeof DetailBag>;

const Place = part('StaffShipmentAddress', 'An address; what was not given is empty.', {
  name: text('Who is there.'),
  phone: text('His number.'),
  email: text('His e-mail address.'),
  address: text('Street and house.'),
  area: text('Area.'),
  landmark: text('What is near it.'),
  city: text('City.'),
  state: text('State.'),
  pincode: text('Postal code.'),
  country: text('ISO 3166-1 alpha-2.'),
});
const User = part('StaffShipmentUser', 'Who ordered it.', {
  mongo_user_id: textOrNull('The customer; null for a guest.'),
  is_anonymous_user: flag('Whether he is a guest.'),
  name: text('Who receives it.'),
  first_name: text('The same.'),
  mobile: text('His number.'),
  email: text('His e-mail address.'),
});
const CarriedBy = part('StaffShipmentCarrier', 'Who carries the parcel that left last; empty before one did.', {
  name: text('The carrier.'),
  awb_no: text('Its own number of the parcel.'),
  track_url: text('Where it can be followed.'),
});
const Methods = Type.Unsafe<Readonly<Record<string, { readonly mode: string; readonly amount: number }>>>({
  type: 'object',
  additionalProperties: { type: 'object', properties: { mode: { type: 'string' }, amount: { type: 'number' } } },
  description: 'How the order is paid, by the mode.',
});
const shipmentFields = {
  ...StaffShipment.properties,
  is_active: flag('Whether something of it is still the customer’s.'),
  display_name: text('Its state, for people.'),
  total_bags: int32('Lines in it.'),
  shipment_created_at: sentence('When it was ordered.'),
  shipment_created_ts: time('The same.'),
  order_date: time('The same.'),
  estimated_sla_time: time('Until when it is promised.'),
  user: User,
  delivery_address: Type.Optional(Nullable(Place)),
  billing_address: Type.Optional(Nullable(Place)),
  payment_mode: text('Such as COD.'),
  mode_of_payment: text('The same.'),
  payment_methods: Methods,
  prices: Prices,
  ordering_currency_prices: Prices,
  currency: StaffCurrency,
  meta: open('Always empty.'),
  dp_details: CarriedBy,
};
const ListedShipment = part('StaffListedShipment', 'A shipment of a list.', {
  ...shipmentFields,
  shipment_status: part('StaffListedShipmentStatus', 'Where it stands.', {
    status: sentence('State of its goods.'),
    current_shipment_status: text('The same.'),
    title: sentence('For people.'),
    display_name: text('The same.'),
    shipment_id: text('The shipment.'),
    status_created_at: time('Since when.'),
    bag_list: listOf(Type.String(), 'Its lines, by their own names.'),
  }),
  status_created_at: time('Since when it stands there.'),
  status_created_ts: time('The same.'),
  bags: listOf(Bag, 'Its lines.'),
  channel: part('StaffShipmentChannel', 'The application it came through.', { id: text('The application.') }),
});
export type ListedShipment = Static<typeof ListedShipment>;
export const ShipmentsListing = part(
  'StaffShipmentList',
  'Shipments of a company, the newest first.',
  staffList(ListedShipment, 'shipments', 'Shipments'),
);

const Step = part('StaffShipmentStep', 'A step of a shipment.', {
  status: text('The state, or what its carrier said.'),
  text: sentence('For people.'),
  time: time('When.'),
  created_ts: time('The same.'),
  is_current: flag('Whether it stands there.'),
  is_passed: flag('Always true: only what happened is told.'),
});
const DetailedShipment = part('StaffShipmentDetails', 'A shipment.', {
  ...shipmentFields,
  shipment_id: sentence('The shipment.'),
  shipment_status: text('State of its goods.'),
  operational_status: text('The same.'),
  journey_type: text('forward, or return once all of it came back.'),
  shipment_quantity: int32('Units.'),
  bags: listOf(DetailBag, 'Its lines.'),
  tracking_list: listOf(Step, 'What happened to it, the oldest first.'),
  order: part('StaffShipmentOrder', 'Its order.', {
    fynd_order_id: sentence('The order.'),
    order_date: time('When it was made.'),
    created_ts: time('The same.'),
    order_value: text('What is to be paid for all of it, as decimal text.'),
    affiliate_id: text('The application it came through.'),
    meta: open('What was said with the order.'),
  }),
  delivery_details: open('Where it goes, as it was given.'),
  billing_details: open('Who is on the invoice, as it was given.'),
  payments: part('StaffShipmentPayment', 'How it is paid.', { mode: text('Such as COD.') }),
  invoice: Type.Optional(
    part('StaffShipmentInvoice', 'The invoice of its order; not there before it is made.', {
      store_invoice_id: text('Its number.'),
      updated_date: time('When it was made.'),
      invoice_url: text('A page that prints; it opens without a token for a quarter of an hour.'),
      credit_note_id: textOrNull('Number of the last credit note.'),
    }),
  ),
  invoice_id: textOrNull('Number of the invoice.'),
});
export type DetailedShipment = Static<typeof DetailedShipment>;
export const ShipmentDetails = part('StaffShipmentById', 'A shipment.', {
  success: flag('Always true.'),
  message: sentence('Nothing.'),
  shipments: listOf(DetailedShipment, 'One entry.'),
});

const BagPage = part('StaffBagPage', 'Where a list of lines stands.', {
  item_total: Type.Integer({ description: 'Lines on all pages.' }),
  has_next: flag('Whether there are more.'),
  page_type: sentence('Always number.'),
  current: Type.Integer({ description: 'The page.' }),
  size: Type.Integer({ description: 'Lines asked for per page.' }),
});
export const BagsListing = part('StaffBagList', 'Lines of orders.', {
  status_code: int32('Always 200.'),
  data: part('StaffBags', 'Lines.', { items: listOf(Bag, 'The lines.'), page: BagPage }),
});
export const BagDetails = part('StaffBagById', 'A line of an order.', {
  status_code: int32('Always 200.'),
  data: Bag,
});
