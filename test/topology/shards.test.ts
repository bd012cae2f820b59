/** Two PostgreSQL servers, each with half of the applications, behind one router (`deploy/haproxy/shards.cfg`): every request finds its group, and no statement names what the other one holds. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '../../src/app.ts';
import { addOperator } from '../../src/operators/add-operator.ts';
import { system } from '../../src/applications/node.ts';
import { enterByLink } from '../../src/operators/operator-session.ts';
import { readConfig } from '../../src/config.ts';
import type { Database, Value } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop, type Shop } from '../applications/test-server.ts';
import { aProduct, aSeller, anArticle } from '../catalog/shop.ts';
import { type Engine, engines, migrations } from '../databases.ts';
import { freePort } from '../free-port.ts';
import { patience, PATIENCE_MS } from '../patience.ts';
import { startPostgres } from '../postgres-server.ts';
import { deployed } from './database-parts.ts';
import { isInstalled, ownProcess } from './own-process.ts';

const engine = engines.find(({ name }) => name === 'postgres');
const skip = isInstalled('haproxy') ? engine?.skip : 'HAProxy is not installed';

/** Remembers every value that a statement was given. */
const listening = (db: Database, heard: Set<Value>): Database => {
  const hear = (params: readonly Value[] = []): void => params.forEach((value) => heard.add(value));
  return {
    ...db,
    all: (sql, params) => (hear(params), db.all(sql, params)),
    one: (sql, params) => (hear(params), db.one(sql, params)),
    together: (reads) => (reads.forEach(({ params }) => hear(params)), db.together(reads)),
    scan: (sql, params) => (hear(params), db.scan(sql, params)),
    commit: (batch) => (batch.forEach(({ params }) => hear(params)), db.commit(batch)),
  };
};

type Group = {
  readonly name: string;
  readonly shops: readonly (Shop & { readonly cookie: string })[];
  readonly heard: Set<Value>;
  readonly port: number;
  readonly db: Database;
  readonly stop: () => Promise<void>;
};

/** `companies` is where its companies are numbered from: no two groups may use one number. */
const openGroup = async (name: string, on: Engine, companies: number): Promise<Group> => {
  const heard = new Set<Value>();
  const node = await newNode(on);
  await node.db.commit([{ sql: `insert into counter (name, value) values ('company', ?)`, params: [companies] }]);
  const shops = [];
  for (const _ of [1, 2]) {
    const shop = await newShop(node);
    const { organizationId } = shop;
    const owner = { organizationId, email: `${shop.companyId}@example.com`, name: 'Owner', role: 'owner' as const };
    const { linkToken } = await addOperator(node, owner, system);
    shops.push({ ...shop, cookie: `cw_session=${await enterByLink(node, linkToken, 'r')}` });
  }
  const config = readConfig({ ...patience, CARTWRIGHT_STOREFRONT: 'off', CARTWRIGHT_LOG_LEVEL: 'silent' });
  const app = await createApp({ ...node, db: listening(node.db, heard) }, config, () => false);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= app.close().then(node.close));
  return { name, shops, heard, port, db: node.db, stop };
};

/** As deploy/haproxy/groups-map.sql has it; psql is not everywhere. */
const mapOf = async ({ name, db }: Group): Promise<readonly string[]> => {
  const sql = deployed('haproxy/groups-map.sql')
    .replace(/^--.*$/gm, '')
    .replaceAll(":'group'", `'${name}'`)
    .replace(';', '');
  return (await db.all<Record<string, string>>(sql)).map((row) => String(Object.values(row)[0]));
};

