/** Whether an article could be sold at all: at a price in the currency of some application of its company. */
import type { Database } from '../../db/database.ts';
import type { RowProblem } from '../../feeds/feed-kind.ts';
import type { ArticlePrice } from '../article.ts';
import { priceIn, rateAt } from '../exchange-rate.ts';
import { readRates } from '../rate-store.ts';

const MOST_APPLICATIONS = 1_000;

export type PriceReach = (prices: readonly ArticlePrice[]) => RowProblem | undefined;

/** A company without applications sells nothing yet, so nothing is missing yet. */
export const priceReach = async (db: Database, companyId: number, now: number): Promise<PriceReach> => {
  const applications = await db.all<{ settings: string }>(
    'select settings from application where company_id = ? limit ?',
    [companyId, MOST_APPLICATIONS],
  );
  const wanted = [
    ...new Set(applications.map(({ settings }) => (JSON.parse(settings) as { readonly currency: string }).currency)),
  ];
  const { rates } = await readRates(db, companyId);
  const sellsIn = (prices: readonly ArticlePrice[], currency: string): boolean =>
    priceIn(prices, currency, (from) => rateAt(rates, from, currency, now)) !== undefined;
  return (prices) => {
    if (wanted.length === 0 || wanted.some((currency) => sellsIn(prices, currency))) return undefined;
    const message = `Give a price in ${wanted.join(' or ')}, or feed an exchange rate from ${prices[0]?.currency} to it.`;
    return { field: 'prices', message, code: 'rate_missing' };
  };
};
