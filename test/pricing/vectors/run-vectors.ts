/**
 * `npm run vectors [-- FILE] [--as POLICY] [--all] [--list]`: runs recorded pricing cases (a JSON array; those of seven systems
 * when no FILE is named) through the engine that prices carts and reports each that does not hold (with --all, every one). Exit
 * code 1 when one differs; cases marked as quirks may. `--as` prices every case under a named policy, where it says nothing else.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { VectorCase } from './vector-families.ts';
import { namedPolicies } from './vector-policies.ts';
import { fails, lineOf, runVector, type VectorReport } from './vector-report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    as: { type: 'string' },
  },
});

if (values.list) {
  for (const { name, about, policy } of namedPolicies) console.log(`${name}: ${about}\n  ${JSON.stringify(policy)}`);
  process.exit(0);
}

const under = namedPolicies.find(({ name }) => name === values.as);
if (values.as !== undefined && under === undefined) {
  console.error(`--as takes one of ${namedPolicies.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const [file = new URL('../vectors.json', import.meta.url)] = positionals;
const cases = JSON.parse(await readFile(file, 'utf8')) as readonly VectorCase[];

const told = (about: string, reports: readonly VectorReport[]): void => {
  const held = reports.filter(({ outcome }) => outcome === 'holds').length;
  if (reports.length > 0) console.log(`${about}: ${held} of ${reports.length} hold`);
};

const reports = cases.map((vector) => runVector(vector, under?.policy));
for (const report of reports) if (values.all || report.outcome !== 'holds') console.log(lineOf(report));
for (const system of new Set(namedPolicies.map((one) => one.system))) {
  told(
    system,
    reports.filter(({ id }) => id.startsWith(`${system}-`)),
  );
}
for (const status of ['agreed', 'policy', 'quirk'] as const) {
  told(
    status,
    reports.filter((report) => report.status === status),
  );
}
process.exitCode = reports.some(fails) ? 1 : 0;
