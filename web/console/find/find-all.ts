/** Where one word leads: pages by their name, an order by its id, a product by words, an article by its SKU, a coupon by its code, a customer by his name, e-mail or phone. */
import type { CouponList } from '../../../src/contract/offers/offer-coupon-contract.ts';
import type { StaffOrderList } from '../../../src/contract/orders/staff-order-contract.ts';
import type { CustomerList } from '../../../src/contract/customers/customer-contract.ts';
import type { StockView } from '../../../src/contract/catalog/record-contract.ts';
import type { Static } from 'typebox';
import { read } from '../call.ts';
import { nameOf } from '../pages/customers/customer-name.ts';
import { cartPath, catalogPath, customersPath, ordersPath } from '../paths.ts';
import { rooms } from '../rooms.ts';
import { at, may, session, shop } from '../session.ts';

type Products = { readonly items: readonly { readonly uid: number; readonly name: string }[] };
export type Found = { readonly kind: string; readonly name: string; readonly to: string };

const orders = async (word: string): Promise<readonly Found[]> => {
  const { items } = await read<Static<typeof StaffOrderList>>(`${ordersPath}/orders-listing`, {
    search_value: word.toUpperCase(),
    sales_channels: shop.value.id,
    page_size: 5,
  });
  return items.map(({ order_id = '' }) => ({ kind: 'Order', name: order_id, to: at(`/orders/${order_id}`) }));
};
const coupons = async (word: string): Promise<readonly Found[]> => {
  const { items } = await read<Static<typeof CouponList>>(`${cartPath}/coupon`, { code: word, page_size: 5 });
  return items.map(({ _id, code }) => ({ kind: 'Coupon', name: code ?? _id, to: at(`/offers/coupon/${_id}`) }));
};
const customers = async (word: string): Promise<readonly Found[]> => {
  const { items } = await read<Static<typeof CustomerList>>(customersPath, { q: word, page_size: 5 });
  return items.map((found) => ({
    kind: 'Customer',
    name: nameOf(found),
    to: at(`/customers/${encodeURIComponent(found.user_id)}`),
  }));
};

const products = async (word: string): Promise<readonly Found[]> => {
  const { items } = await read<Products>(`${catalogPath}/products`, { q: word, page_size: 5 });
  return items.map(({ uid, name }) => ({ kind: 'Product', name, to: at(`/products/${uid}`) }));
};
/** A SKU is the name of an article: it leads to its product. */
const articles = async (word: string): Promise<readonly Found[]> => {
  const { uid, item_id } = await read<StockView>(`${catalogPath}/inventory/${encodeURIComponent(word)}`);
  return [{ kind: 'Article', name: uid, to: at(`/products/stock?item_id=${item_id}`) }];
};

const sources: readonly (readonly [string, (word: string) => Promise<readonly Found[]>])[] = [
  ['company/orders/read', orders],
  ['company/price_rules/read', coupons],
  ['company/products/read', products],
  ['company/inventory/read', articles],
  ['app/customers/read', customers],
];

/** A source that finds nothing, or refuses the word, has nothing to show; the others still do. */
export const findAll = async (wanted: string): Promise<readonly Found[]> => {
  const word = wanted.trim();
  const named = rooms
    .filter(({ name, needs }) => may(needs) && name.toLowerCase().includes(word.toLowerCase()))
    .map(({ name, to }) => ({ kind: 'Page', name, to: at(to) }));
  if (word.length < 3 || session.applications.length === 0) return named;
  const asked = sources.filter(([needs]) => may(needs)).map(([, find]) => find(word).catch(() => []));
  return [...named, ...(await Promise.all(asked)).flat()];
};
