/** Units of a good go back to its lines, the dearest first; so do its figures. */
import type { AskedLine } from '../../src/pricing/pricing-types.ts';
import { type Basket, type Good, unitsOf, worthOf } from './goods.ts';
import { share } from './sharing.ts';

export type DealtLine = { readonly asked: AskedLine; readonly good: Good; readonly prices: readonly bigint[] };

export const dealt = (basket: Basket, good: Good): readonly DealtLine[] => {
  const row = unitsOf(basket, good)
    .map(({ price }) => price)
    .toSorted((a, b) => (a === b ? 0 : a > b ? -1 : 1));
  const likeness = (line: AskedLine): string =>
    'likeness' in line && typeof line.likeness === 'string' ? line.likeness : '';
  const lines = good.lines.toSorted((a, b) =>
    likeness(a) === likeness(b) ? a.quantity - b.quantity : likeness(a) < likeness(b) ? -1 : 1,
  );
  let from = 0;
  return lines.map((asked) => {
    from += asked.quantity;
    return { asked, good, prices: row.slice(from - asked.quantity, from) };
  });
};
/** By amount, largest remainder. */
export const sharedOverLines = (amount: bigint, lines: readonly DealtLine[]): readonly bigint[] =>
  share(
    amount,
    lines.map(({ prices }) => ({ weight: prices.reduce((all, price) => all + price, 0n), room: amount })),
    'largest',
  );
export const worthOfGood = (basket: Basket, good: Good): bigint => worthOf(unitsOf(basket, good));
