/** What each kind of discount on goods takes from the units open to it. */
import { buyAndGet } from './buy-and-get.ts';
import { unitsAsked } from './conditions.ts';
import { fromHome } from './currencies.ts';
import { openUnits, roomOf, sortedByPrice } from './eligible.ts';
import { waysOf } from './expression.ts';
import { basketOf, goodOf, type Unit } from './goods.ts';
import type { Gain, Offer } from './offer.ts';
import { part, ppm, sumOf } from './rational.ts';
import {
  added,
  capped,
  type Cuts,
  fromFront,
  goodsOf,
  lay,
  lotsOf,
  nothing,
  type Taking,
  withinRoom,
} from './taking.ts';
import { began, offUnit, type Turn } from './turn.ts';
import type { AskedOff } from '../../src/pricing/custom-types.ts';

const asTaking = (cuts: Cuts, units: readonly Unit[]): Taking => ({
  cuts,
  used: new Set(units.map(({ id }) => id)),
  spent: new Set(),
  together: [],
});

/** By worth: as priced, or with the tax that is added to it. */
const weightIn =
  (turn: Turn) =>
  (lot: readonly Unit[]): bigint => {
    const { policy } = turn.given;
    const [first] = lot;
    const worth = sumOf(lot, (unit) => began(turn, unit));
    if (policy.allocation_weights === 'net' || policy.prices_include_tax || first === undefined) return worth;
    return part(worth, ppm(1_000_000 + goodOf(turn.basket, first).article.taxRate), policy.rounding);
  };
const laidByWorth = (turn: Turn, units: readonly Unit[], amount: bigint): Cuts =>
  lay(turn.given, turn.basket, units, amount, {
    weight: weightIn(turn),
    inside: (lot) => sumOf(lot, (unit) => began(turn, unit)),
    room: (unit) => roomOf(turn.basket, unit),
  });

const percentOf = (turn: Turn, units: readonly Unit[]): bigint => {
  const { gain } = turn.discount;
  const base = sumOf(units, (unit) => began(turn, unit));
  return gain?.by === 'rate' ? part(base, gain.rate, turn.given.policy.rounding) : 0n;
};
/** Of each unit for itself, of each line, or once of all. */
const percent = (turn: Turn, units: readonly Unit[], once: boolean): Cuts => {
  if (once) return laidByWorth(turn, units, percentOf(turn, units));
  if (turn.given.policy.percent_scope === 'unit') return offEach(turn, units);
  const byGood = goodsOf(turn.basket, units).map((good) => units.filter((unit) => unit.good === good.at));
  return added(...byGood.map((of) => laidByWorth(turn, of, percentOf(turn, of))));
};

const offEach = (turn: Turn, units: readonly Unit[]): Cuts =>
  withinRoom(
    turn.basket,
    new Map(units.map((unit) => [unit.id, offUnit(turn.discount.gain, began(turn, unit), turn.given)])),
  );

/** The n-th unit, dearest first, and the n-th again. */
const everyNth = (turn: Turn, units: readonly Unit[], nth: number): readonly Unit[] =>
  sortedByPrice(units, (unit) => began(turn, unit), 'dearest')
    .filter((_, at) => (at + 1) % nth === 0)
    .slice(0, turn.discount.uses ?? 1);

