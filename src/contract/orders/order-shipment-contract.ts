/** Shipments of a shopper's order, on the wire: in the names and types of the SDK's application.order. */
import { type Static, Type } from 'typebox';
import { amount, flag, int32, listOf, number, open, part, sentence, text, textOrNull, time } from '../answer-fields.ts';
import { OrderBag, OrderPromise, OrderShipment } from './order-contract.ts';
import { OrderPath } from './order-requests.ts';

const MOST = 1000;

export const shipmentId = Type.String({ minLength: 1, maxLength: 80, description: 'The shipment.' });
export const ShipmentPath = Type.Object({ shipment_id: shipmentId });
export const ShipmentBagPath = Type.Object({
  shipment_id: shipmentId,
  bag_id: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number of the line: bags[].id.' }),
});
export const OrderShipmentPath = Type.Object({ ...OrderPath.properties, shipment_id: shipmentId });

export const ShipmentPrices = part('ShipmentPrices', 'What goods cost, all units together.', {
  price_marked: amount('MRP.'),
  price_effective: amount('Before offers.'),
  promotion_effective_discount: amount('What promotions took off; positive.'),
  coupon_value: amount('What the coupon took off; positive.'),
  amount_paid: amount('After offers.'),
});
const BagItem = part('ShipmentBagItem', 'The product of a line.', {
  id: number('The product.'),
  name: text('Its name.'),
  size: text('Its size.'),
  seller_identifier: text('The seller’s own code for it.'),
  brand: part('ShipmentBagBrand', 'A brand.', { name: text('Its name.') }),
});
const BagStatus = part('ShipmentBagStatus', 'Where a line stands.', {
  status: text('State of the shipment.'),
  name: text('For people.'),
  journey_type: text('forward, or return once all of it came back.'),
  updated_at: time('When the order last changed.'),
});
const ShipmentBag = part('ShipmentBag', 'A line of a shipment.', {
  ...OrderBag.properties,
  id: int32('Number of the line in its order, from 1.'),
  line_number: int32('The same.'),
  can_cancel: flag('Whether its customer may cancel units of it now.'),
  can_return: flag('Whether its customer may ask to return units of it now.'),
  current_status: BagStatus,
  item: BagItem,
  prices: ShipmentPrices,
});
const TrackingStep = part('ShipmentTrackingStep', 'A step of a shipment, the oldest first.', {
  status: text('For people.'),
  value: text('The state.'),
  time: time('When.'),
  is_current: flag('Whether it stands there.'),
  is_passed: flag('Always true: only what happened is told.'),
});
const ShipmentPromise = part('OrderShipmentPromise', 'When it arrives; null when nothing is promised.', {
  ...OrderPromise.properties,
  show_promise: flag('Whether something is promised.'),
  timestamp: Type.Optional(
    part('OrderShipmentPromiseTimes', 'The same times.', { min: time('The earliest.'), max: time('The latest.') }),
  ),
});
const Shipment = part('Shipment', 'A shipment of an order: what one store sends in one way.', {
  ...OrderShipment.properties,
  promise: ShipmentPromise,
  bags: listOf(ShipmentBag, 'Its lines.'),
  total_bags: int32('Lines in it.'),
  prices: ShipmentPrices,
  can_cancel: flag('Whether its customer may cancel something of it now.'),
  can_return: flag('Whether its customer may ask to return something of it now.'),
  returnable_date: time('Until when what was delivered last may be returned.'),
  delivery_date: time('When the last of it arrived.'),
  shipment_created_at: time('When it was ordered.'),
  shipment_created_ts: time('The same.'),
  awb_no: text('The carrier’s own number of the parcel that left last.'),
  traking_no: text('The same.'),
  track_url: text('Where that parcel can be followed.'),
  dp_name: text('Who carries it.'),
  show_track_link: flag('Whether there is somewhere to follow it.'),
  show_download_invoice: flag('Whether there is an invoice.'),
  tracking_details: listOf(TrackingStep, 'What happened to it.'),
  delivery_address: open('Where it goes.'),
  payment: part('ShipmentPayment', 'How it is paid.', {
    mode: text('Such as COD.'),
    payment_mode: text('The same.'),
    display_name: text('The same, for people.'),
  }),
});
export type Shipment = Static<typeof Shipment>;
export const ShipmentById = part('ShipmentById', 'A shipment.', { shipment: Shipment });

const Track = part('ShipmentTrackRow', 'Something that happened to a shipment.', {
  status: text('For people.'),
  account_name: text('Who carries it; empty when it was not said.'),
  awb: text('The carrier’s own number.'),
  shipment_type: text('forward or return.'),
  reason: sentence('Why, as it was said; of what a carrier told, its remark.'),
  last_location_recieved_at: text('Where its carrier saw it.'),
  updated_at: time('When.'),
  updated_time: time('The same.'),
});
export const ShipmentTrack = part('ShipmentTrack', 'What happened to a shipment.', {
  results: listOf(Track, 'The oldest first.'),
});

