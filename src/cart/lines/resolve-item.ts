/** From what a caller named (an article, an EAN, a seller's number, a product and a size) to a product and a size. Pure. */
import type { Item } from '../../catalog/article-cache.ts';
import type { LineBook } from './line-book.ts';
import type { AskedItem } from '../store/cart-document.ts';
import type { CartFacts } from './cart-facts.ts';
import { type ParentRef, skuOf, type WantedItem } from './cart-intent.ts';
import { itemProblem } from './item-codes.ts';
import type { Refused } from './put-line.ts';

export type Placed = {
  readonly itemId: number;
  readonly size: string;
  /** The article that was named, if it was one. */
  readonly articleId: string | null;
};

/** A product that comes in one size only needs none to be named. */
const sizeOf = ({ product }: Item, size: string | null): string | undefined => {
  if (size === null) return product.sizes.length === 1 ? product.sizes[0]?.value : undefined;
  return product.sizes.some(({ value }) => value === size) ? size : undefined;
};

/** A number that two sellers use for two things says nothing until the seller is named. */
const placeSku = (sku: string, { size, asked }: WantedItem, { skus }: CartFacts): Placed | Refused => {
  const { sellerId } = asked;
  const found = (skus.get(sku) ?? []).filter(
    (one) => (sellerId === null || one.sellerId === sellerId) && (size === null || one.size === size),
  );
  const [first, ...others] = found;
  if (first === undefined) return { problem: itemProblem('article_not_found') };
  return others.every((one) => one.itemId === first.itemId && one.size === first.size)
    ? { itemId: first.itemId, size: first.size, articleId: null }
    : {
        problem: itemProblem('article_not_found', 'Several products have this seller_identifier. Send seller_id too.'),
      };
};

const placeProduct = (itemId: number, size: string | null, { items }: CartFacts): Placed | Refused => {
  const item = items.get(itemId);
  if (item === undefined || !item.product.isActive) return { problem: itemProblem('item_not_found') };
  const found = sizeOf(item, size);
  return found === undefined ? { problem: itemProblem('size_not_found') } : { itemId, size: found, articleId: null };
};

export const placeItem = (wanted: WantedItem, facts: CartFacts): Placed | Refused => {
  const { itemId, size, article } = wanted;
  const sku = skuOf(wanted);
  if (sku !== null) return placeSku(sku, wanted, facts);
  const known = article === null ? undefined : facts.named.get(article);
  if (known !== undefined) {
    const agrees = (itemId ?? known.itemId) === known.itemId && (size ?? known.size) === known.size;
    if (!agrees) return { problem: itemProblem('article_not_found', 'This article is another product or size.') };
    return { itemId: known.itemId, size: known.size, articleId: known.uid };
  }
  if (itemId === null) return { problem: itemProblem(article === null ? 'item_not_found' : 'article_not_found') };
  return placeProduct(itemId, size, facts);
};

export const askedItem = ({ asked }: WantedItem, { itemId, size, articleId }: Placed): AskedItem => ({
  ...asked,
  itemId,
  size,
  articleId,
});

/** Identifier of the line that is meant as parent; null when none was named, undefined when it is not there. */
export const parentOf = (book: LineBook, parent: ParentRef | null): string | null | undefined => {
  if (parent === null) return null;
  const { identifier, itemId, size } = parent;
  if (identifier !== null) return book.find(identifier)?.identifier;
  return itemId === null ? undefined : book.ofItem(itemId, size)?.identifier;
};
