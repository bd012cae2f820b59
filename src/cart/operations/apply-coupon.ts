/**
 * A coupon for the cart. One that only lacks something (a minimum, a place, a payment mode, a sign-in) stays on the cart and
 * begins to count when that is there; one that can never count is refused and what was on the cart stays.
 */
import type { CouponOutcome } from '../price/coupon-outcome.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import type { StoredCart } from '../store/cart-document.ts';
import { changedCart } from '../write/commit-cart.ts';
import { type CartWrite, writeOne, type Written } from '../write/write-cart.ts';
import { plainRecord, type WriteRecord } from '../write/write-outcome.ts';
import { triedCode } from '../../quotas/quota-rules.ts';

const final = new Set(['coupon_unknown', 'coupon_expired', 'coupon_used_up', 'coupon_user']);
/** Whether a code can never count for this shopper. */
export const isFinal = (errorCode: string): boolean => final.has(errorCode);
export const unknownCode = 'Sorry! Invalid coupon';

const nothingToDiscount = { applied: false, message: 'Cart is empty', errorCode: 'cart_empty' } as const;
type Verdict = Pick<CouponOutcome, 'applied' | 'message' | 'errorCode'>;

const stays = ({ applied, errorCode }: Verdict): boolean =>
  applied || (errorCode !== null && errorCode !== 'cart_empty' && !isFinal(errorCode));

const recordFor = (cart: StoredCart | undefined, { applied, message, errorCode }: Verdict): WriteRecord => ({
  ...plainRecord(cart, message),
  success: applied,
  errorCode,
});

/** What pricing says of the code on this cart. */
const tried = async ({ call: { shop }, ask }: CartWrite, cart: StoredCart, code: string): Promise<Verdict> => {
  const orderType = ask.orderType ?? cart.document.orderType;
  const document = { ...cart.document, orderType, couponCode: code };
  return (await loadPricedCart(shop, changedCart(shop, cart, document), ask)).coupon;
};

export const applyCoupon = (write: CartWrite, given: string): Promise<Written> =>
  writeOne(write, async ({ cart }) => {
    const code = given.trim();
    const isEmpty = cart === undefined || cart.document.lines.length === 0;
    const verdict = isEmpty ? nothingToDiscount : await tried(write, cart, code);
    const refusedCoupon = stays(verdict) ? null : { code, message: verdict.message };
    return {
      operation: 'coupon',
      ...(isEmpty ? {} : { before: cart.document }),
      document: isEmpty || !stays(verdict) ? undefined : { ...cart.document, couponCode: code },
      ask: { ...write.ask, refusedCoupon },
      recordOf: (current) => recordFor(current, verdict),
      more: () => (isEmpty ? {} : { uses: [triedCode('coupon_tries', !stays(verdict))] }),
    };
  });
