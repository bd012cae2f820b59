/** Which exchange rate holds, and an article's price in the currency of an answer. Pure. */
import { currencyOf } from '../shared/currency.ts';
import { convert, type ExchangeRate } from '../shared/rates.ts';
import type { ArticlePrice } from './article.ts';
import { findPrice } from './feed/price-rules.ts';

export type StoredRate = ExchangeRate & {
  /** What a cart pins: `INR-USD-1767225600000`. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly validFrom: number;
};

/** The newest rate that is valid now; rates run one way only. */
export const rateAt = (rates: readonly StoredRate[], from: string, to: string, now: number): StoredRate | undefined =>
  rates
    .filter((rate) => rate.from === from && rate.to === to && rate.validFrom <= now)
    .reduce<StoredRate | undefined>(
      (best, rate) => (best === undefined || rate.validFrom > best.validFrom ? rate : best),
      undefined,
    );

/** Rates into one currency, looked up once per source currency. */
export type RatesInto = (from: string) => StoredRate | undefined;

/** The article's own price in that currency, else its base price converted; undefined without a rate. */
export const priceIn = (
  prices: readonly ArticlePrice[],
  currency: string,
  rates: RatesInto,
): ArticlePrice | undefined => {
  const own = findPrice(prices, currency, null);
  const base = prices[0];
  if (own !== undefined || base === undefined) return own;
  const rate = rates(base.currency);
  if (rate === undefined) return undefined;
  const [from, to] = [currencyOf(base.currency), currencyOf(currency)];
  return {
    currency,
    list: null,
    marked: convert(base.marked, rate, from, to),
    effective: convert(base.effective, rate, from, to),
  };
};

/** The price at which it can be sold: one that is worth something and would be converted to nothing is none. */
export const soldIn = (
  prices: readonly ArticlePrice[],
  currency: string,
  rates: RatesInto,
): ArticlePrice | undefined => {
  const price = priceIn(prices, currency, rates);
  const isConverted = findPrice(prices, currency, null) === undefined;
  return price?.effective === 0 && isConverted && (prices[0]?.effective ?? 0) > 0 ? undefined : price;
};
