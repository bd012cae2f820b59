/**
 * The change log of a catalogue: "something of this scope changed", written in the batch of the change. Lists and their
 * ETags are cached by the sum over the slots (`catalog-versions.ts`); an article has a version of its own besides.
 *
 * A product carries the stamp of its last change, slot and version, so that a shelf (`shelf/`) reads again what changed and no more.
 * Whoever writes a slot holds it until he commits: its versions are committed in order, and what carries one is there with it.
 */
import type { Statement, Value } from '../db/database.ts';

/** product: products, sellers; article: prices and stock; rate: exchange rates. */
export type CatalogScope = 'product' | 'article' | 'rate';

const SLOTS = 16;

const slotOf = (spread: string): number => {
  let hash = 0;
  for (let at = 0; at < spread.length; at += 1) hash = (hash * 31 + spread.charCodeAt(at)) >>> 0;
  return hash % SLOTS;
};

/** `spread` is any text that differs between writers: those that land in different slots do not wait for each other. */
export const catalogChanged = (companyId: number, scope: CatalogScope, spread: string): Statement => ({
  sql: `insert into catalog_change (company_id, scope, slot, version, stamped) values (?, ?, ?, 1, 1)
        on conflict (company_id, scope, slot) do update set version = catalog_change.version + 1,
          stamped = catalog_change.stamped + 1`,
  params: [companyId, scope, slotOf(spread)],
});

/** The values of `change_slot` and `change_version` in a statement behind `catalogChanged` of the same batch. */
export const changeStamp = (
  companyId: number,
  scope: 'product' | 'article',
  spread: string,
): { readonly slot: string; readonly version: string; readonly values: readonly Value[] } => ({
  slot: 'cast(? as bigint)',
  version: `(select c.version from catalog_change c where c.company_id = ? and c.scope = '${scope}' and c.slot = ?)`,
  values: [slotOf(spread), companyId, slotOf(spread)],
});
