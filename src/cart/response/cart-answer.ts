/**
 * A cart as its owner sees it. `answerCart` is the seam of every operation that answers with a cart: it prices and writes the
 * answer, and gives back what the answer depends on and the snapshot that a write stores beside the cart. It stores nothing.
 */
import { hash } from 'node:crypto';
import type { CartAsk } from '../call/cart-ask.ts';
import type { PricedShop } from '../call/cart-shop.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import { offersOnLine } from '../price/line-effects.ts';
import type { PricedView } from '../price/priced-view.ts';
import { stockText } from '../price/etag-parts.ts';
import { cartAdjustments } from './adjustments.ts';
import { breakupValues } from './breakup.ts';
import { cartItems } from './cart-items.ts';
import { cashbackPromotions } from './cart-offers.ts';
import { checkoutBlock, panConfig } from './checkout-block.ts';
import { cartCoupon, cartCoupons } from './coupon.ts';
import { emiDetails } from './emi.ts';
import { couponText, deliverySentence } from './messages.ts';
import { notificationOf } from './notification.ts';
import { paymentLock } from './payment-lock.ts';
import { cartPromise } from './promises.ts';
import { cartPromotions } from './promotions-applied.ts';
import type { StoredCart } from '../store/cart-document.ts';
import type { PricedSnapshot } from '../store/cart-record-store.ts';
import type { CartDetail } from '../../contract/cart/cart-contract.ts';
import { deliveryCharges } from '../../offers/configurations/configuration-rules.ts';
import { fromHome } from '../../pricing/money/in-currency.ts';
import { eligibleFixedPriceSets } from '../../pricing/offers/fixed-price-sets.ts';
import { lineAmount } from '../../pricing/lots.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { isoTime, keptTime } from '../../shared/clock.ts';
import { toMinor } from '../../shared/money.ts';

/** Staff who see a customer's cart do not see his account number. */
export type Viewer = PricedView['viewer'];

const maskedPan = (pan: string): string => `${pan.slice(0, 5)}****${pan.slice(-1)}`;

/** The key stays with the owner: staff name a cart by its number, which opens nothing for a stranger. */
const idFields = ({ cart }: PricedView, viewer: Viewer): Pick<CartDetail, 'cart_id' | 'uid' | 'id'> =>
  cart === undefined ? {} : { cart_id: cart.cartId, uid: cart.cartId, id: viewer === 'staff' ? cart.cartId : cart.id };

const chargesConfig = (view: PricedView): NonNullable<CartDetail['common_config']> => {
  const { configuration, abroad, home, input, currency } = view;
  const inCart = (amount: number): number =>
    amountsIn(currency).number(fromHome(toMinor(amount, home.exponent) ?? 0, input));
  const table = deliveryCharges(configuration, abroad);
  return {
    delivery_charges_config: {
      enabled: table.enabled,
      charges: table.charges.map(({ threshold, charges }) => ({
        threshold: inCart(threshold),
        charges: inCart(charges),
      })),
    },
  };
};

const customCart = ({
  configuration: { id, name, slug, is_universal },
}: PricedView): NonNullable<CartDetail['custom_cart']> => ({
  id,
  cart_name: name,
  cart_type: slug,
  is_universal,
});

const metaFields = ({ document: { meta }, vat }: PricedView, viewer: Viewer) => ({
  comment: meta.comment,
  checkout_mode: meta.checkoutMode,
  gstin: meta.gstin,
  ship_to_gstin: meta.shipToGstin,
  ...(typeof meta.vatId === 'string' ? { vat_id: meta.vatId } : {}),
  ...(vat === null ? {} : { vat_state: vat.state }),
  pan_no: meta.panNo === null || viewer === 'owner' ? meta.panNo : maskedPan(meta.panNo),
  is_pan_received: meta.panNo !== null,
  custom_cart_meta: meta.custom,
  staff_user_id: meta.staffUserId ?? '',
});

/** On writes what came of them, on reads what is wrong with the cart. */
const outcomeFields = (view: PricedView) => {
  const { operation } = view.ask;
  const reasons = checkoutBlock(view);
  const [first] = reasons;
  return {
    success: operation?.success ?? true,
    message: operation?.message ?? first?.message ?? '',
    is_checkout_block: first !== undefined,
    checkout_block_message: first?.message ?? '',
    restrict_checkout: reasons.some(({ shopRule }) => shopRule),
    // Nothing is wrong with a cart that nothing was put into yet.
    error_code: reasons.find(({ code }) => code !== 'cart_empty')?.code ?? null,
  };
};

