/** What service clients ask of shipments, and what happens to them, on the wire: in the names of the SDK's platform.order. */
import { type Static, Type } from 'typebox';
import { flag, int32, listed, listOf, open, part, sentence, text, textOrNull, time, word } from '../answer-fields.ts';
import { ApplicationPath, CompanyPath } from '../applications/application-admin-contract.ts';
import { Nullable } from '../primitives.ts';
import { orderStatuses } from './order-contract.ts';
import { OrdersListingQuery } from './order-requests.ts';
import { AskedShipment, loose, shipmentId } from './order-shipment-contract.ts';

const names = (description: string) => word(`${description} Several are separated by commas, at most 50.`, 4000);
const asked = { shipment_id: word('The shipment.', 80), channel_shipment_id: word('The same.', 80) };
const bagName = (description: string) => Type.String({ minLength: 1, maxLength: 90, description });

const { page_no, page_size, from_date, to_date, start_date, end_date, customer_id, sales_channels, payment_methods } =
  OrdersListingQuery.properties;
const listedBy = { page_no, page_size, from_date, to_date, customer_id };
export const ShipmentsQuery = Type.Object({
  ...listedBy,
  start_date,
  end_date,
  sales_channels,
  payment_methods,
  bag_status: Type.Optional(Type.Enum(orderStatuses, { description: 'Only shipments in this state.' })),
  status_assigned: Type.Optional(Type.Enum(orderStatuses, { description: 'The same as bag_status.' })),
  search_value: word('Only this shipment, or those of this order.', 128),
  stores: names('Only shipments of these stores.'),
  order_type: Type.Optional(
    Type.Enum(['HomeDelivery', 'PickAtStore'], { description: 'Only shipments that go this way.' }),
  ),
  tags: word('Only shipments of orders with this tag.', 64),
});
export type ShipmentsQuery = Static<typeof ShipmentsQuery>;
export const ApplicationShipmentsQuery = Type.Object({
  ...listedBy,
  search_id: word('Only this shipment, or those of this order.', 128),
  stores: names('Only shipments of these stores.'),
});

export const ShipmentDetailsQuery = Type.Object(asked);
export const BagsQuery = Type.Object({
  page_no,
  page_size,
  bag_ids: names('Lines, by bags[].id.'),
  shipment_ids: names('All lines of these shipments.'),
  order_ids: names('All lines of these orders.'),
});
export type BagsQuery = Static<typeof BagsQuery>;
export const BagQuery = Type.Object({ bag_id: bagName('The line: bags[].id.') });
export const HistoryQuery = Type.Object({ shipment_id: shipmentId });
export const TrackingQuery = Type.Object({
  page_no,
  page_size,
  shipment_id: shipmentId,
  awb: word('Only of the parcel with this number.', 100),
});

export const ShipmentBagStatePath = Type.Object({
  ...CompanyPath.properties,
  shipment_id: shipmentId,
  bag_id: bagName('The line: bags[].id, or its number in the order.'),
  state: Type.String({
    maxLength: 64,
    description: 'cancelled_… asks why it may be cancelled, return_… why returned.',
  }),
});
export const ApplicationShipmentPath = Type.Object({ ...ApplicationPath.properties, shipment_id: shipmentId });
export const ApplicationShipmentLinePath = Type.Object({
  ...ApplicationShipmentPath.properties,
  line_number: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number of the line: bags[].line_number.' }),
});
export const ReasonsPath = Type.Object({
  ...ApplicationPath.properties,
  action: Type.Enum(['cancel', 'return'], { description: 'What is to be said why.' }),
});
export const ReasonList = part('StaffReasonList', 'Why goods go back.', {
  success: flag('Always true.'),
  message: sentence('Nothing.'),
  reasons: listOf(
    part('StaffReason', 'A reason.', { reason_id: int32('The reason.'), reason: text('For people.') }),
    'The reasons.',
  ),
});

const Activity = part('ShipmentActivity', 'Something that happened, or was written down.', {
  activity_type: sentence('state, payment, parcel, return, refund, paper or note.'),
  message: sentence('What.'),
  display_message: text('The same.'),
  user: sentence('Who did it; empty when nobody is named.'),
  createdat: sentence('When.'),
  created_ts: time('The same.'),
  meta: part('ShipmentActivityMeta', 'More of it.', {
    message: text('What.'),
    reason: part('ShipmentActivityReason', 'Why.', { text: text('As it was said.') }),
    slug: textOrNull('What it is of: a parcel, a return, a refund, a payment, a paper, a note.'),
  }),
});
export const ShipmentHistory = part('ShipmentHistory', 'What happened to a shipment and its order.', {
  success: flag('Always true.'),
  activity_history: listOf(Activity, 'The oldest first.'),
});
const Written = Type.Object(
  {
    filters: Type.Array(
      Type.Object({ shipment_id: Type.String({ minLength: 1, maxLength: 80, description: 'The shipment.' }) }, loose),
      { minItems: 1, maxItems: 1, description: 'Beside which shipment.' },
    ),
    data: Type.Object(
      {
        user_name: Type.String({ maxLength: 200, description: 'Who says it; stands before the message.' }),
        message: Type.String({ minLength: 1, maxLength: 1700, description: 'What is to be remembered.' }),
      },
      loose,
    ),
  },
  loose,
);
export const HistoryBody = Type.Object(
  { activity_history: Type.Array(Written, { minItems: 1, maxItems: 1, description: 'One note.' }) },
  { title: 'PostShipmentHistory', ...loose },
);

