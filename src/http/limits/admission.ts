/**
 * The door before everything else. A request begins at once while there is time; else it waits here, and when it has waited
 * so long that its answer would come too late it is answered 503, for a small part of what serving it costs.
 *
 * Waiting here and not in the sockets is what makes it work. A turn of the event loop serves all that had arrived when it
 * began and accepts a single connection, so under load turns grow long, nobody can tell how long a request has waited, and
 * connections are accepted ever more slowly. Here a turn begins work for a few milliseconds and then looks again.
 *
 * Most of the time goes to work whatever happens: refusals have their own, small share. Those who ask again as soon as they
 * are refused would get all of it otherwise, and nobody would be served.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Load } from './overload.ts';
import { waitingLine } from './waiting-line.ts';

/** How long work is begun in one turn of the loop. */
const WORK_MS = 5;
/** How many may begin in it. */
const MOST_BEGUN = 32;
/** The same for probes, which wait for nobody else: thousands of them in one turn held up everybody. */
const PROBES_MS = 2;
/** How many connections may be accepted, one a turn, before work goes on. */
const MOST_ACCEPTED = 32;
/** How many of the overdue are refused in a turn at most, unless that would keep them longer than this. */
const MOST_REFUSED = 16;
const REFUSED_WITHIN_MS = 2000;
/** How often a line is looked at in which nothing moves. */
const LOOK_MS = 50;

/** Everything in progress waits for something else, or there is more to do than there is time. */
export type ShedReason = 'in_flight' | 'late';
export type AdmissionOptions = {
  readonly load: Load;
  readonly mostWaitMs: number;
  /** Whose request it is: those who wait are begun by turns of them. */
  readonly whoseIs: (request: IncomingMessage) => string;
  /** Probes, which must tell the truth when we are busy. */
  readonly isExempt: (url: string) => boolean;
  readonly refuse: (request: IncomingMessage, response: ServerResponse, reason: ShedReason) => void;
};
type Waiting = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly of: string };

export type Admission = {
  readonly listener: RequestListener;
  /** So that the door knows when connections arrive. */
  readonly watch: (server: Server) => void;
};

export const admission = (options: AdmissionOptions, serve: RequestListener): Admission => {
  const { load, mostWaitMs, whoseIs, isExempt, refuse } = options;
  const whose = ({ of }: Waiting): string => of;
  const line = waitingLine(mostWaitMs, whose, { isMuch: load.isMuch, isShort: load.isLittle });
  const probes = waitingLine(Number.POSITIVE_INFINITY, whose);
  /** When this turn of the loop met its first request; undefined before that. */
  let turnBegan: number | undefined;
  let accepted = false;
  let acceptedInARow = 0;
  let looksAgain = false;
  let probing = false;
  /** Until when requests begin in this turn; 0: none does, or nobody is left who could. */
  let workUntil = 0;
  let refusedAt = 0;
  let later: NodeJS.Timeout | undefined;

  const begin = ({ request, response, of }: Waiting): void => {
    load.begin(request, response, of);
    serve(request, response);
  };
  const hasRoom = (now: number): boolean => load.hasRoom(line.isStanding(now), now);
  // Nobody waits for the answer of a closed connection.
  const isThere = ({ request }: Waiting): boolean => !request.socket.destroyed;

  /** The next who is in time, while there is time: each in a callback of its own, so that what he does at once counts. */
  const beginNext = (): void => {
    const now = performance.now();
    if (now >= workUntil) return;
    const one = hasRoom(now) ? line.nextInTime(now, load.hasRoomFor) : undefined;
    if (one === undefined) workUntil = 0;
    else if (isThere(one)) begin(one);
  };
  /** False when no probe is left. */
  const probe = (): boolean => {
    const until = performance.now() + PROBES_MS;
    for (let now = until - PROBES_MS; now < until; now = performance.now()) {
      const one = probes.nextInTime(now);
      if (one === undefined) return false;
      if (isThere(one)) serve(one.request, one.response);
    }
    return true;
  };
  /** False when nobody is left who is overdue. */
  const refuseOverdue = (): boolean => {
    const now = performance.now();
    const isFull = !hasRoom(now);
    const most = Math.max(MOST_REFUSED, (line.length() * (now - refusedAt)) / REFUSED_WITHIN_MS);
    refusedAt = now;
    for (let refused = 0; refused < most; ) {
      const one = line.nextOverdue(now);
      if (one === undefined) return false;
      if (!isThere(one)) continue;
      refuse(one.request, one.response, isFull || !load.hasRoomFor(one.of) ? 'in_flight' : 'late');
      refused += 1;
    }
    return true;
  };

  const turn = (): void => {
    turnBegan = undefined;
    looksAgain = accepted && acceptedInARow < MOST_ACCEPTED;
    acceptedInARow = looksAgain ? acceptedInARow + 1 : 0;
    accepted = false;
    probing = probe();
    workUntil = looksAgain ? 0 : performance.now() + WORK_MS;
  };
  const turnEnds = (): void => {
    const refusing = !looksAgain && refuseOverdue();
    const isWaitedFor = line.length() > 0;
    if (looksAgain || probing || refusing || (isWaitedFor && workUntil > 0)) schedule();
    else if (isWaitedFor) later ??= setTimeout(schedule, LOOK_MS);
  };
  const schedule = (): void => {
    clearTimeout(later);
    later = undefined;
    if (turnBegan !== undefined) return;
    turnBegan = performance.now();
    setImmediate(turn);
    for (let left = Math.min(line.length(), MOST_BEGUN); left > 0; left -= 1) setImmediate(beginNext);
    setImmediate(turnEnds);
  };

  load.onRoom(() => {
    if (later !== undefined) schedule();
  });

  return {
    listener: (request, response) => {
      schedule();
      const now = performance.now();
      const sinceMs = now - (turnBegan ?? now);
      const one = { request, response, of: whoseIs(request) };
      if (isExempt(request.url ?? '')) {
        if (probes.length() > 0 || sinceMs > PROBES_MS) probes.join(one, now);
        else serve(request, response);
        return;
      }
      const hurried = accepted || line.length() > 0 || sinceMs > WORK_MS;
      if (hurried || !hasRoom(now) || !load.hasRoomFor(one.of)) line.join(one, now);
      else begin(one);
    },
    watch: (server) => {
      server.on('connection', () => {
        accepted = true;
      });
    },
  };
};
