/** Figures that an order is made of. Amounts are minor units of the order's currency unless they say otherwise. */
import type { BalanceKind } from '../balances/balance-statements.ts';
import type { Stage } from '../pricing/adjustment-types.ts';
import type { Minor, Ppm } from '../shared/money.ts';

/** Who bears a discount, as the offer's `ownership` says. */
export type Payer = { readonly category: string; readonly by: string };
/** `forgiven`: what remaining goods would cost more since others went back, and nobody asks for. */
export type DiscountSource = { readonly kind: 'offer' | 'adjustment' | 'forgiven'; readonly id: string };
export type Discount = Readonly<{ source: DiscountSource; stage: Stage; payer: Payer; amount: Minor }>;

/** What one authority has of a tax. */
export type OrderLevy = Readonly<{ name: string; jurisdiction: string; rate: Ppm; amount: Minor }>;

export type TaxAmounts = Readonly<Record<'taxable' | 'tax' | 'cgst' | 'sgst' | 'igst', Minor>> & {
  /** Only where a table of rates taxed it; they add up to `tax`. */
  readonly levies?: readonly OrderLevy[];
};
/** All tax of one rate and HSN code; charges have no code. */
export type TaxRow = TaxAmounts & { readonly on: 'goods' | 'charges'; readonly hsn: string | null; readonly rate: Ppm };

/** What paid without being a payment. `spent` is what the balance fell by: points, or minor units of the home currency. */
export type OrderTender = Readonly<{ kind: BalanceKind | 'adjustment'; account: string; amount: Minor; spent: number }>;

/** A balance to be raised once the order was paid for. */
export type Earned = { readonly kind: BalanceKind; readonly amount: number };
