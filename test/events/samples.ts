/** A valid event of every kind, as a storefront would send it. */
import { randomUUID } from 'node:crypto';
import type { EventName, EventPayloads } from '../../src/contract/events/event-payloads-contract.ts';
import { eventKinds } from '../../src/contract/events/event-payloads-contract.ts';
import { exampleContext } from '../../src/contract/examples/event-examples.ts';

export type Json = { [key: string]: unknown };
export type WholeEvent = {
  application_id: string | string[];
  contains: string[];
  event: Json & { id: string; name: string; created_timestamp: number };
  payload: Json;
};

export const context = {
  ...exampleContext,
  library: { name: 'cartwright', version: '1.0.0' },
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
};
const who = { user_id: 'u-1', anonymous_id: '0192f0aa-0000-7000-8000-000000000001' };
const version = '1';
const campaign = { utm_medium: 'mail', utm_source: 'news', utm_campaign: 'diwali' };
const page = 'https://shop.example/products/kurta';

const checkout: EventPayloads['order_checkout'] = {
  order_id: 'CW0001',
  context,
  cart_id: '4711',
  cart_total: 1998,
  shipping: 50,
  tax: 97.52,
  order_total: 2048.5,
  currency: 'INR',
  products: [
    {
      product_id: 7,
      l3_category: 'Kurtas',
      l1_category: 'Women',
      quantity: 2,
      price: 999,
      value: 1998,
      currency: 'INR',
      article_id: 'a-7-m',
    },
  ],
  ...who,
  version,
};

export const samples: { readonly [N in EventName]: EventPayloads[N] } = {
  add_to_cart: {
    cart_id: '4711',
    product_id: 7,
    article_id: 'a-7-m',
    event_type: 'engagement',
    brand: 'Rang',
    l3_category: 'Kurtas',
    l1_category: 'Women',
    currency: 'INR',
    price: 999,
    quantity: 2,
    source_url: page,
    position: '3',
    value: '1998.00',
    context,
    query: 'kurta',
    ...campaign,
    ...who,
  },
  remove_from_cart: {
    cart_id: '4711',
    product_id: 7,
    brand: 'Rang',
    l3_category: 'Kurtas',
    l1_category: 'Women',
    currency: 'INR',
    price: 999,
    quantity: 1,
    source_url: page,
    position: '',
    value: '999.00',
    context,
    event_type: 'engagement',
    ...who,
    version,
  },
  order_checkout: checkout,
  order_checkedout: checkout,
  order_complete: {
    context,
    event_action: 'order_processed',
    order_id: 'CW0001',
    status: 'placed',
    breakup_values_raw: {
      mrp_total: 2598,
      sub_total: 1998,
      coupon: 0,
      discount: 600,
      promotion: 0,
      reward_points: 0,
      cashback_applied: 0,
      delivery_charges: 50,
      cod_charges: 0,
      gift_price: 0,
      total: 2048,
      applied_emi_discount: 0,
      applied_instant_discount: 0,
      tcs_charge: 0,
      amount_to_be_collected: 2048,
    },
    shipments: [{ shipment_id: 's-1', status: 'placed', payment_mode: 'COD' }],
    items: [
      {
        name: 'Kurta',
        brand: { name: 'Rang', logo: 'https://shop.example/rang.svg' },
        image: ['https://shop.example/kurta.jpg'],
        slug_key: 'kurta',
        size: 'M',
        code: 'K-7',
        id: 7,
        category: ['Women', 'Kurtas'],
        l3_category_name: 'Kurtas',
        l1_categories: ['Women'],
        l2_categories: ['Ethnic'],
        seller_identifier: 'SKU-7',
        attributes: { name: 'Kurta', brand_name: 'Rang', media: [{ type: 'image' }] },
        price: 999,
        quantity: 2,
      },
    ],
    screen: 'order_status',
    screen_view: 'order_status',
    user: {
      _id: 'p-1',
      username: 'asha.rao',
      emails: ['asha.rao@example.com', { email: 'asha@example.org' }],
      gender: 'female',
      active: true,
      first_name: 'Asha',
      last_name: 'Rao',
      phone_numbers: [{ phone: '9876543210', active: true, primary: true, verified: true, country_code: 91 }],
      account_type: 'user',
      profile_pic_url: 'https://shop.example/asha.jpg',
      user_id: 'u-1',
      application_id: 'app',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    },
    ...who,
    version,
  },
  product_listing: {
    context,
    query: 'kurta',
    item_total: 40,
    products: [
      { name: 'Kurta', product_id: 7, brand: 'Rang', esp: 999.5, mrp: 1299, currency: 'INR', source_url: page },
    ],
    ...who,
    version,
  },
  product_search: { context, query: 'kurta', item_total: 2, products: ['Kurta', 'Kurta set'], ...who, version },
  product_view: {
    context,
    product_id: 7,
    currency: 'INR',
    brand: 'Rang',
    l3_category: 'Kurtas',
    mrp: 1299,
    esp: 999,
    l1_category: 'Women',
    source_url: page,
    quantity: 1,
    position: '3',
    ...who,
    version,
    query: '',
    ...campaign,
  },
  product_wishlist_add: {
    context,
    wishlist_name: 'Mine',
    wishlist_id: 'w-1',
    product_id: 7,
    brand: 'Rang',
    l3_category: 'Kurtas',
    mrp: null,
    quantity: '1',
    esp: null,
    currency: null,
    value: '999.00',
    query: '',
    position: 3,
    source_url: page,
    ...who,
    version,
    ...campaign,
  },
  product_wishlist_remove: {
    wishlist_name: 'Mine',
    wishlist_id: 'w-1',
    product_id: 7,
    brand: 'Rang',
    l3_category: 'Kurtas',
    mrp: 1299.5,
    quantity: '1',
    esp: null,
    currency: 'INR',
    value: '999.00',
    context,
    source_url: page,
    ...who,
    version,
  },
  user_login: {
    context,
    ...who,
    version,
    login_value: 'asha.rao@example.com',
    method: 'password',
    email: 'asha.rao@example.com',
    phone: '9876543210',
  },
  user_logout: { context, ...who, version },
};

export const eventNames = Object.keys(samples) as readonly EventName[];

/** A whole event; `payload` changes fields of the sample. */
export const anEvent = (
  name: EventName,
  {
    applicationId,
    at,
    payload = {},
    id = randomUUID(),
  }: { applicationId: string; at: number; payload?: Json; id?: string },
): WholeEvent => {
  const said: Json = { ...structuredClone(samples[name] as Json), ...payload };
  return {
    application_id: applicationId,
    contains: Object.keys(said),
    event: {
      category: 'click',
      created_timestamp: at,
      id,
      name,
      trace_id: ['t-1'],
      type: eventKinds[name].type,
      version,
    },
    payload: said,
  };
};

/** As it lies in the table of events. */
export const storedRow = (id: string, receivedAt: number, body = '{}') => ({
  applicationId: 'shop',
  id,
  companyId: 1,
  slug: 'click/product_view/click/v1',
  happenedAt: receivedAt,
  receivedAt,
  userId: null,
  anonymousId: null,
  flags: '',
  body,
});
