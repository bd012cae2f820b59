/** How much of a turn of the loop pricing takes: in meetings, each of a line with a rule of an offer. Pure. */
import { SEARCH_WORK } from './offers/best-offer.ts';
import { MEETINGS_A_TURN } from './price-cart.ts';
import type { PriceInput } from './pricing-types.ts';

/** About as many take as long before any offer meets them. */
const LINES_A_TURN = 250;
/** So many of the smallest carts: what begins and ends a cart takes as long for one line as for many. */
const CARTS_A_TURN = 25;

/** Of a cart, before any offer meets it. */
export const trialSize = ({ lines }: Pick<PriceInput, 'lines'>): number =>
  Math.ceil((1 / CARTS_A_TURN + lines.length / LINES_A_TURN) * MEETINGS_A_TURN);

/** A list searches as far in all as so many carts: its trials share it. */
const SEARCHES_A_LIST = 4;

/** The cart as one of so many trials. */
export const asTrial = <Input extends PriceInput>(input: Input, trials: number): Input => ({
  ...input,
  searchWork: Math.min(SEARCH_WORK, Math.floor((SEARCHES_A_LIST * SEARCH_WORK) / Math.max(1, trials))),
});
