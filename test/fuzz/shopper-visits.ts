/** What a visitor and a customer of the shop do on an ordinary day. */
import { address } from '../orders/order-server.ts';
import type { Pair } from './fuzz-request.ts';
import type { Go } from './go.ts';
import type { Lane } from './lane.ts';

const cart = '/service/application/cart';
const catalog = '/service/application/catalog/v1.0';
const orders = '/service/application/order/v1.0/orders';
const whole = 'i=true&b=true&area_code=400001';

export type Goods = { readonly item_id: number; readonly item_size: string; readonly quantity: number };
type Line = { readonly article?: { readonly uid?: string }; readonly identifiers?: object };
/** What a shopper had in his cart before he ordered it. */
export type Bought = { readonly goods: readonly Goods[]; readonly lines: readonly Line[]; readonly cartId: string };
type Listed = {
  readonly uid: number;
  readonly slug: string;
  readonly sizes: readonly { readonly value: string; readonly is_available: boolean }[];
};

export const browse = async (go: Go, lanes: readonly Lane[]): Promise<readonly Goods[]> => {
  const { json } = await go('application', `GET ${catalog}/products?in_stock=true&page_size=60`);
  const listed = json['items'] as readonly Listed[];
  await go('application', `GET ${catalog}/products/${listed[0]?.slug ?? ''}`);
  const goods = listed.flatMap(({ uid, sizes }) => {
    const size = sizes.find(({ is_available }) => is_available);
    return size === undefined ? [] : [{ item_id: uid, item_size: size.value, quantity: 1 }];
  });
  for (const { memory } of lanes) {
    for (const { item_id, item_size } of goods.slice(0, 12)) {
      memory.keep({ noun: 'detail', name: 'item_id' }, item_id);
      memory.keep({ noun: 'detail', name: 'item_size' }, item_size);
    }
  }
  return goods;
};

const lookAround = async (go: Go, who: string, [first]: readonly Goods[]): Promise<void> => {
  const item = `item_id=${first?.item_id ?? 1}&size=${first?.item_size ?? 'M'}`;
  for (const path of [
    `v1.0/detail?${whole}`,
    `v1.0/shipment?${whole}`,
    `v1.0/available-promotions?${item}`,
    `v1.0/bulk-price?${item}`,
    'v1.0/coupon',
    'v1.0/offer',
    'v1.0/payment/options',
    'v3.0/detail-light',
  ]) {
    await go(who, `GET ${cart}/${path}`);
  }
};

/** Fills a cart, writes on it and shares it. */
const fill = async (go: Go, who: string, goods: readonly Goods[]): Promise<Bought> => {
  const added = await go(who, `POST ${cart}/v1.0/detail?${whole}`, { items: goods.slice(0, 4) });
  const { id = '', items: lines = [] } = (added.json['cart'] ?? {}) as { id?: string; items?: readonly Line[] };
  const [line] = lines;
  const update = { operation: 'update_item', items: [{ ...goods[0], quantity: 2, identifiers: line?.identifiers }] };
  await go(who, `PUT ${cart}/v1.0/detail?${whole}`, update);
  await go(who, `PUT ${cart}/v2.0/detail?${whole}`, update);
  await go(who, `PUT ${cart}/v2.0/bulk-detail?${whole}`, update);
  await go(who, `POST ${cart}/v1.0/coupon?${whole}`, { coupon_code: 'WELCOME10' });
  await go(who, `POST ${cart}/v1.0/offer`, { offer_code: 'FLAT250' });
  await go(who, `PUT ${cart}/v1.0/payment`, { payment_mode: 'COD' });
  const wrapped = { is_gift_applied: true, gift_message: 'For you' };
  const written = {
    comment: 'Ring twice',
    pan_no: 'AAPFU0939F',
    gift_details: { [line?.article?.uid ?? 'x']: wrapped },
  };
  await go(who, `PUT ${cart}/v1.0/meta`, written);
  const kept = await go(who, `POST ${cart}/v1.0/address`, address);
  await go(who, `GET ${cart}/v1.0/address`);
  await go(who, `PUT ${cart}/v1.0/address/${String(kept.json['id'])}`, { ...address, city: 'Thane' });
  await go(who, `POST ${cart}/v1.0/select-address?${whole}`, { id: kept.json['id'] });
  const shared = await go(who, `POST ${cart}/v1.0/share-cart`, { meta: { source: 'fuzz' } });
  await go(who, `GET ${cart}/v1.0/share-cart/${String(shared.json['token'])}`);
  await go(who, `POST ${cart}/v1.0/share-cart/${String(shared.json['token'])}/merge`);
  return { goods, lines, cartId: id };
};

export const shopperVisits = async (go: Go, who: string, goods: readonly Goods[], key: () => Pair): Promise<Bought> => {
  const bought = await fill(go, who, goods);
  await lookAround(go, who, goods);
  const order = { payment_mode: 'UPI', delivery_address: address };
  const placed = await go(who, `POST ${cart}/v1.0/checkout`, order, { headers: [key()] });
  await go(who, `GET ${orders}`);
  await go(who, `POST ${orders}/${String(placed.json['order_id'])}/cancel`, { reason: 'Too late' });
  await go(who, `POST ${cart}/v1.0/detail?${whole}`, { items: goods.slice(1, 4) });
  const methods = [{ mode: 'UPI', payment: 'required' }];
  await go(who, `POST ${cart}/v2.0/checkout`, { ...order, payment_methods: methods }, { headers: [key()] });
  await go(who, `POST ${cart}/v2.0/detail?${whole}`, { items: goods.slice(1, 4) });
  await go(who, `POST ${cart}/v2.0/bulk-detail`, { items: goods.slice(3, 6) });
  await go(who, `POST ${cart}/v3.0/sync?${whole}`, { items: goods.slice(0, 2), comment: 'From my phone' });
  return bought;
};

export const customerVisits = async (go: Go, goods: readonly Goods[]): Promise<void> => {
  const followed = `${catalog}/follow/products/${goods[0]?.item_id ?? 1}`;
  await go('customer', `POST ${followed}`);
  await go('customer', `GET ${catalog}/follow/products`);
  await go('customer', `GET ${followed}/count`);
  await go('customer', `DELETE ${followed}`);
  await go('customer', 'GET /service/application/balance/v1.0/entries');
  await go('customer', `POST ${cart}/v1.0/redeem/points`, { redeem_points: true });
};
