/** Examples of requests about orders, their goods and their money. */
import { exampleIds, type RequestExamples } from './example-ids.ts';

const items = [{ identifier: exampleIds.line, quantity: 1 }];
const why = { reason: 'The customer rang' };
const money = { reason: 'Sent by the bank', reference: 'UTR-2036-000173' };

export const orderExamples: RequestExamples = {
  putOssElsewhere: { elsewhere: 2500 },
  cancelOrder: { reason: 'Ordered twice' },
  cancelCompanyOrder: why,
  previewRefund: { items },
  previewOrderRefund: { items },
  requestReturn: { reason: 'Does not fit', items },
  requestReturnForCustomer: { reason: 'Does not fit', items },
  withdrawReturn: { reason: 'Keeps it' },
  approveReturn: { reason: 'Within thirty days' },
  receiveReturn: { reason: 'Arrived unworn', items, restock: true },
  refuseReturn: { reason: 'Worn' },
  shipOrder: { reason: 'Handed to the courier' },
  deliverOrder: { reason: 'Signed for at the door' },
  deliverParcel: { reason: 'Signed for at the door' },
  updateCompanyShipmentStatus: {
    statuses: [{ status: 'bag_picked', shipments: [{ identifier: exampleIds.shipment_id }] }],
  },
  updateCompanyShipmentTracking: {
    shipment_id: exampleIds.shipment_id,
    awb: 'BB-1',
    dp_name: 'Bluebird',
    dp_status: 'in_transit',
    dp_status_updated_at: '2036-11-15T18:00:00Z',
    dp_location: 'Pune',
    journey: 'forward',
    meta: { tracking_url: 'https://carrier.example/BB-1' },
  },
  postCompanyShipmentHistory: {
    activity_history: [
      {
        filters: [{ shipment_id: exampleIds.shipment_id }],
        data: { user_name: 'Meera', message: 'The customer asks for delivery after six.' },
      },
    ],
  },
  generateInvoiceId: { shipment_ids: [exampleIds.shipment_id] },
  makeInvoice: { reason: 'Asked for by the customer' },
  addOrderNote: { text: 'Gift: no prices in the parcel.' },
  setOrderTags: { tags: ['gift'] },
  sentRefund: money,
  doneRefund: money,
  failedRefund: { ...money, reason: 'The account was closed' },
  setPaymentProvider: {
    provider: 'stripe',
    key_id: 'pk_test_example',
    secret: 'sk_test_example',
    webhook_secret: 'whsec_example',
    capture: 'automatic',
    refunds: 'automatic',
  },
  returnPayment: {},
  confirmPayment: {
    order_id: exampleIds.order_id,
    payment_id: 'pay-173',
    amount: 849,
    currency: 'INR',
    outcome: 'success',
  },
  confirmRefund: {
    order_id: exampleIds.order_id,
    refund_id: exampleIds.refund_id,
    amount: 849,
    currency: 'INR',
    outcome: 'done',
    reference: 'UTR-2036-000173',
  },
};
