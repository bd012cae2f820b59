/** One cart priced many times over, for lists of what would be: others have their turn in between, however large the cart is. */
import { SEARCH_WORK } from '../../pricing/offers/best-offer.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { inSlices, workInTurns } from '../../shared/slices.ts';

/** About ten milliseconds of pricing (bench/worst-cart.ts). */
const LINES_A_SLICE = 250;
/** A search for the best offers is a slice of its own. */
const sliceOf = ({ stacking }: PriceInput['policy']): number => (stacking === 'best_offer' ? 1 : LINES_A_SLICE);

/** A list searches as far in all as so many carts: its trials share it. */
const SEARCHES_A_LIST = 4;

/** The cart as one of so many trials. */
export const asTrial = <Input extends PriceInput>(input: Input, trials: number): Input => ({
  ...input,
  searchWork: Math.min(SEARCH_WORK, Math.floor((SEARCHES_A_LIST * SEARCH_WORK) / Math.max(1, trials))),
});

export const priceTrials = <Trial, Result>(
  { lines, policy }: Pick<PriceInput, 'lines' | 'policy'>,
  trials: readonly Trial[],
  price: (trial: Trial) => Result,
): Promise<readonly Result[]> =>
  inSlices(trials, Math.max(1, Math.floor(sliceOf(policy) / Math.max(1, lines.length))), price);

/** Work that yields before each trial the lines it is about to price. */
export const pricedInTurns = <Result>(
  { policy }: Pick<PriceInput, 'policy'>,
  work: Generator<number, Result>,
): Promise<Result> => workInTurns(work, sliceOf(policy));
