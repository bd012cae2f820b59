/** In which order the examples of openapi.json work: what is made is read, then changed, then removed. */
import { randomBytes } from 'node:crypto';
import { signatureOf } from '../../../src/orders/payment/payment-signature.ts';
import type { ShippedShop } from '../../demo/shipped-shop.ts';
import type { Json, More, Send } from './example-sender.ts';

export type Stage = {
  readonly send: Send;
  readonly shop: ShippedShop;
  readonly paymentSecret: string;
  readonly providersUrl: string;
};
export type Names = NonNullable<More['named']>;

export const all = async (send: Send, operations: string, named: Names = {}): Promise<void> => {
  for (const one of operations.split(' ')) await send(one, { named });
};
export const text = (body: Json, ...path: readonly string[]): string => {
  const found = path.reduce<unknown>((value, name) => (value as Json | undefined)?.[name], body);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : `no-${path.join('.')}`;
};

/** Goods in the cart of the customer, and the line they are. */
const fill = async (send: Send): Promise<Readonly<Record<'line' | 'cart_id' | 'cart_number', string>>> => {
  const { body } = await send('addItems', { named: { i: 'true' } });
  const cart = body['cart'] as { readonly id: string; readonly cart_id: string; readonly items: readonly Json[] };
  const line = text(cart.items.at(-1) ?? {}, 'identifiers', 'identifier');
  return { line, cart_id: cart.id, cart_number: cart.cart_id };
};

export const shopperScene = async ({ send, shop }: Stage): Promise<void> => {
  await all(send, 'getSession startSession getApplicationDetails getProducts getProductDetailBySlug');
  const named = { collection_type: 'products', collection_id: 10001 };
  await all(send, 'followById getFollowIds getFollowedListing getFollowerCountById unfollowById', named);
  const made = text((await send('addAddress')).body, 'id');
  await all(send, 'getAddresses getAddressById updateAddress', { id: made });
  const cart = await fill(send);
  await all(
    send,
    'updateCart updateCartV2 updateCartInBulk addItemsV2 addItemsInBulk updateCartMeta selectAddress selectShippingMethod applyCoupon removeCoupon applyOffer removeOffer applyLoyaltyPoints applyRewardPoints updateCartBreakup selectPaymentMode',
    { line: cart.line, address_id: made },
  );
  await all(
    send,
    'getCart getCartLastModified getItemCount getItemCountV2 getCartLight explainCart explainOffers findBestOffer getCartCoupons getOffers getPaymentOptions validateCouponForPayment getShipments getShippingMethods getLadderOffers getPaymentPromotionOffers getPromotionOffers getBulkDiscountOffers getCartMetaConfigs',
    { product_slug: 'harbour-crew-tee-navy', item_id: 10001 },
  );
  const token = text((await send('getCartShareLink')).body, 'token');
  await all(send, 'getCartSharedItems updateCartWithSharedItems', { token, action: 'merge' });
  const guest = shop.visitor();
  const left = await guest('POST', '/service/application/cart/v1.0/detail', {
    items: [{ item_id: 10002, item_size: 'M' }],
  });
  await send('mergeCarts', { named: { other_cart_id: text(left.body, 'cart', 'id') } });
  const merges = (await send('getCartMerges')).body['items'] as readonly Json[];
  await send('undoCartMerge', { named: { merge_id: text(merges[0] ?? {}, 'id') } });
  await send('syncCart');
  await all(send, 'getCart deleteCart', { cart_id: cart.cart_id });
  await all(send, 'getBalances getBalanceEntries getTier removeAddress', { id: made });
};

