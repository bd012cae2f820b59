/** How many requests are in progress, and how many may be: more would only wait for each other. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { crowd, shareOfPlaces } from '../crowd.ts';
import { duringWork, type Stay, workBegins, workEnds, workWaits } from './long-work.ts';
import { ALWAYS_TAKEN, BUSY, FEW, type Limits, mostInProgress } from './overload-rules.ts';
import { unreadAnswers, type WaitUnread } from './unread-answers.ts';
import { hasBody } from './unread-body.ts';

export type Load = {
  readonly inFlight: () => number;
  /** Of those begun: they wait for somebody outside, and are not in progress. */
  readonly outside: () => number;
  /** Whether one more of anybody may begin now; `isStanding`: the line before the door has stood for long. */
  readonly hasRoom: (isStanding: boolean, now: number) => boolean;
  /** Whether that may be one of his. */
  readonly hasRoomFor: (of: string) => boolean;
  /** Whether he asks for much at once, with so many who wait. */
  readonly isMuch: (of: string, waiting: number) => boolean;
  /** Whether so many who wait are, with those in progress, no more than are always taken; `ofFew`: of those who ask for little. */
  readonly isLittle: (waiting: number, ofFew: boolean) => boolean;
  /** Counts a request of somebody that begins, from when its body is there until its answer is made, however slowly that is read. */
  readonly begin: (request: IncomingMessage, response: ServerResponse, of: string) => void;
  /** Does what is left of a request, so that what takes long of it stands in its line. */
  readonly during: (response: ServerResponse, run: () => void) => void;
  /** The answer is made, of so many bytes for an address, or has begun as a stream: nobody waits for it any more but who reads it. */
  readonly letGo: (response: ServerResponse, ip: () => string, bytes: number) => void;
  /** For an answer that goes on: of what is at hand of it. */
  readonly waitUnread: WaitUnread;
  /** Calls back whenever one has ended. */
  readonly onRoom: (listener: () => void) => void;
};

type Begun = Stay & { readonly go: () => void };

export const watchLoad = (limits: Limits): Load => {
  const { maxInFlight, mostWaitMs } = limits;
  const begun = new WeakMap<ServerResponse, Begun>();
  const waitUnread = unreadAnswers();
  const inside = crowd();
  const outside = crowd();
  const few = Math.min(FEW, shareOfPlaces(maxInFlight));
  let notify = (): void => {};
  let most = maxInFlight;
  let stretch = {
    used: performance.eventLoopUtilization(),
    began: performance.now(),
    answered: 0,
    fewest: 0,
    wasFull: false,
  };

  const look = (isStanding: boolean, now: number): void => {
    const lastedMs = now - stretch.began;
    if (lastedMs < mostWaitMs) return;
    const used = performance.eventLoopUtilization();
    const isOverrun = isStanding && performance.eventLoopUtilization(used, stretch.used).utilization >= BUSY;
    most = mostInProgress({ ...stretch, lastedMs, isOverrun }, limits);
    stretch = { used, began: now, answered: 0, fewest: inside.all(), wasFull: false };
  };
  const enter = (stay: Stay): void => {
    stay.place = 'inside';
    inside.add(stay.of);
    workBegins(stay);
  };
  const leave = (stay: Stay, to: 'none' | 'outside'): void => {
    if (stay.place === 'outside') outside.remove(stay.of);
    if (stay.place === 'inside') {
      inside.remove(stay.of);
      stretch.answered += 1;
      stretch.fewest = Math.min(stretch.fewest, inside.all());
      notify();
    }
    stay.place = to;
  };
  const comesBack = (stay: Stay): void => {
    stay.waits -= 1;
    if (stay.waits > 0 || stay.place !== 'outside') return;
    leave(stay, 'none');
    enter(stay);
  };
  /** Those who find no place outside wait in their own: so many wait at all, and so many of one address. */
  const hasRoomOutside = (of: string): boolean =>
    outside.all() < maxInFlight && outside.of(of) < shareOfPlaces(maxInFlight);
  const stepsOut = (stay: Stay): (() => void) => {
    stay.waits += 1;
    if (stay.place === 'inside' && hasRoomOutside(stay.of)) {
      leave(stay, 'outside');
      outside.add(stay.of);
      workWaits(stay);
    }
    return () => comesBack(stay);
  };

  return {
    inFlight: inside.all,
    outside: outside.all,
    hasRoom: (isStanding, now) => {
      look(isStanding, now);
      if (inside.all() < most) return true;
      stretch.wasFull = true;
      return inside.upTo(shareOfPlaces(most)) < most;
    },
    hasRoomFor: (of) => inside.hasRoomFor(of, most),
    isMuch: (of, waiting) => inside.of(of) + waiting >= few,
    isLittle: (waiting, ofFew) => {
      const taken = Math.min(maxInFlight, ALWAYS_TAKEN);
      return (ofFew ? inside.upTo(shareOfPlaces(taken)) : inside.all()) + waiting <= taken;
    },
    begin: (request, response, of) => {
      const comes = hasBody(request) ? (): void => enter(stay) : undefined;
      const go = (): void => {
        if (comes !== undefined) request.off('end', comes);
        workEnds(stay);
        leave(stay, 'none');
      };
      const stay: Begun = { of, state: 'coming', place: 'none', waits: 0, stepsOut, go };
      begun.set(response, stay);
      // `close` comes for finished and for abandoned answers alike.
      response.once('close', go);
      if (comes === undefined) enter(stay);
      else request.once('end', comes);
    },
    during: (response, run) => {
      const one = begun.get(response);
      if (one === undefined) run();
      else duringWork(one, run);
    },
    letGo: (response, ip, bytes) => {
      const one = begun.get(response);
      if (one === undefined) return;
      one.go();
      response.once('close', waitUnread(response, ip, bytes));
    },
    waitUnread,
    onRoom: (listener) => {
      notify = listener;
    },
  };
};
