/** Budgets of offers: what is refused when saved, and what is shown as left. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merchantPart } from '../../../src/offers/offer.ts';
import { printedJson } from '../../printed-json.ts';
import { budgetLeft, budgetProblems } from '../../../src/offers/rules/budget-rules.ts';

test('a budget says an amount and a policy that is known, and reserves its uses', () => {
  const fields = (restrictions: Readonly<Record<string, unknown>>) =>
    budgetProblems(restrictions).map(({ field }) => field);
  assert.deepEqual(fields({}), []);
  assert.deepEqual(fields({ budget: null }), []);
  assert.deepEqual(fields({ budget: { amount: 5, policy: 'whole' } }), []);
  type Printed = { readonly restrictions: Readonly<Record<string, unknown>> };
  assert.deepEqual(fields((printedJson('behaviour/offers.md', 'budget') as Printed).restrictions), []);
  assert.deepEqual(fields({ budget: {} }), ['restrictions.budget.amount']);
  assert.deepEqual(fields({ budget: { amount: -1 } }), ['restrictions.budget.amount']);
  assert.deepEqual(fields({ budget: { amount: 5, policy: 'some' } }), ['restrictions.budget.policy']);
  assert.deepEqual(fields({ budget: { amount: 5 }, uses: { policy: 'soft' } }), ['restrictions.uses.policy']);
});

test('what is left is in the currency of the offer; what was read and sent back freezes nothing', () => {
  const restrictions = { budget: { amount: 500.5, remaining: 3 } };
  assert.equal(budgetLeft({ restrictions }, 12_345, 'INR'), 377.05);
  assert.equal(budgetLeft({ restrictions, currency: 'KWD' }, 500, 'INR'), 500);
  assert.equal(budgetLeft({ restrictions }, 99_999_999, 'INR'), 0);
  assert.equal(budgetLeft({}, 5, 'INR'), null);
  assert.equal(budgetLeft({ restrictions: { budget: { amount: 0 } } }, 5, 'INR'), null);
  assert.deepEqual(merchantPart({ restrictions })['restrictions'], { budget: { amount: 500.5 } });
});
