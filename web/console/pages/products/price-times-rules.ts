/** Of the prices of an article: which one is its base, and which have a time. Pure. */
import type { PriceRow } from '../../../../src/contract/catalog/catalog-feed-contract.ts';

type Instant = string | null | undefined;
export type TimedPrice = PriceRow & { readonly state: 'now' | 'to come' | 'over' };

const timeOf = (iso: Instant, otherwise: number): number => (iso ? Date.parse(iso) : otherwise);
const isTimed = ({ valid_from: from, valid_until: until }: PriceRow): boolean => Boolean(from) || Boolean(until);

/** What it costs at any time and for everybody: the first of that currency without a time and without a list. */
export const basePrice = (prices: readonly PriceRow[], currency: string): PriceRow | undefined => {
  const plain = prices.filter((price) => !isTimed(price) && price.price_list === undefined);
  return plain.find(({ currency_code: code }) => code === currency) ?? plain[0] ?? prices[0];
};

/** Those with a time that are not over, the next first. */
export const scheduledPrices = (prices: readonly PriceRow[], now: number): readonly TimedPrice[] =>
  prices
    .filter(isTimed)
    .map((price): TimedPrice => {
      const [from, until] = [timeOf(price.valid_from, -Infinity), timeOf(price.valid_until, Infinity)];
      return { ...price, state: now >= until ? 'over' : now >= from ? 'now' : 'to come' };
    })
    .filter(({ state }) => state !== 'over')
    .toSorted((a, b) => timeOf(a.valid_from, 0) - timeOf(b.valid_from, 0));
