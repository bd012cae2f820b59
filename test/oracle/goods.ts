/** Lines that are alike in everything pricing can see are one good; a good is a row of single units. */
import type { Article, AskedLine } from '../../src/pricing/pricing-types.ts';
import type { Case } from './case.ts';
import type { Seen } from './criteria.ts';
import { inCurrency, rateBetween } from './currencies.ts';
import { least, most, ratio, rounded, sumOf } from './rational.ts';

export type Good = {
  readonly at: number;
  readonly article: Article;
  readonly tags: readonly string[];
  readonly promoId: string;
  readonly wrapped: boolean;
  readonly pos: boolean;
  readonly way: AskedLine['way'];
  readonly lines: readonly AskedLine[];
  readonly marked: bigint;
  readonly selling: bigint;
  /** After contract and ladder prices. */
  readonly effective: bigint;
  /** Where promotions began: effective, or marked under an MRP promotion. */
  readonly start: bigint;
  readonly onMarked: boolean;
  readonly floor: bigint;
  readonly closed: boolean;
};
export type Unit = {
  readonly id: number;
  readonly good: number;
  readonly price: bigint;
  readonly closed: boolean;
  /** Bought or given in a buy-and-get offer. */
  readonly spent: boolean;
  readonly usedBy: readonly string[];
  /** What it lost, in order: who took how much. */
  readonly cuts: readonly string[];
};
/** Goods in their order; units of a good one behind the other. */
export type Basket = { readonly goods: readonly Good[]; readonly units: readonly Unit[] };

export const unitsOf = ({ units }: Basket, good: Good): readonly Unit[] =>
  units.filter((unit) => unit.good === good.at);
export const worthOf = (units: readonly Unit[]): bigint => sumOf(units, ({ price }) => price);
export const goodOf = ({ goods }: Basket, { good }: Unit): Good => {
  const found = goods[good];
  if (found === undefined) throw new Error(`no good ${good}`);
  return found;
};
export const seenAs = ({ article, tags, selling, marked }: Good): Seen => ({
  article,
  tags,
  unitPrice: selling,
  marked,
});

export type Aside = { readonly line: string; readonly reason: string };
type Prices = { readonly marked: bigint; readonly selling: bigint };

const whole = (amount: number | undefined): bigint | null =>
  amount !== undefined && Number.isSafeInteger(amount) && amount >= 0 ? BigInt(amount) : null;

/** Where the selling price stands: the list's here, the list's at home, the article's own, its home price. A list that has no price for it anywhere is as if none had been asked for. */
const sellingFrom = ({ currency, home }: Case, { prices }: Article, list: string | undefined) => {
  const [here, atHome] = [prices[currency], prices[home]];
  const [listHere, listAtHome] = [here, atHome].map((each) => (list === undefined ? undefined : each?.lists?.[list]));
  if (listHere !== undefined) return { amount: whole(listHere), isHere: true };
  if (listAtHome !== undefined) return { amount: whole(listAtHome), isHere: false };
  return here === undefined
    ? { amount: whole(atHome?.selling), isHere: false }
    : { amount: whole(here.selling), isHere: true };
};
const vanished = (before: bigint | null, after: bigint): boolean => after === 0n && before !== null && before > 0n;

/** A price with another place's tax inside keeps its net worth here. */
const atPlace = (given: Case, { taxRate, pricedAtRate }: Article, price: bigint): bigint => {
  if (pricedAtRate === undefined || !given.policy.prices_include_tax) return price;
  return rounded(ratio(price * (million + BigInt(taxRate)), million + BigInt(pricedAtRate)), given.policy.rounding);
};
const million = 1_000_000n;

/** The article's price in the cart's currency, or why it has none. */
export const pricesOf = (given: Case, article: Article, list?: string): Prices | string => {
  const [own, home] = [article.prices[given.currency], article.prices[given.home]];
  const rate = rateBetween(given, given.home, given.currency);
  const abroad = (amount: bigint | null): bigint | null =>
    amount === null || rate === null ? null : inCurrency(amount, rate);
  const { amount, isHere } = sellingFrom(given, article, list);
  const selling = isHere ? amount : abroad(amount);
  const written = whole((own ?? home)?.marked);
  const marked = own === undefined ? abroad(written) : written;
  if (amount === null) return 'price_missing';
  if (selling === null || marked === null) return rate === null ? 'rate_missing' : 'price_missing';
  if (vanished(amount, selling) || vanished(written, marked)) return 'price_too_small';
  return { marked: atPlace(given, article, most(marked, selling)), selling: atPlace(given, article, selling) };
};

