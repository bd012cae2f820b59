/** This run against an earlier one, row by row: how the ratios changed, and which of them by more than their spread. */
import { type BenchRow, lines, type Report, shown } from './report.ts';

const nameOf = (row: BenchRow): string => `${row.bench} · ${row.case}`;

/** Beyond the spread: the middle halves of the two runs have nothing in common. Without a spread nobody can tell. */
const differs = (then: BenchRow, now: BenchRow): string => {
  if (then.spread === undefined || now.spread === undefined) return '';
  if (now.spread[0] > then.spread[1]) return 'more';
  return now.spread[1] < then.spread[0] ? 'less' : 'within the spread';
};
const quotient = (then: number | undefined, now: number | undefined): string =>
  then === undefined || now === undefined ? '' : `× ${(now / then).toFixed(2)}`;

export const comparison = (then: Report, now: readonly BenchRow[]): string => {
  const before = new Map(then.rows.map((row) => [nameOf(row), row]));
  const cells = now.flatMap((row) => {
    const earlier = before.get(nameOf(row));
    if (earlier === undefined) return [[nameOf(row), '', shown(row.ratio), '', '', 'new']];
    return [
      [
        nameOf(row),
        shown(earlier.ratio),
        shown(row.ratio),
        quotient(earlier.ratio, row.ratio),
        quotient(earlier.cpuMicros, row.cpuMicros),
        differs(earlier, row),
      ],
    ];
  });
  const gone = then.rows.filter((row) => !now.some((one) => nameOf(one) === nameOf(row)));
  return [
    `against the run of ${then.at}`,
    lines(['row', 'ratio then', 'now', 'ratio', 'CPU', 'differs'], cells, new Set([1, 2, 3, 4])),
    ...gone.map((row) => `not in this run: ${nameOf(row)}`),
  ].join('\n');
};
