/** `npm run plans [-- ROWS]`: how PostgreSQL would run every statement of a busy shop, with a million rows where rows gather. */
import { engines } from '../../databases.ts';
import { wholeReadsOn } from './explain-hot.ts';

const rows = Number(process.argv[2] ?? 1_000_000);
const gathers =
  /^(cart|cart_(history|snapshot|archive|share)|customer|customer_order|order_\w+|event|idempotency|quota_use|oauth_token|offer_use|balance|balance_\w+|price_adjustment|funnel_(visit|cart|order|owner))$/;
const FEW = 2_000;

const postgres = engines.find(({ name }) => name === 'postgres');
if (postgres?.skip !== undefined || postgres === undefined) throw new Error(postgres?.skip ?? 'no PostgreSQL');
const began = performance.now();
const { statements, reads } = await wholeReadsOn(postgres, {
  rowsOf: (table) => (gathers.test(table) ? rows : FEW),
  mayReadAll: true,
});
// What has a few rows may be read whole; that is for the test with few rows.
const wrong = reads.filter(({ table }) => gathers.test(table));
for (const { table, sql } of wrong) console.log(`reads all of ${table}: ${sql}`);
console.log(
  `${statements} statements, ${wrong.length} read all of a table (${Math.round((performance.now() - began) / 1000)} s)`,
);
process.exit(wrong.length === 0 ? 0 : 1);
