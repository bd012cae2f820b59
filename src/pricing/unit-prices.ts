/** The first stage: what one unit of each line costs before any offer, in the cart's currency. A line that cannot be priced is set aside. */
import { million, type Minor, portion, rateOf, type Rounding } from '../shared/money.ts';
import { inCurrency } from './money/in-currency.ts';
import { freshLot } from './lots.ts';
import type { Reward } from './compile/offer-types.ts';
import { type Good, type Member, type PooledLine, poolLines } from './pool-lines.ts';
import type { LineProblem, PricedLine, SetAside } from './priced-types.ts';
import type { Article, AskedLine, PriceInput, UnitPrices } from './pricing-types.ts';
import { ownEntry } from '../shared/own-entry.ts';

type Unit = {
  readonly marked: Minor;
  readonly selling: Minor;
  /** The price list that was asked for has no price for it, so this is the price without one. */
  readonly listMissed: boolean;
};
type Problem = { readonly reason: LineProblem };
type Currencies = Pick<PriceInput, 'currency' | 'home' | 'rates'>;

const isPrice = (value: unknown): value is Minor => Number.isSafeInteger(value) && (value as number) >= 0;

/** Converted and rounded per unit. What is worth something is never given away because a coin abroad is too large for it. */
const converted = (price: Minor, input: Currencies): Minor | Problem => {
  if (!isPrice(price)) return { reason: 'price_missing' };
  const abroad = inCurrency(price, input.home.code, input);
  if (abroad === null) return { reason: 'rate_missing' };
  return abroad === 0 && price > 0 ? { reason: 'price_too_small' } : abroad;
};

type PriceOf = (prices: UnitPrices) => Minor | undefined;
const sellingIn: PriceOf = ({ selling }) => selling;
const markedIn: PriceOf = ({ marked }) => marked;

/** A price in the cart's currency, else at home and converted; undefined where there is neither. */
const priceBy = (
  pick: PriceOf,
  { prices }: Pick<Article, 'prices'>,
  input: Currencies,
): Minor | Problem | undefined => {
  const { currency, home } = input;
  const here = ownEntry(prices, currency.code);
  const own = here && pick(here);
  if (own !== undefined) return isPrice(own) ? own : { reason: 'price_missing' };
  const there = ownEntry(prices, home.code);
  const atHome = there && pick(there);
  return atHome === undefined ? undefined : converted(atHome, input);
};

type Taxed = Pick<Article, 'prices' | 'taxRate' | 'pricedAtRate'>;

/** A price with the tax of one place inside, at the place the goods go to: what is left without tax is the same. */
const atTax = (price: Minor, { taxRate, pricedAtRate }: Taxed, { policy }: Pick<PriceInput, 'policy'>): Minor =>
  pricedAtRate === undefined || !policy.prices_include_tax
    ? price
    : portion(price, million + taxRate, million + pricedAtRate, policy.rounding);

/** The price of the list that was asked for, wherever it has one; else the article's own. */
export const unitPricesOf = (
  article: Taxed,
  list: string | undefined,
  input: Currencies & Pick<PriceInput, 'policy'>,
): Unit | Problem => {
  const listed = list === undefined ? undefined : priceBy(({ lists }) => ownOf(lists, list), article, input);
  const selling = listed ?? priceBy(sellingIn, article, input) ?? { reason: 'price_missing' };
  if (typeof selling !== 'number') return selling;
  const marked = priceBy(markedIn, article, input) ?? selling;
  if (typeof marked !== 'number') return marked;
  // The seller never asks more than the marked price; where the feed says so, the marked price follows.
  return {
    marked: atTax(Math.max(marked, selling), article, input),
    selling: atTax(selling, article, input),
    listMissed: list !== undefined && listed === undefined,
  };
};

/** A list may be called like something that every object has. */
const ownOf = (lists: UnitPrices['lists'], list: string): Minor | undefined =>
  lists !== undefined && Object.hasOwn(lists, list) ? ownEntry(lists, list) : undefined;

/** A floor is never above the price: an article already below it keeps its price. */
const floorOf = (article: Article, selling: Minor, input: PriceInput): Minor => {
  const { floor } = article;
  if (floor === undefined || !isPrice(floor)) return 0;
  return Math.min(selling, atTax(inCurrency(floor, input.home.code, input) ?? 0, article, input));
};

/** A good as one line, named by the first of its lines. */
const startGood = ({ article, quantity, members }: Good, input: PriceInput): PricedLine | Problem => {
  const first = members[0]?.asked;
  if (first === undefined) return { reason: 'quantity_invalid' };
  const asked = members.length === 1 ? first : { ...first, quantity };
  const prices = unitPricesOf(article, asked.priceList, input);
  if ('reason' in prices) return prices;
  if (!isPrice(article.taxRate)) return { reason: 'tax_invalid' };
  const { marked, selling, listMissed } = prices;
  if (!Number.isSafeInteger(marked * quantity)) return { reason: 'amount_too_large' };
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
    listMissed,
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

/** Sums are exact as long as all goods together are: the one with which they would not be is left out. */
const withinSum = (line: PricedLine | Problem, sum: Minor): PricedLine | Problem =>
  'reason' in line || Number.isSafeInteger(sum + line.marked * line.quantity) ? line : { reason: 'amount_too_large' };

/** Goods in their order: whatever later stages do first or last, neither the order of the cart nor a key has a part in it. */
export const startLines = (input: PriceInput): StartedLines => {
  const lines: PricedLine[] = [];
  const members: (readonly Member[])[] = [];
  const unpriced: (Member & Problem)[] = [];
  let marked = 0;
  const known: PooledLine[] = [];
  for (const [place, asked] of input.lines.entries()) {
    const article = input.articles.get(asked.articleUid);
    const reason = problemOf(article, asked);
    if (reason !== null) unpriced.push({ asked, place, reason });
    else if (article !== undefined) known.push({ asked, place, article });
  }
  for (const good of poolLines(known)) {
    const line = withinSum(startGood(good, input), marked);
    if ('reason' in line) {
      unpriced.push(...good.members.map((member) => ({ ...member, reason: line.reason })));
      continue;
    }
    marked += line.marked * line.quantity;
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
