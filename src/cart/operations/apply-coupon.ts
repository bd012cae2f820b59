/**
 * A coupon for the cart. One that only lacks something (a minimum, a place, a payment mode, a sign-in) stays on the cart and
 * begins to count when that is there; one that can never count is refused and what was on the cart stays.
 */
import { spokenIn } from '../call/cart-ask.ts';
import type { CouponOutcome } from '../price/coupon-outcome.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import { codesOf, withCode, withCodes } from '../store/coupon-codes.ts';
import type { StoredCart } from '../store/cart-document.ts';
import { changedCart } from '../write/commit-cart.ts';
import { type CartWrite, writeOne, type Written } from '../write/write-cart.ts';
import { plainRecord, type WriteRecord } from '../write/write-outcome.ts';
import type { OfferSentences } from '../words/offer-sentences.ts';
import { filled, sentencesIn } from '../words/spoken.ts';
import { triedCode } from '../../quotas/quota-rules.ts';

const final = new Set(['coupon_unknown', 'coupon_expired', 'coupon_used_up', 'coupon_user']);
/** Whether a code can never count for this shopper. */
export const isFinal = (errorCode: string): boolean => final.has(errorCode);

const unkept = new Set(['cart_empty', 'coupon_limit']);

type Verdict = Pick<CouponOutcome, 'applied' | 'message' | 'errorCode'>;

/** What is said of codes, in the language of a call. */
export const couponWords = (...call: Parameters<typeof spokenIn>): OfferSentences['coupon'] =>
  sentencesIn(spokenIn(...call)).coupon;

const nothingToDiscount = ({ call: { shop }, ask }: CartWrite): Verdict => ({
  applied: false,
  message: couponWords(shop, ask).nothingThere,
  errorCode: 'cart_empty',
});

const tooMany = ({ call: { shop }, ask }: CartWrite, most: number): Verdict => ({
  applied: false,
  message: filled(couponWords(shop, ask).tooMany, { most }),
  errorCode: 'coupon_limit',
});

export const stays = ({ applied, errorCode }: Verdict): boolean =>
  applied || (errorCode !== null && !unkept.has(errorCode) && !isFinal(errorCode));

const recordFor = (cart: StoredCart | undefined, { applied, message, errorCode }: Verdict): WriteRecord => ({
  ...plainRecord(cart, message),
  success: applied,
  errorCode,
});

type Tried = { readonly verdict: Verdict; readonly codes: readonly string[] };

/** What pricing says of the first code on this cart; another code of the same coupon gives way to it. */
export const tried = async (
  { call: { shop }, ask }: CartWrite,
  cart: StoredCart,
  codes: readonly string[],
): Promise<Tried> => {
  const orderType = ask.orderType ?? cart.document.orderType;
  const document = withCodes({ ...cart.document, orderType }, codes);
  const { coupon, moreCoupons } = await loadPricedCart(shop, changedCart(shop, cart, document), ask);
  const others = moreCoupons.filter(({ offer }) => offer === null || offer.id !== coupon.offer?.id);
  return { verdict: coupon, codes: [...codes.slice(0, 1), ...others.map(({ code }) => code)] };
};

const decided = async (write: CartWrite, cart: StoredCart | undefined, code: string): Promise<Tried> => {
  const isEmpty = cart === undefined || cart.document.lines.length === 0;
  if (isEmpty) return { verdict: nothingToDiscount(write), codes: [] };
  const most = write.call.shop.caller.settings.cart.coupons_per_cart;
  const codes = withCode(codesOf(cart.document), code, most);
  return codes === null ? { verdict: tooMany(write, most), codes: [] } : tried(write, cart, codes);
};

export const applyCoupon = (write: CartWrite, given: string): Promise<Written> =>
  writeOne(write, async ({ cart }) => {
    const code = given.trim();
    const { verdict, codes } = await decided(write, cart, code);
    const isKept = cart !== undefined && stays(verdict);
    const isAsked = verdict.errorCode !== 'cart_empty';
    return {
      operation: 'coupon',
      ...(isAsked && cart !== undefined ? { before: cart.document } : {}),
      document: isKept ? withCodes(cart.document, codes) : undefined,
      ask: { ...write.ask, refusedCoupon: isKept ? null : { code, message: verdict.message } },
      recordOf: (current) => recordFor(current, verdict),
      more: () => (isAsked ? { uses: [triedCode('coupon_tries', !isKept)] } : {}),
    };
  });
