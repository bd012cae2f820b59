/** Of the sums behind a number those that say something: not what only passes a number on. Pure. */
import type { ExplainedSum } from '../../src/contract/cart/cart-explain-contract.ts';

export const tellingSums = (sums: readonly ExplainedSum[]): readonly ExplainedSum[] =>
  sums.filter(({ operation, of }) => of.length > 1 || !['given', 'sum'].includes(operation));
