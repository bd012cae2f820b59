/**
 * Calls of somebody else's server that requests wait for. A node has room for so many who wait (while-outside.ts), and they are
 * everybody's: so of each owner (an application, a company) a few may wait at once, and fewer for the same. Who asks for the same
 * joins the call; who finds no place is told so at once. A server that was mute again and again is left alone for a while; then one
 * call finds out.
 */
import { sharedLoads } from '../../shared/shared-load.ts';

export type GateBounds = {
  /** What is called, for the log. */
  readonly what: string;
  /** How many may wait. */
  readonly most: { readonly ofAll: number; readonly ofOwner: number; readonly ofCall: number };
  /** Longer than any call takes by itself. */
  readonly deadlineMs: number;
  /** After so many mute calls in a row no more are made for so long; left out: calls go on. */
  readonly rest?: { readonly afterMute: number; readonly ms: number; readonly isMute: (error: unknown) => boolean };
  /** What who is turned away is told. */
  readonly turnedAway: (afterSeconds: number) => Error;
  readonly clock?: () => number;
};
/** `call` names what is asked: two of one name are the same. */
export type CallGate = <T>(owner: string, call: string, make: () => Promise<T>) => Promise<T>;

const MOST_KEPT = 1000;

/** Who waits, by what he asked for, and how the server was. */
type Line = { readonly waiting: string[]; mute: number; restsUntil: number };

export const callGate = (bounds: GateBounds): CallGate => {
  const { what, most, deadlineMs, rest, turnedAway, clock = () => performance.now() } = bounds;
  const shared = sharedLoads<unknown>({ what, deadlineMs });
  const lines = new Map<string, Line>();
  let waitingOfAll = 0;

  const enter = ({ waiting, restsUntil }: Line, call: string): void => {
    const left = restsUntil - clock();
    if (left > 0) throw turnedAway(Math.ceil(left / 1000));
    // After a rest one call finds out for all.
    const isFull = waiting.length >= (restsUntil > 0 ? 1 : most.ofOwner) || waitingOfAll >= most.ofAll;
    if (isFull || waiting.filter((other) => other === call).length >= most.ofCall) throw turnedAway(1);
    waiting.push(call);
    waitingOfAll += 1;
  };
  const leave = (owner: string, { waiting, mute }: Line, call: string): void => {
    waiting.splice(waiting.indexOf(call), 1);
    waitingOfAll -= 1;
    if (waiting.length === 0 && (mute === 0 || lines.size > MOST_KEPT)) lines.delete(owner);
  };
  const watched = async <T>(line: Line, make: () => Promise<T>): Promise<T> => {
    let isMute = false;
    try {
      return await make();
    } catch (error) {
      isMute = rest?.isMute(error) === true;
      throw error;
    } finally {
      line.mute = isMute ? line.mute + 1 : 0;
      line.restsUntil = rest !== undefined && line.mute >= rest.afterMute ? clock() + rest.ms : 0;
    }
  };

  return async <T>(owner: string, call: string, make: () => Promise<T>) => {
    const line = lines.get(owner) ?? { waiting: [], mute: 0, restsUntil: 0 };
    enter(line, call);
    lines.set(owner, line);
    try {
      return (await shared(`${owner} ${call}`, () => watched(line, make))) as T;
    } finally {
      leave(owner, line, call);
    }
  };
};
