/** Prices as a feed writes them, and the price that counts for a shopper. Pure. */
import type { PriceRow } from '../../contract/catalog/catalog-feed-contract.ts';
import type { RowProblem } from '../../feeds/feed-kind.ts';
import { readTime } from '../../shared/clock.ts';
import { findCurrency } from '../../shared/currency.ts';
import { type Minor, readDecimal, toMinor } from '../../shared/money.ts';
import type { ArticlePrice } from '../article.ts';

/** Exact minor units, or undefined for more decimals than the currency has. */
export const exactMinor = (amount: number | string, exponent: number): Minor | undefined => {
  const decimal = readDecimal(
    String(amount)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, ''),
  );
  if (decimal === null || decimal.decimals > exponent) return undefined;
  return toMinor(amount, exponent) ?? undefined;
};

type Read = { readonly price: ArticlePrice } | { readonly problem: RowProblem };

type Times = Pick<ArticlePrice, 'from' | 'until'>;

const readTimes = (row: PriceRow): Times | { readonly problem: RowProblem } => {
  const [from, until] = [row.valid_from, row.valid_until].map((time) =>
    time === undefined || time === null ? undefined : readTime(time),
  );
  const field = Number.isNaN(from) ? 'valid_from' : Number.isNaN(until) ? 'valid_until' : undefined;
  if (field !== undefined) return { problem: { field, message: 'Must be a time such as 2026-11-27T00:00:00.000Z.' } };
  if (from !== undefined && until !== undefined && until <= from) {
    return { problem: { field: 'valid_until', message: 'Must lie behind valid_from.' } };
  }
  return { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) };
};

const readPrice = (row: PriceRow, field: string): Read => {
  const currency = findCurrency(row.currency_code);
  if (currency === undefined) {
    const message = `${row.currency_code} is not a currency of ISO 4217.`;
    return { problem: { field: `${field}.currency_code`, message, code: 'currency_unknown' } };
  }
  const marked = exactMinor(row.marked, currency.exponent);
  const effective = exactMinor(row.effective, currency.exponent);
  const decimals = `${currency.code} has ${currency.exponent} decimals.`;
  if (marked === undefined) return { problem: { field: `${field}.marked`, message: decimals } };
  if (effective === undefined) return { problem: { field: `${field}.effective`, message: decimals } };
  if (effective > marked) {
    return { problem: { field: `${field}.effective`, message: 'Must be at most the marked price.' } };
  }
  const times = readTimes(row);
  if ('problem' in times) return { problem: { ...times.problem, field: `${field}.${times.problem.field}` } };
  return { price: { currency: currency.code, list: row.price_list ?? null, marked, effective, ...times } };
};

/** The prices of a row, or the first thing that is wrong with them. The base price comes first and is in no list. */
export const readPrices = (
  rows: readonly PriceRow[],
): { readonly prices: readonly ArticlePrice[] } | { readonly problem: RowProblem } => {
  const prices: ArticlePrice[] = [];
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const read = readPrice(row, `prices[${index}]`);
    if ('problem' in read) return read;
    const { currency, list, from, until } = read.price;
    const begins = from === undefined && until === undefined ? '' : (from ?? 'always');
    const name = `${currency} ${list ?? ''} ${begins}`;
    if (seen.has(name)) {
      const message = 'This currency and price list, from the same time on, came before.';
      return { problem: { field: `prices[${index}]`, message } };
    }
    seen.add(name);
    prices.push(read.price);
  }
  if (prices[0]?.list !== null) {
    return { problem: { field: 'prices[0].price_list', message: 'The first price is the base price, in no list.' } };
  }
  if (prices[0].from !== undefined || prices[0].until !== undefined) {
    const message = 'The first price is the base price, which counts at any time.';
    return { problem: { field: 'prices[0].valid_from', message } };
  }
  return { prices };
};

/** The price in this list and currency; undefined when the article has none of its own there. */
export const findPrice = (
  prices: readonly ArticlePrice[],
  currency: string,
  list: string | null,
): ArticlePrice | undefined => prices.find((price) => price.currency === currency && price.list === list);
