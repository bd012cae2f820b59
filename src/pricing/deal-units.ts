/**
 * After the last stage: the units of a good dealt back to the lines that were pooled into it, dearest first, and with them its tax
 * and its shares of adjustments and charges. What every line says still follows from its derivations, and adds up to the good.
 */
import { allocate } from '../shared/allocate.ts';
import type { Minor } from '../shared/money.ts';
import { onceFor } from '../shared/once-per.ts';
import type { CartState } from './cart-state.ts';
import { lineAmount } from './lots.ts';
import type { Member } from './pool-lines.ts';
import type { Adjustment, Share } from './adjustment-types.ts';
import type { Charge } from './charge-types.ts';
import type { Lot, PricedLine } from './priced-types.ts';
import type { LineTax, TaxPart } from './money/tax-types.ts';
import type { Work } from './work.ts';

/** Units dearest first, to one line after another until each is full. */
const dealLots = (lots: readonly Lot[], members: readonly Member[]): readonly (readonly Lot[])[] => {
  const rest = lots.toSorted((a, b) => b.price - a.price);
  let [at, used] = [0, 0];
  return members.map(({ asked }) => {
    const dealt: Lot[] = [];
    for (let wanted = asked.quantity; wanted > 0; ) {
      const lot = rest[at];
      if (lot === undefined) break;
      const units = Math.min(wanted, lot.units - used);
      dealt.push({ ...lot, units });
      wanted -= units;
      used += units;
      if (used === lot.units) [at, used] = [at + 1, 0];
    }
    return dealt;
  });
};

const shared = (amount: Minor, weights: readonly number[]): readonly Minor[] =>
  allocate(
    amount,
    weights.map((weight) => ({ weight })),
  );

/** One part after another by what the lines have left of the tax, the first is the rest: each adds up to the good's. */
const dealParts = (parts: readonly TaxPart[], taxes: readonly Minor[]): readonly (readonly TaxPart[])[] => {
  const [first, ...others] = parts;
  if (first === undefined) return taxes.map(() => []);
  let left = taxes;
  const dealt = others.toReversed().map((part) => {
    const amounts = allocate(
      part.amount,
      left.map((tax) => ({ weight: tax, room: tax })),
    );
    left = left.map((tax, at) => tax - (amounts[at] ?? 0));
    return amounts.map((amount) => ({ ...part, amount }));
  });
  return taxes.map((_tax, at) => [
    { ...first, amount: left[at] ?? 0 },
    ...dealt.toReversed().flatMap((amounts) => amounts[at] ?? []),
  ]);
};

const dealTax = (tax: LineTax, amounts: readonly Minor[], inside: boolean): readonly LineTax[] => {
  const taxes = shared(tax.tax, amounts);
  const parts = dealParts(tax.parts, taxes);
  return amounts.map((amount, at) => {
    const own = taxes[at] ?? 0;
    return { ...tax, taxable: inside ? amount - own : amount, tax: own, parts: parts[at] ?? [] };
  });
};

const dealGood = (good: PricedLine, members: readonly Member[], inside: boolean): readonly PricedLine[] => {
  const lines = dealLots(good.lots, members).map((lots, at) => {
    const asked = members[at]?.asked ?? good.asked;
    return { ...good, key: asked.key, asked, quantity: asked.quantity, lots };
  });
  const taxes = dealTax(good.tax, lines.map(lineAmount), inside);
  return lines.map((line, at) => ({ ...line, tax: taxes[at] ?? good.tax }));
};

type Dealt = ReadonlyMap<string, readonly PricedLine[]>;

/** What lies on no unit is shared by what the lines cost; where they cost nothing, by their units. */
const sharedByCost = (amount: Minor, lines: readonly PricedLine[]): readonly Minor[] => {
  const amounts = lines.map(lineAmount);
  return shared(amount, amounts.some((cost) => cost > 0) ? amounts : lines.map(({ quantity }) => quantity));
};

type Cuts = Share['lots'][number][];
/** What each adjustment took off the units of a line: every one of them asks. */
const cutsByAdjustment = ({ lots }: PricedLine): ReadonlyMap<string, Cuts> => {
  const found = new Map<string, Cuts>();
  for (const { units, cuts } of lots) {
    for (const { adjustment, each } of cuts) {
      const known = found.get(adjustment);
      if (known === undefined) found.set(adjustment, [{ units, each }]);
      else known.push({ units, each });
    }
  }
  return found;
};
/** Found once for a line. */
type CutsOn = typeof cutsByAdjustment;

const cutBy = (adjustment: string, line: PricedLine, cutsOn: CutsOn): Share => {
  const { key } = line;
  const cuts = cutsOn(line).get(adjustment) ?? [];
  return {
    line: key,
    units: cuts.reduce((sum, { units }) => sum + units, 0),
    amount: cuts.reduce((sum, { units, each }) => sum + units * each, 0),
    lots: cuts,
  };
};

