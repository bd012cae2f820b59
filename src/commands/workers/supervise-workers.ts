/**
 * One process that serves nothing itself: it starts the workers of a node, hands them connections in turn, passes on what
 * they tell each other, starts again what ended, and ends when it is told to and all of them have ended in order.
 */
import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { WorkersState } from '../../http/workers/peers.ts';
import { isoTime } from '../../shared/clock.ts';
import { placeText, placeVariable } from '../../config.ts';
import { closingLostConnections } from './lost-connections.ts';
import { type Passed, SERVING, STATE, STOP } from './own-place.ts';
import { endsInARow, restartDelayMs } from './worker-rules.ts';

export type Supervision = {
  readonly count: number;
  /** Of the command line, for each of them. */
  readonly args: readonly string[];
  /** How long they may take to end in order. */
  readonly stopMs: number;
  readonly print: (line: string) => void;
};

type Slot = {
  readonly number: number;
  worker: Worker | undefined;
  servingSince: number | undefined;
  ends: number;
  again: NodeJS.Timeout | undefined;
};

const program = fileURLToPath(new URL('../../../bin/cartwright.js', import.meta.url));

/** The code to exit with: that of a first start that was refused, else whether all ended in order. */
export const superviseWorkers = ({ count, args, stopMs, print }: Supervision): Promise<number> => {
  // In turn: connections that are kept open for long must not gather at one of them.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: program, args: [...args] });
  const slots = Array.from({ length: count }, (_, at): Slot => {
    return { number: at + 1, worker: undefined, servingSince: undefined, ends: 0, again: undefined };
  });
  const closeLost = closingLostConnections();
  const ended = Promise.withResolvers<number>();
  let hasServed = false;
  let stopping = false;
  let restarts = 0;
  let code = 0;

  const log = (level: string, worker: number, msg: string): void =>
    print(JSON.stringify({ level, time: isoTime(Date.now()), worker, msg }));
  const send = ({ worker }: Slot, passed: Passed): void => {
    // A worker that ends closes its side first; whatever it is told then, it has not to know.
    if (worker?.isConnected() === true) worker.send(passed, () => undefined);
  };
  const tellState = (): void => {
    const serving = slots.filter(({ servingSince }) => servingSince !== undefined).length;
    const message: WorkersState = { serving, restarts };
    for (const slot of slots) send(slot, { topic: STATE, message, from: 0 });
  };

  const onServing = (slot: Slot): void => {
    slot.servingSince = performance.now();
    if (!hasServed) {
      // The first has set up what all of them need.
      hasServed = true;
      for (const other of slots.slice(1)) start(other);
    }
    tellState();
  };
  const onEnd = (slot: Slot, exitCode: number | null, signal: string | null): void => {
    const servedMs = slot.servingSince === undefined ? 0 : performance.now() - slot.servingSince;
    slot.worker = undefined;
    slot.servingSince = undefined;
    code = Math.max(code, exitCode ?? 1);
    if (stopping || !hasServed) {
      if (slots.every(({ worker }) => worker === undefined)) ended.resolve(code);
      return;
    }
    code = 0;
    slot.ends = endsInARow(slot.ends, servedMs);
    const delayMs = restartDelayMs(slot.ends);
    log('error', slot.number, `a worker ended (${signal ?? exitCode}); it is started again in ${delayMs} ms`);
    tellState();
    slot.again = setTimeout(() => {
      restarts += 1;
      start(slot);
    }, delayMs);
  };
  const start = (slot: Slot): void => {
    const worker = cluster.fork({ [placeVariable]: placeText({ ...slot, count }) });
    slot.worker = worker;
    closeLost(worker);
    worker.on('message', (passed: Passed) => {
      if (passed.topic === SERVING) return onServing(slot);
      for (const other of slots) if (other !== slot) send(other, passed);
    });
    worker.on('error', () => undefined); // a message that did not arrive; its end is told by `exit`
    worker.on('exit', (exitCode: number | null, signal: string | null) => onEnd(slot, exitCode, signal));
  };

  const killAll = (): void => {
    for (const { worker } of slots) worker?.process.kill('SIGKILL');
  };
  const stop = (): void => {
    if (stopping) return killAll();
    stopping = true;
    for (const slot of slots) {
      clearTimeout(slot.again);
      send(slot, { topic: STOP, message: undefined, from: 0 });
    }
    if (slots.every(({ worker }) => worker === undefined)) ended.resolve(code);
    setTimeout(killAll, stopMs).unref();
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, stop);

  const [first] = slots;
  if (first !== undefined) start(first);
  return ended.promise;
};
