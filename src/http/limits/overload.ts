/** How many requests are in progress, and how many may be: more would only wait for each other. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Limits, mostInProgress } from './overload-rules.ts';
import { hasBody } from './unread-body.ts';

export type Load = {
  readonly inFlight: () => number;
  /** Whether one more may begin. */
  readonly hasRoom: () => boolean;
  /** Counts a request that begins, from when its body is there until it is answered. */
  readonly begin: (request: IncomingMessage, response: ServerResponse) => void;
  /** For an answer that has begun and may go on for long, such as a live stream: nobody waits for it any more. */
  readonly letGo: (response: ServerResponse) => void;
  /** Calls back whenever one has ended. */
  readonly onRoom: (listener: () => void) => void;
};

export const watchLoad = (limits: Limits): Load => {
  const { maxInFlight, mostWaitMs } = limits;
  const leavers = new WeakMap<ServerResponse, () => void>();
  let notify = (): void => {};
  let inFlight = 0;
  let most = maxInFlight;
  let stretch = { began: performance.now(), answered: 0, fewest: 0, wasFull: false };

  const look = (): void => {
    const now = performance.now();
    const lastedMs = now - stretch.began;
    if (lastedMs < mostWaitMs) return;
    most = mostInProgress({ ...stretch, lastedMs }, limits);
    stretch = { began: now, answered: 0, fewest: inFlight, wasFull: false };
  };
  const leave = (): void => {
    inFlight -= 1;
    stretch.answered += 1;
    stretch.fewest = Math.min(stretch.fewest, inFlight);
    notify();
  };

  return {
    inFlight: () => inFlight,
    hasRoom: () => {
      look();
      if (inFlight >= most) stretch.wasFull = true;
      return inFlight < most;
    },
    begin: (request, response) => {
      let here = false;
      const enter = (): void => {
        here = true;
        inFlight += 1;
      };
      const go = (): void => {
        request.off('end', enter);
        if (here) leave();
        here = false;
      };
      leavers.set(response, go);
      // `close` comes for finished and for abandoned answers alike.
      response.once('close', go);
      if (hasBody(request)) request.once('end', enter);
      else enter();
    },
    letGo: (response) => leavers.get(response)?.(),
    onRoom: (listener) => {
      notify = listener;
    },
  };
};
