/**
 * How long answers take when requests come at a fixed rate, whatever becomes of those before: a request that finds no free
 * connection waits, and its time runs from when it was due. Half of what could be answered, and the unit beside it at half of
 * its own, in turns.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Way } from './interleaved.ts';
import { quantile } from './quantiles.ts';
import type { BenchRow } from './report.ts';
import { type Lane, openLane } from './raw-client.ts';

const LANES = 64;
const TURNS = 4;
const TURN_MS = 4_000;
/** While the other was asked time went on: what ended meanwhile comes at once, which no shop that is open meets. */
const UNCOUNTED_MS = 1_500;
const NOTHING = Buffer.alloc(0);

type Offered = { readonly way: Way; readonly perSecond: number };

/** The time each answer took, in milliseconds. */
const latencies = async ({ way, perSecond }: Offered, lanes: readonly Lane[]): Promise<readonly number[]> => {
  const took: number[] = [];
  const free = [...lanes];
  const due: number[] = [];
  let asked = 0;
  const began = performance.now();
  const ask = async (lane: Lane, dueAt: number): Promise<void> => {
    await lane.ask(way.requests[(asked += 1) % way.requests.length] ?? NOTHING);
    if (dueAt >= began + UNCOUNTED_MS) took.push(performance.now() - dueAt);
    const next = due.shift();
    if (next === undefined) free.push(lane);
    else void ask(lane, next);
  };
  for (let sent = 0; performance.now() - began < TURN_MS; await turn()) {
    for (; sent < ((performance.now() - began) * perSecond) / 1000; sent += 1) {
      const [lane, dueAt] = [free.pop(), began + (sent * 1000) / perSecond];
      if (lane === undefined) due.push(dueAt);
      else void ask(lane, dueAt);
    }
  }
  while (free.length < lanes.length) await turn();
  return took;
};

/** `ways`: the unit first; the rates are what each can do at most. */
export const openLoop = async (
  bench: string,
  ways: readonly Offered[],
  wanted: string,
): Promise<readonly BenchRow[]> => {
  const all = await Promise.all(
    ways.map(async ({ way, perSecond }) => ({
      offered: { way, perSecond: perSecond / 2 },
      lanes: await Promise.all(Array.from({ length: LANES }, () => openLane(way.port, way.hasBody))),
      took: [] as number[],
    })),
  );
  for (let round = 0; round <= TURNS; round += 1) {
    for (const { offered, lanes, took } of all) {
      const seen = await latencies(offered, lanes);
      if (round > 0) took.push(...seen); // the first is to warm up
    }
  }
  for (const { lanes } of all) for (const lane of lanes) lane.close();
  const unit = quantile(all[0]?.took ?? [], 0.99);
  return all.map(({ offered, took }, place) => {
    const p99 = quantile(took, 0.99);
    return {
      bench: `${bench}, open loop at half of capacity`,
      case: offered.way.name,
      perSecond: offered.perSecond,
      ...(place === 0 ? {} : { ratio: p99 / unit, wanted }),
      note: `p50 ${quantile(took, 0.5).toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
    };
  });
};
