/** Whether what lines cost together can still be counted to the minor unit, at home and in the currency of the answer. Pure. */
import { articleNamed } from '../../catalog/found-articles.ts';
import type { Article } from '../../catalog/article.ts';
import { priceIn } from '../../catalog/exchange-rate.ts';
import type { CartLine } from '../store/cart-document.ts';
import type { CartFacts } from './cart-facts.ts';

/** The highest marked price there is in this currency, so that no price list is above it. */
const fedUnit = ({ prices }: Article, code: string): number | undefined => {
  const own = prices.filter(({ currency }) => currency === code).map(({ marked }) => marked);
  return own.length === 0 ? undefined : Math.max(...own);
};

type Unit = (article: Article) => number;

const unitsIn = ({ money: { currency, home, rate }, context }: CartFacts): readonly Unit[] => {
  const atHome: Unit = (article) =>
    fedUnit(article, home.code) ?? priceIn(article.prices, home.code, context.home.rates)?.marked ?? 0;
  if (rate === undefined) return [atHome];
  const ratio = rate.digits * 10 ** (currency.exponent - home.exponent - rate.decimals);
  return [atHome, (article) => fedUnit(article, currency.code) ?? atHome(article) * ratio];
};

/** What a line costs at most, in each currency that is counted; nothing where its article is gone. */
export const lineWorth = (facts: CartFacts): ((line: CartLine) => readonly number[]) => {
  const units = unitsIn(facts);
  return ({ asked, articleUid, quantity }) => {
    const article = articleNamed(facts.items.get(asked.itemId)?.articles, articleUid);
    return units.map((unit) => (article === undefined ? 0 : unit(article) * quantity));
  };
};

export const isTooLarge = (worth: readonly number[]): boolean => worth.some((sum) => sum > Number.MAX_SAFE_INTEGER);

/** Of all lines, counted anew. */
export const worthOfAll = (lines: readonly CartLine[], facts: CartFacts): readonly number[] => {
  const worthOf = lineWorth(facts);
  const sums: number[] = [];
  for (const line of lines) {
    for (const [at, amount] of worthOf(line).entries()) sums[at] = (sums[at] ?? 0) + amount;
  }
  return sums;
};
