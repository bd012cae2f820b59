/**
 * What giving back some units gives back in money: what was kept so far less what the remaining goods cost, never less than
 * nothing. Where they would cost more than was kept, the excess is forgiven: on the lines and charges that grew, by how much they
 * grew. Pure.
 */
import { allocate } from '../../shared/allocate.ts';
import { type Minor, sum } from '../../shared/money.ts';
import { CASH_ROUNDING } from '../answer/order-tax.ts';
import { sellerPays } from '../answer/order-funding.ts';
import type { OrderLine } from '../order-document.ts';
import type { Discount } from '../order-figures.ts';
import type { Settlement, Standing, StandingCharge, StandingLine } from '../order-progress.ts';
import { taxIn } from './reprice-rules.ts';
import { type Agreed, chargeKey, grossOf, lessStanding, lineGross } from './standing-rules.ts';

const forgivenDiscount = (amount: Minor): readonly Discount[] =>
  amount === 0 ? [] : [{ source: { kind: 'forgiven', id: '' }, stage: 'adjustment', payer: sellerPays, amount }];

const cheaperLine = (line: StandingLine, off: Minor, agreed: OrderLine | undefined, onTop: boolean): StandingLine => {
  if (off === 0 || agreed === undefined) return line;
  const gross = lineGross(line, onTop) - off;
  const tax = taxIn(gross, agreed.tax.rate, line.tax);
  const amount = onTop ? tax.taxable : gross;
  return { ...line, amount, tax, discounts: [...line.discounts, ...forgivenDiscount(line.amount - amount)] };
};

const cheaperCharge = (charge: StandingCharge, off: Minor): StandingCharge =>
  off === 0
    ? charge
    : { ...charge, amount: charge.amount - off, tax: taxIn(charge.amount - off, charge.rate, charge.tax) };

/** The target, no dearer in all than the standing. */
const withinStanding = (
  before: Standing,
  target: Standing,
  { lines, excess }: Pick<Agreed, 'lines'> & { readonly excess: Minor },
  onTop: boolean,
): Standing => {
  if (excess === 0) return target;
  const had = new Map<string, Minor>([
    ...before.lines.map((line) => [`line/${line.line}`, lineGross(line, onTop)] as const),
    ...before.charges.map((charge) => [`charge/${chargeKey(charge)}`, charge.amount] as const),
  ]);
  const growth = (key: string, amount: Minor): Minor => Math.max(0, amount - (had.get(key) ?? 0));
  const grown = [
    ...target.lines.map((line) => growth(`line/${line.line}`, lineGross(line, onTop))),
    ...target.charges.map((charge) => growth(`charge/${chargeKey(charge)}`, charge.amount)),
  ];
  const off = allocate(
    excess,
    grown.map((weight) => ({ weight, room: weight })),
  );
  const agreed = new Map(lines.map((line) => [line.identifier, line]));
  return {
    ...target,
    lines: target.lines.map((line, at) => cheaperLine(line, off[at] ?? 0, agreed.get(line.line), onTop)),
    charges: target.charges.map((charge, at) => cheaperCharge(charge, off[target.lines.length + at] ?? 0)),
  };
};

/** What was rounded down is no more than what is left costs. */
const notBelowNothing = (target: Standing, onTop: boolean): Standing => {
  const below = grossOf(target, onTop);
  if (below >= 0) return target;
  const raised = (charge: StandingCharge): StandingCharge =>
    charge.code === CASH_ROUNDING
      ? { ...charge, amount: charge.amount - below, tax: { ...charge.tax, taxable: charge.tax.taxable - below } }
      : charge;
  return { ...target, charges: target.charges.map(raised) };
};

/** Nobody earns by giving back. */
const earnedAtMost = (before: Standing, { earns }: Standing): Standing['earns'] =>
  earns
    .map(({ kind, amount }) => ({
      kind,
      amount: Math.min(amount, before.earns.find((one) => one.kind === kind)?.amount ?? 0),
    }))
    .filter(({ amount }) => amount > 0);

export type Settled = {
  readonly standing: Standing;
  readonly difference: Pick<Settlement, 'lines' | 'charges' | 'waived' | 'earns'>;
  readonly amount: Minor;
  /** What the rest would cost more than is paid for it. */
  readonly forgiven: Minor;
};

export const settled = (
  before: Standing,
  target: Standing,
  { lines }: Pick<Agreed, 'lines'>,
  onTop: boolean,
): Settled => {
  const wanted = notBelowNothing(target, onTop);
  const forgiven = Math.max(0, grossOf(wanted, onTop) - grossOf(before, onTop));
  const standing = {
    ...withinStanding(before, wanted, { lines, excess: forgiven }, onTop),
    earns: earnedAtMost(before, target),
  };
  return {
    standing,
    difference: lessStanding(before, standing),
    amount: sum([grossOf(before, onTop), -grossOf(standing, onTop)]),
    forgiven,
  };
};
