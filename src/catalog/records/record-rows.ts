/** Products and articles as the rows that would feed them: what is kept, in the words of the feeds. Pure. */
import { isoTime } from '../../shared/clock.ts';
import type { ArticleRow, PriceRow, ProductRow } from '../../contract/catalog/catalog-feed-contract.ts';
import { currencyOf } from '../../shared/currency.ts';
import { toDecimal } from '../../shared/money.ts';
import type { ArticleDetails, ArticlePrice } from '../article.ts';
import type { ProductToWrite } from '../product-store.ts';

const PPM_OF_PERCENT = 10_000;

export const productRow = ({ uid, slug, isActive, details }: ProductToWrite): ProductRow => {
  const { brand, categories, images, children } = details;
  return {
    uid,
    slug,
    name: details.name,
    item_code: details.itemCode,
    type: details.type,
    is_active: isActive,
    is_set: details.isSet,
    brand: { uid: brand.uid, name: brand.name, ...(brand.logo === null ? {} : { logo: brand.logo }) },
    category_hierarchy: [...categories],
    departments: [...details.departments],
    tags: [...details.tags],
    attributes: details.attributes,
    images: images.map(({ url, aspectRatio, alt }) => ({ url, aspect_ratio: aspectRatio, alt })),
    teaser_tag: details.teaserTag,
    sizes: [...details.sizes],
    children: children.map(({ itemId, size, quantity, autoAdd }) => ({
      item_id: itemId,
      ...(size === null ? {} : { size }),
      quantity,
      auto_add: autoAdd,
    })),
    short_description: details.shortDescription,
    description: details.description,
    country_of_origin: details.countryOfOrigin,
    _custom_json: details.customJson,
  };
};

export const priceRow = ({ currency, list, marked, effective, from, until }: ArticlePrice): PriceRow => {
  const { exponent } = currencyOf(currency);
  return {
    currency_code: currency,
    marked: toDecimal(marked, exponent),
    effective: toDecimal(effective, exponent),
    ...(list === null ? {} : { price_list: list }),
    ...(from === undefined ? {} : { valid_from: isoTime(from) }),
    ...(until === undefined ? {} : { valid_until: isoTime(until) }),
  };
};

export type ArticleToShow = {
  readonly uid: string;
  readonly itemId: number;
  readonly size: string;
  readonly storeId: number;
  readonly sellerId: number;
  readonly isActive: boolean;
  readonly quantity: number;
  readonly prices: readonly ArticlePrice[];
  readonly details: ArticleDetails;
};

export const articleRow = (article: ArticleToShow): ArticleRow => {
  const { details, prices } = article;
  const { moq, customOrder, giftPrice, floorPrice = null, identifiers } = details;
  const base = currencyOf(prices[0]?.currency ?? '');
  return {
    uid: article.uid,
    item_id: article.itemId,
    size: article.size,
    store_id: article.storeId,
    seller_id: article.sellerId,
    seller_identifier: details.sellerIdentifier,
    is_active: article.isActive,
    quantity: article.quantity,
    prices: prices.map(priceRow),
    gst_rate: details.gstRate / PPM_OF_PERCENT,
    hsn_code: details.hsnCode,
    ...(typeof details.taxClass === 'string' ? { tax_class: details.taxClass } : {}),
    moq: { minimum: moq.minimum, maximum: moq.maximum, increment_unit: moq.increment },
    ...(customOrder === null
      ? {}
      : {
          custom_order: {
            is_custom_order: true,
            manufacturing_time: customOrder.time,
            manufacturing_time_unit: customOrder.unit,
          },
        }),
    is_gift_visible: details.isGiftVisible,
    gift_price: giftPrice === null ? null : toDecimal(giftPrice, base.exponent),
    ...(floorPrice === null ? {} : { floor_price: toDecimal(floorPrice, base.exponent) }),
    ...(identifiers === null ? {} : { identifiers }),
    tags: [...details.tags],
    variants: details.variants,
    meta: details.meta,
  };
};
