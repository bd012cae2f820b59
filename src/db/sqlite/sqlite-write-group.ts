/**
 * Writes a group of batches in one transaction with one durable write, synchronously, wherever it is called: on the
 * main thread or on the writer's own. Each batch has its savepoint, so one that fails takes nothing of its neighbours.
 */
import type { Result } from '../database.ts';
import type { Connection } from './sqlite-connection.ts';
import { endsGroup, type Failure, failureOf, isBusy, isDuplicate, kindOf, messageOf } from './sqlite-failure.ts';
import type { ReadyWrite } from './sqlite-statement.ts';

export type ReadyBatch = readonly ReadyWrite[];
export type Outcome =
  | { readonly kind: 'written'; readonly results: readonly Result[] }
  | { readonly kind: 'failed'; readonly failure: Failure };
export type GroupOutcome =
  /** Another process writes; nothing was tried. */
  | { readonly kind: 'busy' }
  /** One outcome for each batch, in order; `commitMs` is null when nobody was left to write for. */
  | { readonly kind: 'ended'; readonly outcomes: readonly Outcome[]; readonly commitMs: number | null };

export const failAll = (batches: readonly ReadyBatch[], failure: Failure): GroupOutcome => ({
  kind: 'ended',
  outcomes: batches.map(() => ({ kind: 'failed', failure })),
  commitMs: null,
});

const resultOf = (connection: Connection, { sql, values, counts }: ReadyWrite): Result => {
  if (counts === 'returned') {
    const rows = connection.all(sql, values);
    return { changes: rows.length, rows };
  }
  const changes = connection.run(sql, values);
  return { changes: counts === 'changed' ? changes : 0, rows: [] };
};

const failureOfStatement = (error: unknown, { guard }: ReadyWrite): Failure => {
  if (!isDuplicate(error)) return failureOf(error);
  const message = messageOf(error);
  return guard ? { code: 'guard', guard: guard.name, message } : { code: 'unique', message };
};

/** Throws only what ends the whole group. */
const runBatch = (connection: Connection, batch: ReadyBatch): Outcome => {
  const results: Result[] = [];
  for (const statement of batch) {
    const { guard } = statement;
    try {
      results.push(resultOf(connection, statement));
    } catch (error) {
      if (endsGroup(error) || !connection.inTransaction()) throw error;
      return { kind: 'failed', failure: failureOfStatement(error, statement) };
    }
    const changes = results.at(-1)?.changes;
    if (guard && changes !== guard.rows) {
      const message = `${changes} rows instead of ${guard.rows}`;
      return { kind: 'failed', failure: { code: 'guard', guard: guard.name, message } };
    }
  }
  return { kind: 'written', results };
};

const runInSavepoint = (connection: Connection, batch: ReadyBatch): Outcome => {
  connection.run('savepoint batch', []);
  const outcome = runBatch(connection, batch);
  if (outcome.kind === 'failed') connection.run('rollback to batch', []);
  connection.run('release batch', []);
  return outcome;
};

export const writeGroup = (connection: Connection, batches: readonly ReadyBatch[]): GroupOutcome => {
  try {
    // Only after a rollback that failed itself, by an error of the disk.
    if (connection.inTransaction()) connection.run('rollback', []);
    connection.run('begin immediate', []);
  } catch (error) {
    return isBusy(error) ? { kind: 'busy' } : failAll(batches, failureOf(error));
  }
  let committing = false;
  try {
    // A batch alone needs no savepoint: when it fails, nobody is left to commit for.
    const runOne = batches.length > 1 ? runInSavepoint : runBatch;
    const outcomes = batches.map((batch) => runOne(connection, batch));
    if (outcomes.every(({ kind }) => kind === 'failed')) {
      connection.run('rollback', []);
      return { kind: 'ended', outcomes, commitMs: null };
    }
    committing = true;
    const started = performance.now();
    connection.run('commit', []);
    return { kind: 'ended', outcomes, commitMs: performance.now() - started };
  } catch (error) {
    if (connection.inTransaction()) connection.run('rollback', []);
    // A failed fsync does not say what reached the disk: after a crash the frames may still be found and replayed.
    const lost = committing && kindOf(error) === 'io';
    return failAll(batches, lost ? { code: 'unknown', message: messageOf(error) } : failureOf(error));
  }
};
