/**
 * A thread that answers questions in order: both ends of it. It keeps the process alive only while a question is open,
 * and every question is answered or rejected, also when the thread dies.
 */
import { parentPort, type ResourceLimits, Worker, workerData } from 'node:worker_threads';

type Asked<Request> = { readonly id: number; readonly request: Request };
type Answered<Answer> = { readonly id: number; readonly answer: Answer };
type Pending<Answer> = { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void };

export type Thread<Request, Answer> = {
  /** Rejects only when the thread ended before it answered: what it did by then is not known. */
  readonly ask: (request: Request) => Promise<Answer>;
  readonly alive: () => boolean;
  /** Answers what was asked before, then ends. */
  readonly stop: () => Promise<void>;
  /** Ends in the middle of whatever it does. */
  readonly kill: () => Promise<void>;
};

/** What the thread does. An error it throws ends it. */
export type Work<Request, Answer, Given = string> = (given: Given) => {
  readonly answer: (request: Request) => Answer;
  readonly close: () => void;
};

const READY = 'ready';
const STOP = 'stop';

/** Rejects when the thread ends before it is ready; nothing was asked of it then. */
export const startThread = async <Request, Answer>(
  entry: URL,
  given: unknown,
  resourceLimits: ResourceLimits = {},
): Promise<Thread<Request, Answer>> => {
  // Flags of the process are meant for its own entry: `--input-type`, say, would keep a thread from starting.
  const worker = new Worker(entry, { workerData: given, execArgv: [], resourceLimits });
  const pending = new Map<number, Pending<Answer>>();
  let asked = 0;
  let alive = true;
  let cause: unknown;
  const endedError = (): Error => new Error('A thread ended before it answered.', { cause });
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  worker.on('error', (error) => {
    cause = error;
  });
  worker.on('exit', () => {
    alive = false;
    for (const { reject } of pending.values()) reject(endedError());
    pending.clear();
    ready.reject(endedError());
    ended.resolve();
  });
  worker.on('message', (message: Answered<Answer> | typeof READY) => {
    if (message === READY) ready.resolve();
    else {
      pending.get(message.id)?.resolve(message.answer);
      pending.delete(message.id);
    }
    if (pending.size === 0) worker.unref();
  });
  await ready.promise;
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (!alive) throw endedError();
        asked += 1;
        const message: Asked<Request> = { id: asked, request };
        worker.postMessage(message, []);
        worker.ref();
        pending.set(asked, { resolve, reject });
      }),
    alive: () => alive,
    stop: async () => {
      worker.ref();
      worker.postMessage(STOP, []);
      await ended.promise;
    },
    kill: async () => {
      await worker.terminate();
    },
  };
};

/** The thread's own end, called by its entry. */
export const serveThread = <Given>(work: Work<never, unknown, Given>): void => {
  if (parentPort === null) throw new Error('This file runs as a thread, not by itself.');
  const port = parentPort;
  const { answer, close } = work(workerData as Given);
  port.on('message', (message: Asked<never> | typeof STOP) => {
    if (message === STOP) {
      close();
      port.close();
      return;
    }
    const reply: Answered<unknown> = { id: message.id, answer: answer(message.request) };
    port.postMessage(reply, []);
  });
  port.postMessage(READY, []);
};
