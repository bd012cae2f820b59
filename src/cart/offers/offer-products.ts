/** Products an offer could take something off, found by the same matching that pricing uses. */
import type { CartLook } from '../call/cart-call.ts';
import { activeOffers } from '../call/find-cart.ts';
import { loadFacts } from '../lines/load-facts.ts';
import { pricingArticle } from '../lines/pricing-article.ts';
import { givesTo } from './offer-reach-rules.ts';
import { candidateProducts } from '../price/candidate-products.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import { isShownOnProducts, runningPeriod } from '../response/offer-shown.ts';
import type { Item } from '../../catalog/article-cache.ts';
import { findCoupon } from '../../offers/read-offers.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { isForOthers } from '../../pricing/offers/restrictions.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { startLines } from '../../pricing/unit-prices.ts';
import { triedCode } from '../../quotas/quota-rules.ts';
import { useAtOnce } from '../../quotas/take-room.ts';
import { Refusal } from '../../shared/errors.ts';

export type OfferNamed = { readonly code: string | undefined; readonly id: string | undefined };

/** A running offer, by its code or by its id; one with a code is found by nothing else. */
const findOffer = async ({ shop }: CartLook, { code, id }: OfferNamed, input: PriceInput): Promise<CompiledOffer> => {
  const active = await activeOffers(shop);
  const byId = id === undefined ? undefined : active.byId.get(id);
  const offer =
    code === undefined || code === ''
      ? byId
      : (await findCoupon(shop.node.db, { applicationId: shop.caller.applicationId, userId: null }, active, code))
          ?.offer;
  const isOpen =
    offer !== undefined &&
    runningPeriod(offer, shop.node.now()) !== undefined &&
    isShownOnProducts(offer) &&
    !isForOthers(offer, input);
  if (code !== undefined && code !== '') {
    await useAtOnce(shop, shop.taker, triedCode('coupon_tries', !isOpen));
  }
  if (!isOpen) throw new Refusal('promotion_not_found', { message: 'There is no such offer now.' });
  return offer;
};

/** Products looked at in one step, and in one call: a rule about stores or sizes has to be tried on each. */
const STEP = 200;
const MOST_STEPS = 250;

export type OfferProducts = {
  readonly items: readonly { readonly product_slug: string; readonly uid: number }[];
  readonly hasNext: boolean;
};

export const offerProducts = async (
  look: CartLook,
  named: OfferNamed,
  page: number,
  size: number,
): Promise<OfferProducts> => {
  const { shop, ask } = look;
  const { caller, catalog, node } = shop;
  const { input } = await loadPricedCart(shop, undefined, ask);
  const offer = await findOffer(look, named, input);
  const { context } = await loadFacts(shop, ask, { cart: undefined, lines: [], refs: [] });
  const isReached = (item: Item): boolean => {
    const articles = item.articles
      .filter(({ isActive }) => isActive)
      .map((article) => pricingArticle(article, item, context.home, undefined));
    const lines = articles.map(({ uid }) => ({ key: uid, articleUid: uid, quantity: 1 }));
    const started = startLines({ ...input, lines, articles: new Map(articles.map((one) => [one.uid, one])) });
    return started.lines.some((line) => givesTo(offer, line, input.place));
  };
  // A rule that is not about goods leaves all of them open.
  const isOpen = offer.discounts.some((rule) => rule.criteria.length === 0);
  const criteria = isOpen ? [] : offer.discounts.flatMap((rule) => rule.criteria);
  const wanted = page * size + 1;
  const found: OfferProducts['items'][number][] = [];
  let after = 0;
  for (let step = 0; step < MOST_STEPS && found.length < wanted; step += 1) {
    const uids = await candidateProducts(node.db, caller.companyId, { criteria, afterUid: after, limit: STEP });
    const items = await catalog.items(caller.companyId, uids);
    for (const uid of uids) {
      const item = items.get(uid);
      if (item !== undefined && isReached(item)) found.push({ product_slug: item.product.slug, uid });
    }
    after = uids.at(-1) ?? after;
    if (uids.length < STEP) break;
  }
  return { items: found.slice((page - 1) * size, page * size), hasNext: found.length > page * size };
};
