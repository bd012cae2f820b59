/** What each kind of offer takes from which units. Pure arithmetic on runs of units; marks and conditions are decided before. */
import { unreachable } from '../../shared/unreachable.ts';
import {
  cheapestFirst,
  dearestFirst,
  roomOf,
  type Run,
  spread,
  spreadInLine,
  takeUnits,
  unitsOf,
  useOf,
  worthOf,
} from '../goods.ts';
import { groupByLine, type Use } from '../lots.ts';
import type { Benefit, Slice } from '../compile/offer-types.ts';
import type { Step } from '../adjustment-types.ts';
import { fixedPriceSets } from './sets.ts';
import {
  type BenefitView,
  capped,
  type NotTaken,
  rateStep,
  rewardUnits,
  type Taken,
  tooFew,
  within,
} from './taking.ts';
import type { AskedOff } from '../custom-types.ts';
import { type Minor, portionDown } from '../../shared/money.ts';
import { ownEntry } from '../../shared/own-entry.ts';

/** Units within the offer's limits: enough of them, and no more than it may discount, cheapest first. */
const withinLimits = ({ runs, limits, policy }: BenefitView): readonly Run[] | NotTaken => {
  const open = runs.filter(({ room }) => room > 0);
  if (limits.minimumUnits !== null && unitsOf(runs) < limits.minimumUnits) {
    return tooFew(limits.minimumUnits, unitsOf(runs));
  }
  if (limits.maximumUnits === null || unitsOf(open) <= limits.maximumUnits) return open;
  const ordered = policy.set_pick === 'cheapest' ? cheapestFirst(open) : dearestFirst(open);
  return takeUnits(ordered, limits.maximumUnits);
};

/** A rate of each line, or of each unit, rounded there; what a unit's own rate takes lies on that unit. */
const percentOfLines = (rate: number, runs: readonly Run[], view: BenefitView): Taken => {
  const { policy, limits } = view;
  const steps: Step[] = [];
  const uses: Use[] = [];
  for (const ofLine of groupByLine(runs)) {
    const key = ofLine[0]?.key ?? '';
    if (policy.percent_scope === 'line') {
      const step = within(rateStep(worthOf(ofLine), rate, policy, { line: key }), roomOf(ofLine));
      steps.push(step);
      uses.push(...spreadInLine(step.taken, ofLine));
      continue;
    }
    for (const run of ofLine) {
      const step = within(rateStep(run.price, rate, policy, { line: key, units: run.units }), run.units * run.room);
      steps.push(step);
      uses.push(useOf(run, step.taken));
    }
  }
  const cap = limits.maximumDiscount;
  return { uses: capped(uses, cap, policy), steps, cap, room: roomOf(runs), spends: false };
};

/** One sum, shared by all. */
const shared = (step: Step, runs: readonly Run[], { policy, limits }: BenefitView): Taken => {
  const cap = limits.maximumDiscount;
  const room = roomOf(runs);
  const fitting = within(step, room);
  const uses = capped(spread(fitting.taken, runs, policy), cap, policy);
  return { uses, steps: [fitting], cap, room, spends: false };
};

/** The n-th, 2n-th … unit, dearest first. */
const inSequence = (runs: readonly Run[], sequence: number, uses: number): readonly Run[] => {
  const chosen: Run[] = [];
  let passed = 0;
  for (const run of dearestFirst(runs)) {
    const from = Math.floor(passed / sequence);
    const to = Math.min(Math.floor((passed + run.units) / sequence), uses);
    if (to > from) chosen.push({ ...run, units: to - from });
    passed += run.units;
  }
  return chosen;
};

/** How often the units cost so much; once where nothing is asked. */
const timesReached = (every: number | undefined, runs: readonly Run[], { limits }: BenefitView): number | NotTaken => {
  if (every === undefined) return 1;
  const have = worthOf(runs);
  const times = Math.min(Math.floor(have / every), limits.maximumUses ?? Number.MAX_SAFE_INTEGER);
  if (times > 0) return times;
  const missing = {
    metric: 'cart_total',
    comparison: 'greater_than_equals',
    need: every,
    have,
    gap: every - have,
  } as const;
  return { reason: 'condition', shortfall: { ...missing, rule: null } };
};

/** Where more units would bring the first that gets something: how many are missing. */
const lacking = (first: number, runs: readonly Run[], { limits }: BenefitView): NotTaken | null => {
  const have = unitsOf(runs);
  const isReached = have === 0 || have >= first || first > (limits.maximumUnits ?? first);
  return isReached ? null : tooFew(first, have);
};

