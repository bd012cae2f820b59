/**
 * A database that remembers what it was asked and what it said, for one call. The call has one time, `at`: where that stands
 * in a parameter, a later look puts its own. What cannot be asked again (a scan, a write) leaves no evidence of the call.
 */
import type { Database, Row, Value } from './database.ts';
import { boundedCache } from './bounded-cache.ts';
import { type AskedValue, atLook, readWitness, type Witness } from './witness.ts';

export type Recorder = {
  readonly db: Database;
  /** What was seen by another way than `db`. */
  readonly saw: (witness: Witness) => void;
  /** Something was read that no later look can compare. */
  readonly spoil: () => void;
  /** Undefined when the call did something that leaves none. */
  readonly witnesses: () => readonly Witness[] | undefined;
};

/** Smaller witnesses for a statement whose rows are large, from what it was asked and what it said. */
export type LighterWitness = readonly [
  /** How the statement begins: what follows may be lists of any length. */
  sql: string,
  of: (params: readonly Value[], rows: readonly Row[], sql: string) => readonly Witness[],
];
type Lighter = (sql: string) => LighterWitness[1] | undefined;

const TEXTS_KEPT = 1_000;
/** Statements that have them; a text is looked at once. */
export const lighterOf = (all: readonly LighterWitness[]): Lighter => {
  const found = boundedCache(TEXTS_KEPT, (sql) => all.filter(([start]) => sql.startsWith(start)));
  return (sql) => found(sql)[0]?.[1];
};

export const recordReads = (db: Database, at: number, lighter: Lighter): Recorder => {
  const seen: Witness[] = [];
  let spoiled = false;
  const spoil = (): void => {
    spoiled = true;
  };
  const record = (sql: string, params: readonly Value[], rows: readonly Row[]): void => {
    const light = lighter(sql)?.(params, rows, sql) ?? [];
    if (light.length > 0) seen.push(...light);
    else {
      const asked: readonly AskedValue[] = params.map((value) => (value === at ? atLook : value));
      seen.push(readWitness(sql, asked, rows));
    }
  };

  return {
    db: {
      ...db,
      all: async <T extends Row>(sql: string, params: readonly Value[] = []) => {
        const rows = await db.all<T>(sql, params);
        record(sql, params, rows);
        return rows;
      },
      one: async <T extends Row>(sql: string, params: readonly Value[] = []) => {
        const row = await db.one<T>(sql, params);
        record(sql, params, row === undefined ? [] : [row]);
        return row;
      },
      together: async (reads) => {
        const answers = await db.together(reads);
        for (const [at, { sql, params }] of reads.entries()) record(sql, params, answers[at] ?? []);
        return answers;
      },
      scan: (sql, params) => {
        spoil();
        return db.scan(sql, params);
      },
      commit: (batch) => {
        spoil();
        return db.commit(batch);
      },
    },
    saw: (witness) => {
      seen.push(witness);
    },
    spoil,
    witnesses: () => (spoiled ? undefined : seen),
  };
};
