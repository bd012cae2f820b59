/**
 * The pricing of a cart's last acknowledged write, kept beside the cart. `detail-light` shows it, `notification` compares it
 * with now, and it pins the exchange rate. It decides no price.
 */
import { lineAmount } from '../../pricing/lots.ts';
import type { RawBreakup } from '../../pricing/priced-types.ts';
import type { Minor } from '../../shared/money.ts';
import { offersOnLine } from './line-effects.ts';
import type { PricedView } from './priced-view.ts';

export type SnapshotLine = {
  readonly identifier: string;
  readonly key: string;
  readonly quantity: number;
  readonly articleUid: string;
  /** Unit price before offers, and what the line costs after them; null when it had no price. */
  readonly unit: Minor | null;
  readonly amount: Minor | null;
  readonly sellable: number;
  /** Ids of the offers that changed it. */
  readonly offers: readonly string[];
};
export type PricedSnapshot = {
  readonly at: number;
  readonly currency: string;
  /** Of the exchange rate into that currency; null in the application's own. */
  readonly rateId: string | null;
  readonly raw: RawBreakup;
  readonly coupon: { readonly code: string; readonly discount: Minor } | null;
  readonly lines: readonly SnapshotLine[];
};

export const snapshotOf = (view: PricedView): PricedSnapshot => ({
  at: view.now,
  currency: view.currency.code,
  rateId: view.rateId,
  raw: view.priced.breakup,
  coupon: view.coupon.applied ? { code: view.coupon.code, discount: view.coupon.discount } : null,
  lines: view.lines.map((line) => ({
    identifier: line.identifier,
    key: line.key,
    quantity: line.quantity,
    articleUid: line.article?.uid ?? '',
    unit: line.priced?.effective ?? null,
    amount: line.priced === null ? null : lineAmount(line.priced),
    sellable: line.availability.sellable,
    offers: offersOnLine(view.priced, line.priced?.key),
  })),
});
