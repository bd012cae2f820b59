/** Prices by quantity: for every band the engine prices a line of that many units, with that one promotion in force. */
import type { CartLook } from '../call/cart-call.ts';
import { givesTo } from './offer-reach-rules.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import { pricedInTurns } from '../price/price-trials.ts';
import type { PricedView } from '../price/priced-view.ts';
import { findProduct, trialCart } from '../price/trial-cart.ts';
import { marginOf } from '../response/item-offers.ts';
import { calculatedOn, isShownOnProducts, promotionFields, rulesBySlug } from '../response/offer-shown.ts';
import type { Item } from '../../catalog/article-cache.ts';
import type { BulkPrice, BulkPriceQuery, LadderOffer } from '../../contract/cart/cart-offer-contract.ts';
import { indexOffers } from '../../pricing/compile/offer-index.ts';
import type { CompiledOffer, DiscountRule } from '../../pricing/compile/offer-types.ts';
import { pricingOf } from '../../pricing/price-cart.ts';
import type { LadderBand, PricedLine } from '../../pricing/priced-types.ts';
import type { AskedLine, PriceInput } from '../../pricing/pricing-types.ts';
import { amountsIn, currencyFields } from '../../shared/amounts.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Work } from '../../pricing/work.ts';

/** A product may have very many articles; prices of these are worked out. */
const MOST_ARTICLES = 50;

type Band = { readonly line: PricedLine; readonly band: LadderBand; readonly rule: DiscountRule };

/** What the line costs in each band, in ascending order; bands that make nothing cheaper are left out. */
function* bandsOf(offer: CompiledOffer, asked: AskedLine, input: PriceInput): Work<readonly Band[]> {
  const found: Band[] = [];
  const offers = indexOffers([offer]);
  const rules = offer.discounts.toSorted((a, b) => (a.limits.minimumUnits ?? 1) - (b.limits.minimumUnits ?? 1));
  for (const rule of rules) {
    const lines = [{ ...asked, quantity: rule.limits.minimumUnits ?? 1 }];
    const [line] = (yield* pricingOf({ ...input, lines, coupon: null, offers })).lines;
    const band = line?.ladder ?? null;
    if (line !== undefined && band !== null) found.push({ line, band, rule });
  }
  return found;
}

/** Those of the offers that make the line cheaper, with what it costs by each. */
function* laddersFor(
  offers: readonly CompiledOffer[],
  asked: AskedLine,
  input: PriceInput,
): Work<readonly { readonly offer: CompiledOffer; readonly bands: readonly Band[] }[]> {
  const found: { readonly offer: CompiledOffer; readonly bands: readonly Band[] }[] = [];
  for (const offer of offers) {
    const bands = yield* bandsOf(offer, asked, input);
    if (bands.length > 0) found.push({ offer, bands });
  }
  return found;
}

const ladders = ({ input }: PricedView): readonly CompiledOffer[] =>
  input.offers.offers.filter((offer) => offer.group === 'ladder_price' && isShownOnProducts(offer));

/** Every active article of a product as a line of its own, at its store. */
const viewOf = (look: CartLook, { product, articles }: Item, storeId?: number): Promise<PricedView> => {
  const here = articles.filter((one) => one.isActive && (storeId === undefined || one.storeId === storeId));
  const lines = here
    .slice(0, MOST_ARTICLES)
    .map(({ uid, size, storeId: at }) => ({ itemId: product.uid, size, articleId: uid, storeId: at }));
  return loadPricedCart(look.shop, trialCart(look.shop, lines), look.ask);
};

const kinds = { rate: 'percentage', amount: 'amount', price: 'fixed_price' } as const;
const kindOf = ({ benefit }: DiscountRule): string =>
  benefit.kind === 'unit_price' ? kinds[benefit.reward.kind] : benefit.kind;

const pricesOf = ({ line }: Band, { currency }: PricedView) => {
  const { number } = amountsIn(currency);
  return { marked: number(line.marked), effective: number(line.selling), ...currencyFields(currency) };
};

