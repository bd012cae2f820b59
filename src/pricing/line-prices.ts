/** A priced line in the interface's words: line amounts, unit amounts, and what rounding a unit down leaves over. */
import type { Minor } from '../shared/money.ts';
import { lineAmount } from './lots.ts';
import type { PricedLine } from './priced-types.ts';

export type LinePrice = {
  readonly marked: Minor;
  readonly selling: Minor;
  readonly effective: Minor;
  /** Before promotion and coupon. */
  readonly add_on: Minor;
  /** After both. */
  readonly selling_price: Minor;
};

export const linePrice = (line: PricedLine): LinePrice => ({
  marked: line.marked * line.quantity,
  selling: line.selling * line.quantity,
  effective: line.effective * line.quantity,
  add_on: line.start * line.quantity,
  selling_price: lineAmount(line),
});

/** Per unit; the final price is rounded down, and `amountQuantityError` is what that leaves over. */
export const unitPrice = (line: PricedLine): LinePrice => ({
  marked: line.marked,
  selling: line.selling,
  effective: line.effective,
  add_on: line.start,
  selling_price: Math.floor(lineAmount(line) / line.quantity),
});

export const amountQuantityError = (line: PricedLine): Minor => lineAmount(line) % line.quantity;

/** MRP where an MRP promotion applies, else the effective unit price. */
export const mrpPromoPrice = (line: PricedLine): Minor => (line.onMarked ? line.marked : line.effective);

/** Whole per cent off the marked price, rounded down; 0 when there is none. */
export const percentOff = ({ marked, effective }: PricedLine): number =>
  marked === 0 ? 0 : Math.floor((100 * (marked - effective)) / marked);
