/**
 * Articles of an item by their size and by their names. Few are gone through; of an item of hundreds of sizes in hundreds of stores
 * each line of a cart asks, again and again, so they are put in order once. Pure.
 */
import { oncePer } from '../shared/once-per.ts';
import { nextTurn } from '../shared/slices.ts';
import type { Article } from './article.ts';

type Articles = readonly Article[];

/** Up to so many are gone through sooner than they are put in order. */
const FEW = 64;
const bySize = oncePer(
  (articles: Articles): ReadonlyMap<string, Articles> => Map.groupBy(articles, ({ size }) => size),
);
const byUid = oncePer(
  (articles: Articles): ReadonlyMap<string, Article> => new Map(articles.map((article) => [article.uid, article])),
);
const none: Articles = [];

/** Beyond so many they are put in order before somebody asks, each order in a turn of the loop of its own. */
const MANY = 5_000;
export const putInOrder = async (articles: Articles): Promise<void> => {
  if (articles.length <= MANY) return;
  await nextTurn();
  bySize(articles);
  await nextTurn();
  byUid(articles);
  await nextTurn();
};

export const articlesInSize = (articles: Articles = none, size: string): Articles =>
  articles.length <= FEW ? articles.filter((article) => article.size === size) : (bySize(articles).get(size) ?? none);

export const articleNamed = (articles: Articles = none, uid: string): Article | undefined =>
  articles.length <= FEW ? articles.find((article) => article.uid === uid) : byUid(articles).get(uid);
