/** What would have to be different for an offer to act. */
import type { CompiledOffer } from '../../../pricing/compile/offer-types.ts';
import type { PricedLine } from '../../../pricing/priced-types.ts';
import type { Payment, PriceInput } from '../../../pricing/pricing-types.ts';
import type { ShippingMethod } from '../../../pricing/shipping-types.ts';
import type { WhyNot } from '../../../pricing/why-not-types.ts';
import type { Work } from '../../../pricing/work.ts';
import type { Minor } from '../../../shared/money.ts';

/** Goods of which more can be had: a line of the cart, or one that could be added. */
export type Addable = {
  /** As pricing sees it; of one that is not in the cart, one unit alone. */
  readonly line: PricedLine;
  readonly inCart: boolean;
  /** Whether the line may have so many units in all. */
  readonly allows: (quantity: number) => boolean;
};

export type Step =
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'platform'; readonly platform: string }
  | { readonly kind: 'sign_in' }
  | { readonly kind: 'pay'; readonly payment: Payment }
  | { readonly kind: 'ship'; readonly method: ShippingMethod }
  | { readonly kind: 'take_gift'; readonly offerId: string }
  | { readonly kind: 'code'; readonly offer: CompiledOffer; readonly beside: readonly CompiledOffer[] }
  | { readonly kind: 'add'; readonly addable: Addable; readonly units: number; readonly promoId: string | null }
  | { readonly kind: 'remove'; readonly line: PricedLine; readonly units: number };

/** How an offer stands to a cart. */
export type Standing = {
  readonly applied: boolean;
  /** Null when it acts. Asked only where it matters: of an offer that no line could match it takes another look. */
  readonly why: () => Work<WhyNot | null>;
  /** What it takes off or credits. */
  readonly off: Minor;
  readonly total: Minor;
};

export type Search = {
  /** impossible: nothing that the shopper can do. none: all was tried. cut_short: not searched further. */
  readonly outcome: 'found' | 'none' | 'cut_short' | 'impossible';
  readonly steps: readonly Step[];
  /** With all steps done; null where there are none. */
  readonly after: Standing | null;
};

/** What a search may use. Articles of everything that can be added are in `input.articles`. */
export type SearchSpace = {
  readonly input: PriceInput;
  /** The cart's own lines, as they are priced now, gifts left out. */
  readonly goods: readonly PricedLine[];
  readonly addables: readonly Addable[];
  /** Whether units of a line can go without anything else going. */
  readonly goesAlone: (key: string) => boolean;
  /** Whether the shop takes this way of paying. */
  readonly takes: (payment: Payment) => boolean;
  /** Whether all that is brought can travel as it asks. */
  readonly travels: (method: ShippingMethod) => boolean;
  /** Asks for the work of pricing so many lines; false: no more of it. */
  readonly spend: (lines: number) => boolean;
};
