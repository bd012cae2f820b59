/** A table for the eye and the same rows as JSON for later comparison. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

export type BenchRow = {
  readonly bench: string;
  readonly case: string;
  readonly perSecond?: number;
  /** Processor time of what is measured, for one. */
  readonly cpuMicros?: number;
  /** Memory of its processes, at the end. */
  readonly megabytes?: number;
  /** The figure this row is about, against the one it is compared with. */
  readonly ratio?: number;
  /** Between which ratios the middle half of the rounds lies. */
  readonly spread?: readonly [number, number];
  /** The same by processor time for one, which says more than the rate where others use the machine. */
  readonly cpuRatio?: number;
  /** What the project asks of the ratio or the count: `>= 10`, `<= 1.5`. */
  readonly wanted?: string;
  readonly note?: string;
};

export type Bench = { readonly name: string; readonly run: () => Promise<readonly BenchRow[]> };
export type Report = { readonly at: string; readonly rows: readonly BenchRow[] };

export const shown = (value: number | undefined): string => {
  if (value === undefined) return '';
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
};

/** True when a row says what is wanted and its ratio is not that. */
export const misses = ({ ratio, wanted }: BenchRow): boolean => {
  const [, sign, limit] = /^(>=|<=) ([\d.]+)$/.exec(wanted ?? '') ?? [];
  if (sign === undefined || ratio === undefined) return false;
  return sign === '>=' ? ratio < Number(limit) : ratio > Number(limit);
};

/** `numeric`: the columns that are set to the right. */
export const lines = (
  heads: readonly string[],
  cells: readonly (readonly string[])[],
  numeric: ReadonlySet<number>,
): string => {
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((cell) => cell[column]?.length ?? 0)));
  const line = (cell: readonly string[]): string =>
    cell
      .map((text, column) =>
        numeric.has(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
};

export const table = (rows: readonly BenchRow[]): string =>
  lines(
    ['bench', 'case', 'per second', 'CPU µs', 'MB', 'ratio', 'middle half', 'by CPU', 'wanted', ''],
    rows.map((row) => [
      row.bench,
      row.case,
      shown(row.perSecond),
      shown(row.cpuMicros),
      row.megabytes === undefined ? '' : String(Math.round(row.megabytes)),
      shown(row.ratio),
      row.spread?.map(shown).join('–') ?? '',
      shown(row.cpuRatio),
      row.wanted === undefined ? '' : `${row.wanted} ${misses(row) ? 'MISSED' : 'ok'}`,
      row.note ?? '',
    ]),
    new Set([2, 3, 4, 5, 7]),
  );

/** What the project has set itself, and where it stands. */
export const goals = (rows: readonly BenchRow[]): string =>
  lines(
    ['row', 'goal', 'figure', 'by CPU', ''],
    rows
      .filter(({ wanted, ratio }) => wanted !== undefined && ratio !== undefined)
      .map((row) => [
        `${row.bench}: ${row.case}`,
        row.wanted ?? '',
        row.ratio === undefined || row.ratio >= 1 ? shown(row.ratio) : row.ratio.toFixed(3),
        row.cpuRatio === undefined ? '' : row.cpuRatio.toFixed(3),
        misses(row) ? 'MISSED' : 'ok',
      ]),
    new Set([2, 3]),
  );

export const writeReport = (folder: string, rows: readonly BenchRow[], at: Date): string => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'latest.json');
  const machine = {
    node: process.version,
    platform: process.platform,
    cpus: cpus().length,
    model: cpus()[0]?.model,
    memory: totalmem(),
  };
  const report = { at: at.toISOString(), machine, rows };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  return file;
};
