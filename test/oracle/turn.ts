/** One rule of an offer at its turn. */
import type { Case } from './case.ts';
import type { Basket, Unit } from './goods.ts';
import type { Discount, Gain, Offer } from './offer.ts';
import { most, part } from './rational.ts';
import type { Began } from './taking.ts';

export type Turn = {
  readonly given: Case;
  readonly offer: Offer;
  readonly discount: Discount;
  readonly basket: Basket;
  /** The cart as the offer found it: conditions look at this. */
  readonly found: Basket;
  readonly began: Began;
};
export const began = ({ began: prices }: Turn, { id, price }: Unit): bigint => prices.get(id) ?? price;
/** Off one unit of this price. */
export const offUnit = (gain: Gain | null, price: bigint, given: Case): bigint => {
  if (gain === null) return price;
  if (gain.by === 'amount') return gain.amount;
  return gain.by === 'price' ? most(0n, price - gain.price) : part(price, gain.rate, given.policy.rounding);
};
