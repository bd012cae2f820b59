/** How a number came about: every change of a price or of the total, with the steps that made it. */
import type { Minor, Ppm, Rounding } from '../shared/money.ts';

export type Stage =
  | 'unit_price'
  | 'promotion'
  | 'adjustment'
  | 'coupon'
  | 'gift'
  | 'charge'
  | 'shipping'
  | 'tender'
  | 'cashback'
  | 'points';

/** One multiplication or subtraction, with everything needed to do it again. `taken` is the result as far as there was room. */
export type Step =
  | {
      readonly formula: 'rate';
      readonly base: Minor;
      readonly rate: Ppm;
      readonly rounding: Rounding;
      readonly result: Minor;
      readonly taken: Minor;
      /** What rounding added (positive) or lost, in millionths of the minor unit. */
      readonly residue: number;
      readonly line: string | null;
      /** Rounded for one unit and multiplied. */
      readonly units: number;
    }
  | {
      readonly formula: 'each';
      readonly amount: Minor;
      readonly units: number;
      readonly result: Minor;
      readonly taken: Minor;
      readonly line: string | null;
    }
  | { readonly formula: 'flat'; readonly amount: Minor; readonly result: Minor; readonly taken: Minor }
  | {
      readonly formula: 'down_to';
      readonly base: Minor;
      readonly price: Minor;
      readonly result: Minor;
      readonly taken: Minor;
    }
  | { readonly formula: 'asked'; readonly result: Minor; readonly taken: Minor };

/** The part of an adjustment that fell on some units of a line. */
export type Share = {
  readonly line: string;
  readonly units: number;
  readonly amount: Minor;
  readonly lots: readonly { readonly units: number; readonly each: Minor }[];
};

/** A change of a price or of the total, and how it came about. Explaining a number is reading these. */
export type Adjustment = {
  readonly id: string;
  readonly stage: Stage;
  readonly source: { readonly kind: 'offer' | 'adjustment' | 'settings' | 'balance'; readonly id: string };
  /** Discount rule of the offer. */
  readonly rule: number | null;
  readonly steps: readonly Step[];
  /** The offer's own limit on the sum of the steps. */
  readonly cap: Minor | null;
  /** What there was to take from, after floors and marks. */
  readonly room: Minor | null;
  /** What it came to: all that the steps took, or the cap. */
  readonly amount: Minor;
  readonly shares: readonly Share[];
  /** Slugs of the buy rules that were true. */
  readonly matched: readonly string[];
  /** Units that were eligible before limits. */
  readonly eligibleUnits: number;
};
