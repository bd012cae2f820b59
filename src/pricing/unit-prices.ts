/** The first stage: what one unit of each line costs before any offer, in the cart's currency. A line that cannot be priced is set aside. */
import { type Minor, rateOf, type Rounding } from '../shared/money.ts';
import { inCurrency } from './in-currency.ts';
import { freshLot } from './lots.ts';
import type { Reward } from './offer-types.ts';
import { type Good, type Member, type PooledLine, poolLines } from './pool-lines.ts';
import type { LineProblem, PricedLine, SetAside } from './priced-types.ts';
import type { Article, AskedLine, PriceInput, UnitPrices } from './pricing-types.ts';

type Unit = { readonly marked: Minor; readonly selling: Minor };
type Problem = { readonly reason: LineProblem };

const isPrice = (value: unknown): value is Minor => Number.isSafeInteger(value) && (value as number) >= 0;

const sellingOf = (prices: UnitPrices, list: string | undefined): Minor | Problem => {
  if (list === undefined) return prices.selling;
  return prices.lists?.[list] ?? { reason: 'price_list_unknown' };
};

/** The seller never asks more than the marked price; where the feed says so, the marked price follows. */
const unit = (marked: Minor, selling: Minor): Unit | Problem =>
  isPrice(marked) && isPrice(selling) ? { marked: Math.max(marked, selling), selling } : { reason: 'price_missing' };

/** The article's own price in the cart's currency, else its home price converted and rounded per unit. */
export const unitPricesOf = (
  article: Article,
  list: string | undefined,
  input: Pick<PriceInput, 'currency' | 'home' | 'rates'>,
): Unit | Problem => {
  const own = article.prices[input.currency.code];
  const prices = own ?? article.prices[input.home.code];
  if (prices === undefined) return { reason: 'price_missing' };
  const selling = sellingOf(prices, list);
  if (typeof selling !== 'number') return selling;
  if (own !== undefined) return unit(prices.marked, selling);
  const converted = [prices.marked, selling].map((amount) => inCurrency(amount, input.home.code, input));
  const [marked, sold] = converted;
  if (marked === undefined || marked === null || sold === undefined || sold === null) return { reason: 'rate_missing' };
  return unit(marked, sold);
};

/** A floor is never above the price: an article already below it keeps its price. */
const floorOf = ({ floor }: Article, selling: Minor, input: PriceInput): Minor =>
  floor === undefined || !isPrice(floor) ? 0 : Math.min(selling, inCurrency(floor, input.home.code, input) ?? 0);

/** A good as one line, named by the first of its lines. */
const startGood = ({ article, quantity, members }: Good, input: PriceInput): PricedLine | Problem => {
  const first = members[0]?.asked;
  if (first === undefined) return { reason: 'quantity_invalid' };
  const asked = members.length === 1 ? first : { ...first, quantity };
  const prices = unitPricesOf(article, asked.priceList, input);
  if ('reason' in prices) return prices;
  if (!isPrice(article.taxRate)) return { reason: 'tax_invalid' };
  const { marked, selling } = prices;
  if (!Number.isSafeInteger(marked * quantity)) return { reason: 'quantity_invalid' };
  return {
    key: asked.key,
    asked,
    article,
    quantity,
    marked,
    selling,
    effective: selling,
    start: selling,
    onMarked: false,
    floor: floorOf(article, selling, input),
    lots: [freshLot(quantity, selling)],
    closed: false,
    gift: null,
    ladder: null,
    tax: { rate: article.taxRate, taxable: 0, tax: 0, parts: [] },
    dealMissed: false,
  };
};

export type StartedLines = {
  readonly lines: readonly PricedLine[];
  readonly members: readonly (readonly Member[])[];
  readonly setAside: readonly SetAside[];
};

const problemOf = (article: Article | undefined, { quantity }: AskedLine): LineProblem | null => {
  if (article === undefined) return 'article_missing';
  return Number.isSafeInteger(quantity) && quantity >= 1 ? null : 'quantity_invalid';
};

/** Goods in their order: whatever later stages do first or last, neither the order of the cart nor a key has a part in it. */
export const startLines = (input: PriceInput): StartedLines => {
  const lines: PricedLine[] = [];
  const members: (readonly Member[])[] = [];
  const unpriced: (Member & Problem)[] = [];
  const known = input.lines.flatMap((asked, place): readonly PooledLine[] => {
    const article = input.articles.get(asked.articleUid);
    const reason = problemOf(article, asked);
    if (reason !== null) unpriced.push({ asked, place, reason });
    return article === undefined || reason !== null ? [] : [{ asked, place, article }];
  });
  for (const good of poolLines(known)) {
    const line = startGood(good, input);
    if ('reason' in line) {
      unpriced.push(...good.members.map((member) => ({ ...member, reason: line.reason })));
      continue;
    }
    lines.push(line);
    members.push(good.members);
  }
  const setAside = unpriced
    .toSorted((a, b) => a.place - b.place)
    .map(({ asked, reason }): SetAside => ({ kind: 'line', key: asked.key, reason }));
  return { lines, members, setAside };
};

/** A line whose unit price is another one from here on, before any promotion. */
export const atUnitPrice = (line: PricedLine, price: Minor): PricedLine => ({
  ...line,
  effective: price,
  start: price,
  floor: Math.min(line.floor, price),
  lots: [freshLot(line.quantity, price)],
});

/** A reward turned into a unit price; what a rate takes off is rounded to the minor unit. */
export const rewardedPrice = (reward: Reward, base: Minor, rounding: Rounding): Minor => {
  if (reward.kind === 'price') return reward.price;
  const off = reward.kind === 'amount' ? reward.amount : rateOf(base, reward.rate, rounding);
  return Math.max(0, base - off);
};
