/**
 * Pricing in turns of the loop, once or many times over for lists of what would be: others have their turn in between, however large
 * the cart is and however many offers meet it.
 */
import { MEETINGS_A_TURN } from '../../pricing/price-cart.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { workInTurns } from '../../shared/slices.ts';
import type { Work } from '../../pricing/work.ts';
import { trialSize } from '../../pricing/trials.ts';

export const pricedInTurns = <Result>(work: Work<Result>): Promise<Result> => workInTurns(work, MEETINGS_A_TURN);

export const priceTrials = <Trial, Result>(
  input: Pick<PriceInput, 'lines'>,
  trials: readonly Trial[],
  price: (trial: Trial) => Work<Result>,
): Promise<readonly Result[]> => {
  function* tried(): Work<readonly Result[]> {
    const results: Result[] = [];
    for (const trial of trials) {
      yield trialSize(input);
      results.push(yield* price(trial));
    }
    return results;
  }
  return pricedInTurns(tried());
};
