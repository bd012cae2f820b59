/** Whether a line can be had as it stands, and if not, why. Pure. */
import { articlesInSize } from '../../catalog/found-articles.ts';
import type { Item } from '../../catalog/article-cache.ts';
import type { Article } from '../../catalog/article.ts';
import { isSizeInStock } from '../../catalog/item-part.ts';
import type { PromiseLane } from '../../delivery/promise-answer.ts';
import type { Journey } from '../../delivery/promise-rules.ts';
import { oncePer } from '../../shared/once-per.ts';

export type LineProblemCode =
  | 'item_not_found'
  | 'size_not_found'
  | 'article_not_found'
  | 'article_not_of_cart_type'
  | 'price_missing'
  | 'price_too_small'
  | 'amount_too_large'
  | 'out_of_stock'
  | 'insufficient_stock'
  | 'moq_not_met'
  | 'moq_exceeded'
  | 'moq_increment'
  | 'not_deliverable'
  | 'pickup_not_offered'
  | 'journey_not_offered';
export type LineProblem = { readonly code: LineProblemCode; readonly message: string };

export type Availability = {
  readonly outOfStock: boolean;
  readonly deliverable: boolean;
  /** At the line's store, and at all others. */
  readonly sellable: number;
  readonly elsewhere: number;
  readonly sizes: readonly { readonly value: string; readonly display: string; readonly isAvailable: boolean }[];
  /** The first rule that fails; null when the line is valid. */
  readonly problem: LineProblem | null;
};

export type AvailabilityAsked = {
  readonly item: Item | undefined;
  readonly article: Article | undefined;
  readonly size: string;
  readonly quantity: number;
  /** Units of the same article on lines before this one: all lines share its stock. */
  readonly takenBefore: number;
  readonly hasPrice: boolean;
  /** Why it has none, where that is not simply that nobody gave one. */
  readonly unpriced?: 'price_missing' | 'price_too_small' | 'amount_too_large' | undefined;
  /** A gift comes in the quantity its promotion gives, whatever the least that is sold. */
  readonly isGift: boolean;
  /** Whether this kind of cart takes it. */
  readonly isOfCart: boolean;
  readonly way: WayToShopper;
};
export type WayToShopper =
  | { readonly kind: 'counter' }
  | { readonly kind: 'pickup'; readonly offered: boolean }
  /** `place` null: not known, so nothing speaks against it. `lane` null: nobody goes there. */
  | {
      readonly kind: 'delivery';
      readonly place: string | null;
      readonly lane: PromiseLane | null;
      readonly journey: Journey;
    };

const problem = (code: LineProblemCode, message: string): LineProblem => ({ code, message });

const unpricedSentences = {
  price_missing: 'This product has no price in your currency',
  price_too_small: 'This product costs less than the smallest coin of your currency',
  amount_too_large: 'The amount of this line is too large; order fewer',
} as const;

const priceProblem = ({ hasPrice, unpriced = 'price_missing' }: AvailabilityAsked): LineProblem | null =>
  hasPrice ? null : problem(unpriced, unpricedSentences[unpriced]);

const catalogProblem = (asked: AvailabilityAsked): LineProblem | null => {
  const { item, article, size, isOfCart } = asked;
  if (item === undefined || !item.product.isActive) return problem('item_not_found', 'This product is no longer sold');
  if (article === undefined && !item.product.sizes.some(({ value }) => value === size)) {
    return problem('size_not_found', 'This product does not come in this size any more');
  }
  if (article === undefined || !article.isActive) return problem('article_not_found', 'Nobody sells this size now');
  if (!isOfCart) return problem('article_not_of_cart_type', 'This product does not belong into this kind of cart');
  return priceProblem(asked);
};

const stockProblem = (article: Article, quantity: number, takenBefore: number): LineProblem | null => {
  if (article.customOrder !== null) return null;
  if (article.quantity <= 0) return problem('out_of_stock', 'Out of stock');
  const left = Math.max(0, article.quantity - takenBefore);
  if (quantity <= left) return null;
  return problem('insufficient_stock', left === 0 ? 'None left for this line' : `Only ${left} left in stock`);
};

/** MOQ: from the minimum, in steps of the increment, up to the maximum, which is for all lines together: `taken` are units of others. */
export const moqProblem = ({ moq }: Pick<Article, 'moq'>, quantity: number, taken = 0): LineProblem | null => {
  const { minimum, maximum, increment } = moq;
  if (minimum !== null && quantity < minimum) return problem('moq_not_met', `Order at least ${minimum}`);
  if (maximum !== null && quantity + taken > maximum) return problem('moq_exceeded', `Order at most ${maximum}`);
  if (increment === null || increment <= 1 || (quantity - (minimum ?? 0)) % increment === 0) return null;
  return problem('moq_increment', `Order in steps of ${increment}${minimum === null ? '' : ` from ${minimum}`}`);
};

const wayProblem = (way: WayToShopper): LineProblem | null => {
  if (way.kind === 'counter') return null;
  if (way.kind === 'pickup') {
    return way.offered ? null : problem('pickup_not_offered', 'This store does not hand over orders');
  }
  if (way.place === null) return null;
  if (way.lane === null) return problem('not_deliverable', `We are not delivering to ${way.place}`);
  if (way.lane.journeys[way.journey] !== undefined) return null;
  return problem('journey_not_offered', `There is no ${way.journey} delivery to ${way.place}`);
};

const isDeliverable = (way: WayToShopper): boolean => {
  if (way.kind === 'pickup') return way.offered;
  return way.kind === 'counter' || way.place === null || way.lane !== null;
};

const sizesOf = oncePer((item: Item): Availability['sizes'] =>
  item.product.sizes.map(({ value, display }) => ({
    value,
    display,
    isAvailable: item.product.isActive && isSizeInStock(item, value),
  })),
);

export const availabilityOf = (asked: AvailabilityAsked): Availability => {
  const { item, article, size, quantity, takenBefore, isGift, way } = asked;
  const gone = item === undefined || !item.product.isActive;
  const stocked = (one: Article): number => (gone || !one.isActive ? 0 : Math.max(0, one.quantity));
  const others = articlesInSize(item?.articles, size).filter(({ uid }) => uid !== article?.uid);
  const sellable = article === undefined ? 0 : stocked(article);
  const made = !gone && article?.isActive === true && article.customOrder !== null;
  const found = catalogProblem(asked);
  const rest = (one: Article): LineProblem | null =>
    stockProblem(one, quantity, takenBefore) ??
    (isGift ? null : moqProblem(one, quantity, takenBefore)) ??
    wayProblem(way);
  return {
    outOfStock: sellable === 0 && !made,
    deliverable: isDeliverable(way),
    sellable,
    elsewhere: others.reduce((sum, one) => sum + stocked(one), 0),
    sizes: item === undefined ? [] : sizesOf(item),
    problem: found ?? (article === undefined ? null : rest(article)),
  };
};

/** Sellers who have the size in stock. */
export const sellerCount = (item: Item | undefined, size: string): number =>
  new Set(
    articlesInSize(item?.articles, size)
      .filter(({ isActive, quantity }) => isActive && quantity > 0)
      .map(({ sellerId }) => sellerId),
  ).size;
