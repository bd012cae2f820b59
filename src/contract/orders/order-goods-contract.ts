/** What happens to the goods of an order, on the wire: parcels, returns, refunds, and what asks for them. */
import { type Static, Type } from 'typebox';
import {
  amount,
  flag,
  int32,
  list,
  listed,
  part,
  sentence,
  text,
  textOrNull,
  time,
  timeOrNull,
  wordOrNull,
} from '../answer-fields.ts';
import { CompanyPath } from '../applications/application-admin-contract.ts';
import { CursorPage, CursorQuery } from '../cursor-page-contract.ts';
import { Nullable } from '../primitives.ts';
import { levyFields } from '../tax-fields.ts';

const MOST_ITEMS = 1000;

export const OrderUnits = part('OrderUnits', 'Units of a line.', {
  identifier: text('The line.'),
  quantity: int32('How many of them.'),
});
const OrderParcel = part('OrderParcel', 'What left in one piece.', {
  parcel_id: text('The parcel.'),
  shipment_id: text('The shipment it is of.'),
  status: text('shipped or delivered.'),
  carrier: sentence('Who carries it; empty when it was not said.'),
  tracking_number: sentence('The carrier’s own number.'),
  tracking_url: textOrNull('Where it can be followed.'),
  shipped_on: time('When it left.'),
  delivered_on: timeOrNull('When it arrived; null while it is on its way.'),
  items: list(OrderUnits, 'What is in it.'),
});
const OrderReturnView = part('OrderReturn', 'Goods that come back.', {
  return_id: text('The return.'),
  status: text('requested, approved, refused, withdrawn or received.'),
  items: list(OrderUnits, 'What comes back.'),
  reason: sentence('Why.'),
  answer: sentence('What the shop said last.'),
  requested_on: time('When it was requested.'),
  modified_on: time('When it last changed.'),
  refund_id: textOrNull('What it gave back; null until it was received.'),
});
export const OrderLevy = part('OrderLevy', 'What one authority has of a tax.', levyFields('Of the tax.'));
const RefundTax = {
  taxable: amount('What is taxed no more.'),
  tax: amount('Tax given back.'),
  cgst: amount('Of it the centre’s.'),
  sgst: amount('Of it the state’s.'),
  igst: amount('Of it across states.'),
  levies: Type.Optional(
    Type.Array(OrderLevy, { description: 'Of it each authority’s, where a table of rates taxed it.' }),
  ),
};
const RefundLine = part('OrderRefundLine', 'A line whose amount changed; below zero where what stays costs more.', {
  identifier: text('The line.'),
  quantity: int32('Units that went back.'),
  amount: amount('What is given back of it.'),
  ...RefundTax,
});
const RefundCharge = part('OrderRefundCharge', 'A charge that changed; below zero where it grew.', {
  code: text('Which one.'),
  name: text('For people.'),
  amount: amount('What is given back of it.'),
  ...RefundTax,
});
const RefundPartView = part('OrderRefundPart', 'Where some of it goes.', {
  kind: text('payment, points, store_credit, gift_card, adjustment, or uncollected: it is not collected on delivery.'),
  id: text('The gift card or adjustment; empty otherwise.'),
  amount: amount('How much.'),
  points: Nullable(Type.Integer({ description: 'Points that come back; null for anything else.' })),
  home_amount: Nullable(Type.Number({ description: 'What a balance in the application’s own currency rises by.' })),
});
export const OrderRefundView = part('OrderRefund', 'What was given back at one time.', {
  refund_id: text('The refund.'),
  status: text('Of its money: due, sent, done or failed; done where no money is to be sent.'),
  cause: text('cancelled, returned, or why a payment could not be kept.'),
  return_id: textOrNull('The return it is of.'),
  reason: sentence('Why.'),
  created_on: time('When it became due.'),
  modified_on: time('When it last changed.'),
  amount: amount('All that is given back.'),
  payment_amount: amount('Of it what goes back as money.'),
  currency: text('ISO 4217.'),
  payment_id: textOrNull('The payment it goes back to.'),
  reference: textOrNull('The payment service’s own name of it.'),
  lines: list(RefundLine, 'By line.'),
  charges: list(RefundCharge, 'By charge.'),
  parts: list(RefundPartView, 'By what had paid.'),
});
export type OrderRefundView = Static<typeof OrderRefundView>;

/** What everybody who may read an order is told of its goods. */
export const goodsFields = {
  parcels: list(OrderParcel, 'What has left.'),
  returns: list(OrderReturnView, 'What comes back.'),
  refunded_amount: amount('All that was given back so far, however it had been paid.'),
  amount_to_collect: amount('What is still to be collected on delivery.'),
  current_value: amount('What is left of the order costs this.'),
  refunds: list(OrderRefundView, 'What was given back; of a single order only.'),
};

const UnitsAsked = part('OrderUnitsAsked', 'Units of a line.', {
  identifier: Type.String({ minLength: 1, maxLength: 128, description: 'The line: bags[].identifier.' }),
  quantity: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'How many of them.' }),
});
const someItems = Type.Array(UnitsAsked, { minItems: 1, maxItems: MOST_ITEMS });
const reason = Type.String({ minLength: 1, maxLength: 500, description: 'Why; kept with the order and in the audit.' });
const maybeReason = Type.Optional(Type.String({ maxLength: 500, description: 'Why.' }));
const maybeItems = (what: string) =>
  Type.Optional(Nullable(Type.Array(UnitsAsked, { minItems: 1, maxItems: MOST_ITEMS, description: what })));

