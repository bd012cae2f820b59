/**
 * Where events of many requests meet on their way to the disk: what arrives in one turn of the event loop, or while a write
 * is under way, is written together. A request is answered when its own events are durable.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Statement } from '../../db/database.ts';
import { edgeStatements } from '../event-parts.ts';
import { type EventRow, idsOf, insertEvents, mostRows } from '../event-store.ts';

/** Tells which events are new, by place; the others were known. `beside` is written in the same batch. */
export type Intake = (rows: readonly EventRow[], beside: readonly Statement[]) => Promise<readonly boolean[]>;

type Waiting = {
  readonly rows: readonly EventRow[];
  readonly beside: readonly Statement[];
  readonly resolve: (fresh: readonly boolean[]) => void;
  readonly reject: (error: unknown) => void;
};

/** About 2,000 events: a longer batch would keep its requests waiting without making the disk any faster. */
const MOST_REQUESTS = 64;
const MOST_ROWS = 2_000;

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

const write = async (db: Database, group: readonly Waiting[]): Promise<void> => {
  const wanted = distinct(group);
  const first = edgeStatements([...wanted.values()].flatMap((rows) => [...rows.values()]));
  const parts = [...wanted].flatMap(([applicationId, rows]) =>
    chunks([...rows.values()], mostRows).map((some) => ({ applicationId, insert: insertEvents(some) })),
  );
  const batch = [...first, ...parts.map(({ insert }) => insert), ...group.flatMap(({ beside }) => beside)];
  const results = (await db.commit(batch)).slice(first.length);
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

/** One request whose events cannot be written must not take its neighbours with it. */
const writeOneByOne = async (db: Database, group: readonly Waiting[]): Promise<void> => {
  for (const one of group) await write(db, [one]).catch(one.reject);
};

export const eventIntake = (db: Database): Intake => {
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
      await write(db, group).catch((error: unknown) =>
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
