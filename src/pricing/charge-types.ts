/** What is charged beside the goods, and what pays: fees, balances, instalments, cashback. */
import type { Minor, Ppm } from '../shared/money.ts';
import type { CashRounding, Fee } from './pricing-types.ts';
import type { TaxPart } from './money/tax-types.ts';
import type { ShippingPart } from './shipping-types.ts';

export type Charge = {
  readonly code: string;
  readonly name: string;
  readonly type: 'delivery' | 'cod' | 'convenience' | 'gift' | 'emi' | 'adjustment' | 'rounding';
  /** As configured, before tax is added or an adjustment replaces it. */
  readonly preset: Minor | null;
  readonly original: Minor;
  /** What is charged, tax included. */
  readonly amount: Minor;
  /** What offers on delivery take off it; the tax is of what they leave. */
  readonly waived: Minor;
  readonly tax: Minor;
  readonly taxRate: Ppm;
  readonly parts: readonly TaxPart[];
  /** How the configured amount was found. */
  readonly basis: ChargeBasis;
  readonly adjustmentId: string | null;
  readonly shares: readonly { readonly line: string; readonly amount: Minor }[];
};
export type ChargeBasis =
  | { readonly kind: 'table'; readonly goods: Minor; readonly threshold: Minor | null }
  | { readonly kind: 'shipping'; readonly goods: Minor; readonly parts: readonly ShippingPart[] }
  | { readonly kind: 'fee'; readonly base: Minor; readonly fee: Fee }
  | {
      readonly kind: 'units';
      readonly units: readonly { readonly line: string; readonly units: number; readonly each: Minor }[];
    }
  | ({ readonly kind: 'steps' } & Pick<CashRounding, 'step' | 'mode'>)
  | { readonly kind: 'given' };

export type TenderPart = {
  readonly kind: 'loyalty' | 'store_credit' | 'gift_card' | 'mop';
  readonly id: string;
  readonly amount: Minor;
  /** The most this could have paid: a balance, a cap, an adjustment's value. */
  readonly most: Minor;
  /** What its balance falls by: points, or minor units of the application's currency; 0 where there is no balance. */
  readonly spent: number;
};
export type LoyaltyAnswer = {
  readonly points: number;
  readonly applicable: number;
  /** What the applicable points pay, in the cart's currency. */
  readonly worth: Minor;
  readonly applied: boolean;
  readonly blockedByCoupon: boolean;
};
export type EmiAnswer = {
  readonly planId: string;
  readonly principal: Minor;
  readonly instalment: Minor;
  readonly lastInstalment: Minor;
  readonly totalPayable: Minor;
  readonly totalInterest: Minor;
  readonly fee: Minor;
  readonly feeTax: Minor;
};
export type CashbackPart = { readonly offerId: string; readonly amount: Minor };
/** Goods that count once more for points: by how much, and which lines. */
export type PointsPart = {
  readonly offerId: string;
  readonly amount: Minor;
  readonly rate: Ppm;
  readonly lines: readonly string[];
};
