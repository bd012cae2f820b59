/**
 * A coupon for the cart. One that only lacks something (a minimum, a place, a payment mode, a sign-in) stays on the cart and
 * begins to count when that is there; one that can never count is refused and what was on the cart stays.
 */
import type { CouponOutcome } from '../price/coupon-outcome.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import type { StoredCart } from '../store/cart-document.ts';
import { isChanged, type Plan } from '../store/cart-history.ts';
import {
  asOrdered,
  type CartWrite,
  changeTo,
  loadForWrite,
  planOf,
  runWrite,
  type Written,
} from '../write/write-cart.ts';
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

const planCoupon = async (write: CartWrite, code: string): Promise<Plan<Written>> => {
  const { shop } = write.call;
  const meant = await loadForWrite(write);
  const { cart } = meant;
  const tried = cart && (await changeTo(write, meant, asOrdered(write, { ...cart.document, couponCode: code })));
  const empty = cart === undefined || cart.document.lines.length === 0 || tried === undefined;
  const verdict = empty ? nothingToDiscount : (await loadPricedCart(shop, tried.after, write.ask)).coupon;
  const changed = !empty && stays(verdict) && isChanged(cart.document, tried.after.document);
  const refusedCoupon = stays(verdict) ? null : { code, message: verdict.message };
  const decided = { operation: 'coupon', meant, change: changed ? tried : undefined };
  const asked = { ...write, ask: { ...write.ask, refusedCoupon } };
  const plan = await planOf(asked, decided, (current) => recordFor(current, verdict));
  return empty ? plan : { ...plan, uses: [triedCode('coupon_tries', !stays(verdict))] };
};

export const applyCoupon = (write: CartWrite, code: string): Promise<Written> =>
  runWrite(write, () => planCoupon(write, code.trim()));
