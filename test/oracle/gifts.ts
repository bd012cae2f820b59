/** Free gifts: lines that an offer makes. */
import type { Article } from '../../src/pricing/pricing-types.ts';
import type { Case } from './case.ts';
import { goodsOfRule, ruleHolds, unitsAsked } from './conditions.ts';
import { waysOf } from './expression.ts';
import { type Basket, type Good, pricesOf, unitsOf } from './goods.ts';
import type { Discount, Offer, Rule } from './offer.ts';
import { countOf } from './rational.ts';

export type Gift = {
  readonly offerId: string;
  readonly article: Article;
  readonly quantity: number;
  readonly marked: bigint;
  readonly selling: bigint;
};

/** Rules that must hold in each alternative that does, as in buy and get. */
const waysThatHold = (
  given: Case,
  offer: Offer,
  { condition }: Discount,
  basket: Basket,
): readonly (readonly Rule[])[] => {
  const holds = (slug: string): boolean =>
    offer.rules.some((rule) => rule.slug === slug && ruleHolds(given, offer, rule, basket));
  return waysOf(condition)
    .filter(({ yes, no }) => yes.every(holds) && !no.some(holds))
    .map(({ yes }) => offer.rules.filter(({ slug }) => yes.includes(slug)));
};

/** As often as every rule that asks a quantity finds it among its goods, in the alternative that allows most; else once. */
const timesOf = (given: Case, offer: Offer, discount: Discount, basket: Basket): number => {
  const found = (rule: Rule): number => {
    const asked = unitsAsked(rule) ?? 0;
    const units = countOf(goodsOfRule(given, offer, rule, basket), (good) => unitsOf(basket, good).length);
    return asked < 1 ? Number.POSITIVE_INFINITY : Math.floor(units / asked);
  };
  const times = waysThatHold(given, offer, discount, basket).map((rules) => {
    const least = Math.min(Number.POSITIVE_INFINITY, ...rules.map(found));
    return Number.isFinite(least) ? least : 1;
  });
  return Math.max(1, Math.min(discount.uses ?? 1, ...(times.length === 0 ? [1] : [Math.max(...times)])));
};

/** The way of its line from the line's store, else a parcel of its own; over the counter only from that counter. */
const reaches = ({ ways, storeId }: Article, { way, article }: Good): boolean => {
  if (way === undefined || ways === undefined) return true;
  if (way === 'counter') return storeId === article.storeId;
  if (storeId === article.storeId && ways.includes(way)) return true;
  return ways.includes(way === 'pickup' ? 'pickup' : 'standard');
};

/** What was chosen, else its size, else its item; then from the store of the line, then what most of the wish can be had of, then what has more binary digits, then by name. */
const preferred = (
  candidates: readonly Article[],
  parent: Good,
  wish: Article | undefined,
  { left, wanted }: { readonly left: (article: Article) => number; readonly wanted: number },
) => {
  const distance = ({ uid, itemId, size }: Article): number => {
    if (wish === undefined || uid === wish.uid) return 0;
    return itemId === wish.itemId ? (size === wish.size ? 1 : 2) : 3;
  };
  const had = (article: Article): number => Math.min(left(article), wanted);
  const digits = (article: Article): number => left(article).toString(2).length;
  const far = ({ storeId }: Article): number => (storeId === parent.article.storeId ? 0 : 1);
  return candidates
    .filter((article) => reaches(article, parent))
    .toSorted(
      (a, b) =>
        distance(a) - distance(b) ||
        far(a) - far(b) ||
        had(b) - had(a) ||
        digits(b) - digits(a) ||
        (a.uid < b.uid ? -1 : 1),
    )[0];
};

/** One article of the items it names, behind the first good that brought it and that it can follow. */
export const giftsOf = (
  given: Case,
  offer: Offer,
  discount: Discount,
  { basket, gifts }: { readonly basket: Basket; readonly gifts: readonly Gift[] },
): readonly Gift[] => {
  const rules = waysThatHold(given, offer, discount, basket).flat();
  const brought = new Set(rules.flatMap((rule) => goodsOfRule(given, offer, rule, basket)));
  const parents = basket.goods.filter((good) => rules.length === 0 || brought.has(good));
  const choice = given.giftChoices[offer.id];
  if (choice?.declined === true) return [];
  const left = ({ uid, stock }: Article): number =>
    stock -
    countOf(basket.goods, (good) => (good.article.uid === uid ? unitsOf(basket, good).length : 0)) -
    countOf(gifts, ({ article, quantity }) => (article.uid === uid ? quantity : 0));
  const inStock = given.gifts.filter((article) => discount.gifts.includes(article.itemId) && left(article) > 0);
  const wish = inStock.find(({ uid }) => uid === choice?.articleUid);
  const wanted = (discount.most ?? 1) * timesOf(given, offer, discount, basket);
  const [chosen] = parents.flatMap((parent) => preferred(inStock, parent, wish, { left, wanted }) ?? []);
  if (chosen === undefined) return [];
  const prices = discount.type === 'free_non_sellable_items' ? { marked: 0n, selling: 0n } : pricesOf(given, chosen);
  if (typeof prices === 'string') return [];
  return [{ offerId: offer.id, article: chosen, quantity: Math.min(wanted, left(chosen)), ...prices }];
};