describe('two groups of nodes behind a router', skip === undefined ? {} : { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-shards-'));
  chmodSync(folder, 0o777);
  const stops: (() => unknown)[] = [];
  let groups: readonly Group[];
  let base: string;

  before(async () => {
    const second = await startPostgres();
    stops.push(() => second.stop());
    const ownServer: Engine = {
      name: 'postgres',
      skip: undefined,
      open: async () => {
        const db = await openPostgres(second.url('postgres'), { waitMs: PATIENCE_MS });
        await migrate(db, migrations, 0);
        return { db, close: db.close };
      },
    };
    assert.ok(engine !== undefined);
    groups = [await openGroup('east', engine, 5_000_000), await openGroup('west', ownServer, 9_000_000)];
    stops.unshift(...groups.map(({ stop }) => stop));
    const map = join(folder, 'groups.map');
    writeFileSync(map, `${(await Promise.all(groups.map(mapOf))).flat().join('\n')}\nhost/west.example west\n`);
    const port = await freePort();
    const config = groups.reduce(
      (text, group) =>
        text
          .replace(new RegExp(`server ${group.name}1 \\S+`), `server ${group.name}1 127.0.0.1:${group.port}`)
          .replace(new RegExp(`\\n +server ${group.name}2 \\S+`), ''),
      deployed('haproxy/shards.cfg')
        .replaceAll('/etc/haproxy/groups.map', map)
        .replace('bind :8080', `bind 127.0.0.1:${port}`),
    );
    writeFileSync(join(folder, 'shards.cfg'), config);
    const args = ['-db', '-f', join(folder, 'shards.cfg')];
    const router = ownProcess({ name: 'router', command: 'haproxy', args, folder });
    stops.unshift(() => router.kill());
    await router.start();
    base = `http://127.0.0.1:${port}`;
    const serves = (): Promise<boolean> =>
      fetch(`${base}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await serves())) await pause(50);
  });
  after(async () => {
    for (const stop of stops) await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const bearer = ({ applicationId, applicationToken }: Shop) => ({
    authorization: `Bearer ${Buffer.from(`${applicationId}:${applicationToken}`).toString('base64')}`,
  });
  const read = async (path: string, headers: Record<string, string>): Promise<string> => {
    const answer = await fetch(`${base}${path}`, { headers });
    const text = await answer.text();
    assert.equal(answer.status, 200, `${path}: ${text}`);
    return text;
  };

  test('serve each shop from the server that holds it, by its address and by its credential', async () => {
    for (const { shops } of groups) {
      for (const shop of shops) {
        const { companyId, applicationId, organizationId, cookie } = shop;
        const signedIn = { cookie, 'sec-fetch-site': 'same-origin' };
        const feed = async (kind: string, rows: readonly object[]): Promise<void> => {
          const answer = await fetch(`${base}/service/platform/catalog/v1.0/company/${companyId}/${kind}`, {
            method: 'PUT',
            headers: { ...signedIn, 'content-type': 'application/json' },
            body: JSON.stringify(rows),
          });
          assert.equal(answer.status, 200, await answer.text());
        };
        await feed('sellers', [aSeller]);
        await feed('products', [aProduct(1, { name: `Of company ${companyId}` })]);
        await feed('articles', [anArticle(1, { prices: [{ currency_code: 'INR', marked: 20, effective: 20 }] })]);
        const listed = await read('/service/application/catalog/v1.0/products', bearer(shop));
        assert.match(listed, new RegExp(`"Of company ${companyId}"`));
        await read('/service/application/cart/v1.0/detail', bearer(shop));
        const inside = `company/${companyId}/application/${applicationId}`;
        await read(`/service/platform/cart/v1.0/${inside}/promotion`, signedIn);
        const organization = `/service/platform/configuration/v1.0/organization/${organizationId}`;
        assert.match(await read(organization, signedIn), new RegExp(organizationId));
      }
    }
  });

  test('ask their own server for nothing that the other one holds', () => {
    const idsOf = ({ shops }: Group): readonly Value[] =>
      shops.flatMap(({ applicationId, companyId, organizationId }) => [applicationId, companyId, organizationId]);
    for (const group of groups) {
      const others = groups.filter((other) => other !== group).flatMap(idsOf);
      assert.deepEqual(
        others.filter((id) => group.heard.has(id)),
        [],
        group.name,
      );
      for (const id of idsOf(group)) assert.ok(group.heard.has(id), `${group.name} was asked for ${String(id)}`);
    }
  });

  test('answer what names nobody by the host it was called by, else the first of them', async () => {
    const hostOf = async (host: string): Promise<boolean> => {
      const [, west] = groups;
      const cookie = west?.shops[0]?.cookie ?? '';
      const path = '/service/platform/configuration/v1.0/profile';
      // fetch would not let us choose the name.
      const { request } = await import('node:http');
      const answered = Promise.withResolvers<number | undefined>();
      request(`${base}${path}`, { headers: { host, cookie, 'sec-fetch-site': 'same-origin' } }, (answer) => {
        answer.resume();
        answered.resolve(answer.statusCode);
      }).end();
      return (await answered.promise) === 200;
    };
    assert.equal(await hostOf('west.example'), true);
    assert.equal(await hostOf('elsewhere.example'), false, 'the other group does not know who that is');
  });

  test('fail apart: one that is gone takes nobody else with it', async () => {
    const [east, west] = groups;
    await west?.stop();
    const path = '/service/application/catalog/v1.0/products';
    const [there, gone] = [east?.shops[0], west?.shops[0]];
    assert.ok(there !== undefined && gone !== undefined);
    await read(path, bearer(there));
    const refused = await fetch(`${base}${path}`, { headers: bearer(gone) });
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
  });
});