const dealShare = (
  share: Share,
  { id, stage }: Adjustment,
  lines: readonly PricedLine[],
  cutsOn: CutsOn,
): readonly Share[] => {
  if (stage === 'shipping') {
    const parts = sharedByCost(share.amount, lines);
    const dealt = lines.map(({ key, quantity }, at) => ({
      line: key,
      units: quantity,
      amount: parts[at] ?? 0,
      lots: [],
    }));
    return dealt.filter(({ amount }) => amount > 0);
  }
  if (stage !== 'unit_price') return lines.map((line) => cutBy(id, line, cutsOn)).filter(({ units }) => units > 0);
  const each = share.lots[0]?.each ?? 0;
  return lines.map(({ key, quantity: units }) => ({ line: key, units, amount: units * each, lots: [{ units, each }] }));
};

const dealAdjustment = (adjustment: Adjustment, dealt: Dealt, cutsOn: CutsOn): Adjustment => {
  if (!adjustment.shares.some(({ line }) => dealt.has(line))) return adjustment;
  const shares = adjustment.shares.flatMap((share) => {
    const lines = dealt.get(share.line);
    return lines === undefined ? [share] : dealShare(share, adjustment, lines, cutsOn);
  });
  return { ...adjustment, shares };
};

/** Wrapping is paid for each unit, anything else falls on what the lines cost. */
const dealCharge = (charge: Charge, dealt: Dealt): Charge => {
  if (!charge.shares.some(({ line }) => dealt.has(line))) return charge;
  const { basis, type } = charge;
  const shares = charge.shares.flatMap((share) => {
    const lines = dealt.get(share.line);
    if (lines === undefined) return [share];
    const units = lines.map(({ quantity }) => quantity);
    const parts = type === 'gift' ? shared(share.amount, units) : sharedByCost(share.amount, lines);
    return lines.map(({ key }, at) => ({ line: key, amount: parts[at] ?? 0 }));
  });
  if (basis.kind !== 'units') return { ...charge, shares };
  const units = basis.units.flatMap((entry) => {
    const lines = dealt.get(entry.line);
    return lines === undefined ? [entry] : lines.map(({ key, quantity }) => ({ ...entry, line: key, units: quantity }));
  });
  return { ...charge, shares, basis: { ...basis, units } };
};

export type DealtCart = {
  /** As the shopper added them, each gift behind the line it belongs to. */
  readonly lines: readonly PricedLine[];
  readonly adjustments: readonly Adjustment[];
  readonly charges: readonly Charge[];
};

const inAskedOrder = ({ lines, members }: CartState, dealt: Dealt): readonly PricedLine[] => {
  const byPlace: (PricedLine | undefined)[] = [];
  for (const [at, ofGood] of members.entries()) {
    const good = lines[at];
    if (good === undefined) continue;
    const own = dealt.get(good.key) ?? [good];
    for (const [position, { place }] of ofGood.entries()) byPlace[place] = own[position];
  }
  const own = byPlace.filter((line) => line !== undefined);
  const gifts = lines.slice(members.length);
  if (gifts.length === 0) return own;
  const byParent = Map.groupBy(gifts, ({ gift }) => gift?.parentKey);
  return own.flatMap((line) => [line, ...(byParent.get(line.key) ?? [])]);
};

/** Whether some of the shopper's lines are one good. */
export const isPooled = ({ members }: CartState): boolean => members.some(({ length }) => length > 1);
/** Where none are there is nothing to deal. */
export const asAsked = (cart: CartState, charges: readonly Charge[]): DealtCart => ({
  lines: inAskedOrder(cart, new Map()),
  adjustments: cart.adjustments,
  charges,
});

/** So many shares are dealt in the time of a line that meets a rule. */
const SHARES_A_MEETING = 5;

export function* dealUnits(cart: CartState, charges: readonly Charge[]): Work<DealtCart> {
  const { lines, members, adjustments, input } = cart;
  const dealt = new Map<string, readonly PricedLine[]>();
  for (const [at, ofGood] of members.entries()) {
    const good = lines[at];
    if (good === undefined || ofGood.length === 1) continue;
    dealt.set(good.key, dealGood(good, ofGood, input.policy.prices_include_tax));
  }
  const asked = inAskedOrder(cart, dealt);
  const cutsOn = onceFor(cutsByAdjustment);
  const dealtOut: Adjustment[] = [];
  for (const adjustment of adjustments) {
    if (adjustment.shares.length > SHARES_A_MEETING) yield adjustment.shares.length / SHARES_A_MEETING;
    dealtOut.push(dealAdjustment(adjustment, dealt, cutsOn));
  }
  return { lines: asked, adjustments: dealtOut, charges: charges.map((charge) => dealCharge(charge, dealt)) };
}
