/**
 * Where events of many requests meet on their way to the disk: what arrives in one turn of the event loop, or while a write
 * is under way, is written together. A request is answered when its own events are durable.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, DatabaseError, type DatabaseErrorCode, type Statement } from '../../db/database.ts';
import { edgeStatements } from '../event-parts.ts';
import { type EventRow, idsOf, insertEvents, mostRows } from '../event-store.ts';
import type { CountAtOnce, CountedBeside } from '../funnels/count-at-once.ts';

/** Tells which events are new, by place; the others were known. `beside` is written in the same batch. */
export type Intake = (rows: readonly EventRow[], beside: readonly Statement[]) => Promise<readonly boolean[]>;

type Waiting = {
  readonly rows: readonly EventRow[];
  readonly beside: readonly Statement[];
  readonly resolve: (fresh: readonly boolean[]) => void;
  readonly reject: (error: unknown) => void;
};

/** About 1,000 events: a longer batch would keep its requests waiting without making the disk any faster. */
const MOST_REQUESTS = 64;
const MOST_ROWS = 1_000;

const chunks = <T>(list: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

type Group = ReadonlyMap<string, Map<string, EventRow>>;

/** By application and id, the first of each: a repeat inside the group is a repeat like any other. */
const distinct = (group: readonly Waiting[]): Group => {
  const found = new Map<string, Map<string, EventRow>>();
  for (const { rows } of group) {
    for (const row of rows) {
      const known = found.get(row.applicationId);
      if (known === undefined) found.set(row.applicationId, new Map([[row.id, row]]));
      else if (!known.has(row.id)) known.set(row.id, row);
    }
  }
  return found;
};

type Part = { readonly applicationId: string; readonly insert: Statement };
type Counts = ReadonlyMap<string, CountedBeside>;

const partsOf = (wanted: Group, counts: Counts): readonly Part[] =>
  [...wanted].flatMap(([applicationId, rows]) =>
    chunks([...rows.values()], mostRows).map((some) => ({
      applicationId,
      insert: insertEvents(some, counts.get(applicationId)?.round),
    })),
  );

const write = async (
  db: Database,
  group: readonly Waiting[],
  wanted: Group,
  counts: Counts = new Map(),
): Promise<void> => {
  const beside = [...counts.values()];
  const first = [
    ...beside.map(({ move }) => move),
    ...edgeStatements([...wanted.values()].flatMap((rows) => [...rows.values()])),
  ];
  const parts = partsOf(wanted, counts);
  const last = [...beside.flatMap(({ statements }) => statements), ...group.flatMap((one) => one.beside)];
  const results = (await db.commit([...first, ...parts.map(({ insert }) => insert), ...last])).slice(first.length);
  const fresh = new Map<string, Set<string>>();
  parts.forEach(({ applicationId }, at) => {
    const result = results[at];
    const ids = fresh.get(applicationId) ?? new Set();
    for (const id of result === undefined ? [] : idsOf(result)) ids.add(id);
    fresh.set(applicationId, ids);
  });
  for (const { rows, resolve } of group) {
    resolve(rows.map(({ applicationId, id }) => fresh.get(applicationId)?.delete(id) ?? false));
  }
};

/** What would meet the events without their figures, too. */
const ofTheDatabase: ReadonlySet<string> = new Set<DatabaseErrorCode>(['busy', 'unwritable', 'unknown']);
const meetsAny = (error: unknown): boolean => error instanceof DatabaseError && ofTheDatabase.has(error.code);

/** Counts what it stores where it can; false: nothing was stored. */
const writeCounted = async (db: Database, group: readonly Waiting[], count: CountAtOnce): Promise<boolean> => {
  const wanted = distinct(group);
  const counts = new Map<string, CountedBeside>();
  let events = 0;
  // In the order of applications, so that no two wait for each other.
  for (const [applicationId, rows] of [...wanted].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const planned = await count.plan(applicationId, [...rows.values()]).catch(() => undefined);
    if (planned === undefined) continue;
    counts.set(applicationId, planned);
    events += rows.size;
  }
  if (counts.size === 0) return false;
  try {
    await write(db, group, wanted, counts);
    count.counted(events);
    return true;
  } catch (error) {
    // An event was known, or another process counted; whatever it was, what cannot be counted is stored.
    if (meetsAny(error)) throw error;
    return false;
  }
};

const writeAny = async (db: Database, group: readonly Waiting[], count: CountAtOnce | undefined): Promise<void> => {
  if (await count?.alone(() => writeCounted(db, group, count))) return;
  await write(db, group, distinct(group));
};

/** One request whose events cannot be written must not take its neighbours with it. */
const writeOneByOne = async (db: Database, group: readonly Waiting[]): Promise<void> => {
  for (const one of group) await write(db, [one], distinct([one])).catch(one.reject);
};

/** `count`: left out where counting is the worker's alone. */
export const eventIntake = (db: Database, count?: CountAtOnce): Intake => {
  let queue: Waiting[] = [];
  let running = false;

  const takeGroup = (): readonly Waiting[] => {
    let rows = 0;
    let taken = 0;
    while (taken < queue.length && taken < MOST_REQUESTS && rows < MOST_ROWS) {
      rows += queue[taken]?.rows.length ?? 0;
      taken += 1;
    }
    const group = queue.slice(0, taken);
    queue = queue.slice(taken);
    return group;
  };
  const run = async (): Promise<void> => {
    running = true;
    while (queue.length > 0) {
      await nextTurn();
      const group = takeGroup();
      await writeAny(db, group, count).catch((error: unknown) =>
        group.length > 1 ? writeOneByOne(db, group) : group[0]?.reject(error),
      );
    }
    running = false;
  };

  return (rows, beside) =>
    new Promise((resolve, reject) => {
      queue.push({ rows, beside, resolve, reject });
      if (!running) void run();
    });
};
