/**
 * How much work a call does, as a count that no machine and no load changes: how often V8 ran each function and each block of
 * our own source.
 */
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

const ours = new URL('../src/', import.meta.url).href;

/** From the start: blocks are counted only in what is compiled after that, and exactly only where nothing is optimised away. */
setFlagsFromString('--no-opt');
setFlagsFromString('--no-maglev');
setFlagsFromString('--no-lazy-feedback-allocation');
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Counted from the last time on. */
const takeCount = async (): Promise<number> => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const counts = result
    .filter(({ url }) => url.startsWith(ours))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)));
  return counts.reduce((sum, count) => sum + count, 0);
};

/** Blocks of src/ that `run` goes through, each as often as it does; the second time, when everything is compiled and kept. */
export const countedWork = async (run: () => unknown): Promise<number> => {
  await run();
  await takeCount();
  await run();
  return takeCount();
};

/**
 * By how much doubling a size multiplies what it adds: 2 where work grows with size, 4 where it grows with its square. What is
 * done once whatever the size has no part in it.
 */
export const growthOf = async (size: number, work: (size: number) => Promise<number>): Promise<number> => {
  const [one, two, four] = [await work(size), await work(2 * size), await work(4 * size)];
  return (four - two) / (two - one);
};
