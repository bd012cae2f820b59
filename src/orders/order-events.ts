/**
 * What an order tells about its shopper, where an application lets this service tell it: order_checkout when he sets about it,
 * whatever comes of that, order_checkedout when it is made, order_complete when it counts. The ids come from the order, so no
 * step is told twice. Pure.
 */
import type { Browsing } from '../http/requests/browsing.ts';
import type { StoredCart } from '../cart/store/cart-document.ts';
import type { PricedView } from '../cart/price/priced-view.ts';
import { amountsIn } from '../shared/amounts.ts';
import type { Product } from '../catalog/product.ts';
import type { EventPayloads } from '../contract/events/event-payloads-contract.ts';
import type { EventSettings } from '../contract/applications/event-settings-contract.ts';
import type { StoredCustomer } from '../customers/customer-store.ts';
import { derivedEventId, type OutgoingEvent } from '../events/outbox.ts';
import { lineAmount } from '../pricing/lots.ts';
import type { Currency } from '../shared/currency.ts';
import { type Minor, portion, powerOfTen, sum } from '../shared/money.ts';
import type { OrderDocument, OrderLine, OrderPage, StoredOrder } from './order-document.ts';
import { toldUser } from './order-event-user.ts';

export type OrderEventName = 'order_checkedout' | 'order_complete';
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
  state === 'placed' ? ['order_checkedout', 'order_complete'] : ['order_checkedout'];

const wholeIn =
  ({ exponent }: Currency) =>
  (amount: Minor, units = 1): number =>
    portion(amount, 1, units * powerOfTen(exponent), 'half_up');

const userIdOf = ({ owner }: Pick<StoredOrder, 'owner'>): string | null =>
  owner.kind === 'customer' ? owner.id : null;

/** A cart whose shopper set about ordering it, under the id that its order gets if it comes to that. */
export type BegunCheckout = Pick<StoredOrder, 'id' | 'applicationId' | 'companyId' | 'owner'> &
  Pick<OrderDocument, 'cartId' | 'currency' | 'totals'> & {
    readonly lines: readonly Pick<OrderLine, 'itemId' | 'articleUid' | 'quantity' | 'unit' | 'amount'>[];
    readonly at: number;
  };

export const begunCheckout = (
  orderId: string,
  companyId: number,
  cart: StoredCart,
  view: PricedView,
): BegunCheckout => ({
  id: orderId,
  applicationId: cart.applicationId,
  companyId,
  owner: cart.owner,
  cartId: cart.cartId,
  currency: view.currency,
  totals: view.priced.breakup,
  lines: view.lines.flatMap(({ itemId, quantity, priced }) =>
    priced === null
      ? []
      : [{ itemId, quantity, articleUid: priced.article.uid, unit: priced, amount: lineAmount(priced) }],
  ),
  at: view.now,
});

const begunBy = (order: StoredOrder): BegunCheckout => ({ ...order, ...order.document, at: order.modifiedAt });

const checkoutPayload = (order: BegunCheckout, telling: OrderTelling): EventPayloads['order_checkout'] => {
  const { cartId, currency, totals, lines } = order;
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

/** Code of the charge by which a shop says how much tax it collects at source. */
const TCS = 'tcs_charge';

/** Signs as everywhere: what was taken off, and what paid without being a payment, is negative. */
const breakupOf = (
  { totals, tender, currency, charges, emi }: OrderDocument,
  mode: string,
): Complete['breakup_values_raw'] => {
  const whole = wholeIn(currency);
  const absorbed = emi === undefined ? 0 : emi.totalInterest - (emi.totalPayable - emi.principal);
  const collected = sum(charges.filter(({ code }) => code === TCS).map(({ amount }) => amount));
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
    applied_emi_discount: whole(0 - absorbed),
    applied_instant_discount: whole(0 - instant),
    tcs_charge: whole(collected),
    amount_to_be_collected: mode === 'COD' ? whole(totals.total) : 0,
  };
};

const itemOf = (line: OrderLine, product: Product | undefined, currency: Currency): Complete['items'][number] => {
  const { images = [], brand, slug = '', itemCode, categories: paths = [] } = product ?? {};
  const [path] = paths;
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
    l1_categories: [...new Set(paths.map(({ l1 }) => l1.name))],
    l2_categories: [...new Set(paths.map(({ l2 }) => l2.name))],
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

const eventOf = (
  name: OrderEventName | 'order_checkout',
  { id, applicationId, companyId, owner, at }: Omit<BegunCheckout, 'lines'>,
  { sequence, payload }: { readonly sequence: number; readonly payload: OutgoingEvent['payload'] },
  { traceId, anonymousId }: OrderTelling,
): OutgoingEvent => ({
  id: derivedEventId(name, applicationId, id),
  applicationId,
  companyId,
  category: 'click',
  name,
  type: 'conversion',
  version: '1',
  at,
  traceId,
  userId: userIdOf({ owner }),
  anonymousId: anonymousId === '' ? null : anonymousId,
  sequenceKey: `order/${id}`,
  sequence,
  payload,
});

/** Before the order's first version. */
export const checkoutBegins = (begun: BegunCheckout, telling: OrderTelling): OutgoingEvent =>
  eventOf('order_checkout', begun, { sequence: 0, payload: checkoutPayload(begun, telling) }, telling);

export const orderEvents = (
  order: StoredOrder,
  names: readonly OrderEventName[],
  telling: OrderTelling,
): readonly OutgoingEvent[] => {
  const begun = begunBy(order);
  return names.map((name) => {
    const payload = name === 'order_complete' ? completePayload(order, telling) : checkoutPayload(begun, telling);
    return eventOf(name, begun, { sequence: order.version, payload }, telling);
  });
};
