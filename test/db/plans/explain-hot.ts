/** The statements of a busy shop that would read a table that grows from one end to the other, on either engine. */
import { Client } from 'pg';
import { numbered } from '../../../src/db/postgres/postgres-statement.ts';
import { wireValues } from '../../../src/db/postgres/postgres-values.ts';
import { withoutLocks } from '../../../src/db/sqlite/sqlite-statement.ts';
import type { Engine } from '../../databases.ts';
import type { AskedStatement } from '../../recorded-statements.ts';
import { growTables } from './grown-tables.ts';
import { hotStatements } from './hot-calls.ts';
import { type PlanNode, wholeReads, wholeReadsOfSqlite } from './plan-rules.ts';

/** Few rows whatever the shop does, or why reading all of them is right. */
const allowed: ReadonlyMap<string, string> = new Map([
  ['organization', 'as many as there are merchants'],
  ['company', 'as many as there are merchants'],
  ['application', 'a few of each company'],
  ['operator', 'the people who run the shop'],
  ['installation', 'one row'],
  ['migration', 'one row a release'],
  ['sealing_key', 'a few'],
  ['signing_key', 'a few'],
  ['event_sink', 'one row a sink'],
  ['demo_shop', 'one row for each company that was given a demo shop'],
  ['pg_inherits', 'PostgreSQL’s own: parts of tables, some dozens'],
  ['event_sink_queue', 'what waits for a sink: short, and what is left of one that is gone has to be looked for'],
]);

export type WholeRead = { readonly table: string; readonly sql: string };

const found = ({ sql }: AskedStatement, tables: readonly string[]): readonly WholeRead[] =>
  tables.filter((table) => !allowed.has(table)).map((table) => ({ table, sql: sql.replace(/\s+/g, ' ') }));

type Explained = { readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] };

export type PlanOptions = {
  readonly rowsOf: (table: string) => number;
  /** Whether the planner may prefer reading all of a table; of small ones it would. */
  readonly mayReadAll: boolean;
};

const ofPostgres = async (
  url: string,
  asked: readonly AskedStatement[],
  { rowsOf, mayReadAll }: PlanOptions,
): Promise<readonly WholeRead[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await growTables(client, (table) => (allowed.has(table) ? 0 : rowsOf(table)));
    if (!mayReadAll) await client.query('set enable_seqscan = off');
    const all: WholeRead[] = [];
    for (const one of asked) {
      const text = `explain (format json) ${numbered(one.sql)}`;
      const { rows } = await client.query<Explained>(text, wireValues(one.params) as unknown[]);
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      if (plan !== undefined) all.push(...found(one, wholeReads(plan)));
    }
    return all;
  } finally {
    await client.end();
  }
};

export const wholeReadsOn = async (
  engine: Engine,
  options: PlanOptions,
): Promise<{ readonly statements: number; readonly reads: readonly WholeRead[] }> => {
  let url: string | undefined;
  const open: Engine['open'] = async (given) => {
    const opened = await engine.open(given);
    ({ url } = opened);
    return opened;
  };
  const { asked, shop } = await hotStatements({ ...engine, open });
  // What is read part by part is meant to be read whole; what changes tables has no plan.
  const bounded = asked.filter(({ sql, scans }) => !scans && !/^\s*(comment|create|alter|drop|analyze)\b/.test(sql));
  try {
    if (url !== undefined) return { statements: bounded.length, reads: await ofPostgres(url, bounded, options) };
    const reads: WholeRead[] = [];
    for (const one of bounded) {
      const steps = await shop.node.db.all<{ readonly detail: string }>(
        `explain query plan ${withoutLocks(one.sql)}`,
        one.params,
      );
      reads.push(
        ...found(
          one,
          wholeReadsOfSqlite(
            steps.map(({ detail }) => detail),
            one.sql,
          ),
        ),
      );
    }
    return { statements: bounded.length, reads };
  } finally {
    await shop.close();
  }
};
