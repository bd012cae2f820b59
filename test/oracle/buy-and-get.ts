/** Buy some, get some: how often, which units are given, which are bought. */
import { goodsOfRule, ruleHolds, unitsAsked } from './conditions.ts';
import { isForLine, isOpen, roomOf, sortedByPrice } from './eligible.ts';
import { type Way, waysOf } from './expression.ts';
import { goodOf, type Unit } from './goods.ts';
import { lotsOf, type Taking, withinRoom } from './taking.ts';
import { began, offUnit, type Turn } from './turn.ts';

/** So many units of these, every time. */
type Need = { readonly count: number; readonly units: ReadonlySet<number> };

/** Whether there are units for every need: no set of needs wants more than fits any of them (Hall). */
const canMeet = (needs: readonly Need[], free: ReadonlySet<number>): boolean => {
  for (let chosen = 1; chosen < 1 << needs.length; chosen += 1) {
    const some = needs.filter((_, at) => (chosen & (1 << at)) !== 0);
    const wanted = some.reduce((all, { count }) => all + count, 0);
    let fitting = 0;
    for (const id of free) if (some.some(({ units }) => units.has(id))) fitting += 1;
    if (wanted > fitting) return false;
  }
  return true;
};
const without = (free: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  new Set([...free].filter((other) => other !== id));
const often = (needs: readonly Need[], count: number): readonly Need[] =>
  needs.map((need) => ({ ...need, count: need.count * count }));

/** Takes units in this order as long as the others can still be met with what is left. */
const pick = (row: readonly number[], count: number, others: readonly Need[], free: ReadonlySet<number>) => {
  const picked: number[] = [];
  let left = free;
  for (const id of row) {
    if (picked.length === count) break;
    if (!left.has(id)) continue;
    const after = without(left, id);
    const rest = { count: count - picked.length - 1, units: new Set(row) };
    if (!canMeet([rest, ...others], after)) continue;
    picked.push(id);
    left = after;
  }
  return { picked, left };
};

const requirements = (turn: Turn, way: Way, usable: readonly Unit[]): readonly Need[] => {
  const { given, offer, basket, discount } = turn;
  const fitting = (slug: string): ReadonlySet<number> => {
    const rule = offer.rules.find((each) => each.slug === slug);
    const goods = rule === undefined ? [] : goodsOfRule(given, offer, rule, basket).map(({ at }) => at);
    return new Set(usable.filter(({ good }) => goods.includes(good)).map(({ id }) => id));
  };
  const [firstRule] = way.yes;
  if (discount.buyGet !== null) {
    return [{ count: discount.buyGet.buy, units: firstRule === undefined ? new Set() : fitting(firstRule) }];
  }
  const slugs = [...new Set(way.yes)];
  const asked = slugs.map((slug) => {
    const rule = offer.rules.find((each) => each.slug === slug);
    return rule === undefined ? null : unitsAsked(rule);
  });
  if (asked.every((count) => count === null)) {
    return firstRule === undefined ? [] : [{ count: 1, units: fitting(firstRule) }];
  }
  return slugs.flatMap((slug, at) => {
    const count = asked[at] ?? null;
    return count === null || count === 0 ? [] : [{ count, units: fitting(slug) }];
  });
};

const holds = (turn: Turn, way: Way): boolean => {
  const { given, offer, found } = turn;
  const isSo = (slug: string): boolean => {
    const rule = offer.rules.find((each) => each.slug === slug);
    return rule !== undefined && ruleHolds(given, offer, rule, found);
  };
  return way.yes.every(isSo) && !way.no.some(isSo);
};

/** Units of a lot are alike: those that were bought come first, then those that were given. */
const placedInLots = (units: readonly Unit[], bought: ReadonlySet<number>, rewarded: ReadonlySet<number>) => {
  const placed = { bought: new Set<number>(), rewarded: new Set<number>() };
  for (const lot of lotsOf(units)) {
    const paid = lot.filter(({ id }) => bought.has(id)).length;
    const free = lot.filter(({ id }) => rewarded.has(id)).length;
    for (const { id } of lot.slice(0, paid)) placed.bought.add(id);
    for (const { id } of lot.slice(paid, paid + free)) placed.rewarded.add(id);
  }
  return placed;
};

/** How often with these units, and how many rewards that makes; with partial rewards once more for a part of them. */
const timesFor = (
  turn: Turn,
  needs: readonly Need[],
  givable: ReadonlySet<number>,
  free: ReadonlySet<number>,
  most: number,
) => {
  const get = turn.discount.buyGet?.get ?? turn.discount.most ?? 1;
  const fits = (times: number, rewards: number): boolean =>
    canMeet([...often(needs, times), { count: rewards, units: givable }], free);
  let times = 0;
  while (times < most && fits(times + 1, get * (times + 1))) times += 1;
  if (!turn.given.policy.partial_rewards || times >= most) return { times, rewards: get * times };
  let extra = 0;
  while (extra + 1 < get && fits(times + 1, get * times + extra + 1)) extra += 1;
  return extra === 0 ? { times, rewards: get * times } : { times: times + 1, rewards: get * times + extra };
};

export const buyAndGet = (turn: Turn, eligible: readonly Unit[]): Taking => {
  const { given, offer, basket, discount } = turn;
  const price = (unit: Unit): bigint => began(turn, unit);
  const usable = basket.units.filter(
    (unit) => !unit.spent && isForLine(offer, goodOf(basket, unit)) && isOpen(basket, unit, offer),
  );
  const canBeGiven = eligible.filter((unit) => !unit.spent && roomOf(basket, unit) > 0n);
  const givable = new Set(canBeGiven.map(({ id }) => id));
  const toGive = sortedByPrice(canBeGiven, price, given.policy.reward_pick).map(({ id }) => id);
  // What no reward could use is bought first, then the dearest.
  const toBuy = [false, true].flatMap((could) =>
    sortedByPrice(
      usable.filter(({ id }) => givable.has(id) === could),
      price,
      'dearest',
    ).map(({ id }) => id),
  );
  let usesLeft = discount.uses ?? Number.POSITIVE_INFINITY;
  let free: ReadonlySet<number> = new Set(usable.map(({ id }) => id));
  const [bought, rewarded] = [new Set<number>(), new Set<number>()];
  for (const way of waysOf(discount.condition).filter((each) => each.yes.length > 0 && holds(turn, each))) {
    const once = requirements(turn, way, usable);
    const { times, rewards } = timesFor(turn, once, givable, free, usesLeft);
    const needs = often(once, times);
    usesLeft -= times;
    const gifts = pick(toGive, rewards, needs, free);
    for (const id of gifts.picked) rewarded.add(id);
    free = gifts.left;
    for (const [at, { units, count }] of needs.entries()) {
      const row = toBuy.filter((id) => units.has(id));
      const got = pick(row, count, needs.slice(at + 1), free);
      for (const id of got.picked) bought.add(id);
      free = got.left;
    }
  }
  const placed = placedInLots(usable, bought, rewarded);
  const cuts = new Map(
    usable
      .filter(({ id }) => placed.rewarded.has(id))
      .map((unit) => [unit.id, offUnit(discount.gain, price(unit), given)]),
  );
  const all = new Set([...placed.bought, ...placed.rewarded]);
  return { cuts: withinRoom(basket, cuts), used: all, spent: all, together: [] };
};
