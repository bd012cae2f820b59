/**
 * Whether a rule may be asked now: not more often at once and in a minute than it may, and not for a while after it failed again
 * and again. Who finds all places taken waits for one, no longer than he says; who is turned away costs nothing.
 */

const MOST_AT_ONCE = 8;
const MOST_WAITING = 64;
const MOST_A_MINUTE = 1200;
const BREAKS_AFTER = 5;
const BREAK_MS = 30_000;
const MINUTE = 60_000;

/** `busy`: others ask too much. `broken`: it failed before, and is left alone. */
export type Entry = 'in' | 'busy' | 'broken';
export type RuleGate = {
  /** Who is let in must say `end`. */
  readonly enter: (clock: () => number, waitMs: number) => Promise<Entry>;
  readonly end: (now: number, isGood: boolean) => void;
};

export const ruleGate = (): RuleGate => {
  let open = 0;
  let failures = 0;
  let closedUntil = 0;
  let minute = 0;
  let asked = 0;
  const waiting = new Set<() => void>();

  const look = (now: number): Entry | 'full' => {
    // After a break one call finds out for all.
    if (now < closedUntil || (failures >= BREAKS_AFTER && open > 0)) return 'broken';
    if (Math.floor(now / MINUTE) === minute && asked >= MOST_A_MINUTE) return 'busy';
    return open >= MOST_AT_ONCE ? 'full' : 'in';
  };
  const begin = (now: number): 'in' => {
    const current = Math.floor(now / MINUTE);
    asked = current === minute ? asked + 1 : 1;
    minute = current;
    open += 1;
    return 'in';
  };
  /** Whether a place came free in time. */
  const placeWithin = (ms: number): Promise<boolean> =>
    new Promise((resolve) => {
      const told = (isFree: boolean) => (): void => {
        clearTimeout(timer);
        waiting.delete(free);
        resolve(isFree);
      };
      const free = told(true);
      const timer = setTimeout(told(false), ms);
      waiting.add(free);
    });

  return {
    enter: async (clock, waitMs) => {
      const found = look(clock());
      if (found === 'in') return begin(clock());
      if (found !== 'full') return found;
      if (waiting.size >= MOST_WAITING || !(await placeWithin(waitMs))) return 'busy';
      const now = look(clock());
      return now === 'in' ? begin(clock()) : now === 'full' ? 'busy' : now;
    },
    end: (now, isGood) => {
      open -= 1;
      failures = isGood ? 0 : failures + 1;
      if (failures >= BREAKS_AFTER) closedUntil = now + BREAK_MS;
      const [next] = waiting;
      next?.();
    },
  };
};