export type LadderAnswer = Readonly<{ offers: readonly LadderOffer[]; stores: readonly number[]; view: PricedView }>;

/** Of the articles the cheapest counts: what a shopper would be sold first. */
export const ladderOffers = async (
  look: CartLook,
  slug: string,
  storeId: number | undefined,
  promotionId: string | undefined,
): Promise<LadderAnswer> => {
  const view = await viewOf(look, await findProduct(look.shop, slug), storeId);
  const { number } = amountsIn(view.currency);
  const lines = view.priced.lines.toSorted((a, b) => a.selling - b.selling || (a.key < b.key ? -1 : 1));
  const [cheapest] = lines;
  const isMeant = ({ id }: CompiledOffer): boolean => promotionId === undefined || id === promotionId;
  const meant = ladders(view).filter(isMeant);
  const found = cheapest === undefined ? [] : await pricedInTurns(laddersFor(meant, cheapest.asked, view.input));
  const offers = found.map(({ offer, bands }) => ({
    ...promotionFields(offer, view),
    calculate_on: calculatedOn(offer),
    buy_rules: rulesBySlug(offer),
    offer_prices: bands.map((one) => ({
      price: { ...pricesOf(one, view), offer_price: number(one.band.price) },
      margin: marginOf(one.line.selling, one.band.price),
      min_quantity: one.band.from,
      max_quantity: one.band.to ?? 0,
      type: kindOf(one.rule),
    })),
  }));
  const reached = lines.filter((line) => found.some(({ offer }) => givesTo(offer, line, view.input.place)));
  return {
    offers,
    stores: [...new Set(reached.map(({ article }) => article.storeId))].toSorted((a, b) => a - b),
    view,
  };
};

const bulkOffers = async (line: PricedLine, view: PricedView): Promise<BulkPrice['offers']> => {
  const { number } = amountsIn(view.currency);
  const found = await pricedInTurns(laddersFor(ladders(view), line.asked, view.input));
  const all = found.flatMap(({ offer, bands }) => bands.map((one) => ({ ...one, type: offer.type })));
  const lowest = Math.min(...all.map(({ band }) => band.price));
  return all
    .toSorted((a, b) => a.band.from - b.band.from || a.band.price - b.band.price)
    .map((one) => ({
      quantity: one.band.from,
      auto_applied: true,
      best: one.band.price === lowest,
      margin: marginOf(one.line.selling, one.band.price),
      type: one.type,
      total: number(one.band.price * one.band.from),
      price: { ...pricesOf(one, view), bulk_effective: number(one.band.price) },
    }));
};

const itemAsked = async ({ shop }: CartLook, query: BulkPriceQuery): Promise<Item> => {
  const { item_id: itemId, uid, article_id: articleId, slug } = query;
  const { catalog, caller } = shop;
  if (slug !== undefined && slug !== '') return findProduct(shop, slug);
  const byArticle = articleId === undefined ? undefined : await catalog.articles(caller.companyId, [articleId]);
  const id = itemId ?? uid ?? 0;
  const found = byArticle?.get(articleId ?? '')?.item ?? (await catalog.items(caller.companyId, [id])).get(id);
  if (found === undefined || !found.product.isActive) throw new Refusal('product_not_found');
  return found;
};

export const bulkPrices = async (look: CartLook, query: BulkPriceQuery): Promise<readonly BulkPrice[]> => {
  const view = await viewOf(look, await itemAsked(look, query));
  const { article_id: articleId } = query;
  const prices: BulkPrice[] = [];
  for (const line of view.priced.lines) {
    const { uid, companyId } = line.article;
    if (articleId !== undefined && uid !== articleId) continue;
    const offers = await bulkOffers(line, view);
    const seller = { uid: companyId, name: view.sellers.get(companyId)?.name ?? '' };
    if (offers.length > 0) prices.push({ seller, article_id: uid, offers });
  }
  return prices;
};
