/** Reads that may be old, with a real standby of a real server: what is answered from where, and what happens when it is behind or gone. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { createApp } from '../../src/app.ts';
import { databaseChecks } from '../../src/commands/doctor/doctor-database.ts';
import { readConfig } from '../../src/config.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { openReplicas, type Replicas } from '../../src/db/replicas/open-replicas.ts';
import { upToDateAt, withMark, writtenIn } from '../../src/db/replicas/replica-rules.ts';
import { type ReplicaRead, replicaReads } from '../../src/http/replica-reads.ts';
import { type Person, signedIn } from '../applications/test-server.ts';
import { anArticle, aProduct, aSeller, type CatalogShop, openShop } from '../catalog/shop.ts';
import { type Engine, migrations, skipOwnServer } from '../databases.ts';
import { patience, PATIENCE_MS } from '../patience.ts';
import { type PostgresServer, type Standby, startPostgres } from '../postgres-server.ts';

test('places in the log are numbers, and what a replica has replayed says since when it lacks something', () => {
  assert.equal(writtenIn('16/B374D848'), 0x16_b3_74_d8_48n);
  assert.ok(writtenIn('2/0') > writtenIn('1/FFFFFFFF'));
  const marks = [10, 20, 20, 30].reduce(
    (known, written, at) => withMark(known, { at, written: BigInt(written) }),
    [] as ReturnType<typeof withMark>,
  );
  assert.deepEqual(
    [5n, 10n, 19n, 20n, 99n].map((replayed) => upToDateAt(marks, replayed)),
    [undefined, 0, 0, 2, 3],
    'while nothing is written it is up to date as of now',
  );
  assert.deepEqual(withMark(marks, { at: 9, written: 4n }), [{ at: 9, written: 4n }], 'another primary');
});

test('the guide names the operations that the table names', () => {
  const guide = readFileSync(new URL('../../docs/operations/replicas.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, name, what]) => [name, what]);
  assert.deepEqual(rows, Object.entries(replicaReads));
});

const MOST_BEHIND_MS = 5000;
const DATABASE = 'cartwright_replicas';
const skip = skipOwnServer();

describe('a standby', skip === undefined ? {} : { skip }, () => {
  let server: PostgresServer;
  let standby: Standby;
  let shop: CatalogShop;
  let replicas: Replicas;
  let app: FastifyInstance;
  let owner: Person;

  const onStandby = async (sql: string): Promise<unknown> => {
    const client = new Client({ connectionString: standby.url(DATABASE) });
    await client.connect();
    try {
      return (await client.query<{ said: unknown }>(`select ${sql} as said`)).rows[0]?.said;
    } finally {
      await client.end();
    }
  };
  /** It is only asked to, and goes on for a moment. */
  const pauseReplay = async (): Promise<void> => {
    await onStandby('pg_wal_replay_pause()');
    while ((await onStandby('pg_get_wal_replay_pause_state()')) !== 'paused') await pause(10);
  };
  /** Until it has what the primary had; it is asked as a node asks. */
  const caughtUp = async (): Promise<void> => {
    await replicas.look();
    while (!replicas.states().every(({ isUsed }) => isUsed)) {
      shop.node.clock.at += 1;
      await pause(20);
      await replicas.look();
    }
  };
  const ask = (url: string) => {
    const authorization = `Bearer ${Buffer.from(`${shop.applicationId}:${shop.applicationToken}`).toString('base64')}`;
    return app.inject({ url, headers: { authorization } });
  };
  const names = async (): Promise<readonly string[]> => {
    const answer = await ask('/service/application/catalog/v1.0/products');
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<{ items: readonly { name: string }[] }>().items.map(({ name }) => name);
  };
  const rename = (name: string) => shop.feed('products', [aProduct(1, { name })]);
  const reads = async (from: string): Promise<number> => {
    const text = (await app.inject({ url: '/metrics' })).body;
    return Number(new RegExp(`cartwright_replica_reads_total\\{from="${from}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  };

  before(async () => {
    server = await startPostgres();
    const admin = new Client({ connectionString: server.url('postgres') });
    await admin.connect();
    await admin.query(`create database ${DATABASE}`);
    await admin.end();
    const opened = await openPostgres(server.url(DATABASE), { waitMs: PATIENCE_MS });
    await migrate(opened, migrations, 0);
    await opened.close();
    standby = await server.standby();
    const engine: Engine = {
      name: 'postgres',
      skip: undefined,
      open: async () => {
        const db = await openPostgres(server.url(DATABASE), { waitMs: PATIENCE_MS });
        return { db, close: db.close };
      },
    };
    shop = await openShop(engine);
    await shop.feed('sellers', [aSeller]);
    await rename('First');
    await shop.feed('articles', [anArticle(1, { prices: [{ currency_code: 'INR', marked: 20, effective: 20 }] })]);
    const { node } = shop;
    const urls = [standby.url(DATABASE)];
    replicas = openReplicas({ primary: node.db, urls, mostBehindMs: MOST_BEHIND_MS, stopwatch: node.stopwatch });
    const config = readConfig({ ...patience, CARTWRIGHT_STOREFRONT: 'off', CARTWRIGHT_LOG_LEVEL: 'silent' });
    app = await createApp({ ...node, replicas }, config, () => false);
    owner = await signedIn(app, node, shop, 'owner');
    await caughtUp();
  });
  after(async () => {
    await app?.close();
    await replicas?.close();
    await shop?.close();
    await standby?.stop();
    await server?.stop();
  });

  test('is told of by the doctor, and so is one that is not there or follows nobody', async () => {
    const told = async (...urls: readonly string[]): Promise<readonly string[]> => {
      const variables = { DATABASE_URL: server.url(DATABASE), CARTWRIGHT_REPLICA_LAG_SECONDS: '1' };
      const config = readConfig({ ...patience, ...variables, DATABASE_REPLICA_URL: urls.join(',') });
      const findings = await databaseChecks(config);
      return findings.filter(({ what }) => what.startsWith('replica')).map(({ verdict }) => verdict);
    };
    assert.deepEqual(await told(standby.url(DATABASE)), ['ok']);
    const nowhere = 'postgres://cartwright@127.0.0.1:1/nowhere';
    assert.deepEqual(await told(server.url(DATABASE), nowhere), ['warn', 'warn']);
  });

  test('answers what the table names, and nothing else', async () => {
    const company = `/service/platform/order/v1.0/company/${shop.companyId}`;
    const reports = `/service/platform/webhook/v1.0/company/${shop.companyId}/application/${shop.applicationId}/events`;
    const report = (name: string): Readonly<Record<string, string>> => ({
      [`getEvent${name}`]: `${reports}/${name.toLowerCase()}`,
      [`getEvent${name}Csv`]: `${reports}/${name.toLowerCase()}.csv`,
    });
    const catalog = '/service/application/catalog/v1.0/products';
    const addresses: Readonly<Record<string, string>> = {
      getProducts: catalog,
      getProductDetailBySlug: `${catalog}/product-1`,
      ...Object.assign({}, ...['Funnel', 'Sales', 'Products', 'Offers', 'Carts'].map(report)),
      exportOrders: `${company}/orders-export?from_date=2026-01-01T00:00:00Z&to_date=2026-01-02T00:00:00Z`,
    };
    for (const read of Object.keys(replicaReads) as ReplicaRead[]) {
      const url = addresses[read] ?? '';
      const counted = await reads('replica');
      const answer = await (url.startsWith(catalog) ? ask(url) : owner({ url }));
      assert.equal(answer.statusCode, 200, `${read} ${url}: ${answer.body}`);
      assert.equal(await reads('replica'), counted + 1, read);
    }
    const counted = await reads('replica');
    const fresh = ['/service/application/cart/v1.0/detail', '/service/application/configuration/v1.0/application'];
    for (const url of fresh) await ask(url);
    const whole = [`${company}/orders-export`, `/service/platform/catalog/v1.0/company/${shop.companyId}/products`];
    for (const url of whole) assert.equal((await owner({ url })).statusCode, 200, url);
    assert.equal(await reads('replica'), counted);
    assert.equal(await reads('primary'), 0);
  });

  test('that hears nothing more answers as old as it may be, and then the primary is asked until it has caught up', async () => {
    await pauseReplay();
    await rename('Second');
    const owned = await owner({ url: `/service/platform/catalog/v1.0/company/${shop.companyId}/products/1` });
    assert.equal(owned.json<{ name: string }>().name, 'Second', 'who changes it reads what he wrote');
    await replicas.look();
    assert.deepEqual(await names(), ['First']);
    shop.node.clock.at += MOST_BEHIND_MS;
    await replicas.look();
    assert.deepEqual(await names(), ['First'], 'as old as it may be');
    shop.node.clock.at += 1;
    assert.deepEqual(await names(), ['Second'], 'without another look');
    await replicas.look();
    const [state] = replicas.states();
    assert.deepEqual([state?.isUsed, state?.behindMs], [false, MOST_BEHIND_MS + 1]);
    const told = (await owner({ url: '/service/platform/configuration/v1.0/installation/health' })).json<{
      nodes: readonly { database: { replicas: readonly { is_used: boolean; behind_ms: number }[] } }[];
    }>();
    assert.deepEqual(
      told.nodes[0]?.database.replicas.map(({ is_used, behind_ms }) => [is_used, behind_ms]),
      [[false, MOST_BEHIND_MS + 1]],
    );
    const metrics = (await app.inject({ url: '/metrics' })).body;
    assert.match(metrics, /cartwright_replica_used\{replica="[^"]+"\} 0/);
    assert.match(metrics, /cartwright_replica_behind_seconds\{replica="[^"]+"\} 5.001/);
    await onStandby('pg_wal_replay_resume()');
    await caughtUp();
    const counted = await reads('replica');
    assert.deepEqual(await names(), ['Second']);
    assert.equal(await reads('replica'), counted + 1);
  });

  test('that is killed costs no answer: the primary gives it, in the same call', async () => {
    const counted = await reads('replica');
    await standby.crash();
    await rename('Third');
    assert.deepEqual(await names(), ['Third']);
    assert.equal(await reads('replica'), counted + 1, 'it was picked, and the primary was asked');
    assert.equal(replicas.states()[0]?.isUsed, false);
    await replicas.look();
    assert.deepEqual(await names(), ['Third']);
    await standby.start();
    await caughtUp();
    assert.deepEqual(await names(), ['Third']);
  });

  test('a call that went on at the primary is not sent back to rows that are older', async () => {
    const [source] = replicas.sources;
    const read = () => source?.db.one('select 1 as one');
    await pauseReplay();
    shop.node.clock.at += MOST_BEHIND_MS + 1;
    await read();
    await rename('Fourth');
    await read();
    await replicas.look();
    assert.equal(replicas.states()[0]?.isUsed, false);
    await onStandby('pg_wal_replay_resume()');
    await caughtUp();
    assert.deepEqual(await names(), ['Fourth'], 'it is back, with what the call has seen elsewhere');
    await assert.rejects(source?.db.commit([]) ?? Promise.resolve(), /writes nothing/);
  });

  test('that was promoted follows nobody and is not read from', async () => {
    await onStandby('pg_promote()');
    await replicas.look();
    assert.deepEqual(
      replicas.states().map(({ isUsed, behindMs }) => [isUsed, behindMs]),
      [[false, null]],
    );
    await rename('Fifth');
    assert.deepEqual(await names(), ['Fifth']);
  });
});
