/** `npm run bench [-- NAME …]`: runs the benches, prints one table, writes it to bench/results/latest.json. */
import { fileURLToPath } from 'node:url';
import { cartBench } from './cart.ts';
import { catalogBench } from './catalog.ts';
import { databaseBench } from './database.ts';
import { diskBench } from './disk.ts';
import { eventsBench } from './events.ts';
import { funnelsBench } from './funnels.ts';
import { offersBench } from './offers.ts';
import { overloadBench } from './overload.ts';
import { pricingBench } from './pricing.ts';
import { type Bench, type BenchRow, misses, table, writeReport } from './report.ts';
import { startBench } from './start.ts';
import { tokensBench } from './tokens.ts';
import { webhooksBench } from './webhooks.ts';
import { worstCartBench } from './worst-cart.ts';

const benches: readonly Bench[] = [
  startBench,
  databaseBench,
  diskBench,
  tokensBench,
  pricingBench,
  catalogBench,
  offersBench,
  cartBench,
  overloadBench,
  worstCartBench,
  eventsBench,
  webhooksBench,
  funnelsBench,
];

const asked = process.argv.slice(2);
const chosen = asked.length === 0 ? benches : benches.filter(({ name }) => asked.includes(name));
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
console.log(`\nwritten to ${writeReport(fileURLToPath(new URL('results', import.meta.url)), rows, new Date())}`);
process.exitCode = rows.some(misses) ? 1 : 0;
