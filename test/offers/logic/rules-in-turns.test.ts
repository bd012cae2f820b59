/** Rules of the merchant's own are told of a large cart one in a turn of the loop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CustomRule } from '../../../src/offers/logic/custom-rule.ts';
import { activeRules, priceWithRules } from '../../../src/offers/logic/ruled-input.ts';
import { compileOffer, isRefused } from '../../../src/pricing/compile/compile-offers.ts';
import type { CompiledOffer } from '../../../src/pricing/compile/offer-types.ts';
import { countedCalls } from '../../counted-work.ts';
import { benchCart } from '../../../bench/pricing.ts';

const codes = ['one', 'two', 'three', 'four'];
const rules = codes.map((code) => ({ code, purpose: 'discount', isActive: true }) as CustomRule);
const offers = codes.map((code): CompiledOffer => {
  const compiled = compileOffer(
    {
      _id: code,
      promotion_type: 'custom',
      buy_rules: { r: { all_items: true } },
      discount_rules: [
        { buy_condition: 'r', discount_type: 'custom', offer: { code }, item_criteria: { all_items: true } },
      ],
    },
    { currency: 'INR', exponents: { INR: 2 }, readTime: Date.parse },
  );
  assert.ok(!isRefused(compiled));
  return compiled;
});

test('a turn for each rule that is asked about many articles, none for few', async () => {
  const turnsFor = (lines: number): Promise<number> => {
    const asked: string[] = [];
    const asking = {
      ...activeRules(rules, offers),
      applicationId: 'a',
      to: () => null,
      keepsNet: false,
      ask: async (_application: string, { code }: CustomRule) => {
        asked.push(code);
        return { kind: 'failed' as const, reason: '', until: 0 };
      },
    };
    return countedCalls('nextTurn', async () => {
      await priceWithRules(asking, benchCart(lines, []));
      assert.deepEqual(asked.toSorted(), codes.toSorted());
    });
  };
  assert.deepEqual([await turnsFor(5), await turnsFor(200)], [0, codes.length]);
});
