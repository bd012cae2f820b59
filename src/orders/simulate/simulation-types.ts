/** What a simulation works on and what it counts. Amounts are minor units of the application's currency unless they say otherwise. */
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import type { Article } from '../../pricing/pricing-types.ts';
import type { Minor } from '../../shared/money.ts';

/** The offers that are compared. */
export type SimulatedSet = {
  /** Those that are published. */
  readonly base: readonly CompiledOffer[];
  /** Those that are tried. */
  readonly added: readonly CompiledOffer[];
  /** Published ones that are tried to be without, by id. */
  readonly without: readonly string[];
  /** Every cart that has no coupon is taken to have typed this one; null: none has. */
  readonly coupon: CompiledOffer | null;
  /** Articles that tried offers give away. */
  readonly gifts: ReadonlyMap<number, readonly Article[]>;
  /** A unit that is sold for less than this share of its price before offers is too cheap; in per cent. */
  readonly leastPercent: number;
};

/** A set as bytes: its offers one by one, and what else there is. */
export type SentSet = {
  readonly base: readonly Uint8Array[];
  readonly added: readonly Uint8Array[];
  readonly rest: Uint8Array;
};

/** A cart or an order as it was recorded. */
export type Recorded = {
  readonly kind: 'order' | 'cart';
  /** Of the order, or the number of the cart. */
  readonly id: string;
  /** What it was priced from, as orders keep it: offers stand in it by their hashes. */
  readonly input: string;
  /** The coupons that were typed, by the ids of their offers, where the input does not name them. */
  readonly couponIds: readonly string[];
  /** What it came to, in its own currency. */
  readonly total: Minor;
  /** A rule of the merchant's own was left out of it. */
  readonly isWithoutRules?: boolean;
};

/** Some of them, with the offers that their inputs name. */
export type Portion = {
  readonly carts: readonly Recorded[];
  /** Carts beside these that have nothing in them. */
  readonly empty?: number;
  readonly offers: readonly { readonly hash: string; readonly document: string }[];
};

export type OfferTally = { readonly carts: number; readonly amount: Minor; readonly cashback: Minor };
export type StackTally = {
  readonly carts: number;
  /** Carts in which a unit became too cheap by it. */
  readonly accidents: number;
  /** The most that a unit lost, in per cent. */
  readonly deepest: number;
};
export type WorstCart = {
  readonly kind: Recorded['kind'];
  readonly id: string;
  readonly before: Minor;
  readonly after: Minor;
  readonly saving: Minor;
};

export type Tally = {
  readonly carts: number;
  readonly orders: number;
  /** Of both, those whose recorded total comes out again under the published offers. */
  readonly reproduced: number;
  /** What shoppers pay, by balances too: as recorded, under the published offers, under the tried ones. */
  readonly before: Minor;
  readonly after: Minor;
  readonly cashback: Minor;
  readonly touched: number;
  /** Carts that cost more under the tried offers. */
  readonly dearer: number;
  readonly tooCheap: number;
  /** Carts in which a floor price kept a tried offer from taking all it would. */
  readonly atFloor: number;
  readonly accidents: number;
  readonly unpriced: number;
  readonly offers: ReadonlyMap<string, OfferTally>;
  /** By the ids of the offers that met on one unit, as JSON. */
  readonly stacks: ReadonlyMap<string, StackTally>;
  readonly worst: readonly WorstCart[];
};
