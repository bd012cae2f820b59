/**
 * `npm run bench [-- NAME … --slices N --carts N --engine NAME --compare FILE]`: runs the benches (those of the goals, those that
 * are named, or `all`), prints their table and where the goals stand, writes it to bench/results/latest.json, and says how it
 * differs from an earlier one.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { applicationsBench } from './applications.ts';
import { cartBench } from './cart.ts';
import { catalogBench } from './catalog.ts';
import { comparison } from './compare-reports.ts';
import { databaseBench } from './database.ts';
import { diskBench } from './disk.ts';
import { eventsBench } from './events.ts';
import { funnelsBench } from './funnels.ts';
import { offersBench } from './offers.ts';
import { overloadBench } from './overload.ts';
import { pricingBench } from './pricing.ts';
import { growthBench } from './growth.ts';
import { memoryBench } from './memory.ts';
import { nodesBench } from './nodes.ts';
import { type Bench, type BenchRow, goals, misses, type Report, table, writeReport } from './report.ts';
import { benchNames, compareWith } from './settings.ts';
import { searchBench } from './search.ts';
import { simulateBench } from './simulate.ts';
import { soakBench } from './soak.ts';
import { startBench } from './start.ts';
import { tokensBench } from './tokens.ts';
import { webhooksBench } from './webhooks.ts';
import { workersBench } from './workers.ts';
import { worstCartBench } from './worst-cart.ts';

const benches: readonly Bench[] = [
  startBench,
  databaseBench,
  diskBench,
  tokensBench,
  pricingBench,
  simulateBench,
  catalogBench,
  offersBench,
  cartBench,
  workersBench,
  nodesBench,
  memoryBench,
  growthBench,
  searchBench,
  applicationsBench,
  overloadBench,
  worstCartBench,
  soakBench,
  eventsBench,
  webhooksBench,
  funnelsBench,
];

/** Those whose rows the project has set itself as goals: together about ten minutes on two cores that do nothing else. */
const usual = ['cart', 'workers', 'memory', 'worst-cart'];
const isAll = benchNames.includes('all');
const names = benchNames.length === 0 ? usual : benchNames;
if (benchNames.length === 0) process.env['WORST_CART_ONLY'] ??= 'read, whole';
const chosen = benches.filter(({ name }) => isAll || names.includes(name));
// Before it is written anew: it may be the last one.
const earlier = compareWith && (JSON.parse(readFileSync(compareWith, 'utf8')) as Report);
if (chosen.length === 0) {
  console.error(`no such bench; there are: ${benches.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const rows: BenchRow[] = [];
for (const { name, run } of chosen) {
  console.error(`${name} …`);
  rows.push(...(await run()));
}
console.log(table(rows));
console.log(`\n${goals(rows)}`);
console.log(`\nwritten to ${writeReport(fileURLToPath(new URL('results', import.meta.url)), rows, new Date())}`);
if (earlier) console.log(`\n${comparison(earlier, rows)}`);
process.exitCode = rows.some(misses) ? 1 : 0;
