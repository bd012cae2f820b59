/** `cartwright vectors FILE`: runs recorded pricing cases through the engine that prices carts, and reports per case. */
import { readFile } from 'node:fs/promises';
import { type Command, UsageError } from './command.ts';
import { UnreadVector } from './vector-language.ts';
import { families, type VectorCase } from './vector-families.ts';
import { differences } from './vector-result.ts';
import { ownEntry } from '../shared/own-entry.ts';

export type VectorReport = {
  readonly id: string;
  readonly name: string;
  readonly status: VectorCase['status'];
  readonly outcome: 'holds' | 'differs' | 'unread' | 'unknown_family';
  readonly differences: readonly string[];
};

/** What the case says that we do not understand, or where it differs. */
const differencesOf = (
  vector: VectorCase,
  run: (vector: VectorCase) => Readonly<Record<string, unknown>>,
): readonly string[] | string => {
  try {
    return differences(vector.expected, run(vector));
  } catch (error) {
    if (!(error instanceof UnreadVector)) throw error;
    return error.message;
  }
};

export const runVector = (vector: VectorCase): VectorReport => {
  const { id, name, status, family } = vector;
  const run = ownEntry(families, family);
  if (run === undefined) return { id, name, status, outcome: 'unknown_family', differences: [] };
  const found = differencesOf(vector, run);
  if (typeof found === 'string') return { id, name, status, outcome: 'unread', differences: [`cannot read ${found}`] };
  return { id, name, status, outcome: found.length === 0 ? 'holds' : 'differs', differences: found };
};

/** A quirk is recorded, not imitated: it may differ. */
const fails = ({ outcome, status }: VectorReport): boolean => outcome !== 'holds' && status !== 'quirk';

const lineOf = ({ id, name, status, outcome, differences: found }: VectorReport): string =>
  [
    `${outcome.padEnd(8)} ${status.padEnd(7)} ${id.padEnd(14)} ${name}`,
    ...found.map((each) => `         ${each}`),
  ].join('\n');

export const vectors: Command = {
  name: 'vectors',
  summary: 'run recorded pricing cases',
  about:
    'Runs the pricing cases of FILE (a JSON array) through the engine that prices carts and reports each of them. Changes nothing. ' +
    'Exit code 1 when a case differs; cases marked as quirks may differ.',
  options: { all: { type: 'boolean', meaning: 'print the cases that hold, too' } },
  word: 'FILE',
  run: async ({ words: [file], flag, print }) => {
    if (file === undefined) throw new UsageError('FILE is missing');
    const cases = JSON.parse(await readFile(file, 'utf8')) as readonly VectorCase[];
    const reports = cases.map(runVector);
    for (const report of reports) if (flag('all') || report.outcome !== 'holds') print(lineOf(report));
    for (const status of ['agreed', 'policy', 'quirk'] as const) {
      const ofStatus = reports.filter((report) => report.status === status);
      const held = ofStatus.filter(({ outcome }) => outcome === 'holds').length;
      print(`${status}: ${held} of ${ofStatus.length} hold`);
    }
    return reports.some(fails) ? 1 : 0;
  },
};
