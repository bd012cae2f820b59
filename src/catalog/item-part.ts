/**
 * The part of an item that a line of a cart shows: its product, its articles in that size, and which sizes there are at all.
 * Stock changes all the time; an answer that was made from a part depends on nothing else of the item. And of the stock of an
 * article that has enough for the cart, only the number is shown: nothing is decided by it. Pure.
 */
import { hash } from 'node:crypto';
import { oncePer } from '../shared/once-per.ts';
import { type Article, isSellable } from './article.ts';
import type { Item } from './article-cache.ts';

export type PartAsked = {
  readonly itemId: number;
  readonly sizes: readonly string[] | 'all';
  /** Articles that are wanted whichever size they have. */
  readonly uids: readonly string[];
  /** So many of an article are as good as any more: whoever asks decides nothing by how many more there are. */
  readonly enough: number;
};

const MOST_PARTS = 100;

const sizesInStock = oncePer(
  ({ articles }: Item): ReadonlySet<string> => new Set(articles.filter(isSellable).map(({ size }) => size)),
);

/** All of an article but how many there are. */
const beside = oncePer((article: Article): string =>
  hash('sha1', JSON.stringify({ ...article, version: 0, quantity: 0 }), 'base64url').slice(0, 16),
);

/** Articles of an item that are looked at in one turn of the loop: some milliseconds. */
export const ARTICLES_A_TURN = 2_000;

function* makePart(item: Item, { sizes, uids, enough }: PartAsked): Generator<number, Item> {
  const wanted = sizes === 'all' ? null : new Set(sizes);
  const named = new Set(uids);
  const isAsked = ({ size, uid }: Article): boolean => wanted === null || wanted.has(size) || named.has(uid);
  const articles: Article[] = [];
  const shown: unknown[] = [];
  for (let at = 0; at < item.articles.length; at += ARTICLES_A_TURN) {
    const some = item.articles.slice(at, at + ARTICLES_A_TURN);
    yield some.length;
    const own = some.filter(isAsked);
    for (const one of own) articles.push(one);
    const said = own.map((one) => [one.uid, beside(one), one.quantity >= enough ? 'enough' : one.quantity]);
    shown.push(item.articles.length > ARTICLES_A_TURN ? hash('sha1', JSON.stringify(said), 'base64url') : said);
  }
  yield item.articles.length;
  const inStock = sizesInStock(item);
  const said = JSON.stringify([item.versions.product, shown, [...inStock].toSorted()]);
  const part = { inStock, said, stock: articles.map(({ quantity }) => quantity) };
  // What was put in order of all of them is kept for them.
  return { ...item, articles: articles.length === item.articles.length ? item.articles : articles, part };
}

const parts = oncePer((_item: Item) => new Map<string, Item>());
/** Made once for each version of an item. */
export function* itemPart(item: Item, asked: PartAsked): Generator<number, Item> {
  const kept = parts(item);
  const key = JSON.stringify([asked.sizes, asked.uids, String(asked.enough)]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = yield* makePart(item, asked);
  if (kept.size >= MOST_PARTS) kept.clear();
  kept.set(key, made);
  return made;
}

export const isSizeInStock = (item: Item, asked: string): boolean =>
  (item.part?.inStock ?? sizesInStock(item)).has(asked);
