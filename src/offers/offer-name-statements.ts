/** Names of offers, for reports of other areas. */
import type { Database } from '../db/database.ts';
import { record, textOf } from './offer.ts';
import { readOffers } from './offer-store.ts';

const PORTION = 100;

export const offerNames = async (
  db: Database,
  applicationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>();
  for (let at = 0; at < ids.length; at += PORTION) {
    for (const { id, definition } of await readOffers(db, applicationId, ids.slice(at, at + PORTION))) {
      const shown = record(definition.display_meta);
      names.set(id, textOf(shown.name) || textOf(shown.title));
    }
  }
  return names;
};