/** Sets in their order; one that is not worth its price lets its first unit go. */
const sets = (turn: Turn, units: readonly Unit[], size: number): readonly (readonly Unit[])[] => {
  const { gain, uses } = turn.discount;
  const price = gain?.by === 'price' ? gain.price : 0n;
  const row = sortedByPrice(units, (unit) => began(turn, unit), turn.given.policy.set_pick);
  const found: (readonly Unit[])[] = [];
  for (let at = 0; at + size <= row.length && found.length < (uses ?? row.length); ) {
    const set = row.slice(at, at + size);
    const worthIt = sumOf(set, (unit) => began(turn, unit)) > price;
    if (worthIt) found.push(set);
    at += worthIt ? size : 1;
  }
  const placed = fromFront(turn.basket, found.flat());
  return found.map((_, at) => placed.slice(at * size, (at + 1) * size));
};
const setSizeOf = (turn: Turn): number => {
  const { setSize, fewest, most: limit } = turn.discount;
  return setSize ?? fewest ?? limit ?? Math.max(1, turn.offer.rules.length === 0 ? 1 : askedByRules(turn));
};
const askedByRules = ({ offer, discount }: Turn): number =>
  Math.max(0, ...waysOf(discount.condition).flatMap(({ yes }) => yes.map((slug) => unitsAskedOf(offer, slug) ?? 0)));
const unitsAskedOf = (offer: Offer, slug: string): number | null => {
  const rule = offer.rules.find((each) => each.slug === slug);
  return rule === undefined ? null : unitsAsked(rule);
};
/** Sets that follow each other in one lot are reckoned together. */
const joined = (turn: Turn, found: readonly (readonly Unit[])[]): readonly (readonly Unit[])[] => {
  const lots = lotsOf(turn.basket.units);
  const lotOf = (set: readonly Unit[]): readonly Unit[] | undefined =>
    lots.find((lot) => set.every((unit) => lot.includes(unit)));
  return found.reduce<readonly (readonly Unit[])[]>((groups, set) => {
    const last = groups.at(-1);
    const isSameLot = last !== undefined && lotOf(set) !== undefined && lotOf(set) === lotOf(last);
    return isSameLot ? [...groups.slice(0, -1), [...last, ...set]] : [...groups, set];
  }, []);
};
const fixedPrice = (turn: Turn, units: readonly Unit[]): Taking => {
  const price = turn.discount.gain?.by === 'price' ? turn.discount.gain.price : 0n;
  const size = setSizeOf(turn);
  const groups = joined(turn, sets(turn, units, size));
  const cuts = groups.map((group) => {
    const worth = sumOf(group, (unit) => began(turn, unit));
    return laidByWorth(turn, group, worth - price * BigInt(group.length / size));
  });
  const together = groups.map((group) => new Set(group.map(({ id }) => id)));
  return { ...asTaking(added(...cuts), groups.flat()), together };
};

/** Where some of the goods that a sum was asked for are gone or set aside, what is left weighs as much as it cost then. */
const leftOfSum = (
  given: Turn['given'],
  { amount, asked }: { readonly amount: number; readonly asked?: Readonly<Record<string, AskedOff>> },
  here: (amount: number) => bigint,
): bigint => {
  const lines = basketOf(given).goods.flatMap((good) => good.lines);
  const rows = Object.entries(asked ?? {}).map(([uid, one]) => {
    const units = lines.reduce((sum, line) => sum + (line.articleUid === uid ? line.quantity : 0), 0);
    return { ...one, left: Math.min(units, one.units) };
  });
  if (rows.every(({ units, left }) => units === left)) return here(amount);
  const all = sumOf(rows, (row) => BigInt(row.amount));
  const left = sumOf(rows, (row) => (BigInt(row.amount) * BigInt(row.left)) / BigInt(row.units));
  return all === 0n ? 0n : (here(amount) * left) / all;
};

/** What the merchant's own rule asked for each article, for as many of its units as are open, or for all of them in one sum. */
const custom = (turn: Turn, units: readonly Unit[]): Taking => {
  const answer = turn.given.custom[turn.discount.code];
  if (answer === undefined || answer.kind === 'none') return nothing;
  const here = fromHome(turn.given);
  if (answer.kind === 'cart') return asTaking(laidByWorth(turn, units, leftOfSum(turn.given, answer, here)), units);
  const byGood = goodsOf(turn.basket, units).map((good) => units.filter((unit) => unit.good === good.at));
  const cuts = byGood.map((of) => {
    const asked = of[0] && answer.articles[goodOf(turn.basket, of[0]).article.uid];
    if (asked === undefined) return new Map();
    const counted = Math.min(asked.units, of.length);
    return laidByWorth(turn, of, (here(asked.amount) * BigInt(counted)) / BigInt(asked.units));
  });
  return asTaking(added(...cuts), units);
};

