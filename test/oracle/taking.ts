/** What a rule takes from which units, and how a sum is laid on them. */
import type { Case } from './case.ts';
import { roomOf } from './eligible.ts';
import type { Basket, Good, Unit } from './goods.ts';
import type { Offer } from './offer.ts';
import { least, sum, sumOf } from './rational.ts';
import { share } from './sharing.ts';

export type Cuts = ReadonlyMap<number, bigint>;
export type Taking = {
  readonly cuts: Cuts;
  /** Units it used, whether or not they became cheaper. */
  readonly used: ReadonlySet<number>;
  /** Of these, bought or given in buy and get. */
  readonly spent: ReadonlySet<number>;
  /** Units that were taken together: of one set. */
  readonly together: readonly ReadonlySet<number>[];
};
export const nothing: Taking = { cuts: new Map(), used: new Set(), spent: new Set(), together: [] };
export const amountTaken = ({ cuts }: { readonly cuts: Cuts }): bigint => sum([...cuts.values()]);

/** Prices at which the offer began, by unit. */
export type Began = ReadonlyMap<number, bigint>;
export const goodsOf = (basket: Basket, units: readonly Unit[]): readonly Good[] =>
  basket.goods.filter(({ at }) => units.some(({ good }) => good === at));

const history = ({ good, price, closed, spent, usedBy, cuts }: Unit): string =>
  `${good} ${price} ${closed} ${spent} ${usedBy.join()} ${cuts.join()}`;
/** Neighbours with the same history. */
export const lotsOf = (
  units: readonly Unit[],
  apart: (unit: Unit) => number = () => 0,
): readonly (readonly Unit[])[] => {
  const lots: Unit[][] = [];
  for (const unit of units) {
    const last = lots.at(-1);
    const before = last?.at(-1);
    const joins = before?.id === unit.id - 1 && history(before) === history(unit) && apart(before) === apart(unit);
    if (joins) last?.push(unit);
    else lots.push([unit]);
  }
  return lots;
};

export type Laid = {
  /** Of a whole lot, among goods. */
  readonly weight: (lot: readonly Unit[]) => bigint;
  /** Of a lot among those of its good, where that is another. */
  readonly inside?: (lot: readonly Unit[]) => bigint;
  readonly room: (unit: Unit) => bigint;
  /** Neighbours of one history are still two lots where this differs. */
  readonly apart?: (unit: Unit) => number;
};
/** Shared over goods, what falls on a good over its lots, what falls on a lot evenly over its units. */
export const lay = (given: Case, basket: Basket, units: readonly Unit[], amount: bigint, laid: Laid): Cuts => {
  const inRow = units.toSorted((a, b) => a.id - b.id);
  const goods = goodsOf(basket, units).map((good) =>
    lotsOf(
      inRow.filter((unit) => unit.good === good.at),
      laid.apart,
    ),
  );
  const claim = (lots: readonly (readonly Unit[])[]) => ({
    weight: sumOf(lots, laid.weight),
    room: sumOf(lots.flat(), laid.room),
  });
  const parts = share(amount, goods.map(claim), given.policy.remainder);
  const cuts = new Map<number, bigint>();
  for (const [at, lots] of goods.entries()) {
    const inner = share(
      parts[at] ?? 0n,
      lots.map((lot) => ({ ...claim([lot]), weight: (laid.inside ?? laid.weight)(lot) })),
      'largest',
    );
    for (const [place, lot] of lots.entries()) {
      const each = share(
        inner[place] ?? 0n,
        lot.map((unit) => ({ weight: 1n, room: laid.room(unit) })),
        'largest',
      );
      for (const [index, { id }] of lot.entries()) if ((each[index] ?? 0n) > 0n) cuts.set(id, each[index] ?? 0n);
    }
  }
  return cuts;
};

/** Units of a lot are alike: chosen ones are taken from its front, in the order in which they were chosen. */
export const fromFront = (basket: Basket, chosen: readonly Unit[]): readonly Unit[] => {
  const ids = new Set(chosen.map(({ id }) => id));
  const place = new Map<number, Unit>();
  for (const lot of lotsOf(basket.units)) {
    const own = lot.filter(({ id }) => ids.has(id));
    const inOrder = chosen.filter((unit) => own.includes(unit));
    for (const [at, unit] of inOrder.entries()) place.set(unit.id, lot[at] ?? unit);
  }
  return chosen.map((unit) => place.get(unit.id) ?? unit);
};

/** A cap is shared in proportion to what units that were taken together would have got; nobody gets more than that. */
export const capped = (given: Case, basket: Basket, { cuts, together }: Taking, cap: bigint | null): Cuts => {
  if (cap === null || amountTaken({ cuts }) <= cap) return cuts;
  const wanted = (unit: Unit): bigint => cuts.get(unit.id) ?? 0n;
  const units = basket.units.filter((unit) => wanted(unit) > 0n);
  const groupOf = (unit: Unit): number => together.findIndex((ids) => ids.has(unit.id));
  return lay(given, basket, units, cap, { weight: (lot) => sumOf(lot, wanted), room: wanted, apart: groupOf });
};
export const added = (...all: readonly Cuts[]): Cuts => {
  const total = new Map<number, bigint>();
  for (const cuts of all) for (const [id, cut] of cuts) total.set(id, (total.get(id) ?? 0n) + cut);
  return total;
};
export const withinRoom = (basket: Basket, cuts: Cuts): Cuts =>
  new Map(
    basket.units.flatMap((unit) => {
      const cut = least(cuts.get(unit.id) ?? 0n, roomOf(basket, unit));
      return cut > 0n ? [[unit.id, cut] as const] : [];
    }),
  );

export const cutBy = (unit: Unit, cut: bigint, by: string): Unit =>
  cut === 0n ? unit : { ...unit, price: unit.price - cut, cuts: [...unit.cuts, `${by} ${cut}`] };
export const taken = (basket: Basket, { cuts, used, spent }: Taking, offer: Offer, rule: number): Basket => ({
  goods: basket.goods,
  units: basket.units.map((unit) => ({
    ...cutBy(unit, cuts.get(unit.id) ?? 0n, `${offer.id}/${rule}`),
    spent: unit.spent || spent.has(unit.id),
    usedBy: used.has(unit.id) && !unit.usedBy.includes(offer.id) ? [...unit.usedBy, offer.id] : unit.usedBy,
  })),
});
/** Marks an offer leaves when all its rules are done. */
export const closedBy = (basket: Basket, offer: Offer): Basket => {
  const mine = (unit: Unit): boolean => unit.usedBy.includes(offer.id);
  const wholeGoods = offer.exclusive === 'article';
  const touched = new Set(basket.units.filter(mine).map(({ good }) => good));
  return {
    goods: basket.goods.map((good) => (wholeGoods && touched.has(good.at) ? { ...good, closed: true } : good)),
    units: basket.units.map((unit) => (!offer.stackable && mine(unit) ? { ...unit, closed: true } : unit)),
  };
};
