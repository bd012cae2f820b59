/** Chance from a seed, and a world in which time passes only from one thing that happens to the next. */
export type Chance = {
  /** From 0 up to, not including, 1. */
  readonly share: () => number;
  /** Whole, both ends included. */
  readonly between: (least: number, most: number) => number;
  readonly happens: (probability: number) => boolean;
};

/** mulberry32: small, fast, and the same everywhere. */
export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    share,
    between: (least, most) => least + Math.floor(share() * (most - least + 1)),
    happens: (probability) => share() < probability,
  };
};

type Entry = { readonly at: number; readonly order: number; readonly run: () => void | Promise<void> };
export type Timeline = {
  readonly now: () => number;
  readonly after: (ms: number, run: Entry['run']) => void;
  /** Runs until `done` says so, or nothing is left, or time is up; whether `done` said so. */
  readonly run: (done: () => Promise<boolean>, end: number) => Promise<boolean>;
};

/** Everything that has been set off by now comes to rest. */
const rest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const openTimeline = (start: number): Timeline => {
  const entries: Entry[] = [];
  let [now, order] = [start, 0];
  const earliest = (): Entry | undefined => {
    const found = entries.reduce<Entry | undefined>(
      (first, one) =>
        first === undefined || one.at < first.at || (one.at === first.at && one.order < first.order) ? one : first,
      undefined,
    );
    if (found !== undefined) entries.splice(entries.indexOf(found), 1);
    return found;
  };
  return {
    now: () => now,
    after: (ms, run) => {
      order += 1;
      entries.push({ at: now + ms, order, run });
    },
    run: async (done, end) => {
      for (let next = earliest(); next !== undefined && next.at <= end; next = earliest()) {
        now = next.at;
        await next.run();
        await rest();
        if (await done()) return true;
      }
      return false;
    },
  };
};