type Mark = string | number;
const identity = (line: AskedLine, { itemId, size, storeId, uid }: Article): readonly (readonly Mark[])[] => [
  [itemId],
  [size],
  [storeId],
  [uid],
  [line.priceList ?? ''],
  [line.promoId ?? ''],
  [...new Set(line.groupTags ?? [])].toSorted(),
  [line.wrapped === true ? 1 : 0],
  [line.pos === true ? 1 : 0],
  [line.way ?? ''],
];
/** One after another; the shorter list first. */
const compareMarks = (a: readonly Mark[], b: readonly Mark[]): number => {
  for (const [at, mark] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    if (mark !== other) return mark < other ? -1 : 1;
  }
  return a.length - b.length;
};
const compareNames = (a: readonly (readonly Mark[])[], b: readonly (readonly Mark[])[]): number => {
  for (const [at, marks] of a.entries()) {
    const order = compareMarks(marks, b[at] ?? []);
    if (order !== 0) return order;
  }
  return 0;
};
type Group = Prices & {
  readonly name: readonly (readonly Mark[])[];
  readonly lines: AskedLine[];
  readonly article: Article;
};

const problemOf = (given: Case, line: AskedLine, article: Article | undefined): Prices | string => {
  if (article === undefined) return 'article_missing';
  if (!Number.isSafeInteger(line.quantity) || line.quantity < 1) return 'quantity_invalid';
  return pricesOf(given, article, line.priceList);
};

export const basketOf = (given: Case): Basket & { readonly aside: readonly Aside[] } => {
  const byUid = new Map(given.articles.map((article) => [article.uid, article]));
  const aside: Aside[] = [];
  const groups = new Map<string, Group>();
  for (const line of given.lines) {
    const article = byUid.get(line.articleUid);
    const found = problemOf(given, line, article);
    if (typeof found === 'string' || article === undefined) {
      aside.push({ line: line.key, reason: typeof found === 'string' ? found : 'article_missing' });
      continue;
    }
    const name = identity(line, article);
    const key = JSON.stringify(name);
    const group = groups.get(key) ?? { name, lines: [], article, ...found };
    group.lines.push(line);
    groups.set(key, group);
  }
  const sorted = [...groups.values()].toSorted((a, b) => compareNames(a.name, b.name));
  return { aside, ...withUnits(sorted.map((group, at) => goodFrom(given, group, at))) };
};
const goodFrom = (given: Case, { lines, article, marked, selling }: Group, at: number): Good => {
  const rate = rateBetween(given, given.home, given.currency);
  const floor =
    article.floor === undefined || rate === null
      ? 0n
      : atPlace(given, article, inCurrency(BigInt(article.floor), rate));
  const [first] = lines;
  return {
    at,
    article,
    tags: first?.groupTags ?? [],
    promoId: first?.promoId ?? '',
    wrapped: first?.wrapped === true,
    pos: first?.pos === true,
    way: first?.way,
    lines,
    marked,
    selling,
    effective: selling,
    start: selling,
    onMarked: false,
    // A floor above the price sinks to it.
    floor: least(floor, selling),
    closed: false,
  };
};
const withUnits = (goods: readonly Good[]): Basket => {
  const units: Unit[] = [];
  for (const { lines, at, effective } of goods) {
    for (let left = lines.reduce((all, { quantity }) => all + quantity, 0); left > 0; left -= 1) {
      units.push({ id: units.length, good: at, price: effective, closed: false, spent: false, usedBy: [], cuts: [] });
    }
  }
  return { goods, units };
};

/** The same basket with other unit prices, before any promotion. */
export const repriced = (basket: Basket, effective: (good: Good) => bigint): Basket => {
  const goods = basket.goods.map((good) => {
    const price = effective(good);
    return { ...good, effective: price, start: price, floor: least(good.floor, price) };
  });
  return { goods, units: basket.units.map((unit) => ({ ...unit, price: goods[unit.good]?.effective ?? unit.price })) };
};
