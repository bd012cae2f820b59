/**
 * Which article a line is given, among those of its item and size. What the shopper named himself (an article, a store, a
 * seller) bounds the choice and is never widened; the strategy decides within it. Pure.
 */
import { articlesInSize } from '../../catalog/found-articles.ts';
import type { AskedItem, Assignment } from '../store/cart-document.ts';
import { type Article, isSellable } from '../../catalog/article.ts';
import type { Minor } from '../../shared/money.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export type Candidate = {
  readonly article: Article;
  /** Null: it has no price. */
  readonly price: Minor | null;
  readonly deliverable: boolean;
  /** When it would arrive; asked only when all else is equal. */
  readonly arrives: () => number;
};
export type AssignAsked = {
  readonly quantity: number;
  /** The article it had last. */
  readonly current: string;
  readonly assignment: Assignment | null;
  readonly usual: { readonly strategy: string; readonly level: string };
};

/** The articles that what was asked for leaves to choose from. `counterStore`: where it is sold over the counter. */
export const articlesAsked = (
  articles: readonly Article[],
  asked: AskedItem,
  counterStore: number | null,
): readonly Article[] => {
  const ofSize = articlesInSize(articles, asked.size);
  if (asked.articleId !== null) return ofSize.filter(({ uid }) => uid === asked.articleId);
  const storeId = asked.storeId ?? counterStore;
  return ofSize.filter(
    (article) =>
      (storeId === null || article.storeId === storeId) &&
      (asked.sellerId === null || article.sellerId === asked.sellerId) &&
      (asked.sellerIdentifier === null || article.sellerIdentifier === asked.sellerIdentifier),
  );
};

type Order = (a: Candidate, b: Candidate) => number;
type Rank = (candidate: Candidate) => number;
const first =
  (...ranks: readonly Rank[]): Order =>
  (a, b) => {
    for (const rank of ranks) {
      const difference = rank(a) - rank(b);
      if (difference !== 0) return difference;
    }
    return a.article.uid < b.article.uid ? -1 : 1;
  };

const isGiven = (holds: boolean): number => (holds ? 0 : 1);
const priceOf: Rank = ({ price }) => price ?? Number.MAX_SAFE_INTEGER;
const reach: Rank = ({ deliverable }) => isGiven(deliverable);

const strategies: Readonly<Record<string, (asked: AssignAsked) => Order>> = {
  optimal: ({ quantity, current }) =>
    first(reach, inStock(quantity), priceOf, ({ arrives }) => arrives(), isCurrent(current)),
  'low-price': ({ quantity, current }) => first(inStock(quantity), priceOf, reach, isCurrent(current)),
};
const isCurrent =
  (current: string): Rank =>
  ({ article }) =>
    isGiven(article.uid === current);
/** Enough for the line, then at least something, then nothing. */
const inStock =
  (quantity: number): Rank =>
  ({ article }) => {
    if (!isSellable(article)) return 2;
    return isGiven(article.customOrder !== null || article.quantity >= quantity);
  };

/** `single-company` stays with the seller, `store` with the store that the line has; any other level takes all. */
const withinLevel = (candidates: readonly Candidate[], level: string, current: string): readonly Candidate[] => {
  const had = candidates.find(({ article }) => article.uid === current)?.article;
  if (had === undefined) return candidates;
  if (level === 'single-company') return candidates.filter(({ article }) => article.sellerId === had.sellerId);
  return level === 'store' ? candidates.filter(({ article }) => article.storeId === had.storeId) : candidates;
};

export const assignArticle = (candidates: readonly Candidate[], asked: AssignAsked): Article | undefined => {
  const { assignment, usual, current } = asked;
  const named = assignment?.strategy ?? 'app-config';
  const strategy = ownEntry(strategies, named) ?? ownEntry(strategies, usual.strategy) ?? strategies['optimal'];
  const bounded = withinLevel(candidates, assignment?.level ?? usual.level, current);
  if (strategy === undefined || bounded.length < 2) return strategy && bounded[0]?.article;
  const order = strategy(asked);
  return bounded.reduce((best, one) => (order(one, best) < 0 ? one : best)).article;
};
