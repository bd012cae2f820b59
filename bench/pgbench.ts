/**
 * The unit of durable writes on PostgreSQL: `pgbench`, which comes with PostgreSQL, making the statements that an add makes
 * (those that read one after the other, those that write as one batch), on rows as large, over as many connections.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Value } from '../src/db/database.ts';
import { changesRows } from '../src/db/sql-text.ts';
import { engines } from '../test/databases.ts';
import { openShippedShop } from '../test/demo/shipped-shop.ts';
import { type AskedStatement, recordingEngine } from '../test/recorded-statements.ts';
import { cart } from './demo-carts.ts';
import { LANES, openWay } from './interleaved.ts';
import { median, quantile } from './quantiles.ts';
import type { BenchRow } from './report.ts';
import { SLICES } from './settings.ts';
import { adds, type Asked, wholeCart } from './shop-ways.ts';

const ROWS = 5_000;
/** So that no other number of a statement is the cart's version by chance. */
const ADDS_BEFORE = 6;
const SECONDS = 1;
/** Where their numbers begin; no shopper's cart has one of these. */
const FIRST = 2_000_000_000;

type Seen = { readonly asked: readonly AskedStatement[]; readonly of: ReadonlyMap<Value, string> };

/** The statements of one more add to a cart of some lines, and what stands for which of its values. */
const recordAdd = async (applicationId: string): Promise<Seen> => {
  const sqlite = engines.find(({ name }) => name === 'sqlite');
  if (sqlite === undefined) throw new Error('SQLite is always there');
  const { engine, asked } = recordingEngine(sqlite);
  const shop = await openShippedShop(engine);
  try {
    const visitor = shop.visitor();
    const { body } = await visitor('GET', '/service/application/catalog/v1.0/products?page_size=5');
    const items = await Promise.all(
      (body['items'] as readonly { readonly slug: string }[]).map(async ({ slug }) => {
        const { body: page } = await visitor('GET', `/service/application/catalog/v1.0/products/${slug}`);
        const sizes = page['sizes'] as readonly { readonly value: string; readonly quantity: number }[];
        return { item_id: page['uid'], item_size: sizes.find(({ quantity }) => quantity > 0)?.value, quantity: 1 };
      }),
    );
    await visitor('POST', `${cart}/v2.0/detail`, { items });
    for (let added = 0; added < ADDS_BEFORE; added += 1) {
      asked.splice(0);
      await visitor('POST', wholeCart, { items: items.slice(0, 1) });
    }
    const statements = [...asked];
    if (!statements.some(({ sql }) => changesRows(sql))) throw new Error('the add was refused');
    type Stored = {
      readonly id: string;
      readonly cart_id: number;
      readonly owner_id: string;
      readonly version: number;
    };
    const row = await shop.node.db.one<Stored>('select id, cart_id, owner_id, version from cart');
    if (row === undefined) throw new Error('there is no cart');
    const name = `'bench-' || :at`;
    const of = new Map<Value, string>([
      [shop.credentials.application_id, `'${applicationId}'`],
      [row.id, name],
      [row.cart_id, `${FIRST} + :at`],
      [String(row.cart_id), `cast(${FIRST} + :at as text)`],
      [row.owner_id, name],
      [`cart/${row.cart_id}`, `'cart/' || (${FIRST} + :at)`],
      [row.version, ':c_version + 1'],
      [row.version - 1, ':c_version'],
    ]);
    return { asked: statements, of };
  } finally {
    await shop.close();
  }
};

/** A colon would begin a variable. */
const literal = (value: Value): string => {
  if (value === null) return 'null';
  return typeof value === 'string' ? `'${value.replaceAll("'", "''").replaceAll(':', '=')}'` : String(value);
};
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

const textOf = ({ sql, params }: AskedStatement, of: Seen['of']): string => {
  let place = 0;
  return sql
    .replace(/'(?:[^']|'')*'|\?/g, (token) => {
      if (token !== '?') return token;
      const value = params[(place += 1) - 1] ?? null;
      if (typeof value === 'string' && UUID.test(value)) return 'cast(gen_random_uuid() as text)';
      return of.get(value) ?? literal(value);
    })
    .replaceAll(/\s+/g, ' ');
};

const scriptOf = ({ asked, of }: Seen): string => {
  const isWrite = ({ sql }: AskedStatement): boolean => changesRows(sql);
  const readers = asked
    .filter((one) => !isWrite(one))
    .map((one) => {
      const text = textOf(one, of);
      return / from cart where /.test(text) ? `${text} \\gset c_` : `${text};`;
    });
  const writers = asked.filter(isWrite).map((one) => `${textOf(one, of)};`);
  return [
    // Each connection has carts of its own: two that write to one would make the same version.
    `\\set at 1 + :client_id + ${LANES} * random(0, ${Math.floor(ROWS / LANES) - 1})`,
    ...readers,
    '\\startpipeline',
    'begin;',
    ...writers,
    'commit;',
    '\\endpipeline',
  ].join('\n');
};

/** Carts that only pgbench writes to. */
const addCarts = async (databaseUrl: string): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`insert into cart (id, cart_id, application_id, owner_kind, owner_id, kind, slug, state, merged_into, version,
        created_at, modified_at, expires_at, document)
      select 'bench-' || g, ${FIRST} + g, application_id, owner_kind, 'bench-' || g, kind, slug, state, merged_into, version,
        created_at, modified_at, expires_at, document from (select * from cart where state = 'active' limit 1) c
      cross join generate_series(1, ${ROWS}) g`);
  } finally {
    await client.end();
  }
};

const transactionsPerSecond = (script: string, databaseUrl: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const args = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(LANES),
      '-j',
      '1',
      '-T',
      String(SECONDS),
      '-f',
      script,
      databaseUrl,
    ];
    const child = spawn('pgbench', args);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data));
    child.once('close', (code) => {
      const [, tps] = /tps = ([\d.]+) \(without/.exec(said) ?? [];
      if (code === 0 && tps !== undefined) resolve(Number(tps));
      else reject(new Error(`pgbench: ${said}`));
    });
  });

const isInstalled = (): boolean => {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export const pgbenchRows = async (
  bench: string,
  { shop, ours }: Asked,
  databaseUrl: string,
): Promise<readonly BenchRow[]> => {
  if (!isInstalled()) return [{ bench, case: 'pgbench, the same statements', note: 'pgbench is not installed' }];
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-pgbench-'));
  const script = join(folder, 'add.sql');
  writeFileSync(script, scriptOf(await recordAdd(shop.credentials.application_id)));
  await addCarts(databaseUrl);
  const way = await openWay({ ...ours, name: 'add, answered in full, of pgbench', requests: adds(shop, wholeCart) });
  const rounds: { readonly unit: number; readonly own: number }[] = [];
  try {
    await way.warmUp();
    for (let round = 0; round < SLICES; round += 1) {
      rounds.push({ unit: await transactionsPerSecond(script, databaseUrl), own: (await way.slice()).perSecond });
    }
  } finally {
    way.close();
    rmSync(folder, { recursive: true });
  }
  const ratios = rounds.map(({ unit, own }) => own / unit);
  return [
    { bench, case: 'pgbench, the same statements', perSecond: median(rounds.map(({ unit }) => unit)) },
    {
      bench,
      case: 'add, answered in full, of pgbench',
      perSecond: median(rounds.map(({ own }) => own)),
      ratio: median(ratios),
      spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
      wanted: '>= 0.40',
    },
  ];
};
