/**
 * Where groups are written. A fast disk is written from the main thread, which saves each batch the way through a
 * thread and back; when the median of the last commits is slow, the writer moves to a thread of its own, once, between
 * two groups, so that reads no longer wait for the disk.
 */
import type { Connection } from './sqlite-connection.ts';
import { messageOf } from './sqlite-failure.ts';
import { startThread, type Thread } from '../answering-thread.ts';
import { failAll, type GroupOutcome, type ReadyBatch, writeGroup } from './sqlite-write-group.ts';

const WINDOW = 32;
const ENTRY = new URL('./sqlite-writer-worker.ts', import.meta.url);

type WriterThread = Thread<readonly ReadyBatch[], GroupOutcome>;

const started = (file: string): Promise<WriterThread | undefined> =>
  startThread<readonly ReadyBatch[], GroupOutcome>(ENTRY, file).catch(() => undefined);

const median = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;

export const groupWriter = (file: string, connection: Connection, slowCommitMs: number) => {
  const times: number[] = [];
  let measured = 0;
  let place: 'inline' | 'thread' = 'inline';
  let thread: WriterThread | undefined;

  const measure = (outcome: GroupOutcome): GroupOutcome => {
    if (outcome.kind === 'ended' && outcome.commitMs !== null) {
      times[measured % WINDOW] = outcome.commitMs;
      measured += 1;
      if (measured % WINDOW === 0 && (median(times) ?? 0) > slowCommitMs) place = 'thread';
    }
    return outcome;
  };

  const running = async (): Promise<WriterThread | undefined> => {
    if (thread?.alive() !== true) thread = await started(file);
    return thread;
  };
  const writeOnThread = async (batches: readonly ReadyBatch[]): Promise<GroupOutcome> => {
    const writer = await running();
    // No thread to be had: nothing was sent, so the group can still be written here.
    if (writer === undefined) return writeGroup(connection, batches);
    try {
      return await writer.ask(batches);
    } catch (error) {
      return failAll(batches, { code: 'unknown', message: messageOf(error) });
    }
  };

  return {
    write: async (batches: readonly ReadyBatch[]): Promise<GroupOutcome> =>
      measure(place === 'inline' ? writeGroup(connection, batches) : await writeOnThread(batches)),
    health: () => ({ commitMs: median(times), writer: place }),
    stop: async (): Promise<void> => thread?.stop(),
  };
};
