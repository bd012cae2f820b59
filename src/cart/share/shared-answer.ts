/**
 * A shared cart as whoever has the link sees it: lines, quantities and prices for the viewer, and nothing that is its owner's
 * alone. What he may not see is taken out before pricing, so that no amount tells of it either.
 */
import type { CartAsk } from '../call/cart-ask.ts';
import { plainLine } from '../call/cart-reach-rules.ts';
import type { PricedShop } from '../call/cart-shop.ts';
import { isListed } from '../price/coupon-outcome.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import type { PricedView } from '../price/priced-view.ts';
import { cartAnswer } from '../response/cart-answer.ts';
import { type CartDocument, emptyDocument, type StoredCart } from '../store/cart-document.ts';
import type { CartDetail } from '../../contract/cart/cart-contract.ts';
import type { CartProductInfo } from '../../contract/cart/cart-item-contract.ts';

/** Lines without what was said about them in private; the rest of the document as if nothing had been said. */
const visibleDocument = ({ lines, couponCode, giftChoices }: CartDocument): CartDocument => ({
  ...emptyDocument,
  couponCode,
  giftChoices,
  lines: lines.map(plainLine),
});

const withoutGiftMessage = ({ article, ...item }: CartProductInfo): CartProductInfo => {
  if (article?.gift_card === undefined) return article === undefined ? item : { ...item, article };
  const { gift_message: _message, ...giftCard } = article.gift_card;
  return { ...item, article: { ...article, gift_card: giftCard } };
};

const noLoyalty = { is_applied: null, total: null, applicable: null, description: null, message: null };

const sharedAnswer = async (view: PricedView): Promise<CartDetail> => {
  const answer = await cartAnswer(view);
  const { items, breakup_values: breakup } = answer;
  return {
    ...answer,
    notification: {},
    ...(items === undefined ? {} : { items: items.map(withoutGiftMessage) }),
    ...(breakup === undefined ? {} : { breakup_values: { ...breakup, loyalty_points: noLoyalty } }),
  };
};

/** `shared` is the copy that was shared, under the share's own id and number; a coupon that is not public stays out. */
export const answerSharedCart = async (shop: PricedShop, shared: StoredCart, ask: CartAsk): Promise<CartDetail> => {
  const visible = { ...shared, document: visibleDocument(shared.document) };
  const view = await loadPricedCart(shop, visible, ask);
  const isPublic = view.coupon.offer !== null && isListed(view.coupon.offer);
  if (view.coupon.code === '' || isPublic) return sharedAnswer(view);
  const bare = { ...visible, document: { ...visible.document, couponCode: null } };
  return sharedAnswer(await loadPricedCart(shop, bare, ask));
};
