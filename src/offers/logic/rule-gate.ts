/**
 * Whether a rule may be asked now: not more often at once and in a minute than it may, and not for a while after it failed again
 * and again. Who finds all places taken waits for one, no longer than he says; who is turned away costs nothing.
 *
 * All shoppers of a shop come to one gate, and none of them closes it for the others: whoever asks has half of it at most, and who
 * asks what the rule fails on is left alone himself. It is left alone for all when it fails for several.
 */

type Bounds = { readonly atOnce: number; readonly aMinute: number };
const ofAll: Bounds = { atOnce: 8, aMinute: 1200 };
const ofOne: Bounds = { atOnce: 4, aMinute: 600 };
const MOST_WAITING = 64;
/** After so many failures in a row it is left alone for a while, by all when so many askers met them. */
const pause = { afterFailures: 5, ofAskers: 3, ms: 30_000 } as const;
const MINUTE = 60_000;
const MOST_ASKERS = 200;

/** `busy`: others ask too much. `broken`: it failed before, and is left alone. */
type Entry = 'in' | 'busy' | 'broken';
export type RuleGate = {
  /** Whether he would find a place if nobody else asked: whoever does not is turned away alone. */
  readonly hasRoomFor: (now: number, by?: string) => boolean;
  /** Who is let in must say `end`. `by`: who asks; left out: nobody who could be told from others. */
  readonly enter: (clock: () => number, waitMs: number, by?: string) => Promise<Entry>;
  readonly end: (now: number, isGood: boolean, by?: string) => void;
};

/** What is counted of all together, and of each who asks. */
const counts = ({ atOnce, aMinute }: Bounds) => {
  let open = 0;
  let failures = 0;
  let closedUntil = 0;
  let minute = 0;
  let asked = 0;
  return {
    isQuiet: (): boolean => open === 0,
    look: (now: number): Entry | 'full' => {
      // After a break one call finds out for all.
      if (now < closedUntil || (closedUntil > 0 && open > 0)) return 'broken';
      if (Math.floor(now / MINUTE) === minute && asked >= aMinute) return 'busy';
      return open >= atOnce ? 'full' : 'in';
    },
    begin: (now: number): void => {
      const current = Math.floor(now / MINUTE);
      asked = current === minute ? asked + 1 : 1;
      minute = current;
      open += 1;
    },
    end: (now: number, isGood: boolean, mayBreak: boolean): void => {
      open -= 1;
      failures = isGood ? 0 : failures + 1;
      if (isGood) closedUntil = 0;
      else if (failures >= pause.afterFailures && mayBreak) closedUntil = now + pause.ms;
    },
  };
};
type Counts = ReturnType<typeof counts>;

/** The newest who asked. Who asks now is not forgotten. */
const countsOfEach = () => {
  const each = new Map<string, Counts>();
  return (by: string): Counts => {
    const found = each.get(by) ?? counts(ofOne);
    each.delete(by);
    each.set(by, found);
    if (each.size > MOST_ASKERS) {
      const [quiet] = [...each].find(([, one]) => one.isQuiet()) ?? [];
      if (quiet !== undefined && quiet !== by) each.delete(quiet);
    }
    return found;
  };
};

export const ruleGate = (): RuleGate => {
  const all = counts(ofAll);
  const oneOf = countsOfEach();
  /** Who met a failure since the last good answer. */
  const failed = new Set<string>();
  const waiting = new Map<() => void, string | undefined>();

  const look = (now: number, by: string | undefined): Entry | 'full' => {
    const found = all.look(now);
    if (by === undefined || found === 'broken') return found;
    const own = oneOf(by).look(now);
    // It works for others: who is left alone because of what he asked has not met a rule that is broken.
    if (own === 'broken') return 'busy';
    return own === 'in' ? found : own;
  };
  const begin = (now: number, by: string | undefined): 'in' => {
    all.begin(now);
    if (by !== undefined) oneOf(by).begin(now);
    return 'in';
  };
  const mayWait = (by: string | undefined): boolean => {
    const own = by === undefined ? 0 : [...waiting.values()].filter((other) => other === by).length;
    return waiting.size < MOST_WAITING && own < MOST_WAITING / 2;
  };
  /** Whether a place came free in time. */
  const placeWithin = (ms: number, by: string | undefined): Promise<boolean> =>
    new Promise((resolve) => {
      const told = (isFree: boolean) => (): void => {
        clearTimeout(timer);
        waiting.delete(free);
        resolve(isFree);
      };
      const free = told(true);
      const timer = setTimeout(told(false), ms);
      waiting.set(free, by);
    });

  return {
    hasRoomFor: (now, by) => by === undefined || oneOf(by).look(now) === 'in',
    enter: async (clock, waitMs, by) => {
      const until = performance.now() + waitMs;
      for (;;) {
        const found = look(clock(), by);
        if (found === 'in') return begin(clock(), by);
        if (found !== 'full') return found;
        const left = until - performance.now();
        if (left <= 0 || !mayWait(by) || !(await placeWithin(left, by))) return 'busy';
      }
    },
    end: (now, isGood, by) => {
      if (isGood) failed.clear();
      else if (by !== undefined && failed.size < pause.ofAskers) failed.add(by);
      all.end(now, isGood, by === undefined || failed.size >= pause.ofAskers);
      if (by !== undefined) oneOf(by).end(now, isGood, true);
      // Who cannot use the place, because he has as many as he may, waits on: all of them look.
      for (const next of waiting.keys()) next();
    },
  };
};
