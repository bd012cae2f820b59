/**
 * Exchange rates of companies, kept with the version they were read with: each call that prices goods asks for them, and a company may
 * have fed one for every hour of years. Whoever asks reads the version, and gets what is no older.
 */
import { rateVersions } from './catalog-versions.ts';
import type { Database } from '../db/database.ts';
import { LOAD_DEADLINE_MS, sharedLoads } from '../shared/shared-load.ts';
import type { StoredRate } from './exchange-rate.ts';
import { type KnownRates, readRates } from './rate-store.ts';

/** At most 2,000 rates each, of a few pairs as a rule. */
const COMPANIES_KEPT = 1_000;

export const keptRates = (db: Database) => {
  const kept = new Map<number, KnownRates>();
  const loads = sharedLoads<KnownRates>({ what: 'exchange rates', deadlineMs: LOAD_DEADLINE_MS });

  return async (companyId: number): Promise<readonly StoredRate[]> => {
    const version = (await rateVersions(db, companyId)).reduce((sum, slot) => sum + slot.version, 0);
    const known = kept.get(companyId);
    if (known?.version === version) return known.rates;
    const { rates } = await loads(`${companyId}/${version}`, async () => {
      const found = await readRates(db, companyId);
      // A Map keeps the order of insertion: the first is the one that was read longest ago.
      kept.delete(companyId);
      kept.set(companyId, found);
      if (kept.size > COMPANIES_KEPT) kept.delete(kept.keys().next().value ?? 0);
      return found;
    });
    return rates;
  };
};
