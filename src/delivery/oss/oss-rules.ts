/**
 * The threshold of the European Union's One Stop Shop: up to it sales to consumers in other member states are taxed where they
 * come from, from it on where they go. A year counts alone, and the year after one that went over it counts as over. Pure.
 */
import type { CartSettings } from '../../contract/applications/cart-settings-contract.ts';
import type { Currency } from '../../shared/currency.ts';
import { type Minor, toMinor } from '../../shared/money.ts';
import { dateOf, dayOf } from '../../shared/time-zone.ts';

export type OssBasis = 'origin' | 'destination';
type OssSold = Readonly<{ sold: Minor; lastYear: Minor }>;
/** What was sold so far, without tax, in minor units of the application's currency; `paid`: without orders that await their payment. */
export type OssCount = OssSold & Readonly<{ year: number; threshold: Minor; paid: OssSold }>;

/** In euro, as Article 59c of the VAT Directive has it. */
const OSS_THRESHOLD_EUR = 10_000;

export const yearAt = (zone: string, at: number): number => Number(dateOf(dayOf(zone, at)).slice(0, 4));

/** Null: the shop's currency is not the euro and it does not say what the threshold is in its own. */
export const ossThreshold = (
  { oss_threshold: said }: CartSettings['tax'],
  { code, exponent }: Currency,
): Minor | null => {
  if (said !== null) return toMinor(said, exponent);
  return code === 'EUR' ? toMinor(OSS_THRESHOLD_EUR, exponent) : null;
};

/** Whether one more sale stays within the threshold. */
export const staysWithin = ({ sold, lastYear, threshold }: Omit<OssCount, 'paid' | 'year'>, more: Minor): boolean =>
  lastYear <= threshold && sold + more <= threshold;

/** The same, if nobody pays for what is not paid yet. */
export const staysWithinPaid = ({ paid, threshold }: Pick<OssCount, 'paid' | 'threshold'>, more: Minor): boolean =>
  staysWithin({ ...paid, threshold }, more);

/** At which rates a cart is priced first; a count that it does not fit into prices it anew. */
export const firstBasis = ({ oss }: CartSettings['tax'], count: OssCount | null): OssBasis => {
  if (oss !== 'counted') return oss;
  return count !== null && staysWithinPaid(count, 0) ? 'origin' : 'destination';
};
