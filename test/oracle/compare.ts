/** One cart through both engines. */
import type { PricedCart } from '../../src/pricing/priced-types.ts';
import { type Answer, differences, engineAnswer } from './answer.ts';
import type { Case } from './case.ts';
import { enginePrices, refusals } from './engine.ts';
import { oracleAnswer } from './oracle.ts';

export type Compared = {
  readonly differences: readonly string[];
  readonly engine: Answer;
  readonly oracle: Answer;
  readonly priced: PricedCart;
};
export const compared = (given: Case): Compared => {
  const priced = enginePrices(given);
  const told = priced.choice?.optimal === false ? priced.choice.steps : null;
  const [engine, oracle] = [engineAnswer(priced), oracleAnswer(given, told)];
  return { differences: differences(engine, oracle), engine, oracle, priced };
};

/** For shrinking: a smaller cart counts only if it could be stored and both engines answer. */
export const stillDiffers = (given: Case): boolean => {
  try {
    return refusals(given).length === 0 && compared(given).differences.length > 0;
  } catch {
    return false;
  }
};