/**
 * A large cart is written in several turns of the loop. Its lines come last, so that all before them and the first of them are
 * made in one turn: what is found once for the cart that was asked about last is then found once.
 */
export const cartAnswer = async (view: PricedView, viewer: Viewer = view.viewer): Promise<CartDetail> => {
  const { ask, cart, currency } = view;
  return {
    ...idFields(view, viewer),
    ...outcomeFields(view),
    ...metaFields(view, viewer),
    ...(ask.breakup ? { breakup_values: breakupValues(view) } : {}),
    ...(cart === undefined ? {} : { last_modified: isoTime(cart.modifiedAt) }),
    buy_now: (cart ?? ask.kind).kind === 'buy_now',
    currency: { code: currency.code, symbol: currency.symbol },
    coupon: cartCoupon(view),
    ...cartCoupons(view),
    coupon_text: couponText(view),
    delivery_promise: cartPromise(view),
    delivery_charge_info: deliverySentence(view),
    common_config: chargesConfig(view),
    payment_selection_lock: paymentLock(view),
    notification: notificationOf(view),
    is_valid: view.lines.every(({ availability }) => availability.problem === null),
    is_cart_changed: ask.isCartChanged,
    price_adjustment_applied: cartAdjustments(view),
    applied_promo_details: cartPromotions(view),
    cashback_promotion: cashbackPromotions(view),
    eligible_fixed_price_promotions: eligibleFixedPriceSets(view.priced, view.input),
    custom_cart: customCart(view),
    pan_config: panConfig(view),
    ...emiDetails(view),
    ...(ask.items ? { items: await cartItems(view) } : {}),
  };
};

export type AnsweredCart = {
  readonly answer: CartDetail;
  readonly view: PricedView;
  /** Everything the answer depends on beside the cart's own version: how many there are of its goods, and the rest in short. */
  readonly etagParts: readonly [rest: string, stock: string];
  readonly snapshot: PricedSnapshot;
  /** Until when time alone changes nothing of it. */
  readonly until: number;
};

/**
 * The pricing of a cart's last acknowledged write, kept beside the cart. `detail-light` shows it, `notification` compares it
 * with now, and it pins the exchange rate. It decides no price.
 */
const snapshotOf = (view: PricedView): PricedSnapshot => ({
  at: view.now,
  currency: view.currency.code,
  rateId: view.rateId,
  raw: view.priced.breakup,
  coupon: view.coupon.applied ? { code: view.coupon.code, discount: view.coupon.discount } : null,
  lines: view.lines.map((line) => ({
    identifier: line.identifier,
    key: line.key,
    quantity: line.quantity,
    articleUid: line.article?.uid ?? '',
    unit: line.priced?.effective ?? null,
    amount: line.priced === null ? null : lineAmount(line.priced),
    sellable: line.availability.sellable,
    offers: offersOnLine(view.priced, line.priced?.key),
  })),
});

/** When the clock of an offer that ends soon begins to be shown. */
const timerStart = (meta: NonNullable<CartDetail['items']>[number]['discount_meta'], now: number): number => {
  const start =
    meta === undefined ? Number.NaN : keptTime(meta.end ?? '') - (meta.start_timer_in_minutes ?? 0) * 60_000;
  return start > now ? start : Infinity;
};

export const answerCart = async (
  shop: PricedShop,
  cart: StoredCart | undefined,
  ask: CartAsk,
  seenBy?: Viewer,
): Promise<AnsweredCart> => {
  const view = await loadPricedCart(shop, cart, ask);
  const viewer = seenBy ?? view.viewer;
  const snapshot = snapshotOf(view);
  const answer = await cartAnswer(view, viewer);
  const timed = (answer.items ?? []).map(({ discount_meta: meta }) => meta);
  const timers = timed.map((meta) => meta?.timer ?? null);
  const until = Math.min(view.until, ...timed.map((meta) => timerStart(meta, view.now)));
  const rest = hash('sha256', JSON.stringify([...view.etagParts, viewer, ...timers]), 'base64url');
  return { answer, view, etagParts: [rest, stockText(view)], snapshot, until };
};
