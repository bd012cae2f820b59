/** Which rates sales over borders of the European Union have, in words. Pure. */
import type { ApplicationView } from '../../../../src/contract/applications/application-admin-contract.ts';

export type OssTax = Pick<ApplicationView['cart']['tax'], 'oss' | 'oss_threshold'>;

/** In euro, where a shop of that currency says none of its own. */
const USUAL_THRESHOLD = 10_000;

/** Null: nobody has said what it is in this currency. */
export const thresholdOf = ({ oss_threshold: said }: OssTax, currency: string): number | null =>
  said ?? (currency === 'EUR' ? USUAL_THRESHOLD : null);

export const whoseRates = (oss: OssTax['oss'], threshold: string | null): string => {
  if (oss === 'destination') return 'Consumers pay the rate of their own country, whatever was sold.';
  if (oss === 'origin') return 'Consumers pay the rate of the store’s country, whatever was sold.';
  return threshold === null
    ? 'Sales are counted, but the shop has not said what the threshold is in its currency: say it before you sell.'
    : `Consumers pay the rate of the store’s country until a year passes ${threshold}, then that of their own.`;
};
