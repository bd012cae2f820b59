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

/** Functions of src/ with the counts of their blocks, from the last time on. */
const takeCounts = async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.startsWith(ours))
    .flatMap(({ functions }) =>
      functions.map(({ functionName, ranges }) => ({ name: functionName, counts: ranges.map(({ count }) => count) })),
    );
};

/** Blocks of src/ that `run` goes through, each as often as it does; the second time, when everything is compiled and kept. */
export const countedWork = async (run: () => unknown): Promise<number> => {
  await run();
  await takeCounts();
  await run();
  return (await takeCounts()).reduce((sum, { counts }) => counts.reduce((all, count) => all + count, sum), 0);
};

/** How often `run` calls the function of this name. */
export const countedCalls = async (name: string, run: () => unknown): Promise<number> => {
  await takeCounts();
  await run();
  const found = (await takeCounts()).filter((one) => one.name === name);
  return found.reduce((sum, { counts: [called = 0] }) => sum + called, 0);
};

/**
 * By how much doubling a size multiplies what it adds: 2 where work grows with size, 4 where it grows with its square. What is
 * done once whatever the size has no part in it.
 */
export const growthOf = async (size: number, work: (size: number) => Promise<number>): Promise<number> => {
  const [one, two, four] = [await work(size), await work(2 * size), await work(4 * size)];
  return (four - two) / (two - one);
};
