/**
 * Calls of somebody else's server that requests wait for. A node has room for so many who wait (while-outside.ts), and they are
 * everybody's: so of each owner (an application, a company) a few may wait at once, fewer for the same, and of one who asks half of
 * them, whatever he asks and of whom. What one organization has beyond half of all counts against itself alone, as at the door, and an
 * owner always finds a few. Who asks for the same joins the call; who finds no place is told so at once. A server that was mute again
 * and again is left alone for a while; then one call finds out.
 */
import { sharedLoads } from '../../shared/shared-load.ts';
import { crowd } from '../crowd.ts';

export type Asking = {
  /** Whose server it is. */
  readonly owner: string;
  /** The organization that it belongs to: it may have as many owners as it likes. */
  readonly organization: string;
  /** Who asks, by each name that tells him from others, whatever he asks; none: the owner itself, or who serves it. */
  readonly by: readonly string[];
  /** Names what is asked: two of one owner and name are the same. */
  readonly call: string;
};

export type GateBounds = {
  /** What is called, for the log. */
  readonly what: string;
  /** How many may wait. */
  readonly most: {
    readonly ofAll: number;
    /** With what its owners always find. */
    readonly ofOrganization: number;
    readonly ofOwner: number;
    /** So many find a place whatever others have: of those who ask an owner's server, and of the owner himself. */
    readonly always: number;
    /** Of one who asks, by whichever of his names. */
    readonly ofOne: number;
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
  const shared = sharedLoads<unknown>({ what, deadlineMs });
  const lines = new Map<string, Line>();
  const waiting = new Set<Asking>();
  const organizations = crowd();

  const waitingOf = (owner: string): readonly Asking[] => [...waiting].filter((other) => other.owner === owner);
  const isTooMuchOfOne = (name: string): boolean =>
    [...waiting].filter(({ by }) => by.includes(name)).length >= most.ofOne;

  const hasRoom = ({ restsUntil }: Line, { owner, organization, by, call }: Asking): boolean => {
    const ofOwner = waitingOf(owner);
    // After a rest one call finds out for all.
    if (restsUntil > 0 && ofOwner.length > 0) return false;
    // Nobody who asks an owner's server takes what the owner himself always finds, nor the other way round.
    const alike = ofOwner.filter((other) => other.by.length > 0 === by.length > 0);
    if (alike.filter((other) => other.call === call).length >= most.ofCall || by.some(isTooMuchOfOne)) return false;
    if (alike.length < most.always) return organizations.of(organization) < most.ofOrganization;
    return ofOwner.length < most.ofOwner && organizations.hasRoomFor(organization, most.ofAll);
  };
  const enter = (line: Line, asking: Asking): void => {
    const left = line.restsUntil - clock();
    if (left > 0) throw turnedAway(Math.ceil(left / 1000));
    if (!hasRoom(line, asking)) throw turnedAway(1);
    waiting.add(asking);
    organizations.add(asking.organization);
  };
  const leave = ({ mute }: Line, asking: Asking): void => {
    waiting.delete(asking);
    organizations.remove(asking.organization);
    if (waitingOf(asking.owner).length === 0 && (mute === 0 || lines.size > MOST_KEPT)) lines.delete(asking.owner);
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
