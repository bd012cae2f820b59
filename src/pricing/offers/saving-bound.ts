/**
 * The most that offers can still take off a cart, whatever the order in which they act: a linear bound, line by line. Prices only
 * fall and units only close while offers act, so what holds of a cart holds of every cart that comes after it.
 */
import { million, type Minor } from '../../shared/money.ts';
import type { Work } from '../work.ts';
import { type CartState, goodsAmount } from '../cart-state.ts';
import type { CompiledOffer, DiscountRule, Reward } from '../compile/offer-types.ts';
import { roomOf, type Run, runsFor, worthOf } from '../goods.ts';
import { groupByLine } from '../lots.ts';
import { isAboutGoods } from './benefits.ts';

/** A rate of each unit, with one minor unit for the rounding of each. */
const byRate = (rate: number, { units, price }: Run): Minor => units * (Math.ceil((price * rate) / million) + 1);

const byReward = (reward: Reward, run: Run): Minor => {
  if (reward.kind === 'rate') return byRate(reward.rate, run);
  return run.units * (reward.kind === 'amount' ? reward.amount : Math.max(0, run.price - reward.price));
};

/** Of one line; what is not known of a kind of offer is all there is. What one run has no room for, others of its line give. */
const mostOfLine = ({ benefit }: DiscountRule, runs: readonly Run[]): Minor => {
  const sum = (most: (run: Run) => Minor): Minor => runs.reduce((all, run) => all + most(run), 0);
  const room = roomOf(runs);
  if (benefit.kind === 'percent' && !benefit.once)
    return Math.min(
      room,
      sum((run) => byRate(benefit.rate, run)),
    );
  if (benefit.kind !== 'each' && benefit.kind !== 'buy_get') return room;
  return Math.min(
    room,
    sum((run) => byReward(benefit.reward, run)),
  );
};

/** Of all runs together. */
const mostOfRule = ({ benefit, limits }: DiscountRule, runs: readonly Run[]): Minor => {
  const most = Math.min(roomOf(runs), limits.maximumDiscount ?? Number.POSITIVE_INFINITY);
  if (benefit.kind === 'percent' && benefit.once) {
    return Math.min(most, Math.ceil((worthOf(runs) * benefit.rate) / million) + 1);
  }
  if (benefit.kind !== 'amount') return most;
  const times = benefit.every === undefined ? 1 : Math.floor(worthOf(runs) / benefit.every);
  return Math.min(most, benefit.amount * Math.min(times, limits.maximumUses ?? times));
};

/** At marked prices nothing is known but what the units cost now. */
const asTaken = (rule: DiscountRule, { onMarked }: CompiledOffer): DiscountRule =>
  onMarked ? { ...rule, benefit: { kind: 'custom', code: '' } } : rule;

/** What is left of its budget, where it may give a part of what it would. */
const budgetOf = ({ restrictions: { budget } }: CompiledOffer): Minor => budget?.left ?? Number.POSITIVE_INFINITY;

/** So many lines are bounded in the time of one that meets a rule; of fewer no pause is worth it. */
const BOUNDED_A_MEETING = 10;

/** The least that the goods can come to when these offers have their turn, in any order, and some of them none. */
export function* leastGoods(cart: CartState, offers: readonly CompiledOffer[]): Work<Minor> {
  const byLine = new Map<number, Minor>();
  let byOffer = 0;
  for (const offer of offers) {
    let most = 0;
    for (const written of offer.discounts) {
      if (!isAboutGoods(written.benefit)) continue;
      if (cart.lines.length > BOUNDED_A_MEETING) yield cart.lines.length / BOUNDED_A_MEETING;
      const rule = asTaken(written, offer);
      const runs = runsFor(cart.lines, rule.criteria, offer, cart.match);
      let ofLines = 0;
      for (const ofLine of groupByLine(runs)) {
        const at = ofLine[0]?.line ?? -1;
        const off = mostOfLine(rule, ofLine);
        byLine.set(at, (byLine.get(at) ?? 0) + off);
        ofLines += off;
      }
      most += Math.min(ofLines, mostOfRule(rule, runs));
    }
    byOffer += Math.min(most, budgetOf(offer));
  }
  let lines = 0;
  for (const [at, off] of byLine) {
    const line = cart.lines[at];
    if (line === undefined) continue;
    const room = line.lots.reduce((sum, { units, price }) => sum + units * Math.max(0, price - line.floor), 0);
    lines += Math.min(room, off);
  }
  return goodsAmount(cart.lines) - Math.min(lines, byOffer);
}
