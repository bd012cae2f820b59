/** The offers that count for this shopper now, the coupon he typed, and the gifts there are to give. */
import { guestsOf, noGuest, type PricedShop } from '../call/cart-shop.ts';
import { type HomePrices, pricingArticle } from '../lines/pricing-article.ts';
import type { GiftChoice as StoredChoice } from '../store/cart-document.ts';
import type { Item } from '../../catalog/article-cache.ts';
import type { Article } from '../../catalog/article.ts';
import type { Customer } from '../../customers/customer-token.ts';
import type { CustomerFacts } from '../../customers/profile-rules.ts';
import { journeys } from '../../delivery/promise-rules.ts';
import type { DeliveryView } from '../../delivery/read-lanes.ts';
import { type ActiveOffers, findCoupon } from '../../offers/read-offers.ts';
import { indexWithoutUses, limitsOf, type UseOf, withoutUses } from '../../offers/uses/use-rules.ts';
import { readUsesLeft } from '../../offers/uses/use-store.ts';
import type { OfferIndex } from '../../pricing/compile/offer-index.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import type { Article as PricingArticle, GiftChoice, PriceInput, Shopper } from '../../pricing/pricing-types.ts';
import type { Way } from '../../pricing/shipping-types.ts';
import { hungOn } from '../../shared/hung-on.ts';

export type OffersInForce = {
  readonly index: OfferIndex;
  readonly coupon: CompiledOffer | null;
  /** Of the other codes, in their order; null: there is none of that code. */
  readonly moreCoupons: readonly (CompiledOffer | null)[];
  /** Offers of which no use is left, by id. */
  readonly usedUp: readonly string[];
  /** What is left of budgets, by offer. */
  readonly budgets: Readonly<Record<string, number>>;
};

type Asked = {
  readonly codes: readonly string[];
  readonly paymentMode: string | null;
  /** Of the cart: it is priced without them. */
  readonly leftOut: ReadonlyMap<string, number>;
};

export const offersInForce = async (
  { node, caller, shopper, guest = noGuest }: PricedShop,
  active: ActiveOffers,
  { codes, paymentMode, leftOut }: Asked,
): Promise<OffersInForce> => {
  const typing = { applicationId: caller.applicationId, userId: shopper.customer?.userId ?? null };
  const typed = await Promise.all(codes.map((code) => findCoupon(node.db, typing, active, code)));
  // An offer acts once, and an order holds it once, whatever codes of it a cart has.
  const firstOf = (id: string): number => typed.findIndex((one) => one?.offer.id === id);
  const found = typed.map((one, at) => (one !== undefined && firstOf(one.offer.id) < at ? undefined : one));
  const use = (mode: string, bulkCode: string | null): UseOf => ({
    userId: shopper.customer?.userId ?? null,
    get guests() {
      return guestsOf(guest, mode);
    },
    bulkCode,
    paymentMode,
  });
  const promotions = active.limited.filter(({ mode }) => mode === 'promotion');
  const asked = [
    ...promotions.map((offer) => ({ offerId: offer.id, limits: limitsOf(offer, use('promotion', null)) })),
    ...found.flatMap((one) =>
      one === undefined ? [] : [{ offerId: one.offer.id, limits: limitsOf(one.offer, use('coupon', one.bulkCode)) }],
    ),
  ];
  const { usedUp: gone, budgets } = await readUsesLeft(
    node.db,
    caller.applicationId,
    asked.filter(({ limits }) => limits.length > 0),
  );
  const usedUp = leftOut.size === 0 ? gone : gone.union(leftOut);
  const [coupon = null, ...more] = found.map((one) => {
    if (one === undefined) return null;
    return usedUp.has(one.offer.id) ? withoutUses(one.offer) : one.offer;
  });
  return {
    index: indexWithoutUses(active.index, usedUp),
    coupon,
    moreCoupons: more,
    usedUp: [...usedUp].toSorted(),
    budgets,
  };
};

/** What is known of the other codes, as pricing takes it. */
export const couponsBeside = ({ moreCoupons }: Pick<OffersInForce, 'moreCoupons'>): Pick<PriceInput, 'moreCoupons'> => {
  const known = moreCoupons.filter((coupon) => coupon !== null);
  return known.length === 0 ? {} : { moreCoupons: known };
};

const giftItemsKept = hungOn<readonly number[]>();

/** Items that promotions give away; found once for an index. */
export const giftItems = ({ index, coupons }: ActiveOffers): readonly number[] => {
  const known = giftItemsKept.get(index);
  if (known !== undefined) return known;
  const benefits = [...index.offers, ...coupons].flatMap(({ discounts }) => discounts.map(({ benefit }) => benefit));
  const found = [...new Set(benefits.flatMap((benefit) => (benefit.kind === 'gift' ? benefit.items : [])))];
  giftItemsKept.set(index, found);
  return found;
};

type GiftPlaces = {
  readonly items: ReadonlyMap<number, Item>;
  readonly delivery: Pick<DeliveryView, 'stores' | 'lanes'>;
  /** Null: not known, so nothing speaks against a way. */
  readonly place: string | null;
};

/** How the article's store can serve the cart; over the counter only together with its own goods. */
const waysOf = ({ storeId }: Article, { delivery, place }: GiftPlaces): readonly Way[] => {
  const lane = delivery.lanes.get(storeId);
  const brought = journeys.filter((journey) => place === null || lane?.journeys[journey] !== undefined);
  return delivery.stores.get(storeId)?.pickup === true ? [...brought, 'pickup'] : brought;
};

export const giftArticles = (
  itemIds: readonly number[],
  places: GiftPlaces,
  home: HomePrices,
): ReadonlyMap<number, readonly PricingArticle[]> =>
  new Map(
    itemIds.flatMap((itemId) => {
      const { items, delivery } = places;
      const item = items.get(itemId);
      if (item === undefined || !item.product.isActive) return [];
      const active = item.articles.filter(({ isActive }) => isActive);
      const given = active.map((article) => ({
        ...pricingArticle(article, item, home, delivery.stores.get(article.storeId)),
        ways: waysOf(article, places),
      }));
      return [[itemId, given] as const];
    }),
  );

const mostInStock = (articles: readonly Article[]): Article | undefined =>
  articles.toSorted((a, b) => b.quantity - a.quantity || (a.uid < b.uid ? -1 : 1))[0];

/** A chosen gift is named by item and size; pricing takes the article of it that has most in stock. */
export const giftChoices = (
  choices: Readonly<Record<string, StoredChoice>>,
  items: ReadonlyMap<number, Item>,
): Readonly<Record<string, GiftChoice>> =>
  Object.fromEntries(
    Object.entries(choices).map(([offerId, { declined, itemId, size }]) => {
      const articles = itemId === null ? [] : (items.get(itemId)?.articles ?? []);
      const fitting = articles.filter((article) => article.isActive && (size === null || article.size === size));
      const article = mostInStock(fitting);
      return [offerId, { declined, ...(article === undefined ? {} : { articleUid: article.uid }) }];
    }),
  );

/** Who the customer is to offers. */
export const shopperOf = (
  customer: Customer | undefined,
  facts: CustomerFacts,
  platform: string | null,
  orderingStore: number | null,
): Shopper => ({ userId: customer?.userId ?? null, ...facts, platform, orderingStore });
