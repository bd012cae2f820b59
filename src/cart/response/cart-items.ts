/** The lines of a cart. Pure. */
import type { CartProductInfo } from '../../contract/cart-item-contract.ts';
import { sellerCount } from '../availability-rules.ts';
import type { PricedView, ViewedLine } from '../priced-view.ts';
import { articleAdjustments } from './adjustments.ts';
import { itemArticle } from './item-article.ts';
import { bulkOffer, discountTimer, lineCharges, lineCoupon, promoMeta } from './item-offers.ts';
import { discountText, linePrice, promoBasePrice, unitPrice } from './item-price.ts';
import { eanOf, itemProduct, parentIdentifiers } from './item-product.ts';
import { itemPromises, linePromise } from './promises.ts';
import { linePromotions } from './promotions-applied.ts';

const availabilityFields = ({ availability }: ViewedLine): NonNullable<CartProductInfo['availability']> => ({
  out_of_stock: availability.outOfStock,
  deliverable: availability.deliverable,
  available_sizes: availability.sizes.map(({ value, display, isAvailable }) => ({
    display,
    value,
    is_available: isAvailable,
  })),
  is_valid: availability.problem === null,
  other_store_quantity: availability.elsewhere,
  sellable_quantity: availability.sellable,
  sizes: availability.sizes.map(({ value }) => value),
});

/** What is wrong with the line; else that the deal it was added with does not hold now. */
const messageOf = ({ availability, priced }: ViewedLine): string =>
  availability.problem?.message ??
  (priced?.dealMissed === true ? 'The deal does not hold now; this is the normal price' : '');

const customOrder = ({ article }: ViewedLine): NonNullable<CartProductInfo['custom_order']> => {
  const made = article?.customOrder ?? null;
  return made === null
    ? { is_custom_order: false }
    : { is_custom_order: true, manufacturing_time: made.time, manufacturing_time_unit: made.unit };
};

const cartItem = (line: ViewedLine, view: PricedView): CartProductInfo => {
  const { article, item, stored } = line;
  const product = itemProduct(line, view);
  const ean = eanOf(line);
  return {
    res_item_index: line.index,
    quantity: line.quantity,
    key: line.key,
    identifiers: { identifier: line.identifier },
    product,
    article: itemArticle(line, view),
    promotions_applied: linePromotions(line, view),
    delivery_promise: linePromise(line, view),
    ...lineCoupon(line, view),
    bulk_offer: bulkOffer(line, view),
    price_adjustment_applied: articleAdjustments(line, view),
    price: linePrice(line, view),
    price_per_unit: unitPrice(line, view),
    message: messageOf(line),
    discount: discountText(line),
    mrp_promo_price: promoBasePrice(line, view),
    availability: availabilityFields(line),
    moq: {
      minimum: article?.moq.minimum ?? null,
      maximum: article?.moq.maximum ?? null,
      increment_unit: article?.moq.increment ?? null,
    },
    promo_meta: promoMeta(line, view),
    custom_order: customOrder(line),
    charges: lineCharges(line, view),
    seller_count: sellerCount(item, line.size),
    allow_remove: stored !== null && !stored.autoAdded,
    auto_add_to_cart: stored?.autoAdded === true,
    ...discountTimer(line, view),
    ...itemPromises(line, view),
    ...(ean === undefined ? {} : { product_ean_id: ean }),
    parent_item_identifiers: parentIdentifiers(line),
    is_set: product.is_set,
  };
};

export const cartItems = (view: PricedView): readonly CartProductInfo[] =>
  view.lines.map((line) => cartItem(line, view));
