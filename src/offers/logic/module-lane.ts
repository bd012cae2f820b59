/**
 * A thread in which the modules of one application run, one at a time, each within its time. Who takes longer is ended with the
 * thread, and the next one gets a new one; who finds too many waiting, or waits too long for its turn, is told so. Modules that take
 * longer again and again are left alone for a while: a processor has other work.
 */
import { performance } from 'node:perf_hooks';
import { startThread, type Thread } from '../../db/answering-thread.ts';
import type { ModuleAnswer, ModuleQuestion, Ran } from './module-types.ts';

const entry = new URL('./module-thread.ts', import.meta.url);
const MOST_WAITING = 32;
const MOST_WAIT_MS = 1000;
/** Beside the bounded memory of an instance: what compiling takes. */
const limits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, codeRangeSizeMb: 16, stackSizeMb: 2 };
const COMPILE_MS = 2000;
const RESTS_AFTER = 5;
const REST_MS = 30_000;

export type StoredModule = { readonly hash: string; readonly load: () => Promise<Uint8Array | undefined> };
export type ModuleLane = {
  /** `text` null: only whether the module is sound. */
  readonly run: (module: StoredModule, text: string | null, timeMs: number) => Promise<Ran>;
  readonly isIdle: () => boolean;
  /** Ends what it has begun and turns away who waits; resolves when the thread is gone. */
  readonly leave: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const late = Symbol('late');
/** `work`, or `late` after so long. */
const within = async <T>(work: Promise<T>, ms: number): Promise<T | typeof late> => {
  const end = Promise.withResolvers<typeof late>();
  const timer = setTimeout(() => end.resolve(late), ms);
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Of modules that take longer again and again, in whichever thread: they are left alone for a while. */
export type Patience = { readonly isOver: () => boolean; readonly count: (isLate: boolean) => void };
export const patience = (): Patience => {
  let lates = 0;
  let restsUntil = 0;
  return {
    isOver: () => performance.now() < restsUntil,
    count: (isLate) => {
      lates = isLate ? lates + 1 : 0;
      if (lates >= RESTS_AFTER) restsUntil = performance.now() + REST_MS;
    },
  };
};

/** `free`: when the thread that it takes the place of is gone. */
export const moduleLane = ({ isOver, count }: Patience, free: Promise<void>): ModuleLane => {
  let thread: Promise<Thread<ModuleQuestion, ModuleAnswer>> | undefined;
  let waiting = 0;
  let last: Promise<unknown> = free;
  let isLeft = false;
  /** Until a thread that was ended is gone: one that compiles goes on for a while. Who asked does not wait for that, the next one does. */
  let ending: Promise<void> = Promise.resolve();

  const end = (): Promise<void> => {
    const ended = thread;
    thread = undefined;
    const kill = async (): Promise<void> => {
      await (await ended?.catch(() => undefined))?.kill();
    };
    ending = Promise.all([ending, kill()]).then(() => undefined);
    return ending;
  };
  const ask = async (question: ModuleQuestion, ms: number): Promise<ModuleAnswer | typeof late> => {
    thread ??= startThread(entry, null, limits);
    try {
      const answering = (await thread).ask(question);
      // A thread that is ended rejects what was asked of it.
      answering.catch(() => undefined);
      const answer = await within(answering, ms);
      if (answer === late) void end();
      return answer;
    } catch (error) {
      void end();
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  };
  const runOne = async ({ hash, load }: StoredModule, text: string | null, timeMs: number): Promise<Ran> => {
    let answer = await ask({ hash, text }, timeMs);
    if (answer !== late && answer.kind === 'unknown') {
      const bytes = await load();
      if (bytes === undefined) return { kind: 'failed', reason: 'the module is gone' };
      const known = await ask({ hash, bytes, text: null }, COMPILE_MS);
      answer = known !== late && known.kind === 'ran' ? await ask({ hash, text }, timeMs) : known;
    }
    count(answer === late);
    if (answer === late) return { kind: 'late' };
    if (answer.kind === 'ran') return { kind: 'said', text: answer.text };
    return { kind: 'failed', reason: answer.kind === 'failed' ? answer.reason : 'the module is gone' };
  };

  return {
    run: async (module, text, timeMs) => {
      if (waiting >= MOST_WAITING || isOver()) return { kind: 'late' };
      waiting += 1;
      const begun = Promise.withResolvers<void>();
      let isGone = false;
      const turn = last.then(async (): Promise<Ran> => {
        begun.resolve();
        return isGone || isLeft || isOver() ? { kind: 'late' } : runOne(module, text, timeMs);
      });
      last = turn
        .catch(() => undefined)
        .then(() => ending)
        .finally(() => {
          waiting -= 1;
        });
      if ((await within(begun.promise, MOST_WAIT_MS)) === late) {
        isGone = true;
        return { kind: 'late' };
      }
      return turn;
    },
    isIdle: () => waiting === 0,
    leave: async () => {
      isLeft = true;
      await last;
      await end();
    },
    close: end,
  };
};

/** For what is only to be compiled. */
export const CHECK_MS = COMPILE_MS;
