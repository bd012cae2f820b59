/**
 * Whose turn of the loop it is. Short work goes on as its answers come. Of long work one slice runs in a turn, of each caller in
 * turn, so that who asks for much at once waits for himself; and while anybody's short work is in progress, long work rests after
 * a slice for twice the time that the slice took. So a short request waits for a slice now and then and not before each of its
 * own steps, and long work always has a third of the time.
 */

export type Loop = {
  readonly ms: () => number;
  /** In the next turn. */
  readonly soon: (run: () => void) => void;
  /** After so many milliseconds; what it gives calls that off. */
  readonly later: (run: () => void, ms: number) => () => void;
  /** When all that goes on without waiting is done. */
  readonly settled: (run: () => void) => void;
};

/** What somebody's request is to the loop: short until it asks for a turn. */
export type Work = { readonly of: string; state: 'coming' | 'short' | 'long' | 'over' };

export type TurnLine = {
  readonly begins: (work: Work) => void;
  readonly ends: (work: Work) => void;
  /** It waits for somebody outside, who is not kept from his answer by long work, until it begins again. */
  readonly waits: (work: Work) => void;
  /** It is known to take long before it asks for its first turn. */
  readonly takesLong: (work: Work | undefined) => void;
  /** Its next slice; undefined: work of nobody who waits for it. */
  readonly next: (work: Work | undefined) => Promise<void>;
};

const REST = 2;
/** A slice that met a heap being tidied is no reason to rest for long. */
const MOST_REST_MS = 100;
/** Shorter than a timer can be. */
const LEAST_REST_MS = 1;

export const turnLine = ({ ms, soon, later, settled }: Loop): TurnLine => {
  /** Slices that are due, by whose they are; whose turn it is next stands first. */
  const lines = new Map<string, Set<() => void>>();
  let short = 0;
  let isDue = false;
  let callOff: (() => void) | undefined;
  let restUntil = 0;

  const takeFirst = (): (() => void) | undefined => {
    for (const [of, own] of lines) {
      const [begin] = own;
      lines.delete(of);
      if (begin !== undefined) own.delete(begin);
      if (own.size > 0) lines.set(of, own);
      return begin;
    }
    return undefined;
  };
  const runOne = (): void => {
    callOff = undefined;
    const began = ms();
    takeFirst()?.();
    settled(() => {
      const ended = ms();
      restUntil = ended + Math.min(MOST_REST_MS, REST * (ended - began));
      isDue = false;
      schedule();
    });
  };
  const schedule = (): void => {
    if (isDue || lines.size === 0) return;
    isDue = true;
    const rest = short === 0 ? 0 : restUntil - ms();
    if (rest < LEAST_REST_MS) soon(runOne);
    else callOff = later(runOne, rest);
  };
  const leaveShort = (work: Work, state: 'coming' | 'long' | 'over'): void => {
    if (work.state === 'short') short -= 1;
    work.state = state;
    if (short > 0 || callOff === undefined) return;
    callOff();
    callOff = undefined;
    soon(runOne);
  };
  const takesLong: TurnLine['takesLong'] = (work) => {
    if (work?.state === 'short' || work?.state === 'coming') leaveShort(work, 'long');
  };

  return {
    begins: (work) => {
      if (work.state !== 'coming') return;
      work.state = 'short';
      short += 1;
    },
    ends: (work) => leaveShort(work, 'over'),
    waits: (work) => {
      if (work.state === 'short') leaveShort(work, 'coming');
    },
    takesLong,
    next: (work) => {
      takesLong(work);
      return new Promise((begin) => {
        const of = work?.of ?? '';
        const own = lines.get(of);
        if (own === undefined) lines.set(of, new Set([begin]));
        else own.add(begin);
        schedule();
      });
    },
  };
};
