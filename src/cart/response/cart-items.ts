/** The lines of a cart, a slice of them at a time. */
import { sellerCount } from '../lines/availability-rules.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { articleAdjustments } from './adjustments.ts';
import { itemArticle } from './item-article.ts';
import { bulkOffer, discountTimer, lineCharges, lineCoupon, promoMeta } from './item-offers.ts';
import { discountText, linePrice, lineTax, promoBasePrice, unitPrice } from './item-price.ts';
import { eanOf, itemProduct, parentIdentifiers } from './item-product.ts';
import { plainMembers } from '../price/plain-line.ts';
import { lineMode, linePromises } from './promises.ts';
import { linePromotions } from './promotions-applied.ts';
import type { CartProductInfo } from '../../contract/cart/cart-item-contract.ts';
import { joinsWith } from '../../http/answers/join-parts.ts';
import { inSlices } from '../../shared/slices.ts';

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

/** A gift that the line would bring, and that cannot go where or how the line goes. */
const giftMissed = ({ identifier, orderType, overCounter }: ViewedLine, { priced, place }: PricedView): string => {
  const missed = priced.notApplied.some(({ reason, line }) => reason === 'gift_out_of_reach' && line === identifier);
  if (!missed) return '';
  const way = orderType === 'PickAtStore' || overCounter ? 'handed over at a store' : `delivered to ${place ?? ''}`;
  return `Its free gift cannot be ${way}, so it is left out`;
};

/** Offers brought it down to its floor, and no further. */
const isAtFloor = ({ priced }: ViewedLine): boolean =>
  priced !== null &&
  priced.floor > 0 &&
  priced.lots.some(({ price, cuts }) => cuts.length > 0 && price === priced.floor);

/** What is wrong with the line; else what it does not get: the deal it was added with, a gift, more off than its floor lets go. */
const messageOf = (line: ViewedLine, view: PricedView): string => {
  if (line.availability.problem !== null) return line.availability.problem.message;
  if (line.listMissed) return 'The price list it was added with does not hold now; this is the normal price';
  if (line.priced?.dealMissed === true) return 'The deal does not hold now; this is the normal price';
  const missed = giftMissed(line, view);
  return missed === '' && isAtFloor(line) ? 'It is at its lowest price; offers take no more off it' : missed;
};

const customOrder = ({ article }: ViewedLine): NonNullable<CartProductInfo['custom_order']> => {
  const made = article?.customOrder ?? null;
  return made === null
    ? { is_custom_order: false, manufacturing_time: 0, manufacturing_time_unit: '' }
    : { is_custom_order: true, manufacturing_time: made.time, manufacturing_time_unit: made.unit };
};

type Own = Required<
  Pick<
    CartProductInfo,
    | 'res_item_index'
    | 'identifiers'
    | 'promotions_applied'
    | 'message'
    | 'discount_meta'
    | 'promo_meta'
    | 'delivery_promise'
    | 'journey_wise_promise'
    | 'fulfillment_mode_info'
  >
>;
const own = [
  'res_item_index',
  'identifiers',
  'promotions_applied',
  'message',
  'discount_meta',
  'promo_meta',
  'delivery_promise',
  'journey_wise_promise',
  'fulfillment_mode_info',
] as const;
const withOwn = joinsWith<Own>(...own);
/** What names the line that brought it. */
type OfParent = Pick<CartProductInfo, 'product' | 'article' | 'parent_item_identifiers'>;
const withParent = joinsWith<Own & OfParent>(...own, 'product', 'article', 'parent_item_identifiers');

/** What a line has of its own in every cart stands in `cartItem`. */
const lineMembers = (line: ViewedLine, view: PricedView): Omit<CartProductInfo, keyof Own> => {
  const { article, item, stored } = line;
  const product = itemProduct(line, view);
  return {
    quantity: line.quantity,
    key: line.key,
    product,
    article: itemArticle(line, view),
    ...lineCoupon(line, view),
    bulk_offer: bulkOffer(line, view),
    price_adjustment_applied: articleAdjustments(line, view),
    price: linePrice(line, view),
    price_per_unit: unitPrice(line, view),
    ...lineTax(line, view),
    discount: discountText(line),
    mrp_promo_price: promoBasePrice(line, view),
    availability: availabilityFields(line),
    moq: {
      minimum: article?.moq.minimum ?? null,
      maximum: article?.moq.maximum ?? null,
      increment_unit: article?.moq.increment ?? null,
    },
    custom_order: customOrder(line),
    charges: lineCharges(line, view),
    seller_count: sellerCount(item, line.size),
    // A gift that is taken out is declined.
    allow_remove: stored?.autoAdded !== true,
    auto_add_to_cart: stored?.autoAdded === true,
    fulfillment_mode: lineMode(line, view),
    product_ean_id: eanOf(line),
    parent_item_identifiers: parentIdentifiers(line),
    is_set: product.is_set,
  };
};

const ownMembers = (line: ViewedLine, index: number, view: PricedView): Own => ({
  res_item_index: index,
  identifiers: { identifier: line.identifier },
  promotions_applied: linePromotions(line, view),
  message: messageOf(line, view),
  discount_meta: discountTimer(line, view),
  promo_meta: promoMeta(line, view),
  ...linePromises(line, view),
});

/** But for its parent a gift is what it is in every cart. */
const giftItem = (line: ViewedLine, index: number, view: PricedView): CartProductInfo => {
  const alone: ViewedLine = { ...line, parent: null };
  return withParent(
    plainMembers(alone, view, () => lineMembers(alone, view)),
    {
      ...ownMembers(line, index, view),
      product: itemProduct(line, view),
      article: itemArticle(line, view),
      parent_item_identifiers: parentIdentifiers(line),
    },
  );
};

const cartItem = (line: ViewedLine, index: number, view: PricedView): CartProductInfo =>
  line.stored === null
    ? giftItem(line, index, view)
    : withOwn(
        plainMembers(line, view, () => lineMembers(line, view)),
        ownMembers(line, index, view),
      );

/** Lines that are written in one turn of the loop: some milliseconds (bench/worst-cart.ts). */
const A_SLICE = 50;

export const cartItems = (view: PricedView): Promise<readonly CartProductInfo[]> =>
  inSlices(view.lines, A_SLICE, (line, index) => cartItem(line, index, view));
