/** Hundreds of authorities may tax a place: dividing the tax of each line of a large cart among them lets others have their turn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEETINGS_A_TURN, pricingOf } from '../../../src/pricing/price-cart.ts';
import { workInTurns } from '../../../src/shared/slices.ts';
import { countedCalls } from '../../counted-work.ts';
import { article, type Bought, cartOf } from '../carts.ts';

const LINES = 200;

const turnsWith = (taxes: number): Promise<number> => {
  const levies = Array.from({ length: taxes }, (_, at) => ({ name: `Tax ${at}`, jurisdiction: 'IN', rate: 100 }));
  const bought = Array.from(
    { length: LINES },
    (_, at): Bought => [article(`a${at}`, 10_000, { taxRate: 100 * taxes, levies }), 1],
  );
  const input = cartOf(bought);
  return countedCalls('nextTurn', async () => {
    const { lines } = await workInTurns(pricingOf(input), MEETINGS_A_TURN);
    for (const { tax } of lines) {
      assert.equal(tax.parts.length, taxes);
      assert.equal(
        tax.parts.reduce((sum, { amount }) => sum + amount, 0),
        tax.tax,
      );
    }
  });
};

test('four hundred taxes on each of two hundred lines are divided in several turns, two in none of their own', async () => {
  const [few, many] = [await turnsWith(2), await turnsWith(400)];
  assert.ok(many >= few + 3, `${few} turns with two taxes, ${many} with four hundred`);
});
