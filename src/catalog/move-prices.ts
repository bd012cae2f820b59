/**
 * Lists are sorted and kept by what an article costs: when one of its prices begins or ends, that is written anew. Carts do not
 * wait for it; they go by the clock.
 */
import type { Database, Statement } from '../db/database.ts';
import type { ArticlePrice } from './article.ts';
import { articlesChange } from './article-statements.ts';
import { nextPriceEdge, pricesAt } from './price-times.ts';

const MOST_AT_ONCE = 200;

type Due = {
  readonly company_id: number;
  readonly uid: string;
  readonly version: number;
  readonly currency_code: string;
  readonly effective: number;
  readonly prices: string;
};

/** One that was changed meanwhile has been written with the prices of now. */
const moved = ({ company_id: companyId, uid, version, ...before }: Due, now: number): Statement => {
  const prices = JSON.parse(before.prices) as readonly ArticlePrice[];
  const { currency, effective } = pricesAt(prices, now)[0] ?? {
    currency: before.currency_code,
    effective: before.effective,
  };
  return {
    sql: `update article set currency_code = ?, effective = ?, price_edge = ?, version = version + 1, modified_at = ?
          where company_id = ? and uid = ? and version = ?`,
    params: [currency, effective, nextPriceEdge(prices, now), now, companyId, uid, version],
  };
};

export const movePrices = async (db: Database, now: number): Promise<number> => {
  const due = await db.all<Due>(
    `select company_id, uid, version, currency_code, effective, prices from article
     where price_edge is not null and price_edge <= ? order by price_edge, company_id, uid limit ${MOST_AT_ONCE}`,
    [now],
  );
  for (const [companyId, articles] of Map.groupBy(due, ({ company_id: id }) => id)) {
    const { before, after } = articlesChange(
      companyId,
      articles.map(({ uid }) => uid),
    );
    await db.commit([...before, ...articles.map((article) => moved(article, now)), ...after]);
  }
  return due.length;
};
