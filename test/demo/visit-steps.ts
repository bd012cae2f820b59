/** What visits of the demo shop do again and again. */
import type { Call, Shown } from '../calls.ts';
import type { ShippedShop } from './shipped-shop.ts';

export type OnAnswer = (name: 'cart' | 'added' | 'client', body: unknown) => void;
export type Day = { readonly shop: ShippedShop; readonly tell: OnAnswer };
export type Item = { readonly item_id: number; readonly item_size: string };

export const cart = '/service/application/cart/v1.0';
const detail = `${cart}/detail?i=true&b=true`;
export const mumbai = '&area_code=400001';

/** The first size that can be had of something in a category, by the category's own name and in the order of the list. */
export const finder = async ({ shop }: Day): Promise<(category: string, at?: number) => Item> => {
  const found = new Map<string, Item[]>();
  for (let page = 1, more = true; more; page += 1) {
    const path = `/service/application/catalog/v1.0/products?in_stock=true&page_size=100&page_no=${page}`;
    const { body } = await shop.call('GET', path);
    for (const product of body['items'] as readonly {
      readonly uid: number;
      readonly type: string;
      readonly sellable: boolean;
      readonly categories: readonly { readonly name: string }[];
      readonly sizes: readonly { readonly value: string; readonly is_available: boolean }[];
    }[]) {
      const size = product.sizes.find(({ is_available }) => is_available);
      if (size === undefined || !product.sellable) continue;
      const shelf = product.type === 'product' ? (product.categories[0]?.name ?? '') : product.type;
      found.set(shelf, [...(found.get(shelf) ?? []), { item_id: product.uid, item_size: size.value }]);
    }
    more = (body['page'] as { readonly has_next: boolean }).has_next;
  }
  return (category, at = 0) => {
    const item = found.get(category)?.[at];
    if (item === undefined) throw new Error(`The demo shop has no ${category} number ${at} in stock.`);
    return item;
  };
};
export type Find = Awaited<ReturnType<typeof finder>>;

export const fill = async ({ tell }: Day, shopper: Call, items: readonly object[], more = mumbai): Promise<Shown> => {
  const answer = await shopper('POST', `${detail}${more}`, { items });
  tell('added', answer.body);
  return answer;
};
export const look = async ({ tell }: Day, shopper: Call, more = mumbai, headers = {}): Promise<Shown> => {
  const answer = await shopper('GET', `${detail}${more}`, undefined, headers);
  tell('cart', answer.body);
  return answer;
};
export const pay = (shopper: Call, payment_mode: string, payment_identifier?: string): Promise<Shown> =>
  shopper('PUT', `${cart}/payment`, { payment_mode, payment_identifier });

/** Sells out a size of a product, in every store. */
export const empty = async ({ shop }: Day, { item_id, item_size }: Item): Promise<void> => {
  const rows = await shop.node.db.all<{ uid: string }>(
    'select uid from article where item_id = ? and size = ? limit 50',
    [item_id, item_size],
  );
  await shop.service(
    'PUT',
    '/service/platform/catalog/v1.0/company/{company}/inventory',
    rows.map(({ uid }) => ({ uid, quantity: 0 })),
  );
};
