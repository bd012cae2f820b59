/** Cash rounding: the total comes to whole steps, by less than one of them, and nothing else of the cart changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { inSteps } from '../../src/pricing/money/cash-rounding.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import { caseArb, everything } from '../oracle/arb-case.ts';
import { cashRoundingArb } from '../oracle/arb-world.ts';
import { engineInput } from '../oracle/engine.ts';
import { runs } from './runs.ts';

test('cash rounding changes the total alone, by less than a step and the way it was told to', () => {
  fc.assert(
    fc.property(caseArb(everything), cashRoundingArb, (given, rounding) => {
      const { cashRounding: _set, ...input } = engineInput({ ...given, payment: { mode: 'COD' }, emi: null });
      const plain = priceCart(input);
      const coins = { ...input, cashRounding: rounding };
      const paid = priceCart(coins);
      const { cash_rounding: by = 0, total_charge: charged, total, ...rest } = paid.breakup;
      const { total_charge: before, total: due, ...others } = plain.breakup;
      assert.deepEqual(
        [paid.lines, paid.tender, paid.cashback, rest],
        [plain.lines, plain.tender, plain.cashback, others],
      );
      // What would become nothing stays as it is.
      const becomesNothing = inSteps(due, rounding) === 0;
      assert.deepEqual([total - due, charged - before], [by, by]);
      assert.equal(total % rounding.step, becomesNothing ? due : 0);
      assert.equal(total === 0, due === 0, 'an order that costs something is not free');
      const within = {
        up: by >= 0 && by < rounding.step,
        down: by <= 0 && by > -rounding.step,
        nearest: Math.abs(by) * 2 <= rounding.step,
      };
      assert.ok(within[rounding.mode], `${rounding.mode} by ${by}`);
      const byCard = priceCart({ ...coins, payment: { mode: 'WALLET' } });
      assert.equal('cash_rounding' in byCard.breakup, false);
    }),
    { numRuns: runs(150) },
  );
});
