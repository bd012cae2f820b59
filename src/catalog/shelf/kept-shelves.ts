/**
 * Shelves of the companies whose lists are asked for. One is laid out behind the first list, off the request path, and from then on
 * follows the change log: a list that knows of a newer version waits until the few products that changed were read again. Who has
 * no shelf, or one that cannot follow, asks the tables; the answer is the same.
 *
 * A shelf is labelled with versions that were read before its rows: it can be newer than its label, never older.
 */
import type { Database } from '../../db/database.ts';
import { processStopwatch, type Stopwatch } from '../../shared/clock.ts';
import { LOAD_DEADLINE_MS, type OnLate, sharedLoads } from '../../shared/shared-load.ts';
import { inSlices } from '../../shared/slices.ts';
import { type CatalogVersions, type ChangeSlot, readCatalogVersions } from '../catalog-versions.ts';
import { readShelf, readShelfChanges } from './read-shelf.ts';
import type { Shelf } from './shelf.ts';

export type KeptShelves = {
  /** The company's range, at least as new as these versions; undefined: ask the tables. */
  readonly at: (companyId: number, versions: CatalogVersions) => Promise<Shelf | undefined>;
  /** When nothing is being laid out any more. */
  readonly settled: () => Promise<void>;
  readonly figures: () => { readonly laidOut: number; readonly followed: number; readonly bytes: number };
};
export type ShelfOptions = {
  readonly mostBytes?: number;
  /** More products than this that changed at once are not followed: the shelf is laid out anew. */
  readonly mostChanged?: number;
  readonly stopwatch?: Stopwatch;
  readonly onLate?: OnLate | undefined;
};

/** 100,000 products of 14 terms take about 55 MB (bench/search.ts). */
const MOST_BYTES = 134_217_728;
const MOST_CHANGED = 2_000;
/** A shelf is worn when so many products have other terms than it was laid out with; each is looked at in every search. */
const MOST_WORN = 1_000;
const ROWS_A_TURN = 50;
/** Laying out takes at most one part in so many of the time, however often it is for nothing. */
const REST = 20;
const SHORTEST_REST_MS = 1_000;
const TOO_LARGE_REST_MS = 3_600_000;
const TRIES = 4;

type Label = ReadonlyMap<string, ChangeSlot>;
type Entry = { readonly shelf: Shelf; label: Label };

const nameOf = ({ scope, slot }: ChangeSlot): string => `${scope}/${slot}`;
const labelOf = ({ slots }: CatalogVersions): Label =>
  new Map(slots.filter(({ scope }) => scope !== 'rate').map((slot) => [nameOf(slot), slot]));
const versionIn = (label: Label, slot: ChangeSlot): number => label.get(nameOf(slot))?.version ?? 0;

/** Slots that have come further than the label says. */
const slotsAhead = (label: Label, { slots }: CatalogVersions): readonly ChangeSlot[] =>
  slots.filter((slot) => slot.scope !== 'rate' && slot.version > versionIn(label, slot));

/** A release that leaves no stamps wrote something: nobody can say what. */
const isUnstamped = (label: Label, slot: ChangeSlot): boolean => {
  const { version, stamped } = label.get(nameOf(slot)) ?? { version: 0, stamped: 0 };
  return slot.version - slot.stamped !== version - stamped;
};

export const keptShelves = (db: Database, options: ShelfOptions = {}): KeptShelves => {
  const { mostBytes = MOST_BYTES, mostChanged = MOST_CHANGED, stopwatch = processStopwatch, onLate } = options;
  const kept = new Map<number, Entry>();
  const restsUntil = new Map<number, number>();
  const following = sharedLoads<void>({ what: 'changes of a range', deadlineMs: LOAD_DEADLINE_MS, onLate });
  let laying: Promise<void> | undefined;
  let [laidOut, followed] = [0, 0];
  const bytes = (): number => [...kept.values()].reduce((sum, { shelf }) => sum + shelf.bytes, 0);

  const layOut = async (companyId: number): Promise<void> => {
    const began = stopwatch.ms();
    let isTooLarge = false;
    try {
      const label = labelOf(await readCatalogVersions(db, companyId));
      const shelf = await readShelf(db, companyId, mostBytes);
      isTooLarge = shelf === undefined;
      kept.delete(companyId);
      if (shelf === undefined) return;
      kept.set(companyId, { shelf, label });
      laidOut += 1;
      for (const oldest of kept.keys()) {
        if (bytes() <= mostBytes || oldest === companyId) break;
        kept.delete(oldest);
      }
    } catch {
      // The tables are asked instead, and say themselves what is wrong with them.
    } finally {
      const rest = Math.max(SHORTEST_REST_MS, (stopwatch.ms() - began) * REST);
      restsUntil.set(companyId, stopwatch.ms() + (isTooLarge ? TOO_LARGE_REST_MS : rest));
    }
  };
  /** One at a time: two half-laid shelves are memory that nobody counts. */
  const beginLayingOut = (companyId: number): void => {
    if (laying !== undefined || stopwatch.ms() < (restsUntil.get(companyId) ?? -Infinity)) return;
    laying = layOut(companyId).finally(() => {
      laying = undefined;
    });
  };

  const follow = async (companyId: number, entry: Entry, versions: CatalogVersions): Promise<void> => {
    const { shelf, label } = entry;
    const slots = slotsAhead(label, versions);
    const drop = (): void => {
      if (kept.get(companyId) === entry) kept.delete(companyId);
    };
    if (slots.some((slot) => isUnstamped(label, slot))) return drop();
    const changes = await readShelfChanges(
      { db, companyId, shelf },
      slots,
      (slot) => versionIn(label, slot),
      mostChanged,
    );
    if (changes === undefined) return drop();
    const hadRoom = await inSlices(changes.rows, ROWS_A_TURN, (row) => shelf.put(row));
    if (hadRoom.includes(false)) return drop();
    for (const [uid, terms] of changes.terms) {
      const place = shelf.placeOf(uid);
      if (place !== undefined) shelf.terms.change(place, terms);
    }
    entry.label = new Map([...label, ...slots.map((slot) => [nameOf(slot), slot] as const)]);
    followed += 1;
    if (shelf.terms.changed() > MOST_WORN * 8) drop();
  };

  const upToDate = async (companyId: number, versions: CatalogVersions): Promise<Shelf | undefined> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const entry = kept.get(companyId);
      if (entry === undefined) return undefined;
      if (slotsAhead(entry.label, versions).length === 0) return entry.shelf;
      await following(String(companyId), () => follow(companyId, entry, versions));
    }
    return undefined;
  };

  return {
    at: async (companyId, versions) => {
      const shelf = await upToDate(companyId, versions).catch(() => undefined);
      if (shelf === undefined || shelf.terms.changed() > MOST_WORN) beginLayingOut(companyId);
      if (shelf === undefined) return undefined;
      const entry = kept.get(companyId);
      if (entry !== undefined && kept.size > 1) {
        kept.delete(companyId); // A Map keeps the order of insertion: the first key is the least recently used.
        kept.set(companyId, entry);
      }
      return shelf;
    },
    settled: () => laying ?? Promise.resolve(),
    figures: () => ({ laidOut, followed, bytes: bytes() }),
  };
};
