/**
 * Ways of asking that take turns in short slices over open connections, so that a noisy machine disturbs both of them alike.
 * A ratio is taken within each round, of two slices that stood beside each other; the median of the rounds counts, and the
 * middle half of them is the spread.
 */
import { cpuSeconds, megabytesOf } from './process-figures.ts';
import { median, quantile } from './quantiles.ts';
import type { BenchRow } from './report.ts';
import { type Lane, openLane } from './raw-client.ts';
import { isAskedRow, SLICES } from './settings.ts';

export const LANES = 32;
const SLICE_MS = 300;
/** What has been compiled is told by its getting no cheaper: the last rounds against as many before them. */
const WARM_ROUNDS = 5;
const STILL_FALLS = 0.98;
/** A way that never settles is measured as it is. */
const WARM_AT_MOST = 60;
const NOTHING = Buffer.alloc(0);
/** What is shed on a machine that is busy with something else does not count. */
export const SHED = 503;

export type Way = {
  readonly name: string;
  readonly port: number;
  /** Whose processor time it takes. */
  readonly pid: number;
  /** Asked in turn, by all connections together. */
  readonly requests: readonly Buffer[];
  /** Made for each time it is asked, where no two may be alike. */
  readonly fresh?: () => Buffer;
  /** Of which way it is a ratio, by name; by its rate, or by processor time for one. */
  readonly of?: string;
  readonly by?: 'rate' | 'cpu';
  readonly wanted?: string;
  readonly hasBody?: boolean;
  /** Before it is measured each request is made once. */
  readonly warmsAll?: boolean;
};

type Slice = { readonly perSecond: number; readonly done: number; readonly cpu: number };

/** An answer that is no success is a fault of the bench. */
const askOnce = async ({ name }: Way, lane: Lane, request: Buffer): Promise<boolean> => {
  const status = await lane.ask(request);
  if (status >= 400 && status !== SHED) throw new Error(`${name}: ${status}`);
  return status !== SHED;
};

const slice = async (way: Way, lanes: readonly Lane[]): Promise<Slice> => {
  const { requests, fresh, pid } = way;
  let done = 0;
  const used = cpuSeconds(pid);
  const began = performance.now();
  const until = began + SLICE_MS;
  const run = async (lane: Lane, first: number): Promise<void> => {
    for (let turn = first; performance.now() < until; turn += 1) {
      if (await askOnce(way, lane, fresh?.() ?? requests[turn % requests.length] ?? NOTHING)) done += 1;
    }
  };
  const spread = Math.floor(requests.length / LANES) || 1;
  await Promise.all(lanes.map((lane, turn) => run(lane, Math.floor(Math.random() * spread) + turn * spread)));
  const perSecond = (done * 1000) / (performance.now() - began);
  return { perSecond, done, cpu: cpuSeconds(pid) - used };
};

const cpuMicros = (slices: readonly Slice[]): number => {
  const sum = (of: (one: Slice) => number): number => slices.reduce((total, one) => total + of(one), 0);
  return (sum(({ cpu }) => cpu) * 1e6) / sum(({ done }) => done);
};

const warmUp = async (way: Way, lanes: readonly Lane[]): Promise<void> => {
  const once = way.warmsAll === true ? way.requests : [];
  const run = async (lane: Lane, first: number): Promise<void> => {
    for (let turn = first; turn < once.length; turn += lanes.length) await lane.ask(once[turn] ?? NOTHING);
  };
  await Promise.all(lanes.map(run));
  const slices: Slice[] = [];
  const isWarm = (): boolean => {
    const [before, last] = [slices.slice(-2 * WARM_ROUNDS, -WARM_ROUNDS), slices.slice(-WARM_ROUNDS)];
    return before.length === WARM_ROUNDS && cpuMicros(last) >= STILL_FALLS * cpuMicros(before);
  };
  while (slices.length < WARM_AT_MOST && !isWarm()) slices.push(await slice(way, lanes));
};

type Measured = { readonly way: Way; readonly slices: readonly Slice[] };

/** Against another way, round by round; of processor time there is too little in one slice to tell. */
const compared = ({ way, slices }: Measured, all: readonly Measured[]): Partial<BenchRow> => {
  const other = all.find((one) => one.way.name === way.of);
  if (other === undefined) return {};
  if (way.by === 'cpu')
    return { ratio: cpuMicros(slices) / cpuMicros(other.slices), note: 'CPU of it against CPU of that' };
  const ratios = slices.map(({ perSecond }, round) => perSecond / (other.slices[round]?.perSecond ?? Number.NaN));
  return {
    ratio: median(ratios),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    cpuRatio: cpuMicros(other.slices) / cpuMicros(slices),
  };
};

/** A way with its connections open. */
export const openWay = async (way: Way) => {
  const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(way.port, way.hasBody)));
  return {
    way,
    slices: [] as Slice[],
    warmUp: () => warmUp(way, lanes),
    slice: () => slice(way, lanes),
    close: () => {
      for (const lane of lanes) lane.close();
    },
  };
};

type Opened = Awaited<ReturnType<typeof openWay>>;

/**
 * A way and its unit, and nobody else between them: while others had their turns the shop would change under a way that is
 * asked a third of a second in every ten, and what it did first each time would be all that it does.
 */
const takeTurns = async (ways: readonly Way[]): Promise<readonly Opened[]> => {
  const all = await Promise.all(ways.map(openWay));
  for (const one of all) await one.warmUp();
  for (let round = 0; round < SLICES; round += 1) {
    for (const one of all) one.slices.push(await one.slice());
  }
  for (const one of all) one.close();
  return all;
};

const rowOf = (bench: string, one: Opened, all: readonly Opened[]): BenchRow => {
  const { name, wanted, pid } = one.way;
  return {
    bench,
    case: name,
    perSecond: median(one.slices.map(({ perSecond }) => perSecond)),
    cpuMicros: cpuMicros(one.slices),
    megabytes: megabytesOf(pid),
    ...compared(one, all),
    ...(wanted === undefined ? {} : { wanted }),
  };
};

const told = ({ case: name, perSecond = 0, cpuMicros = 0, ratio, cpuRatio }: BenchRow): string =>
  [
    `  ${name}: ${Math.round(perSecond)}/s, ${Math.round(cpuMicros)} µs`,
    ...(ratio === undefined ? [] : [`ratio ${ratio.toFixed(3)}`]),
    ...(cpuRatio === undefined ? [] : [`by CPU ${cpuRatio.toFixed(3)}`]),
  ].join(', ');

/** Each way that is a ratio takes turns with its unit, which has its row where it comes first; the others stand alone. */
export const interleaved = async (bench: string, ways: readonly Way[]): Promise<readonly BenchRow[]> => {
  const rows: BenchRow[] = [];
  const units = new Set(ways.map((way) => way.of));
  for (const way of ways) {
    if ((way.of === undefined && units.has(way.name)) || !isAskedRow(way.name)) continue;
    const unit = ways.find(({ name }) => name === way.of);
    const all = await takeTurns(unit === undefined ? [way] : [unit, way]);
    const isTold = rows.some((row) => row.case === unit?.name);
    const found = all.slice(isTold ? 1 : 0).map((one) => rowOf(bench, one, all));
    // What was found is there, even if what follows is cut short.
    for (const row of found) console.error(told(row));
    rows.push(...found);
  }
  return rows;
};
