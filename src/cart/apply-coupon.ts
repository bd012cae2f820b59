/**
 * A coupon for the cart. One that only lacks something (a minimum, a place, a payment mode, a sign-in) stays on the cart and
 * begins to count when that is there; one that can never count is refused and what was on the cart stays.
 */
import type { StoredCart } from './cart-document.ts';
import { isChanged } from './cart-history.ts';
import type { Plan } from './commit-cart.ts';
import { loadPricedCart } from './load-priced-cart.ts';
import type { CouponOutcome } from './priced-coupon.ts';
import { answerFor, type CartWrite, changeTo, loadForWrite, runWrite, type Written } from './write-cart.ts';
import { plainRecord, type WriteRecord } from './write-outcome.ts';

const final = new Set(['coupon_unknown', 'coupon_expired', 'coupon_used_up', 'coupon_user']);

const nothingToDiscount = { applied: false, message: 'Cart is empty', errorCode: 'cart_empty' } as const;
type Verdict = Pick<CouponOutcome, 'applied' | 'message' | 'errorCode'>;

const stays = ({ applied, errorCode }: Verdict): boolean =>
  applied || (errorCode !== null && errorCode !== 'cart_empty' && !final.has(errorCode));

const recordFor = (cart: StoredCart | undefined, { applied, message, errorCode }: Verdict): WriteRecord => ({
  ...plainRecord(cart, message),
  success: applied,
  errorCode,
});

const planCoupon = async (write: CartWrite, code: string): Promise<Plan<Written>> => {
  const { shop } = write.call;
  const { cart, kind } = await loadForWrite(write);
  const tried = cart && (await changeTo(write, cart, kind, { ...cart.document, couponCode: code }));
  const empty = cart === undefined || cart.document.lines.length === 0 || tried === undefined;
  const verdict = empty ? nothingToDiscount : (await loadPricedCart(shop, tried.after, write.ask)).coupon;
  const changed = !empty && stays(verdict) && isChanged(cart.document, tried.after.document);
  const current = changed ? tried.after : cart;
  const record = recordFor(current, verdict);
  const refusedCoupon = stays(verdict) ? null : { code, message: verdict.message };
  const answered = await answerFor({ ...write, ask: { ...write.ask, refusedCoupon } }, current, kind, record);
  return {
    operation: 'coupon',
    changes: changed ? [{ ...tried, snapshot: answered?.snapshot }] : [],
    record,
    answer: { record, cart: current, answered },
  };
};

export const applyCoupon = (write: CartWrite, code: string): Promise<Written> =>
  runWrite(write, () => planCoupon(write, code.trim()));
