/** What taking something off units needs, whatever the kind of offer: a step that can be done again, a cap, a reward per unit. */
import { allocate, type Claim } from '../../shared/allocate.ts';
import { unreachable } from '../../shared/unreachable.ts';
import { divided, million, type Minor, rateOf } from '../../shared/money.ts';
import { roomOf, type Run, useOf } from '../goods.ts';
import { groupByLine, type Use } from '../lots.ts';
import type { CompiledOffer, Limits, Reward } from '../compile/offer-types.ts';
import type { Shortfall, WhyNotReason } from '../why-not-types.ts';
import type { Step } from '../adjustment-types.ts';
import type { PricingPolicy } from '../pricing-policy.ts';
import type { CustomAnswer } from '../custom-types.ts';

/** One alternative of the buy side: the units open to each requirement, and how many of them it takes every time. */
export type OpenWay = readonly { readonly runs: readonly Run[]; readonly units: number }[];

/** What rules of the merchant's own answered, in the cart's currency, and which article a line is of. */
export type CustomView = {
  readonly answerOf: (code: string) => CustomAnswer | undefined;
  readonly articleAt: (line: number) => string;
};

export type BenefitView = {
  readonly offer: CompiledOffer;
  readonly runs: readonly Run[];
  readonly limits: Limits;
  readonly policy: PricingPolicy;
  readonly custom: CustomView;
};
export type Taken = {
  readonly uses: readonly Use[];
  readonly steps: readonly Step[];
  readonly cap: Minor | null;
  readonly room: Minor;
  readonly spends: boolean;
};
export type NotTaken = { readonly reason: WhyNotReason; readonly shortfall: Shortfall | null };

export const isTaken = (result: Taken | NotTaken): result is Taken => 'uses' in result;

export const tooFew = (need: number, have: number): NotTaken => ({
  reason: 'too_few_units',
  shortfall: { metric: 'set_units', comparison: 'greater_than_equals', need, have, gap: need - have, rule: null },
});

/** A step as far as there is room for it. */
export const within = (step: Step, room: Minor): Step => (step.result <= room ? step : { ...step, taken: room });

export const rateStep = (
  base: Minor,
  rate: number,
  policy: PricingPolicy,
  { line, units = 1 }: { readonly line: string | null; readonly units?: number | undefined },
): Step => {
  const result = rateOf(base, rate, policy.rounding);
  const { whole, left } = divided(base, rate, million);
  return {
    formula: 'rate',
    base,
    rate,
    rounding: policy.rounding,
    result: result * units,
    taken: result * units,
    residue: (result - whole) * million - left,
    line,
    units,
  };
};

const amountOf = (uses: readonly Use[]): Minor => uses.reduce((sum, { amount }) => sum + amount, 0);
/** What each would have got is its weight, and the most it gets. */
const claimOf = (amount: Minor): Claim => ({ weight: amount, room: amount });

/** Scales uses down to a cap in proportion to themselves, over lines and then inside each, without losing a minor unit. */
export const capped = (uses: readonly Use[], cap: Minor | null, policy: PricingPolicy): readonly Use[] => {
  if (cap === null || amountOf(uses) <= cap) return uses;
  const lines = groupByLine(uses);
  const parts = allocate(
    cap,
    lines.map((ofLine) => claimOf(amountOf(ofLine))),
    policy.remainder,
  );
  return lines.flatMap((ofLine, at) => {
    const amounts = allocate(
      parts[at] ?? 0,
      ofLine.map(({ amount }) => claimOf(amount)),
    );
    return ofLine.map((use, position) => ({ ...use, amount: amounts[position] ?? 0 }));
  });
};

const rewardStep = (reward: Reward, run: Run, policy: PricingPolicy): Step => {
  switch (reward.kind) {
    case 'rate':
      return rateStep(run.price, reward.rate, policy, { line: run.key, units: run.units });
    case 'amount':
      return {
        formula: 'each',
        amount: reward.amount,
        units: run.units,
        result: reward.amount * run.units,
        taken: reward.amount * run.units,
        line: run.key,
      };
    case 'price': {
      const off = Math.max(0, run.price - reward.price);
      return {
        formula: 'each',
        amount: off,
        units: run.units,
        result: off * run.units,
        taken: off * run.units,
        line: run.key,
      };
    }
    default:
      return unreachable(reward);
  }
};

/** The same something off each unit; no unit gives more than it has. */
export const rewardUnits = (
  reward: Reward,
  runs: readonly Run[],
  view: BenefitView,
  others: readonly Use[] = [],
): Taken => {
  const { policy, limits } = view;
  const steps = runs.map((run) => within(rewardStep(reward, run, policy), run.units * run.room));
  const uses = runs.map((run, at) => useOf(run, steps[at]?.taken ?? 0));
  const cap = limits.maximumDiscount;
  return {
    uses: [...others, ...capped(uses, cap, policy)],
    steps,
    cap,
    room: roomOf(runs),
    spends: others.length > 0,
  };
};
