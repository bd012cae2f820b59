/**
 * What stands in the way of checkout, the first reason first: the cart says it, and checkout refuses for the same reasons. A
 * choice that is still to be made (address, way of paying) is none of them. Pure.
 */
import type { Minor } from '../../shared/money.ts';

export type BlockReason = {
  readonly code: string;
  readonly message: string;
  /** A rule of the shop, as opposed to the state of the cart. */
  readonly shopRule: boolean;
};

export type BlockAsked = {
  /** Lines without gifts. */
  readonly lines: number;
  /** What is wrong with the first line that is not valid. */
  readonly lineProblem: { readonly code: string; readonly message: string } | null;
  readonly goods: Minor;
  /** Bounds in the currency of `goods`; 0: none. */
  readonly least: Minor;
  readonly most: Minor;
  readonly mostLines: number;
  readonly orderPlacing: { readonly enabled: boolean; readonly message: string };
  /** The buyer's tax number is that of a seller in the cart. */
  readonly sellersOwnGstin: boolean;
  readonly panMissing: boolean;
  /** Others used up the coupon that is on the cart: the shopper counts on a price that he cannot have. */
  readonly couponSpent: boolean;
  /** The address the cart is to go to, or its invoice, is not kept any more; or it contradicts the place that it goes to. */
  readonly addressProblem: 'address_unknown' | 'address_invalid' | null;
  /** No shipping method takes some of it where it goes. */
  readonly unshippable: boolean;
  /** Why the chosen way of paying cannot pay this cart. */
  readonly paymentProblem: { readonly code: string; readonly message: string } | null;
  /** Writes an amount for people. */
  readonly money: (amount: Minor) => string;
};

const rule = (code: string, message: string): BlockReason => ({ code, message, shopRule: true });

const couponSpent: BlockReason = {
  code: 'coupon_used_up',
  message: 'The coupon has no use left. Take it off to go on',
  shopRule: false,
};

const addressReasons: Readonly<Record<NonNullable<BlockAsked['addressProblem']>, string>> = {
  address_unknown: 'The address of this cart is not kept any more. Choose another',
  address_invalid:
    'The address of this cart contradicts its area code, or lacks its state. Change it, or choose another',
};

const unshippable: BlockReason = {
  code: 'shipping_unavailable',
  message: 'Nothing brings some of these goods to this place. Choose another address',
  shopRule: false,
};

/** What only a cart with something in it can break. */
const filledReasons = (asked: BlockAsked): readonly (BlockReason | false)[] => {
  const { lines, goods, least, most, mostLines, money } = asked;
  return [
    goods < least && rule('min_cart_value', `Add ${money(least - goods)} more to place the order`),
    most > 0 && goods > most && rule('max_cart_value', `An order cannot be above ${money(most)}`),
    lines > mostLines && rule('cart_full', `Max ${mostLines} items allowed in cart`),
    asked.sellersOwnGstin && rule('gstin_of_seller', 'This GSTIN is of a seller in the cart; use your own'),
    asked.panMissing && rule('pan_required', 'An order of this value needs your PAN'),
    asked.unshippable && unshippable,
    asked.couponSpent && couponSpent,
    asked.paymentProblem !== null && { ...asked.paymentProblem, shopRule: false },
  ];
};

export const blockReasons = (asked: BlockAsked): readonly BlockReason[] => {
  const { lines, lineProblem, orderPlacing } = asked;
  const closed = orderPlacing.message === '' ? 'This shop takes no orders at the moment' : orderPlacing.message;
  const checks: readonly (BlockReason | false)[] = [
    lines === 0 && { code: 'cart_empty', message: 'Cart is empty', shopRule: false },
    lines > 0 &&
      asked.addressProblem !== null && {
        code: asked.addressProblem,
        message: addressReasons[asked.addressProblem],
        shopRule: false,
      },
    !orderPlacing.enabled && rule('order_placing_off', closed),
    lineProblem !== null && { ...lineProblem, shopRule: false },
    ...(lines === 0 ? [] : filledReasons(asked)),
  ];
  return checks.filter((reason) => reason !== false);
};
