/**
 * Which of an article's prices count at a moment. A price that names a time counts within it instead of the one without: of
 * several the one that began last. Pure.
 */
import type { Article, ArticlePrice } from './article.ts';

const isTimed = ({ from, until }: ArticlePrice): boolean => from !== undefined || until !== undefined;

export const isScheduled = ({ prices }: Pick<Article, 'prices'>): boolean => prices.some(isTimed);

const countsAt = ({ from = -Infinity, until = Infinity }: ArticlePrice, at: number): boolean =>
  from <= at && at < until;

const beganOf = (price: ArticlePrice): number => (isTimed(price) ? (price.from ?? -Number.MAX_VALUE) : -Infinity);

const plain = ({ from: _from, until: _until, ...price }: ArticlePrice): ArticlePrice => price;

/** One for each currency and list, in the order in which they were fed. */
export const pricesAt = (prices: readonly ArticlePrice[], at: number): readonly ArticlePrice[] => {
  const named = Map.groupBy(prices, ({ currency, list }) => `${currency} ${list ?? ''}`);
  return [...named.values()].flatMap((same) => {
    const [first, ...others] = same.filter((price) => countsAt(price, at));
    if (first === undefined) return [];
    return [plain(others.reduce((best, price) => (beganOf(price) > beganOf(best) ? price : best), first))];
  });
};

/** When the next of them begins or ends; null: never. */
export const nextPriceEdge = (prices: readonly ArticlePrice[], at: number): number | null => {
  const edges = prices.flatMap(({ from, until }) => [from, until]).filter((edge) => edge !== undefined && edge > at);
  return edges.length === 0 ? null : Math.min(...(edges as number[]));
};
