/** A cart that nobody has: some products, to ask what they would cost. It is priced like any other and never stored. */
import type { CartShop } from '../call/cart-shop.ts';
import { type AskedItem, asksNothing, type CartLine, emptyDocument, type StoredCart } from '../store/cart-document.ts';
import { newLine } from '../store/line-rules.ts';
import type { Item } from '../../catalog/article-cache.ts';
import { isSellable } from '../../catalog/article.ts';
import { findBySlug } from '../../catalog/product-store.ts';
import { Refusal } from '../../shared/errors.ts';

export type Supposed = Pick<AskedItem, 'itemId' | 'size'> & Partial<AskedItem> & { readonly quantity?: number };

const supposedLine = ({ quantity = 1, ...asked }: Supposed, at: number): CartLine =>
  newLine({
    identifier: `supposed-${at}`,
    quantity,
    asked: { ...asksNothing, ...asked },
    articleUid: asked.articleId ?? '',
    since: 0,
  });

export const trialCart = ({ caller, node }: CartShop, lines: readonly Supposed[]): StoredCart => ({
  id: '',
  cartId: '',
  applicationId: caller.applicationId,
  owner: { kind: 'anonymous', id: '' },
  kind: 'universal',
  slug: 'universal',
  version: 0,
  createdAt: node.now(),
  modifiedAt: node.now(),
  document: { ...emptyDocument, lines: lines.map(supposedLine) },
});

/** A product that is sold, by its slug. */
export const findProduct = async ({ node, caller, catalog }: CartShop, slug: string): Promise<Item> => {
  const { companyId } = caller;
  const uid = await findBySlug(node.db, companyId, slug);
  const item = uid === undefined ? undefined : (await catalog.items(companyId, [uid])).get(uid);
  if (item === undefined || !item.product.isActive) throw new Refusal('product_not_found');
  return item;
};

/** One unit of the product, in the size asked for, else in the first that can be had; a box with all that it brings along. */
export const oneOf = (
  { product, articles }: Item,
  { size, storeId }: { readonly size?: string | undefined; readonly storeId?: number | undefined },
): readonly Supposed[] => {
  const here = articles.filter((article) => article.isActive && (storeId === undefined || article.storeId === storeId));
  const inStock = new Set(here.filter(isSellable).map((article) => article.size));
  const sizes = product.sizes.map(({ value }) => value);
  const first = sizes.find((value) => inStock.has(value)) ?? here[0]?.size ?? sizes[0] ?? '';
  const own = { itemId: product.uid, size: size ?? first, storeId: storeId ?? null };
  const brought = product.children.filter(({ autoAdd }) => autoAdd);
  return [
    own,
    ...brought.map((child) => ({
      ...own,
      itemId: child.itemId,
      size: child.size ?? own.size,
      quantity: child.quantity,
    })),
  ];
};
