/**
 * The change log of a catalogue: "something of this scope changed", written in the batch of the change. Lists and their
 * ETags are cached by the sum over the slots (`catalog-versions.ts`); an article has a version of its own besides.
 */
import type { Statement } from '../db/database.ts';

/** product: products, sellers; article: prices and stock; rate: exchange rates. */
export type CatalogScope = 'product' | 'article' | 'rate';

const SLOTS = 16;

/** `spread` is any text that differs between writers: those that land in different slots do not wait for each other. */
export const catalogChanged = (companyId: number, scope: CatalogScope, spread: string): Statement => {
  let hash = 0;
  for (let at = 0; at < spread.length; at += 1) hash = (hash * 31 + spread.charCodeAt(at)) >>> 0;
  return {
    sql: `insert into catalog_change (company_id, scope, slot, version) values (?, ?, ?, 1)
          on conflict (company_id, scope, slot) do update set version = catalog_change.version + 1`,
    params: [companyId, scope, hash % SLOTS],
  };
};
