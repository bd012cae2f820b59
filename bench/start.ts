/**
 * How long a start takes, from the process to the first yes of /readyz: of a node that was here before, of a new one with
 * its demo shop, and of the plain sources without anything kept from earlier starts.
 */
import { dataFolder, serving, type Variables } from '../test/commands/run-cartwright.ts';
import type { Bench, BenchRow } from './report.ts';

type Start = { readonly seconds: number; readonly cpuSeconds: number };

const ROUNDS = 5;
const quiet = { CARTWRIGHT_LOG_LEVEL: 'error' };

const started = async (variables: Variables, args: readonly string[]): Promise<Start> => {
  const begun = performance.now();
  const server = await serving({ ...quiet, ...variables }, args);
  const ready = await fetch(`${server.url}/readyz`);
  const seconds = (performance.now() - begun) / 1000;
  if (!ready.ok) throw new Error(`it is not ready: ${await ready.text()}`);
  const numbers = await (await fetch(`${server.url}/metrics`)).text();
  await server.stop();
  return { seconds, cpuSeconds: Number(/^process_cpu_seconds_total ([\d.]+)$/m.exec(numbers)?.[1]) };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const row = async (name: string, start: () => Promise<Start>, wanted?: string): Promise<BenchRow> => {
  const seen: Start[] = [];
  for (let round = 0; round < ROUNDS; round += 1) seen.push(await start());
  const seconds = seen.map((one) => one.seconds);
  return {
    bench: 'start',
    case: name,
    cpuMicros: median(seen.map((one) => one.cpuSeconds)) * 1e6,
    ratio: median(seconds),
    ...(wanted === undefined ? {} : { wanted }),
    note: `seconds to /readyz, median of ${ROUNDS}; quickest ${Math.min(...seconds).toFixed(2)}`,
  };
};

const inNewFolder = async (args: readonly string[]): Promise<Start> => {
  const data = dataFolder();
  try {
    return await started({ CARTWRIGHT_DATA: data.folder }, args);
  } finally {
    data.remove();
  }
};

export const startBench: Bench = {
  name: 'start',
  run: async () => {
    const data = dataFolder();
    const again = (variables: Variables = {}) => started({ CARTWRIGHT_DATA: data.folder, ...variables }, []);
    try {
      await again();
      return [
        await row('again, everything kept', () => again(), '<= 1'),
        await row('again, from the sources', () => again({ NODE_DISABLE_COMPILE_CACHE: '1' })),
        await row('first, with the demo shop', () => inNewFolder([]), '<= 4'),
        await row('first, empty', () => inNewFolder(['--empty'])),
      ];
    } finally {
      data.remove();
    }
  },
};
