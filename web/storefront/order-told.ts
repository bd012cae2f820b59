/** An order and the cart it was, in the words of events. The page tells of a person no more than who the visitor is. Pure. */
import type { RawBreakup } from '../../src/contract/cart/cart-breakup-contract.ts';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { CartProductInfo } from '../../src/contract/cart/cart-item-contract.ts';
import type { Order } from '../../src/contract/orders/order-contract.ts';
import type { EventFields } from '../emitter/emitter-api.ts';

type Complete = EventFields<'order_complete'>;
const NO_ORDER = '';
const rawOf = ({ breakup_values: breakup }: CartDetail): Partial<RawBreakup> => breakup?.raw ?? {};

const pathOf = ({ product }: CartProductInfo) => product?.category_hierarchy?.[0];
const pricesOf = ({ price, price_per_unit: unit }: CartProductInfo) => ({
  line: Math.round(price?.converted?.selling_price ?? 0),
  unit: Math.round(unit?.converted?.effective ?? 0),
});

/** `orderId` is empty as long as there is no order. */
export const checkoutFields = (cart: CartDetail, orderId = NO_ORDER): EventFields<'order_checkout'> => {
  const raw = rawOf(cart);
  const currency = cart.currency?.code ?? '';
  return {
    order_id: orderId,
    cart_id: cart.cart_id ?? '',
    cart_total: Math.round(raw.subtotal ?? 0),
    shipping: Math.round(raw.delivery_charge ?? 0),
    tax: raw.gst_charges ?? 0,
    order_total: raw.total ?? 0,
    currency,
    products: (cart.items ?? []).map((line) => ({
      product_id: line.product?.uid ?? 0,
      l1_category: pathOf(line)?.l1?.name ?? '',
      l3_category: pathOf(line)?.l3?.name ?? '',
      quantity: line.quantity ?? 0,
      price: pricesOf(line).unit,
      value: pricesOf(line).line,
      currency,
      article_id: line.article?.uid ?? '',
    })),
  };
};

type Named = { readonly name?: string } | undefined;
const named = (...parts: readonly Named[]): string[] => parts.flatMap((part) => part?.name ?? []);

const categoriesOf = (line: CartProductInfo) => {
  const path = pathOf(line);
  return {
    category: named(path?.l1, path?.l2, path?.l3),
    l3_category_name: path?.l3?.name ?? '',
    l1_categories: named(path?.l1),
    l2_categories: named(path?.l2),
  };
};

const labelsOf = ({ product, article }: CartProductInfo) => ({
  name: product?.name ?? '',
  slug_key: product?.slug ?? '',
  size: article?.size ?? '',
  code: product?.item_code ?? '',
  seller_identifier: article?.seller_identifier ?? '',
});

const itemOf = (line: CartProductInfo): Complete['items'][number] => {
  const { product, quantity = 1 } = line;
  const pictures = (product?.images ?? []).map(({ url = '' }) => url);
  const labels = labelsOf(line);
  const brand = product?.brand?.name ?? '';
  return {
    ...labels,
    ...categoriesOf(line),
    id: product?.uid ?? 0,
    brand: { name: brand, logo: '' },
    image: pictures,
    attributes: { name: labels.name, brand_name: brand, media: pictures.map((url) => ({ type: 'image', url })) },
    price: Math.round(pricesOf(line).line / Math.max(1, quantity)),
    quantity,
  };
};

const breakupOf = (cart: CartDetail, mode: string): Complete['breakup_values_raw'] => {
  const raw = rawOf(cart);
  const whole = (amount: number | null | undefined): number => Math.round(amount ?? 0);
  return {
    mrp_total: whole(raw.mrp_total),
    sub_total: whole(raw.subtotal),
    coupon: whole(raw.coupon),
    discount: whole(raw.discount),
    promotion: whole(raw.promotion),
    reward_points: whole(raw.platform_cash),
    cashback_applied: whole(raw.cashback_applied),
    delivery_charges: whole(raw.delivery_charge),
    cod_charges: whole(raw.cod_charge),
    gift_price: whole(raw.gift_card),
    total: whole(raw.total),
    amount_to_be_collected: mode === 'COD' ? whole(raw.total) : 0,
  };
};

export type Buyer = { readonly userId: string; readonly applicationId: string };

export const completeFields = (order: Order, cart: CartDetail, { userId, applicationId }: Buyer): Complete => {
  const status = order.status ?? '';
  const mode = order.payment?.mode ?? '';
  return {
    event_action: 'order_processed',
    order_id: order.order_id ?? '',
    status,
    breakup_values_raw: breakupOf(cart, mode),
    shipments: (order.shipments ?? []).map(({ shipment_id: id = '' }) => ({
      shipment_id: id,
      status,
      payment_mode: mode,
    })),
    items: (cart.items ?? []).map(itemOf),
    screen: 'order_status',
    screen_view: 'order_status',
    user: {
      _id: userId,
      username: '',
      emails: [],
      gender: '',
      active: true,
      first_name: '',
      last_name: '',
      phone_numbers: [],
      account_type: userId === '' ? 'guest' : 'user',
      profile_pic_url: '',
      user_id: userId,
      application_id: applicationId,
      created_at: '',
      updated_at: '',
    },
  };
};
