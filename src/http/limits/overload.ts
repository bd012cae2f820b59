/** How many requests are in progress, and how many may be: more would only wait for each other. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { duringWork, workBegins, workEnds } from './long-work.ts';
import { ALWAYS_TAKEN, BUSY, type Limits, mostInProgress } from './overload-rules.ts';
import type { Work } from './turn-line.ts';
import { unreadAnswers } from './unread-answers.ts';
import { hasBody } from './unread-body.ts';

export type Load = {
  readonly inFlight: () => number;
  /** Whether one more may begin; `isStanding`: the line before the door has stood for long. */
  readonly hasRoom: (isStanding: boolean) => boolean;
  /** Whether so many who wait are, with those in progress, no more than are always taken. */
  readonly isLittle: (waiting: number) => boolean;
  /** Counts a request of somebody that begins, from when its body is there until its answer is made, however slowly that is read. */
  readonly begin: (request: IncomingMessage, response: ServerResponse, of: string) => void;
  /** Does what is left of a request, so that what takes long of it stands in its line. */
  readonly during: (response: ServerResponse, run: () => void) => void;
  /** The answer is made, of so many bytes for an address, or has begun as a stream: nobody waits for it any more but who reads it. */
  readonly letGo: (response: ServerResponse, ip: () => string, bytes: number) => void;
  /** Calls back whenever one has ended. */
  readonly onRoom: (listener: () => void) => void;
};

export const watchLoad = (limits: Limits): Load => {
  const { maxInFlight, mostWaitMs } = limits;
  const begun = new WeakMap<ServerResponse, { readonly work: Work; readonly go: () => void }>();
  const keepUnread = unreadAnswers();
  let notify = (): void => {};
  let inFlight = 0;
  let most = maxInFlight;
  let stretch = {
    used: performance.eventLoopUtilization(),
    began: performance.now(),
    answered: 0,
    fewest: 0,
    wasFull: false,
  };

  const look = (isStanding: boolean): void => {
    const now = performance.now();
    const lastedMs = now - stretch.began;
    if (lastedMs < mostWaitMs) return;
    const used = performance.eventLoopUtilization();
    const isOverrun = isStanding && performance.eventLoopUtilization(used, stretch.used).utilization >= BUSY;
    most = mostInProgress({ ...stretch, lastedMs, isOverrun }, limits);
    stretch = { used, began: now, answered: 0, fewest: inFlight, wasFull: false };
  };
  const leave = (): void => {
    inFlight -= 1;
    stretch.answered += 1;
    stretch.fewest = Math.min(stretch.fewest, inFlight);
    notify();
  };

  return {
    inFlight: () => inFlight,
    hasRoom: (isStanding) => {
      look(isStanding);
      if (inFlight >= most) stretch.wasFull = true;
      return inFlight < most;
    },
    isLittle: (waiting) => inFlight + waiting <= Math.min(maxInFlight, ALWAYS_TAKEN),
    begin: (request, response, of) => {
      const work: Work = { of, state: 'coming' };
      let here = false;
      const enter = (): void => {
        here = true;
        inFlight += 1;
        workBegins(work);
      };
      const go = (): void => {
        request.off('end', enter);
        workEnds(work);
        if (here) leave();
        here = false;
      };
      begun.set(response, { work, go });
      // `close` comes for finished and for abandoned answers alike.
      response.once('close', go);
      if (hasBody(request)) request.once('end', enter);
      else enter();
    },
    during: (response, run) => {
      const one = begun.get(response);
      if (one === undefined) run();
      else duringWork(one.work, run);
    },
    letGo: (response, ip, bytes) => {
      const one = begun.get(response);
      if (one === undefined) return;
      one.go();
      keepUnread(response, ip, bytes);
    },
    onRoom: (listener) => {
      notify = listener;
    },
  };
};