export const InvoiceOfShipment = part('ShipmentInvoice', 'Where the invoice can be read.', {
  success: flag('Always true.'),
  shipment_id: sentence('The shipment.'),
  presigned_type: sentence('Always invoice.'),
  presigned_url: sentence('A page that prints; it opens without a token.'),
  expires_in: int32('Seconds for which the link holds.'),
});

export const CustomerOfShipment = part('ShipmentCustomer', 'Who receives a shipment.', {
  order_id: text('The order.'),
  shipment_id: text('The shipment.'),
  name: text('His name; empty when it was not given.'),
  phone: text('His number; empty when it was not given.'),
  country: text('ISO 3166-1 alpha-2; empty when it was not given.'),
});

const ShipmentReason = part('ShipmentReason', 'Why goods may go back.', {
  reason_id: int32('The reason.'),
  reason_text: text('For people.'),
  flow: text('cancel or return.'),
  feedback_type: text('The same.'),
  priority: int32('Its place in the list.'),
  show_text_area: flag('Whether the shopper should say more.'),
});
export const ShipmentReasons = part('ShipmentReasons', 'Why it may be cancelled or returned now.', {
  reasons: listOf(ShipmentReason, 'The reasons; none when it may not.'),
});
const BagReason = part('ShipmentBagReason', 'Why a line may go back.', {
  id: int32('The reason.'),
  display_name: text('For people.'),
  meta: part('ShipmentBagReasonMeta', 'How it is asked.', {
    show_text_area: flag('Whether the shopper should say more.'),
  }),
  qc_type: listOf(Type.String(), 'Always empty.'),
  question_set: listOf(Type.Object({}, { additionalProperties: true }), 'Always empty.'),
  reasons: listOf(Type.Object({}, { additionalProperties: true }), 'Always empty.'),
});
export const ShipmentBagReasons = part('ShipmentBagReasons', 'Why a line may be cancelled or returned now.', {
  success: flag('Always true.'),
  reasons: listOf(BagReason, 'The reasons; none when it may not.'),
});

const products = {
  identifier: Type.Optional(Type.String({ maxLength: 128, description: 'The line: bags[].identifier.' })),
  line_number: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The line: bags[].id.' })),
  quantity: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Units; all there are when left out.' }),
  ),
};
export const loose = { additionalProperties: true } as const;
const Said = Type.Object(
  {
    data: Type.Optional(
      Type.Object(
        {
          reason_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'A reason.' })),
          reason_text: Type.Optional(Type.String({ maxLength: 500, description: 'The same in words.' })),
        },
        loose,
      ),
    ),
  },
  loose,
);
const said = Type.Optional(Type.Array(Said, { maxItems: MOST, description: 'Reasons.' }));
export const AskedShipment = Type.Object(
  {
    identifier: Type.String({ maxLength: 80, description: 'The shipment of the path.' }),
    products: Type.Optional(
      Type.Array(Type.Object(products, loose), {
        maxItems: MOST,
        description: 'Which lines; all of the shipment when left out.',
      }),
    ),
    reasons: Type.Optional(Type.Object({ products: said, entities: said }, loose)),
  },
  loose,
);
export type AskedShipment = Static<typeof AskedShipment>;
const AskedStatus = Type.Object(
  {
    status: Type.Enum(['cancelled_customer', 'return_initiated'], {
      description: 'cancelled_customer cancels what has not left; return_initiated asks to return what arrived.',
    }),
    shipments: Type.Array(AskedShipment, { minItems: 1, maxItems: 1, description: 'The shipment of the path.' }),
  },
  loose,
);
export const ShipmentStatusBody = Type.Object(
  { statuses: Type.Array(AskedStatus, { minItems: 1, maxItems: 1, description: 'One step.' }) },
  {
    title: 'UpdateShipmentStatus',
    ...loose,
    examples: [
      {
        statuses: [
          {
            status: 'cancelled_customer',
            shipments: [{ identifier: 'CW0123456789abcdef01-1', reasons: { entities: [{ data: { reason_id: 4 } }] } }],
          },
        ],
      },
    ],
  },
);
const ChangedShipment = part('ChangedShipment', 'A shipment after the step.', {
  identifier: text('The shipment.'),
  status: int32('Always 200.'),
  final_state: part('ChangedShipmentState', 'Where it stands now.', { shipment_status: text('The state.') }),
  return_id: textOrNull('The return that was asked for.'),
});
export const ShipmentStatusAnswer = part('ShipmentStatusAnswer', 'What became of the step.', {
  statuses: listOf(
    part('ChangedShipments', 'One step.', { shipments: listOf(ChangedShipment, 'The shipment.') }),
    'One entry.',
  ),
});
