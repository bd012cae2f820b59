/**
 * What an order tells about its shopper, where an application lets this service tell it: order_checkout and order_checkedout
 * when it is made, order_complete when it counts. The ids come from the order, so no step is told twice. Pure.
 */
import type { Browsing } from '../cart/browsing.ts';
import { amountsIn } from '../cart/response/amounts.ts';
import type { Product } from '../catalog/product.ts';
import type { EventPayloads } from '../contract/event-payloads-contract.ts';
import type { EventSettings } from '../contract/event-settings-contract.ts';
import type { StoredCustomer } from '../customers/customer-store.ts';
import { derivedEventId, type OutgoingEvent } from '../events/outbox.ts';
import type { Currency } from '../shared/currency.ts';
import { type Minor, portion, powerOfTen, sum } from '../shared/money.ts';
import type { OrderDocument, OrderLine, OrderPage, StoredOrder } from './order-document.ts';
import { toldUser } from './order-event-user.ts';

export type OrderEventName = 'order_checkout' | 'order_checkedout' | 'order_complete';
export type OrderTelling = {
  readonly page: OrderPage;
  /** Of a guest without a page, a name that opens nothing. */
  readonly anonymousId: string;
  readonly traceId: string;
  readonly productOf: (itemId: number) => Product | undefined;
  readonly customer: StoredCustomer | undefined;
};
type Complete = EventPayloads['order_complete'];

/** What an order keeps for the event of its payment, which comes without the shopper; nothing where pages tell it. */
export const keptPage = (
  settings: EventSettings,
  { context, anonymousId, agreed }: Browsing,
): OrderPage | undefined => {
  if (settings.order_events !== 'server') return undefined;
  const isTold = settings.personal_quasi !== 'drop' && (agreed || settings.consent === 'not_required');
  // The id stays in any case: a shopper who is suppressed meanwhile is known by it.
  return { context: isTold ? context : { ...context, userAgent: '' }, anonymousId, agreed };
};

/** The first events of an order: one that needs no payment is complete at once. */
export const eventsOfCheckout = ({ state }: Pick<StoredOrder, 'state'>): readonly OrderEventName[] =>
  state === 'placed'
    ? ['order_checkout', 'order_checkedout', 'order_complete']
    : ['order_checkout', 'order_checkedout'];

const wholeIn =
  ({ exponent }: Currency) =>
  (amount: Minor, units = 1): number =>
    portion(amount, 1, units * powerOfTen(exponent), 'half_up');

const userIdOf = ({ owner }: StoredOrder): string | null => (owner.kind === 'customer' ? owner.id : null);

const checkoutPayload = (order: StoredOrder, telling: OrderTelling): EventPayloads['order_checkout'] => {
  const { cartId, currency, totals, lines } = order.document;
  const { number } = amountsIn(currency);
  const whole = wholeIn(currency);
  return {
    order_id: order.id,
    context: telling.page.context,
    cart_id: cartId,
    cart_total: whole(totals.subtotal),
    shipping: whole(totals.delivery_charge + totals.promotion_shipping),
    tax: number(totals.gst_charges),
    order_total: number(totals.total),
    currency: currency.code,
    products: lines.map(({ itemId, articleUid, quantity, unit, amount }) => {
      const [path] = telling.productOf(itemId)?.categories ?? [];
      return {
        product_id: itemId,
        l3_category: path?.l3.name ?? '',
        l1_category: path?.l1.name ?? '',
        quantity,
        price: whole(unit.effective),
        value: whole(amount),
        currency: currency.code,
        article_id: articleUid,
      };
    }),
    user_id: userIdOf(order),
    anonymous_id: telling.anonymousId,
    version: '1',
  };
};

/** Signs as everywhere: what was taken off, and what paid without being a payment, is negative. */
const breakupOf = ({ totals, tender, currency }: OrderDocument, mode: string): Complete['breakup_values_raw'] => {
  const whole = wholeIn(currency);
  const instant = sum(tender.filter(({ kind }) => kind === 'adjustment').map(({ amount }) => amount));
  return {
    mrp_total: whole(totals.mrp_total),
    sub_total: whole(totals.subtotal),
    coupon: whole(totals.coupon),
    discount: whole(totals.discount),
    promotion: whole(totals.promotion),
    reward_points: whole(totals.platform_cash),
    cashback_applied: whole(totals.cashback_applied ?? 0),
    delivery_charges: whole(totals.delivery_charge),
    cod_charges: whole(totals.cod_charge),
    gift_price: whole(totals.gift_card),
    total: whole(totals.total),
    applied_instant_discount: whole(0 - instant),
    amount_to_be_collected: mode === 'COD' ? whole(totals.total) : 0,
  };
};

const itemOf = (line: OrderLine, product: Product | undefined, currency: Currency): Complete['items'][number] => {
  const { images = [], brand, slug = '', itemCode, categories: [path] = [] } = product ?? {};
  return {
    name: line.name,
    brand: { name: line.brand, logo: brand?.logo ?? '' },
    image: images.map(({ url }) => url),
    slug_key: slug,
    size: line.size,
    code: itemCode ?? '',
    id: line.itemId,
    category: path === undefined ? [] : [path.l1.name, path.l2.name, path.l3.name],
    l3_category_name: path?.l3.name ?? '',
    l1_categories: path === undefined ? [] : [path.l1.name],
    l2_categories: path === undefined ? [] : [path.l2.name],
    seller_identifier: line.sellerIdentifier ?? '',
    attributes: {
      name: line.name,
      brand_name: line.brand,
      media: images.map(({ url, alt, aspectRatio }) => ({ type: 'image', url, alt, aspect_ratio: aspectRatio })),
    },
    price: wholeIn(currency)(line.amount, line.quantity),
    quantity: line.quantity,
  };
};

const completePayload = (order: StoredOrder, telling: OrderTelling): Complete => {
  const { document, paymentMode, state } = order;
  return {
    context: telling.page.context,
    event_action: 'order_processed',
    order_id: order.id,
    status: state,
    breakup_values_raw: breakupOf(document, paymentMode),
    shipments: document.shipments.map(({ id }) => ({ shipment_id: id, status: state, payment_mode: paymentMode })),
    items: document.lines.map((line) => itemOf(line, telling.productOf(line.itemId), document.currency)),
    screen: 'order_status',
    screen_view: 'order_status',
    user: toldUser(order, telling.customer, telling.anonymousId),
    user_id: userIdOf(order),
    anonymous_id: telling.anonymousId,
    version: '1',
  };
};

export const orderEvents = (
  order: StoredOrder,
  names: readonly OrderEventName[],
  telling: OrderTelling,
): readonly OutgoingEvent[] =>
  names.map((name) => ({
    id: derivedEventId(name, order.applicationId, order.id),
    applicationId: order.applicationId,
    companyId: order.companyId,
    category: 'click',
    name,
    type: 'conversion',
    version: '1',
    at: order.modifiedAt,
    traceId: telling.traceId,
    userId: userIdOf(order),
    anonymousId: telling.anonymousId === '' ? null : telling.anonymousId,
    sequenceKey: `order/${order.id}`,
    sequence: order.version,
    payload: name === 'order_complete' ? completePayload(order, telling) : checkoutPayload(order, telling),
  }));
