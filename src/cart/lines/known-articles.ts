/** Articles by uid as pricing reads them, for whoever prices without a cart. */
import { rateAt } from '../../catalog/exchange-rate.ts';
import type { CatalogReader } from '../../catalog/read-articles.ts';
import type { Article } from '../../pricing/pricing-types.ts';
import type { Clock } from '../../shared/clock.ts';
import { pricingArticle } from './pricing-article.ts';

export const knownArticles =
  (catalog: Pick<CatalogReader, 'articles' | 'rates'>, now: Clock) =>
  async (companyId: number, uids: readonly string[], currency: string): Promise<ReadonlyMap<string, Article>> => {
    const [found, rates] = await Promise.all([catalog.articles(companyId, uids), catalog.rates(companyId)]);
    const home = { code: currency, rates: (from: string) => rateAt(rates, from, currency, now()) };
    return new Map([...found].map(([uid, { article, item }]) => [uid, pricingArticle(article, item, home, undefined)]));
  };