export const CancelItems = { items: maybeItems('What is cancelled; all of it when left out.') };
const tracking = {
  carrier: wordOrNull('Who carries it.', 128),
  tracking_number: wordOrNull('The carrier’s own number.', 128),
  tracking_url: wordOrNull('Where it can be followed; http or https.', 2048),
};
const tracked = {
  carrier: 'Bluebird',
  tracking_number: 'BB-1024',
  tracking_url: 'https://carrier.example/BB-1024',
};
export const ParcelBody = Type.Object(
  { reason: maybeReason, items: maybeItems('What is in it; all that has not left when left out.'), ...tracking },
  { title: 'SendParcel', additionalProperties: true, examples: [tracked] },
);
export const TrackingBody = Type.Object(
  { reason: maybeReason, ...tracking },
  { title: 'TrackParcel', additionalProperties: true, examples: [tracked] },
);
export const DeliveredBody = Type.Object(
  {
    reason: maybeReason,
    collected: Type.Optional(
      Nullable(
        Type.Number({
          minimum: 0,
          maximum: 1e12,
          description: 'What was collected for it; what its goods cost when left out, all that is left with the last.',
        }),
      ),
    ),
  },
  { title: 'DeliverParcel', additionalProperties: true },
);
export const ReturnBody = Type.Object(
  { reason, items: someItems },
  { title: 'RequestReturn', additionalProperties: true },
);
export const StaffReturnBody = Type.Object(
  {
    reason,
    items: someItems,
    approved: Type.Optional(Type.Boolean({ description: 'Whether it is approved at once.' })),
    received: Type.Optional(
      Type.Boolean({ description: 'Whether the goods are here already: their money is given back in the same step.' }),
    ),
    restock: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether goods that are here already are sold again.' }),
    ),
  },
  { title: 'RequestReturnForCustomer', additionalProperties: true },
);
export const ReturnAnswer = Type.Object({ reason }, { title: 'AnswerReturn', additionalProperties: true });
export const WithdrawBody = Type.Object(
  { reason: maybeReason },
  { title: 'WithdrawReturn', additionalProperties: true },
);
export const ReceivedBody = Type.Object(
  {
    reason,
    items: maybeItems('What came; all that was announced when left out.'),
    restock: Type.Optional(Type.Boolean({ default: true, description: 'Whether the goods are sold again.' })),
  },
  { title: 'ReceiveReturn', additionalProperties: true },
);
export const PreviewBody = Type.Object({ items: someItems }, { title: 'PreviewRefund', additionalProperties: true });
export const RefundPreview = part('OrderRefundPreview', 'What giving these units back would come to now.', {
  refund: OrderRefundView,
  items: list(OrderUnits, 'What would go back, gifts that go along included.'),
});

const id = (what: string) => Type.String({ minLength: 1, maxLength: 200, description: what });
const companyOrder = { ...CompanyPath.properties, order_id: id('The order.') };
export const ParcelPath = Type.Object({ ...companyOrder, parcel_id: id('The parcel.') });
export const ReturnPath = Type.Object({ ...companyOrder, return_id: id('The return.') });
export const RefundPath = Type.Object({ ...companyOrder, refund_id: id('The refund.') });
export const OwnReturnPath = Type.Object({ order_id: id('The order.'), return_id: id('The return.') });

export const RefundChange = Type.Object(
  { reason, reference: wordOrNull('The payment service’s own name of it.', 128) },
  { title: 'ChangeRefund', additionalProperties: true },
);
export const RefundMessage = Type.Object(
  {
    order_id: id('The order.'),
    refund_id: id('The refund.'),
    amount: Type.Number({ minimum: 0, maximum: 1e12, description: 'What goes back.' }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'Of the amount, ISO 4217.' }),
    outcome: Type.Enum(['sent', 'done', 'failed'], { description: 'What became of it.' }),
    reference: wordOrNull('The payment service’s own name of it.', 128),
    reason: maybeReason,
  },
  { title: 'RefundMessage', additionalProperties: true },
);
export const RefundHeard = part('RefundHeard', 'The message was taken; a repeat is answered the same.', {
  success: flag('Always true.'),
  refund_id: Type.String({ description: 'The refund.' }),
  status: Type.String({ description: 'Its state now.' }),
});

export const RefundsQuery = Type.Object({
  ...CursorQuery.properties,
  status: Type.Optional(Type.Enum(['due', 'sent', 'done', 'failed'], { description: 'Only refunds in this state.' })),
});
export const ReturnsQuery = Type.Object({
  ...CursorQuery.properties,
  status: Type.Optional(
    Type.Enum(['requested', 'approved', 'refused', 'withdrawn', 'received'], {
      description: 'Only returns in this state.',
    }),
  ),
});
const ListedRefund = part('ListedRefund', 'Money that goes back to who paid it.', {
  refund_id: text('The refund.'),
  order_id: text('The order.'),
  application_id: text('The application it came through.'),
  payment_id: textOrNull('The payment it goes back to; null where it was collected on delivery.'),
  cause: text('cancelled, returned, or why a payment could not be kept.'),
  status: text('due, sent, done or failed.'),
  amount: amount('How much.'),
  currency: text('ISO 4217.'),
  reference: textOrNull('The payment service’s own name of it.'),
  created_on: time('When it became due.'),
  modified_on: time('When it last changed.'),
});
export type ListedRefund = Static<typeof ListedRefund>;
const paged = { page: CursorPage };
export const RefundList = listed(
  'RefundList',
  'Refunds of a company, the oldest first.',
  [ListedRefund, 'The refunds.'],
  paged,
);
const ListedReturn = part('ListedReturn', 'Goods that come back.', {
  order_id: text('The order.'),
  ...OrderReturnView.properties,
});
export const ReturnList = listed(
  'ReturnList',
  'Returns of a company, the oldest first.',
  [ListedReturn, 'The returns.'],
  paged,
);