/** Dearest first; every unit gets what the slice of its place gives. */
const inSlices = (slices: readonly Slice[], runs: readonly Run[], view: BenefitView): Taken | NotTaken => {
  const few = lacking(slices.find(({ reward }) => reward !== null)?.from ?? 1, runs, view);
  if (few !== null) return few;
  const steps: Step[] = [];
  const uses: Use[] = [];
  const ordered = dearestFirst(runs);
  for (const [at, { from, reward }] of slices.entries()) {
    const until = (slices[at + 1]?.from ?? Number.MAX_SAFE_INTEGER) - 1;
    const chosen = unitsBetween(ordered, from - 1, until);
    if (reward === null) continue;
    const taken = rewardUnits(reward, chosen, { ...view, limits: { ...view.limits, maximumDiscount: null } });
    steps.push(...taken.steps);
    uses.push(...taken.uses);
  }
  const cap = view.limits.maximumDiscount;
  return { uses: capped(uses, cap, view.policy), steps, cap, room: roomOf(runs), spends: false };
};

/** Off every unit, or every n-th. */
const ofUnits = ({ sequence, reward }: EachBenefit, runs: readonly Run[], view: BenefitView): Taken | NotTaken => {
  if (sequence === null) return rewardUnits(reward, runs, view);
  const few = lacking(sequence, runs, view);
  return few ?? rewardUnits(reward, inSequence(runs, sequence, view.limits.maximumUses ?? 1), view);
};
type EachBenefit = Extract<Benefit, { readonly kind: 'each' }>;

/** The units of a row from one place to another. */
const unitsBetween = (runs: readonly Run[], from: number, to: number): readonly Run[] => {
  const found: Run[] = [];
  let passed = 0;
  for (const run of runs) {
    const units = Math.min(to, passed + run.units) - Math.max(from, passed);
    if (units > 0) found.push({ ...run, units });
    passed += run.units;
  }
  return found;
};

/** What was asked for the units of a line that are open: all of it, or their share. */
const askedOfLine = (ofLine: readonly Run[], asked: AskedOff | undefined): Minor =>
  asked === undefined ? 0 : portionDown(asked.amount, Math.min(unitsOf(ofLine), asked.units), asked.units);

/** A rule of the merchant's own says what it takes off articles, or off all of them together. */
const askedByRule = (benefit: { readonly code: string }, runs: readonly Run[], view: BenefitView): Taken | NotTaken => {
  const answer = view.custom.answerOf(benefit.code) ?? { kind: 'none', reason: 'no_extension' };
  if (answer.kind === 'none') return { reason: answer.reason, shortfall: null };
  if (answer.kind === 'cart') {
    const { amount } = answer;
    return amount > 0 ? shared({ formula: 'asked', result: amount, taken: amount }, runs, view) : askedNothing;
  }
  const lines = groupByLine(runs);
  const steps = lines.map((ofLine): Step => {
    const asked = ownEntry(answer.articles, view.custom.articleAt(ofLine[0]?.line ?? -1));
    const result = askedOfLine(ofLine, asked);
    return within({ formula: 'asked', result, taken: result }, roomOf(ofLine));
  });
  if (steps.every(({ result }) => result === 0)) return askedNothing;
  const uses = lines.flatMap((ofLine, at) => spreadInLine(steps[at]?.taken ?? 0, ofLine));
  const cap = view.limits.maximumDiscount;
  return { uses: capped(uses, cap, view.policy), steps, cap, room: roomOf(runs), spends: false };
};
const askedNothing: NotTaken = { reason: 'custom_nothing', shortfall: null };

type OtherKind = 'shipping' | 'gift' | 'cashback' | 'points' | 'external' | 'unit_price';
const otherKinds: ReadonlySet<string> = new Set<OtherKind>([
  'shipping',
  'gift',
  'cashback',
  'points',
  'external',
  'unit_price',
]);
type GoodsBenefit = Exclude<Benefit, { readonly kind: OtherKind }>;
export const isAboutGoods = (benefit: Benefit): benefit is GoodsBenefit => !otherKinds.has(benefit.kind);

/** Of buy and get see buy-and-get.ts. */
type SimpleBenefit = Exclude<GoodsBenefit, { readonly kind: 'buy_get' }>;
export const takeBenefit = (benefit: SimpleBenefit, view: BenefitView): Taken | NotTaken => {
  const runs = withinLimits(view);
  if ('reason' in runs) return runs;
  switch (benefit.kind) {
    case 'percent':
      return benefit.once
        ? shared(rateStep(worthOf(runs), benefit.rate, view.policy, { line: null }), runs, view)
        : percentOfLines(benefit.rate, runs, view);
    case 'amount': {
      const times = timesReached(benefit.every, runs, view);
      if (typeof times !== 'number') return times;
      const amount = benefit.amount * times;
      return shared({ formula: 'flat', amount, result: amount, taken: amount }, runs, view);
    }
    case 'slices':
      return inSlices(benefit.slices, runs, view);
    case 'each':
      return ofUnits(benefit, runs, view);
    case 'set':
      return fixedPriceSets(benefit, runs, view);
    case 'custom':
      return askedByRule(benefit, runs, view);
    default:
      return unreachable(benefit);
  }
};