type Ordered = {
  readonly order_id: string;
  readonly line: string;
  readonly shipment_id: string;
  readonly total: number;
};
/** An order of the customer's, in the state in which checkout leaves it. */
export const ordered = async ({ send }: Stage, operation = 'checkoutCart', own: Json = {}): Promise<Ordered> => {
  const { line } = await fill(send);
  const address = text((await send('addAddress')).body, 'id');
  const made = await send(operation, { named: { address_id: address }, own });
  const order_id = text(made.body, 'order_id');
  const total = Number(text(made.body, 'data', 'total'));
  return { order_id, line, shipment_id: `${order_id}-1`, total };
};
const signed =
  ({ shop, paymentSecret }: Stage) =>
  (body: string): Readonly<Record<string, string>> => {
    const id = randomBytes(8).toString('hex');
    const timestamp = String(Math.floor(shop.node.now() / 1000));
    const signature = signatureOf(paymentSecret, id, timestamp, Buffer.from(body));
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  };
const paid = async (stage: Stage): Promise<Ordered> => {
  const order = await ordered(stage, 'checkoutCart', { payment_mode: 'UPI' });
  await stage.send('confirmPayment', { named: { ...order }, own: { amount: order.total }, headers: signed(stage) });
  return order;
};
const refundOf = async ({ shop }: Stage, { order_id }: Ordered): Promise<Json> => {
  const { body } = await shop.service(
    'GET',
    `/service/platform/order/v1.0/company/{company}/refunds?order_id=${order_id}`,
  );
  return ((body['items'] as readonly Json[]) ?? []).find((one) => one['order_id'] === order_id) ?? {};
};

export const orderScene = async (stage: Stage): Promise<void> => {
  const { send } = stage;
  const named = await ordered(stage, 'checkoutCartV2');
  await all(
    send,
    'getOrders getOrderById getRefundView previewRefund previewOrderRefund getShipmentById getShipmentReasons trackShipment getCustomerDetailsByShipmentId getCompanyOrder getCompanyOrders getCompanyShipments getApplicationShipments getCompanyShipment getCompanyShipmentHistory postCompanyShipmentHistory getApplicationReasons trackApplicationShipment getCompanyBags exportOrders addOrderNote setOrderTags getOrderTimeline recomputeOrder explainOrder explainCompanyOrder getOrderRefundView makeInvoice getOrderPapers getOrderInvoice getInvoiceByShipmentId getCompanyOrderInvoice',
    { ...named, action: 'cancel', shipment_ids: named['shipment_id'] ?? '' },
  );
  const line = { ...named, bag_id: `${named['shipment_id']}-1`, line_number: 1, state: 'cancelled_seller' };
  await all(send, 'getCompanyBag getCompanyBagReasons getApplicationBagReasons getOrderReceipt', line);
  const linked = (await send('getInvoiceByShipmentId', { named })).body;
  const { searchParams } = new URL(text(linked, 'presigned_url'));
  await send('getLinkedInvoice', { named: { ...named, ...Object.fromEntries(searchParams) } });
  await send('getShipmentBagReasons', { named: { ...named, bag_id: 1 } });
  await all(send, 'shipOrder deliverOrder', named);
  const returned = async (operation: string): Promise<Names> => {
    const { body } = await send(operation, { named });
    const returns = ((body['order'] as Json)?.['returns'] ?? body['returns'] ?? []) as readonly Json[];
    return { ...named, return_id: text(returns.at(-1) ?? {}, 'return_id') };
  };
  await send('withdrawReturn', { named: await returned('requestReturn') });
  await send('refuseReturn', { named: await returned('requestReturnForCustomer') });
  await all(send, 'approveReturn receiveReturn', await returned('requestReturnForCustomer'));
  await all(send, 'getReturns getRefunds');
  const refund = { ...named, refund_id: text(await refundOf(stage, named), 'refund_id') };
  await all(
    send,
    'getCompanyOrderCreditNote getOrderCreditNote explainRefund explainCompanyRefund sentRefund failedRefund sentRefund doneRefund',
    refund,
  );

  const steps = { ...(await ordered(stage)), invoice_type: 'invoice' };
  await all(
    send,
    'generateInvoiceId updateCompanyShipmentStatus updateCompanyShipmentTracking getCompanyShipmentTracking',
    steps,
  );

  const parcels = await ordered(stage);
  const sent = (await send('sendParcel', { named: parcels })).body;
  const [parcel] = ((sent['order'] as Json)?.['parcels'] ?? sent['parcels'] ?? []) as readonly Json[];
  await all(send, 'trackParcel deliverParcel', { ...parcels, parcel_id: text(parcel ?? {}, 'parcel_id') });
  await send('cancelOrder', { named: await ordered(stage) });
  await send('updateShipmentStatus', { named: await ordered(stage) });
  const rich = await paid(stage);
  await send('cancelCompanyOrder', { named: rich });
  const due = await refundOf(stage, rich);
  await send('confirmRefund', {
    named: { ...rich, refund_id: text(due, 'refund_id') },
    own: { amount: due['amount'] },
    headers: signed(stage),
  });
};
