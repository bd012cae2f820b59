/** The texts in which offers and coupons are told, by stable words. Each language has all of them; what a text names stands in braces. */
import type { CouponReason, WhyNotReason } from '../../pricing/why-not-types.ts';

/** Of money, of one item, of several. */
export type Missing = Readonly<Record<'money' | 'item' | 'items', string>>;

export type OfferSentences = {
  /** Why an offer does not act, where there is no distance to tell. */
  readonly whyNot: Readonly<Record<WhyNotReason, string>>;
  readonly startsIn: string;
  readonly days: string;
  readonly hours: string;
  readonly minutes: string;
  readonly paidBy: string;
  readonly either: string;
  readonly addGoods: string;
  readonly more: Missing;
  readonly moreOf: Missing;
  readonly tooMuch: Missing;
  readonly tooMuchOf: Missing;
  readonly off: string;
  /** What a change to the cart is made of, and how goods are named in it. */
  readonly steps: Readonly<
    Record<'add' | 'remove' | 'pay' | 'ship' | 'code' | 'sign_in' | 'platform' | 'wait' | 'take_gift', string>
  >;
  readonly someProduct: string;
  readonly coupon: {
    readonly whyNot: Readonly<Record<CouponReason, string>>;
    readonly otherwise: string;
    readonly unknown: string;
    readonly nothingThere: string;
    readonly tooMany: string;
    readonly more: Missing;
    readonly removed: string;
    readonly applied: string;
    readonly applicable: string;
    /** What it takes off a line. */
    readonly onLine: string;
    readonly points: string;
    readonly cashback: string;
    readonly cashbackGot: string;
    readonly cashbackWhen: string;
  };
};
