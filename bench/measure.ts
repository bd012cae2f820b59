/**
 * Compares ways of doing the same thing in one run: the ways take turns in short slices, so that a noisy machine
 * disturbs all of them alike, and the medians over the slices are compared. Ratios travel; absolute figures do not.
 */
import { median } from './quantiles.ts';

export type Way = {
  readonly name: string;
  /** Does it once. */
  readonly once: () => Promise<unknown>;
};
export type Figure = {
  readonly name: string;
  readonly perSecond: number;
  /** CPU time of this process for one, in microseconds; a server's own CPU is not in it. */
  readonly cpuMicros: number;
};
export type Plan = { readonly concurrency: number; readonly slices?: number; readonly sliceMs?: number };

const slice = async (way: Way, concurrency: number, sliceMs: number): Promise<readonly [number, number]> => {
  let done = 0;
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  const end = start + BigInt(sliceMs) * 1_000_000n;
  const loop = async (): Promise<void> => {
    while (process.hrtime.bigint() < end) {
      await way.once();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const { user, system } = process.cpuUsage(cpu);
  return [done / seconds, (user + system) / done];
};

export const compare = async (
  ways: readonly Way[],
  { concurrency, slices = 7, sliceMs = 300 }: Plan,
): Promise<readonly Figure[]> => {
  const seen = ways.map(() => ({ rates: [] as number[], cpu: [] as number[] }));
  for (const way of ways) await slice(way, concurrency, sliceMs); // warm up
  for (let turn = 0; turn < slices; turn += 1) {
    for (const [index, way] of ways.entries()) {
      const [rate, cpu] = await slice(way, concurrency, sliceMs);
      seen[index]?.rates.push(rate);
      seen[index]?.cpu.push(cpu);
    }
  }
  return ways.map(({ name }, index) => ({
    name,
    perSecond: median(seen[index]?.rates ?? []),
    cpuMicros: median(seen[index]?.cpu ?? []),
  }));
};
