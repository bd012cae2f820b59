/**
 * Where groups are written. A fast disk is written from the main thread, which saves each batch the way through a
 * thread and back; when the median of the last commits is slow, or some of them were very slow, or some groups kept the processor
 * for long, the writer moves to a thread of its own, once, between two groups, so that reads no longer wait for the disk, nor for
 * statements that go through tens of thousands of rows.
 */
import type { Connection } from './sqlite-connection.ts';
import { messageOf } from './sqlite-failure.ts';
import { startThread, type Thread } from '../answering-thread.ts';
import { failAll, type GroupOutcome, type ReadyBatch, writeGroup } from './sqlite-write-group.ts';

const WINDOW = 32;
/** A disk that is fast for most holds everybody up by the others: so many in a window that take so many times as long. */
const VERY_SLOW = { commits: 2, times: 10 };
/** Of the processor, whatever the disk takes: with the usual limit, 50 ms in which nobody else had his turn. */
const VERY_LONG = { groups: 2, times: 25 };
const MICROSECONDS = 1_000;
const ENTRY = new URL('./sqlite-writer-worker.ts', import.meta.url);

/** A group to write, or whether anybody else wrote. */
export type AskedWriter =
  | { readonly asks: 'write'; readonly batches: readonly ReadyBatch[] }
  | { readonly asks: 'others' };
export type WriterAnswer = GroupOutcome | { readonly kind: 'others'; readonly wrote: boolean };
type WriterThread = Thread<AskedWriter, WriterAnswer>;

const started = (file: string): Promise<WriterThread | undefined> =>
  startThread<AskedWriter, WriterAnswer>(ENTRY, file).catch(() => undefined);

const median = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;

export const groupWriter = (file: string, connection: Connection, slowCommitMs: number) => {
  const times: number[] = [];
  const longs: boolean[] = [];
  let measured = 0;
  let written = 0;
  let place: 'inline' | 'thread' = 'inline';
  let thread: WriterThread | undefined;

  const measure = (outcome: GroupOutcome): GroupOutcome => {
    if (outcome.kind === 'ended' && outcome.commitMs !== null) {
      times[measured % WINDOW] = outcome.commitMs;
      measured += 1;
      const verySlow = times.filter((took) => took > slowCommitMs * VERY_SLOW.times).length;
      const isSlow = measured % WINDOW === 0 && (median(times) ?? 0) > slowCommitMs;
      if (isSlow || verySlow >= VERY_SLOW.commits) place = 'thread';
    }
    return outcome;
  };

  const writeHere = (batches: readonly ReadyBatch[]): GroupOutcome => {
    const before = process.threadCpuUsage();
    const outcome = writeGroup(connection, batches);
    const { user, system } = process.threadCpuUsage(before);
    longs[written % WINDOW] = user + system > slowCommitMs * VERY_LONG.times * MICROSECONDS;
    written += 1;
    if (longs.filter(Boolean).length >= VERY_LONG.groups) place = 'thread';
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
      const answer = await writer.ask({ asks: 'write', batches });
      if (answer.kind !== 'others') return answer;
      throw new Error('the writer answered something else');
    } catch (error) {
      return failAll(batches, { code: 'unknown', message: messageOf(error) });
    }
  };

  return {
    write: async (batches: readonly ReadyBatch[]): Promise<GroupOutcome> =>
      measure(place === 'inline' ? writeHere(batches) : await writeOnThread(batches)),
    /** Only the connection that writes knows who else did: `data_version` does not count its own writes. */
    askOthers: (): Promise<boolean> | undefined =>
      thread?.alive() === true
        ? thread.ask({ asks: 'others' }).then((answer) => answer.kind !== 'others' || answer.wrote)
        : undefined,
    health: () => ({ commitMs: median(times), writer: place }),
    stop: async (): Promise<void> => thread?.stop(),
  };
};
