/**
 * At most so many in any window, whichever instant the window begins. The window is cut into slices and one more slice
 * than fits into it is counted, so the promise holds exactly; a full quota comes back at most one slice late.
 * Memory is bounded: a key that was quiet for a whole window is forgotten when the next comes, and beyond `maximumKeys` the one
 * that was quiet longest.
 */
import type { Stopwatch } from '../../shared/clock.ts';
import type { Peers } from '../workers/peers.ts';
import { sharedCounts } from '../workers/shared-counts.ts';

export type WindowOptions = {
  readonly stopwatch: Stopwatch;
  /** What is counted, and with whom; left out: this process counts alone. */
  readonly shared?: { readonly name: string; readonly peers: Peers | undefined };
  readonly windowMs: number;
  readonly slices: number;
  readonly maximumKeys: number;
};
export type Verdict = {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until some of what was used comes back; at least 1. */
  readonly resetMs: number;
};
export type Limiter = {
  /** Takes `cost` at once, or nothing when not all of it is left. */
  readonly take: (key: string, limit: number, cost?: number) => Verdict;
  /** Where the key stands, without taking anything. */
  readonly look: (key: string, limit: number) => Verdict;
  readonly size: () => number;
};

type Usage = { readonly counts: Uint32Array; newest: number; total: number };

/** Forgets the slices that have left the window. */
const advance = (usage: Usage, slice: number): void => {
  const ring = usage.counts.length;
  const passed = Math.min(slice - usage.newest, ring);
  for (let step = 1; step <= passed; step += 1) {
    const at = (usage.newest + step) % ring;
    usage.total -= usage.counts[at] ?? 0;
    usage.counts[at] = 0;
  }
  usage.newest = Math.max(usage.newest, slice);
};

const oldestUsed = (usage: Usage): number => {
  const ring = usage.counts.length;
  let slice = usage.newest - ring + 1;
  while (slice < usage.newest && usage.counts[((slice % ring) + ring) % ring] === 0) slice += 1;
  return slice;
};

export const slidingWindow = ({ stopwatch, windowMs, slices, maximumKeys, shared }: WindowOptions): Limiter => {
  const sliceMs = windowMs / slices;
  const usages = new Map<string, Usage>();

  const usageOf = (key: string, slice: number): Usage => {
    const known = usages.get(key);
    if (known !== undefined && known.newest >= slice) return known;
    const usage = known ?? { counts: new Uint32Array(slices + 1), newest: slice, total: 0 };
    advance(usage, slice);
    // Insertion order is the order of last use, to the slice, which is all that forgetting needs.
    usages.delete(key);
    usages.set(key, usage);
    for (const [oldest, { newest }] of usages) {
      if (usages.size <= maximumKeys && newest + slices >= slice) break;
      usages.delete(oldest);
    }
    return usage;
  };

  const add = (usage: Usage, count: number): void => {
    const at = usage.newest % usage.counts.length;
    usage.counts[at] = (usage.counts[at] ?? 0) + count;
    usage.total += count;
  };
  const counts = sharedCounts(shared?.peers, shared?.name ?? '', (key, count) =>
    add(usageOf(key, Math.floor(stopwatch.ms() / sliceMs)), count),
  );

  const verdict = (key: string, usage: Usage, limit: number, allowed: boolean): Verdict => ({
    allowed,
    remaining: Math.max(0, limit - usage.total - counts.unheard(key)),
    resetMs: Math.max(1, (oldestUsed(usage) + slices + 1) * sliceMs - stopwatch.ms()),
  });
  const take = (key: string, limit: number, cost = 1): Verdict => {
    const usage = usageOf(key, Math.floor(stopwatch.ms() / sliceMs));
    const allowed = usage.total + counts.unheard(key) + cost <= limit;
    if (allowed) {
      add(usage, cost);
      counts.counted(key, cost);
    }
    return verdict(key, usage, limit, allowed);
  };
  const look = (key: string, limit: number): Verdict => {
    if (!usages.has(key)) return { allowed: true, remaining: limit, resetMs: windowMs };
    return verdict(key, usageOf(key, Math.floor(stopwatch.ms() / sliceMs)), limit, true);
  };
  return { take, look, size: () => usages.size };
};
