/**
 * The part of an item that a line of a cart shows: its product, its articles in that size, and which sizes there are at all.
 * Stock changes all the time; an answer that was made from a part depends on nothing else of the item. Pure.
 */
import { oncePer } from '../shared/once-per.ts';
import { isSellable } from './article.ts';
import type { Item } from './article-cache.ts';

export type PartAsked = {
  readonly itemId: number;
  readonly sizes: readonly string[];
  /** Articles that are wanted whichever size they have. */
  readonly uids: readonly string[];
};

const MOST_PARTS = 100;

const sizesInStock = ({ articles }: Item): ReadonlySet<string> =>
  new Set(articles.filter(isSellable).map(({ size }) => size));

const makePart = (item: Item, { sizes, uids }: PartAsked): Item => {
  const articles = item.articles.filter(({ size, uid }) => sizes.includes(size) || uids.includes(uid));
  const inStock = sizesInStock(item);
  const shown = articles.map(({ uid, version }) => [uid, version]);
  const said = JSON.stringify([item.versions.product, shown, [...inStock].toSorted()]);
  return { ...item, articles, part: { inStock, said } };
};

/** Made once for each version of an item. */
export const itemParts = (): ((item: Item, asked: PartAsked) => Item) => {
  const parts = oncePer((_item: Item) => new Map<string, Item>());
  return (item, asked) => {
    const kept = parts(item);
    const key = JSON.stringify([asked.sizes, asked.uids]);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = makePart(item, asked);
    if (kept.size >= MOST_PARTS) kept.clear();
    kept.set(key, made);
    return made;
  };
};

export const isSizeInStock = (item: Item, asked: string): boolean =>
  item.part === undefined
    ? item.articles.some((article) => article.size === asked && isSellable(article))
    : item.part.inStock.has(asked);
