/**
 * The queue before the writer. What arrives during one turn of the event loop, or while a group is being written, goes
 * into the next group. Batches are written in the order they came; every one is answered exactly once.
 */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Result } from '../database.ts';
import { errorOf, type Failure, messageOf } from './sqlite-failure.ts';
import { failAll, type GroupOutcome, type Outcome, type ReadyBatch } from './sqlite-write-group.ts';

/** About 4 ms of work on the main thread at 31 µs a batch, so that a burst does not starve the reads. */
const MAX_GROUP = 128;
const BUSY_PAUSE_MS = 4;

type Waiting = {
  readonly batch: ReadyBatch;
  readonly since: number;
  readonly resolve: (results: readonly Result[]) => void;
  readonly reject: (error: Error) => void;
};
export type WriteGroup = (batches: readonly ReadyBatch[]) => GroupOutcome | Promise<GroupOutcome>;

const settle = ({ resolve, reject }: Waiting, outcome: Outcome | undefined): void => {
  if (outcome?.kind === 'written') resolve(outcome.results);
  else reject(errorOf(outcome?.failure ?? { code: 'unknown', message: 'the writer gave no outcome' }));
};

export const groupCommit = (write: WriteGroup, busyMs: number) => {
  let queue: Waiting[] = [];
  let writing = 0;
  let batches = 0;
  let groups = 0;
  let running: Promise<void> | undefined;

  const written = async (group: readonly Waiting[]): Promise<GroupOutcome> => {
    const ready = group.map(({ batch }) => batch);
    try {
      return await write(ready);
    } catch (error) {
      const failure: Failure = { code: 'unknown', message: messageOf(error) };
      return failAll(ready, failure);
    }
  };

  const refuseOverdue = (): void => {
    const overdue = performance.now() - busyMs;
    const failure: Failure = { code: 'busy', message: 'another process kept the database locked' };
    for (const { reject } of queue.filter(({ since }) => since <= overdue)) reject(errorOf(failure));
    queue = queue.filter(({ since }) => since > overdue);
  };

  const writeNext = async (): Promise<void> => {
    const group = queue.slice(0, MAX_GROUP);
    queue = queue.slice(MAX_GROUP);
    writing = group.length;
    const outcome = await written(group);
    writing = 0;
    if (outcome.kind === 'busy') {
      queue = [...group, ...queue];
      refuseOverdue();
      await pause(Math.random() * BUSY_PAUSE_MS);
      return;
    }
    if (outcome.commitMs !== null) groups += 1;
    batches += outcome.outcomes.filter(({ kind }) => kind === 'written').length;
    group.forEach((waiting, index) => {
      settle(waiting, outcome.outcomes[index]);
    });
  };

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      await nextTurn();
      await writeNext();
    }
    running = undefined;
  };

  return {
    commit: (batch: ReadyBatch): Promise<readonly Result[]> =>
      new Promise((resolve, reject) => {
        queue.push({ batch, since: performance.now(), resolve, reject });
        running ??= run();
      }),
    /** Resolves when all that was queued has been answered. */
    drained: async (): Promise<void> => running,
    health: () => ({ batches, groups, waiting: queue.length + writing }),
  };
};
