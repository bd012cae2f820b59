/**
 * Runs modules of merchants in a thread of their own, one at a time, each within its time. Who takes longer is ended with the
 * thread, and the next one gets a new one; who finds too many waiting is told so at once. The event loop never waits.
 */
import { startThread, type Thread } from '../../db/answering-thread.ts';
import type { ModuleAnswer, ModuleQuestion, Ran } from './module-types.ts';

const entry = new URL('./module-thread.ts', import.meta.url);
const MOST_WAITING = 32;
/** Beside the bounded memory of an instance: what compiling takes. */
const limits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, codeRangeSizeMb: 16, stackSizeMb: 2 };
const COMPILE_MS = 2000;

type StoredModule = { readonly hash: string; readonly load: () => Promise<Uint8Array | undefined> };
export type ModuleRunner = {
  readonly run: (module: StoredModule, text: string, timeMs: number) => Promise<Ran>;
  /** Null: the engine takes it. */
  readonly check: (bytes: Uint8Array, hash: string) => Promise<string | null>;
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

export const moduleRunner = (): ModuleRunner => {
  let thread: Promise<Thread<ModuleQuestion, ModuleAnswer>> | undefined;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const end = async (): Promise<void> => {
    const ended = thread;
    thread = undefined;
    await (await ended?.catch(() => undefined))?.kill();
  };
  const ask = async (question: ModuleQuestion, ms: number): Promise<ModuleAnswer | typeof late> => {
    thread ??= startThread(entry, null, limits);
    try {
      const answering = (await thread).ask(question);
      // A thread that is ended rejects what was asked of it.
      answering.catch(() => undefined);
      const answer = await within(answering, ms);
      if (answer === late) await end();
      return answer;
    } catch (error) {
      await end();
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
    if (answer === late) return { kind: 'late' };
    if (answer.kind === 'ran') return { kind: 'said', text: answer.text };
    return { kind: 'failed', reason: answer.kind === 'failed' ? answer.reason : 'the module is gone' };
  };
  /** One after the other. */
  const inTurn = async (work: () => Promise<Ran>): Promise<Ran> => {
    if (waiting >= MOST_WAITING) return { kind: 'late' };
    waiting += 1;
    const turn = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = turn.catch(() => undefined);
    return turn;
  };

  return {
    run: (module, text, timeMs) => inTurn(() => runOne(module, text, timeMs)),
    check: async (bytes, hash) => {
      const ran = await inTurn(() => runOne({ hash, load: async () => bytes }, null, COMPILE_MS));
      if (ran.kind === 'said') return null;
      return ran.kind === 'late' ? 'The module takes too long to be read.' : `The module cannot run: ${ran.reason}`;
    },
    close: end,
  };
};
