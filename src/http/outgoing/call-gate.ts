/**
 * Calls of somebody else's server that requests wait for. A node has room for so many who wait (while-outside.ts), and they are
 * everybody's: so of each owner (an application, a company) a few may wait at once, fewer for the same, and of one organization or
 * one who asks no more than leaves room to the others. Who asks for the same joins the call; who finds no place is told so at once. A
 * server that was mute again and again is left alone for a while; then one call finds out.
 */
import { sharedLoads } from '../../shared/shared-load.ts';

export type Asking = {
  /** Whose server it is. */
  readonly owner: string;
  /** The organization that it belongs to: it may have as many owners as it likes. */
  readonly organization: string;
  /** Who asks, by a name that tells him from others, whatever he asks; left out: somebody of the shop, or its server. */
  readonly by?: string | undefined;
  /** Names what is asked: two of one owner and name are the same. */
  readonly call: string;
};

export type GateBounds = {
  /** What is called, for the log. */
  readonly what: string;
  /** How many may wait. `ofOne`: of one who asks, where it is told who does. */
  readonly most: {
    readonly ofAll: number;
    readonly ofOrganization: number;
    readonly ofOwner: number;
    readonly ofOne?: number;
    readonly ofCall: number;
  };
  /** Longer than any call takes by itself. */
  readonly deadlineMs: number;
  /** After so many mute calls in a row no more are made for so long; left out: calls go on. */
  readonly rest?: { readonly afterMute: number; readonly ms: number; readonly isMute: (error: unknown) => boolean };
  /** What who is turned away is told. */
  readonly turnedAway: (afterSeconds: number) => Error;
  readonly clock?: () => number;
};
export type CallGate = <T>(asking: Asking, make: () => Promise<T>) => Promise<T>;

const MOST_KEPT = 1000;

/** How the server of an owner was. */
type Line = { mute: number; restsUntil: number };

export const callGate = (bounds: GateBounds): CallGate => {
  const { what, most, deadlineMs, rest, turnedAway, clock = () => performance.now() } = bounds;
  const { ofOne = most.ofAll } = most;
  const shared = sharedLoads<unknown>({ what, deadlineMs });
  const lines = new Map<string, Line>();
  const waiting = new Set<Asking>();

  /** Of those who wait, how many are as he is in this. */
  const like = (asking: Asking, ...names: readonly (keyof Asking)[]): number =>
    [...waiting].filter((other) => names.every((name) => other[name] === asking[name])).length;

  const enter = ({ restsUntil }: Line, asking: Asking): void => {
    const left = restsUntil - clock();
    if (left > 0) throw turnedAway(Math.ceil(left / 1000));
    const isFull =
      waiting.size >= most.ofAll ||
      like(asking, 'organization') >= most.ofOrganization ||
      // After a rest one call finds out for all.
      like(asking, 'owner') >= (restsUntil > 0 ? 1 : most.ofOwner) ||
      like(asking, 'owner', 'call') >= most.ofCall ||
      (asking.by !== undefined && like(asking, 'by') >= ofOne);
    if (isFull) throw turnedAway(1);
    waiting.add(asking);
  };
  const leave = ({ mute }: Line, asking: Asking): void => {
    waiting.delete(asking);
    if (like(asking, 'owner') === 0 && (mute === 0 || lines.size > MOST_KEPT)) lines.delete(asking.owner);
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

  return async <T>(asked: Asking, make: () => Promise<T>) => {
    // Each who waits is one of his own, also where two are given the same.
    const asking = { ...asked };
    const { owner, call } = asking;
    const line = lines.get(owner) ?? { mute: 0, restsUntil: 0 };
    enter(line, asking);
    lines.set(owner, line);
    try {
      return (await shared(`${owner} ${call}`, () => watched(line, make))) as T;
    } finally {
      leave(line, asking);
    }
  };
};
