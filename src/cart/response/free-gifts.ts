/** Gifts that a promotion put into the cart. Pure. */
import { isSellable } from '../../catalog/article.ts';
import type { AppliedPromotion, FreeGiftItems } from '../../contract/cart/cart-promotion-contract.ts';
import type { Static } from 'typebox';
import { unitPricesOf } from '../../pricing/unit-prices.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { onceInARow } from '../../shared/once-per.ts';
import { sharedPart } from '../../http/answers/shared-parts.ts';

type GiftItems = Static<typeof FreeGiftItems>;
type FreeArticle = NonNullable<AppliedPromotion['applied_free_articles']>[number];

const fulfilmentOf = ({ priced }: ViewedLine, { stores }: PricedView): GiftItems['fulfillment'] => {
  const fulfilment = priced?.gift?.fulfilment ?? null;
  if (fulfilment === null) return null;
  const store = stores.get(fulfilment.assignedStoreId);
  return {
    ships_separately: fulfilment.shipsSeparately,
    assigned_store_id: fulfilment.assignedStoreId,
    parent_store_id: fulfilment.parentStoreId,
    store_name: store?.name ?? null,
    store_code: store?.storeCode ?? null,
    store_city: store?.city ?? null,
  };
};

/** Prices over the sizes in stock, and of the article that was chosen. */
const pricesOf = ({ itemId, priced }: Pick<ViewedLine, 'itemId' | 'priced'>, { input, currency }: PricedView) => {
  const { number } = amountsIn(currency);
  const all = (input.giftArticles.get(itemId) ?? []).filter(({ stock }) => stock > 0);
  const prices = all.flatMap((article) => {
    const unit = unitPricesOf(article, undefined, input);
    return 'reason' in unit ? [] : [unit];
  });
  const own = priced === null ? undefined : unitPricesOf(priced.article, undefined, input);
  const range = (part: 'marked' | 'selling') => ({
    min: number(Math.min(...prices.map((price) => price[part]))),
    max: number(Math.max(...prices.map((price) => price[part]))),
  });
  return {
    item_price_details:
      prices.length === 0 ? {} : { marked: range('marked'), effective: range('selling'), currency: currency.code },
    article_price:
      own === undefined || 'reason' in own ? {} : { marked: number(own.marked), effective: number(own.selling) },
  };
};

/** Of a promotion that gives none. */
export const noGift: GiftItems = sharedPart({
  item_slug: '',
  item_name: '',
  item_brand_name: '',
  item_images_url: [],
  item_id: 0,
  available_sizes: [],
  item_price_details: {},
  article_price: {},
  fulfillment: null,
});

type GiftItem = Pick<ViewedLine, 'itemId' | 'item' | 'priced'>;

/** A product that is, or would be, given away. */
export const giftDetails = (
  line: GiftItem,
  view: PricedView,
  fulfillment: GiftItems['fulfillment'] = null,
): GiftItems => {
  const { item } = line;
  const inStock = new Set(item?.articles.filter(isSellable).map(({ size }) => size));
  return {
    item_slug: item?.product.slug ?? '',
    item_name: item?.product.name ?? '',
    item_brand_name: item?.product.brand.name ?? '',
    item_images_url: item?.product.images.map(({ url }) => url) ?? [],
    item_id: line.itemId,
    available_sizes: item?.product.sizes.map(({ value }) => value).filter((size) => inStock.has(size)) ?? [],
    ...pricesOf(line, view),
    fulfillment,
  };
};

/** The cart tells of its gifts, and so does each line, twice. */
const giftsTold = onceInARow((view: PricedView) => ({ view, told: new Map<ViewedLine, GiftItems>() }));
const giftTold = (line: ViewedLine, view: PricedView): GiftItems => {
  const { told } = giftsTold(view);
  const gift = told.get(line) ?? sharedPart(giftDetails(line, view, fulfilmentOf(line, view)));
  told.set(line, gift);
  return gift;
};

export const freeArticles = (lines: readonly ViewedLine[], view: PricedView): readonly FreeArticle[] =>
  lines.map((line) => ({
    parent_item_identifier: line.parent?.identifier ?? '',
    quantity: line.quantity,
    article_id: line.article?.uid ?? line.priced?.article.uid ?? '',
    free_gift_item_details: giftTold(line, view),
  }));
