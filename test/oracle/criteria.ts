/** Which goods a definition means. */
import type { Article, Place } from '../../src/pricing/pricing-types.ts';
import type { Definition } from './case.ts';
import { entries, number, numbers, object, words } from './definition.ts';

/** What criteria look at. */
export type Seen = {
  readonly article: Article;
  readonly tags: readonly string[];
  /** Price of a unit that a range of prices is about. */
  readonly unitPrice: bigint;
  /** Its price before the seller's own discount. */
  readonly marked: bigint;
};
export type Test = (seen: Seen) => boolean;
export type CriteriaContext = { readonly place: Place | null; readonly amount: (value: number) => bigint };

const has = <T>(asked: readonly T[], own: readonly T[]): boolean => own.some((value) => asked.includes(value));
const tagsOf = ({ article, tags }: Seen): readonly string[] => [...article.tags, ...tags];

const byNumber: Readonly<Record<string, (article: Article) => readonly number[]>> = {
  id: ({ itemId }) => [itemId],
  brand: ({ brandId }) => [brandId],
  category: ({ l3 }) => l3,
  l2_category: ({ l2 }) => l2,
  l1_category: ({ l1 }) => l1,
  department: ({ departments }) => departments,
  store: ({ storeId }) => [storeId],
  company: ({ companyId }) => [companyId],
};
const byWord: Readonly<Record<string, (seen: Seen) => readonly string[]>> = {
  sku: ({ article: { sku } }) => (sku === null ? [] : [sku]),
  size: ({ article: { size } }) => [size],
  tags: tagsOf,
};

const inRange = (range: Definition, amount: CriteriaContext['amount']): Test => {
  const [low, high] = [number(range['min']), number(range['max'])];
  return ({ unitPrice }) =>
    (low === null || low < 0 || unitPrice >= amount(low)) && (high === null || high < 0 || unitPrice <= amount(high));
};

/** Several must all hold; what is not named asks nothing; "all items" are all of them, less what is excluded. */
export const goodsMeant = (criteria: Definition, { place, amount }: CriteriaContext): Test => {
  const tests: Test[] = [];
  const everything = criteria['all_items'] === true;
  const ask = <T>(given: readonly T[], own: (seen: Seen) => readonly T[], wanted: boolean): void => {
    if (given.length > 0 && !(wanted && everything)) tests.push((seen) => has(given, own(seen)) === wanted);
  };
  for (const [name, own] of Object.entries(byNumber)) {
    ask(numbers(criteria[`item_${name}`]), ({ article }) => own(article), true);
    ask(numbers(criteria[`item_exclude_${name}`]), ({ article }) => own(article), false);
  }
  for (const [name, own] of Object.entries(byWord)) {
    ask(words(criteria[`item_${name}`]), own, true);
    ask(words(criteria[`item_exclude_${name}`]), own, false);
  }
  ask(words(criteria['product_tags']), tagsOf, true);
  ask(words(criteria['article_id']), ({ article }) => [article.uid], true);
  const zones = numbers(criteria['available_zones']);
  if (zones.length > 0) tests.push(() => has(zones, place?.zones ?? []));
  if (criteria['price_range'] !== undefined) tests.push(inRange(object(criteria['price_range']), amount));
  if (criteria['not_on_sale'] === true) tests.push(({ unitPrice, marked }) => unitPrice >= marked);
  return (seen) => tests.every((test) => test(seen));
};

/** The scope of a coupon, in the words that promotions use. */
export const couponScope = (coupon: Definition): Definition => {
  const named = object(coupon['identifiers']);
  const range = object(object(coupon['restrictions'])['price_range']);
  const scope: Record<string, unknown> = {
    item_id: named['item_id'],
    item_brand: named['brand_id'],
    item_category: named['category_id'],
    item_l1_category: named['l1_category_id'],
    item_l2_category: named['l2_category_id'],
    item_company: named['company_id'],
    item_store: named['store_id'],
    article_id: named['article_id'],
    item_tags: [...entries(named['item_tags']), ...entries(named['tags'])],
    available_zones: named['zones_id'],
    item_exclude_brand: named['exclude_brand_id'],
    item_exclude_category: named['exclude_category_id'],
  };
  const sale = { ...scope, not_on_sale: object(coupon['restrictions'])['not_on_sale'] };
  return Object.keys(range).length === 0 ? sale : { ...sale, price_range: range };
};