const limited = (turn: Turn, units: readonly Unit[]): readonly Unit[] => {
  const { most: limit } = turn.discount;
  if (limit === null || units.length <= limit) return units;
  const picked = sortedByPrice(units, (unit) => began(turn, unit), turn.given.policy.set_pick).slice(0, limit);
  return picked.toSorted((a, b) => a.id - b.id);
};

/** How often the goods cost what is asked for; once where nothing is. */
const timesIn = (turn: Turn, units: readonly Unit[]): bigint => {
  const { every, uses } = turn.discount;
  if (every === null) return 1n;
  const reached = sumOf(units, (unit) => began(turn, unit)) / (every === 0n ? 1n : every);
  return uses !== null && reached > BigInt(uses) ? BigInt(uses) : reached;
};

/** The last slice that begins at or before a unit's place, dearest first, is the one that counts for it. */
const bySlices = (turn: Turn, units: readonly Unit[], slices: NonNullable<Turn['discount']['slices']>): Taking => {
  const row = sortedByPrice(units, (unit) => began(turn, unit), 'dearest');
  const sliceAt = (place: number) =>
    slices.filter(({ from }) => from <= place).toSorted((x, y) => y.from - x.from)[0] ?? null;
  const given = row
    .map((unit, at) => ({ unit, slice: sliceAt(at + 1) }))
    .filter(({ slice }) => slice !== null && slice.gain !== null);
  const placed = fromFront(
    turn.basket,
    given.map(({ unit }) => unit),
  );
  const cuts = new Map(
    placed.map((unit, at) => [unit.id, offUnit(given[at]?.slice?.gain ?? null, began(turn, unit), turn.given)]),
  );
  // Units of one slice are taken together.
  const together = slices.map((own) => new Set(placed.filter((_, at) => given[at]?.slice === own).map(({ id }) => id)));
  return { ...asTaking(withinRoom(turn.basket, cuts), placed), together };
};

const uncapped = (turn: Turn): Taking => {
  const { offer, discount, given, basket } = turn;
  const all = openUnits(given, offer, discount, basket);
  // Units that have nothing left to take off are counted, but not chosen.
  const open = all.filter((unit) => roomOf(basket, unit) > 0n);
  const { type, gain, sequence, eachUnit } = discount;
  if (type === 'bogo') return buyAndGet(turn, open);
  if (type === 'fixed_price') return fixedPrice(turn, open);
  if (discount.fewest !== null && all.length < discount.fewest) return nothing;
  const units = limited(turn, open);
  if (type === 'custom') return custom(turn, units);
  if (discount.slices !== null) return bySlices(turn, units, discount.slices);
  if (['item_based_discount', 'steal_deal'].includes(type) || (type === 'amount' && eachUnit)) {
    const chosen = sequence === null ? units : fromFront(basket, everyNth(turn, units, sequence));
    return asTaking(offEach(turn, chosen), chosen);
  }
  return overAll(turn, units, gain);
};
/** A percentage of each line or of all, or one sum. */
const overAll = (turn: Turn, units: readonly Unit[], gain: Gain | null): Taking => {
  if (gain === null || gain.by === 'price') return nothing;
  const once = ['cart', 'coupon'].includes(turn.offer.group);
  return asTaking(
    gain.by === 'rate' ? percent(turn, units, once) : laidByWorth(turn, units, gain.amount * timesIn(turn, units)),
    units,
  );
};

export const takes = (turn: Turn): Taking => {
  const taking = uncapped(turn);
  return { ...taking, cuts: capped(turn.given, turn.basket, taking, turn.discount.cap) };
};
