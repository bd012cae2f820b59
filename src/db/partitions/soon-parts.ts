/** What goes sooner than the rest of its time: dropped alone where it has parts of its own, else deleted row by row. */
import type { Database } from '../database.ts';
import { dropPart, type PartedTable, partsOf, type Sooner } from './parted-table.ts';
import { pastParts } from './partition-rules.ts';

/** Of each part that is past, unless something in it has to stay: then the next sweep asks again. */
export const dropSoonParts = async (db: Database, of: PartedTable, sooner: Sooner, now: number): Promise<void> => {
  for (const { soon } of pastParts(await partsOf(db, of), now - sooner.keptMs)) {
    if (soon === undefined) continue;
    if ((await db.one(`select 1 as one from ${soon} where ${sooner.stays} limit 1`)) !== undefined) continue;
    await dropPart(db, soon);
  }
};

/** Where it has no parts of its own: in parts that were made without them, or in the whole table. */
export const placesWithoutSoon = async (db: Database, of: PartedTable): Promise<readonly string[]> => {
  const parts = db.engine === 'postgres' ? await partsOf(db, of) : [];
  return parts.length === 0 ? [of.table] : parts.filter(({ isSplit }) => !isSplit).map(({ name }) => name);
};