const tracked = {
  shipment_id: Type.String({ minLength: 1, maxLength: 80, description: 'The shipment.' }),
  awb: Type.String({ minLength: 1, maxLength: 100, description: 'The carrier’s own number of the parcel.' }),
  dp_name: Type.String({ minLength: 1, maxLength: 100, description: 'The carrier.' }),
  dp_status: word('What the carrier says of it; also when it is said in operational_status.', 100),
  operational_status: word('The same.', 100),
  dp_status_updated_at: Type.String({ maxLength: 64, description: 'When it said so.' }),
  journey: Type.String({ maxLength: 32, description: 'forward. What comes back is a return.' }),
};
export const TrackingBody = Type.Object(
  {
    ...tracked,
    dp_location: Type.Optional(Nullable(Type.String({ maxLength: 200, description: 'Where it was seen.' }))),
    remark: Type.Optional(Nullable(Type.String({ maxLength: 300, description: 'What else was said.' }))),
    meta: Type.Optional(
      Type.Object(
        { tracking_url: Type.Optional(Type.String({ maxLength: 500, description: 'Where it can be followed.' })) },
        loose,
      ),
    ),
  },
  { title: 'CourierPartnerTracking', ...loose },
);
export type TrackingBody = Static<typeof TrackingBody>;
export const TrackingRow = part('CourierTracking', 'What a carrier said of a parcel.', {
  shipment_id: sentence('The shipment.'),
  awb: sentence('The carrier’s own number of the parcel.'),
  dp_name: sentence('The carrier.'),
  dp_status: text('What it said: shipped and delivered are told by the shop.'),
  operational_status: text('State of the shipment now.'),
  dp_status_updated_at: sentence('When.'),
  dp_location: textOrNull('Where it was seen.'),
  remark: textOrNull('What else was said.'),
  journey: sentence('Always forward.'),
  promised_delivery_date: textOrNull('Until when it is promised.'),
  meta: open('The parcel, and where it can be followed.'),
});
export type TrackingRow = Static<typeof TrackingRow>;
const TrackingPage = part('CourierTrackingPage', 'Where the list stands.', {
  item_total: Type.Integer({ description: 'Rows on all pages.' }),
  has_next: flag('Whether there are more.'),
  has_previous: flag('Whether there are earlier ones.'),
  current: Type.Integer({ description: 'The page.' }),
  size: Type.Integer({ description: 'Rows asked for per page.' }),
  type: sentence('Always number.'),
});
export const TrackingList = listed(
  'CourierTrackingList',
  'What carriers said of a shipment.',
  [TrackingRow, 'The oldest first.'],
  { page: TrackingPage },
);

export const shipmentSteps = [
  'shipped',
  'bag_picked',
  'delivered',
  'delivery_done',
  'handed_over_to_customer',
  'cancelled',
  'cancelled_seller',
  'cancelled_customer',
  'return_initiated',
  'return_accepted',
  'return_request_cancelled',
] as const;
const AskedStep = Type.Object(
  {
    status: Type.Enum(shipmentSteps, { description: 'The step.' }),
    shipments: Type.Array(AskedShipment, { minItems: 1, maxItems: 1, description: 'The shipment.' }),
  },
  loose,
);
export const StaffStatusBody = Type.Object(
  { statuses: Type.Array(AskedStep, { minItems: 1, maxItems: 1, description: 'One step.' }) },
  { title: 'UpdateCompanyShipmentStatus', ...loose },
);

export const InvoiceTypePath = Type.Object({
  ...CompanyPath.properties,
  invoice_type: Type.Enum(['invoice'], { description: 'Credit notes are made with their refund.' }),
});
export const InvoiceIdsBody = Type.Object(
  {
    shipment_ids: Type.Array(Type.String({ minLength: 1, maxLength: 80, description: 'A shipment.' }), {
      minItems: 1,
      maxItems: 1,
      description: 'The shipment whose order is to have its invoice.',
    }),
  },
  { title: 'GenerateInvoiceId', ...loose },
);
export const InvoiceIds = part('ShipmentInvoiceIds', 'Numbers of invoices.', {
  items: listOf(
    part('ShipmentInvoiceId', 'The invoice of a shipment’s order.', {
      shipment_id: text('The shipment.'),
      success: flag('Always true.'),
      invoice_id: text('Its number.'),
    }),
    'One entry.',
  ),
});
export const ReceiptQuery = Type.Object({
  shipment_id: word('A shipment of the order; there is one invoice of it.', 80),
  document_type: word('Changes nothing.', 64),
});
export const Receipt = part('OrderReceipt', 'Where the papers of an order can be read.', {
  success: flag('Always true.'),
  order_id: text('The order.'),
  invoice_receipt: text('The invoice: a page that prints; it opens without a token for a quarter of an hour.'),
});
