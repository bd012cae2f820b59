/** The cart between two stages, and the small changes that stages make to it. */
import type { Minor } from '../shared/money.ts';
import { lineAmount } from './lots.ts';
import type { Matcher } from './offers/match-lines.ts';
import type { CompiledOffer } from './compile/offer-types.ts';
import type { Member } from './pool-lines.ts';
import type { Adjustment } from './adjustment-types.ts';
import type { OfferChoice, PricedLine, SetAside } from './priced-types.ts';
import type { WhyNot } from './why-not-types.ts';
import type { PriceInput } from './pricing-types.ts';
import type { Consignment } from './shipping-types.ts';

export type CartState = {
  readonly input: PriceInput;
  /** The shopper's goods in their order, each as one line, then gifts. */
  readonly lines: readonly PricedLine[];
  /** The lines that were pooled into each good. */
  readonly members: readonly (readonly Member[])[];
  readonly match: Matcher;
  /** Offers that can apply, in order, with amounts in the cart's currency. */
  readonly offers: readonly CompiledOffer[];
  /** Those of them that do not go together with all others, by id. */
  readonly rivals: ReadonlyMap<string, CompiledOffer>;
  /** In the order in which they act. */
  readonly coupons: readonly CompiledOffer[];
  /** Undefined for a shop without shipping methods. */
  readonly consignments: readonly Consignment[] | undefined;
  readonly adjustments: readonly Adjustment[];
  readonly applied: readonly string[];
  /** The offer after which nothing else may apply. */
  readonly closedBy: string | null;
  readonly notApplied: readonly WhyNot[];
  readonly setAside: readonly SetAside[];
  /** Where the policy asks for the best combination of promotions. */
  readonly choice?: OfferChoice;
};

export const goodsAmount = (lines: readonly PricedLine[]): Minor =>
  lines.reduce((total, line) => total + lineAmount(line), 0);
/** How much of a cart whatever goes through it goes through. Measured: a line takes as much as three more of its lots. */
export const sizeOf = (lines: readonly PricedLine[]): number => {
  let lots = 0;
  for (const line of lines) lots += line.lots.length;
  return (3 * lines.length + lots) / 4;
};
export const unitsInCart = (lines: readonly PricedLine[]): number =>
  lines.reduce((units, line) => (line.gift === null ? units + line.quantity : units), 0);

/** What an offer did: lines that change by index, lines it adds, and the derivations. */
export type Applied = {
  readonly changed: ReadonlyMap<number, PricedLine>;
  readonly added: readonly PricedLine[];
  readonly adjustments: readonly Adjustment[];
};
export type Outcome = Applied | WhyNot;
export const didApply = (outcome: Outcome): outcome is Applied => 'changed' in outcome;

export const replaceLines = (
  lines: readonly PricedLine[],
  changed: ReadonlyMap<number, PricedLine>,
): readonly PricedLine[] => {
  if (changed.size === 0) return lines;
  const next = [...lines];
  for (const [at, line] of changed) next[at] = line;
  return next;
};

export const linesAfter = (lines: readonly PricedLine[], { changed, added }: Applied): readonly PricedLine[] => {
  const replaced = replaceLines(lines, changed);
  return added.length === 0 ? replaced : [...replaced, ...added];
};

export const withOutcome = (cart: CartState, offer: CompiledOffer, outcome: Outcome): CartState => {
  if (!didApply(outcome)) return { ...cart, notApplied: [...cart.notApplied, outcome] };
  return {
    ...cart,
    lines: linesAfter(cart.lines, outcome),
    adjustments: [...cart.adjustments, ...outcome.adjustments],
    applied: cart.applied.includes(offer.id) ? cart.applied : [...cart.applied, offer.id],
    closedBy: offer.exclusive === 'cart' ? offer.id : cart.closedBy,
  };
};
