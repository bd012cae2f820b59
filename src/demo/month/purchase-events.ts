/** What the pages of the shop would have told of an order: its checkout, that it was made, and all of it once it counts. Pure. */
import type { DemoProduct, Kind, Outcome, Told } from './outcome.ts';
import { addressOf } from './plan-visits.ts';

type Bought = Outcome['put'][number];

const sumOf = (put: readonly Bought[], price: (product: DemoProduct) => number): number =>
  Math.round(put.reduce((sum, { product, quantity }) => sum + price(product) * quantity, 0));

const line = ({ currency }: Told, { product, quantity }: Bought) => ({
  product_id: product.item.uid,
  l3_category: '',
  l1_category: '',
  quantity,
  price: Math.round(product.esp),
  value: Math.round(product.esp) * quantity,
  currency,
  article_id: `${product.item.uid}-${product.size}`,
});

const item = ({ product, quantity }: Bought) => ({
  name: product.item.name,
  brand: { name: product.brand, logo: '' },
  image: [],
  slug_key: product.item.slug,
  size: product.size,
  code: product.item.item_code ?? '',
  id: product.item.uid,
  category: [],
  l3_category_name: '',
  l1_categories: [],
  l2_categories: [],
  seller_identifier: '',
  attributes: { name: product.item.name, brand_name: product.brand, media: [] },
  price: Math.round(product.esp),
  quantity,
});

const buyer = (person: number, applicationId: string, at: number) => {
  const { name, phone, email } = addressOf(person);
  const [first_name = '', last_name = ''] = name.split(' ');
  const since = new Date(at).toISOString();
  return {
    _id: '',
    username: '',
    emails: [{ email }],
    gender: '',
    active: true,
    first_name,
    last_name,
    phone_numbers: [{ phone, active: true, primary: true, verified: false, country_code: 91 }],
    account_type: 'guest',
    profile_pic_url: '',
    user_id: '',
    application_id: applicationId,
    created_at: since,
    updated_at: since,
  };
};

export const purchaseOf = (told: Told, { visit, put, cartId, order }: Outcome): readonly Kind[] => {
  if (order === undefined || visit.order === undefined) return [];
  const [marked, goods] = [sumOf(put, ({ mrp }) => mrp), sumOf(put, ({ esp }) => esp)];
  const checkout = {
    order_id: order.id,
    cart_id: cartId,
    cart_total: goods,
    shipping: 0,
    tax: 0,
    order_total: order.total,
    currency: told.currency,
    products: put.map((one) => line(told, one)),
  };
  const complete = {
    event_action: 'order_complete',
    order_id: order.id,
    status: 'placed',
    breakup_values_raw: {
      mrp_total: marked,
      sub_total: goods,
      coupon: 0,
      discount: goods - marked,
      promotion: 0,
      reward_points: 0,
      cashback_applied: 0,
      delivery_charges: 0,
      cod_charges: 0,
      gift_price: 0,
      total: Math.round(order.total),
    },
    shipments: [{ shipment_id: `${order.id}-1`, status: 'placed', payment_mode: 'COD' }],
    items: put.map(item),
    screen: '/cart/order-status',
    screen_view: 'order',
    user: buyer(visit.order.person, told.applicationId, visit.at),
  };
  return [
    ['order_checkout', 'conversion', { ...checkout, order_id: '' }],
    ['order_checkedout', 'conversion', checkout],
    ['order_complete', 'conversion', complete],
  ];
};
