/**
 * `npm run vectors -- FILE [--all]`: runs the recorded pricing cases of FILE (a JSON array) through the engine that prices carts and
 * reports each that does not hold (with --all, every one). Exit code 1 when one differs; cases marked as quirks may.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { VectorCase } from './vector-families.ts';
import { fails, lineOf, runVector } from './vector-report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
});
const [file] = positionals;
if (file === undefined) {
  console.error('usage: npm run vectors -- FILE [--all]');
  process.exit(2);
}
const cases = JSON.parse(await readFile(file, 'utf8')) as readonly VectorCase[];
const reports = cases.map(runVector);
for (const report of reports) if (values.all || report.outcome !== 'holds') console.log(lineOf(report));
for (const status of ['agreed', 'policy', 'quirk'] as const) {
  const ofStatus = reports.filter((report) => report.status === status);
  const held = ofStatus.filter(({ outcome }) => outcome === 'holds').length;
  console.log(`${status}: ${held} of ${ofStatus.length} hold`);
}
process.exitCode = reports.some(fails) ? 1 : 0;
