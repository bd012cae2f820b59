import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createPostgres, engines } from '../databases.ts';
import { cartwright, dataFolder, serving, type Variables } from './run-cartwright.ts';

type Credentials = Readonly<Record<string, unknown>> & {
  readonly application_id: string;
  readonly application_token: string;
};
const credentials = (folder: string): Credentials =>
  JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Credentials;
const bearer = ({ application_id, application_token }: Credentials): Record<string, string> => ({
  authorization: `Bearer ${Buffer.from(`${application_id}:${application_token}`).toString('base64')}`,
});

const firstStart = (name: string, settings: () => Promise<Variables>, skip: string | undefined): void => {
  test(`a first start on ${name} gives credentials that work, once`, { skip: skip ?? false }, async () => {
    const { folder, remove } = dataFolder();
    after(remove);
    const variables = { CARTWRIGHT_DATA: folder, ...(await settings()) };
    const first = await serving(variables, []);
    const made = credentials(folder);
    assert.deepEqual(
      ['application_id', 'application_token', 'client_id', 'client_secret', 'company_id', 'organization_id'].filter(
        (key) => !made[key],
      ),
      [],
    );
    for (const file of ['credentials.json', 'serving.json']) {
      assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600, file);
    }
    const details = await fetch(`${first.url}/service/application/configuration/v1.0/application`, {
      headers: bearer(made),
    });
    assert.equal(details.status, 200);
    assert.equal(((await details.json()) as { name: string }).name, 'Demo Shop');
    assert.match(first.printed(), /http:\/\/127\.0\.0\.1:\d+\/console\/enter\?token=[\w-]{43}/);
    assert.equal(await first.stop(), 0);

    const second = await serving(variables, []);
    assert.doesNotMatch(second.printed(), /console\/enter/);
    assert.deepEqual(credentials(folder), made);
    assert.equal(
      (await fetch(`${second.url}/service/application/configuration/v1.0/application`, { headers: bearer(made) }))
        .status,
      200,
    );
    assert.equal(await second.stop(), 0);
  });
};

const emptyPostgres = async (): Promise<Variables> => {
  const { url, drop } = await createPostgres(false);
  after(drop);
  return { DATABASE_URL: url };
};

describe('cartwright serve', () => {
  for (const { name, skip } of engines) {
    firstStart(name, name === 'sqlite' ? async () => ({}) : emptyPostgres, skip);
  }

  test('--empty starts without the demo shop', async () => {
    const { folder, remove } = dataFolder();
    after(remove);
    const node = await serving({ CARTWRIGHT_DATA: folder });
    const details = await fetch(`${node.url}/service/application/configuration/v1.0/application`, {
      headers: bearer(credentials(folder)),
    });
    assert.equal(((await details.json()) as { name: string }).name, 'My shop');
    await node.stop();
  });

  test('two first starts on one folder set up one installation', async () => {
    const { folder, remove } = dataFolder();
    after(remove);
    const nodes = await Promise.all([
      serving({ CARTWRIGHT_DATA: folder }, []),
      serving({ CARTWRIGHT_DATA: folder }, []),
    ]);
    const made = credentials(folder);
    for (const { url } of nodes) {
      assert.equal(
        (await fetch(`${url}/service/application/configuration/v1.0/application`, { headers: bearer(made) })).status,
        200,
      );
    }
    assert.equal(nodes.filter(({ printed }) => printed().includes('console/enter')).length, 1);
    await Promise.all(nodes.map(({ stop }) => stop()));
  });

  test('says it is not ready while it drains, finishes, and exits with 0', async () => {
    const { folder, remove } = dataFolder();
    after(remove);
    const node = await serving({ CARTWRIGHT_DATA: folder, CARTWRIGHT_DRAIN_SECONDS: '4' });
    assert.equal((await fetch(`${node.url}/readyz`)).status, 200);
    node.signal('SIGTERM');
    // The signal reaches the process some time before its drain ends.
    let status = 200;
    while (status === 200) ({ status } = await fetch(`${node.url}/readyz`));
    assert.equal(status, 503);
    assert.equal((await fetch(`${node.url}/healthz`)).status, 200);
    assert.equal(await node.ended, 0);
  });

  test('a first start on a port in use says what to do and sets nothing up; the next one prints the link', async () => {
    const { folder, remove } = dataFolder();
    after(remove);
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const variables = { CARTWRIGHT_DATA: join(folder, 'data'), PORT: String(port) };
    const refused = await cartwright(['serve', '--empty'], variables);
    assert.equal(refused.code, 1);
    assert.match(refused.err, new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use .* PORT=${port + 1}`));
    assert.deepEqual(readdirSync(folder), []);
    await new Promise((closed) => taken.close(closed));
    const node = await serving(variables);
    after(node.stop);
    assert.match(node.printed(), /console\/enter\?token=/);
    assert.equal(await node.stop(), 0);
  });

  test('an address that is not of this machine is named', async () => {
    const { folder, remove } = dataFolder();
    after(remove);
    const { code, err } = await cartwright(['serve'], { CARTWRIGHT_DATA: folder, HOST: '192.0.2.1' });
    assert.equal(code, 1);
    assert.match(err, /^HOST=192\.0\.2\.1 is no address of this machine/);
  });

  test('without PostgreSQL it waits and says so, then says what to do', async () => {
    const { folder, remove } = dataFolder();
    after(remove);
    const { code, out, err } = await cartwright(['serve'], {
      CARTWRIGHT_DATA: folder,
      DATABASE_URL: 'postgres://shop:hidden@127.0.0.1:1/shop',
      CARTWRIGHT_DATABASE_START_SECONDS: '1',
    });
    assert.equal(code, 1);
    assert.match(out, /Waiting for PostgreSQL at 127\.0\.0\.1:1, \d+ of 1 s: .*ECONNREFUSED/s);
    assert.match(err, /^PostgreSQL at 127\.0\.0\.1:1 did not answer for 1 s: start it, or correct DATABASE_URL/);
    assert.doesNotMatch(out + err, /hidden/);
  });

  test('a PostgreSQL that takes no writes is waited for as well, and nothing is changed there', {
    skip: engines.find(({ name }) => name === 'postgres')?.skip ?? false,
  }, async () => {
    const { folder, remove } = dataFolder();
    after(remove);
    const { DATABASE_URL: url = '' } = await emptyPostgres();
    const readOnly = new URL(url);
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    const { code, out, err } = await cartwright(['serve'], {
      CARTWRIGHT_DATA: folder,
      DATABASE_URL: readOnly.href,
      CARTWRIGHT_DATABASE_START_SECONDS: '1',
    });
    assert.equal(code, 1);
    assert.match(out, /Waiting for PostgreSQL at .*, \d+ of 1 s: the server takes no writes/);
    assert.match(err, /^PostgreSQL at .* took no writes for 1 s: name its primary in DATABASE_URL/);
    const node = await serving({ CARTWRIGHT_DATA: folder, DATABASE_URL: url });
    assert.equal(await node.stop(), 0);
  });

  test('a lost key is told at once, with the id of the key that is missing', async () => {
    const { folder, remove } = dataFolder();
    after(remove);
    await (await serving({ CARTWRIGHT_DATA: folder })).stop();
    const files = readdirSync(folder);
    const other = await cartwright(['serve'], {
      CARTWRIGHT_DATA: folder,
      PORT: '0',
      CARTWRIGHT_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    assert.equal(other.code, 1);
    assert.match(other.err, /sealed under key [0-9a-f]{8}, and CARTWRIGHT_KEY holds only/);
    const key = join(folder, 'key');
    renameSync(key, `${key}.lost`);
    for (const command of ['serve', 'migrate']) {
      const without = await cartwright([command], { CARTWRIGHT_DATA: folder, PORT: '0' });
      assert.equal(without.code, 1);
      assert.match(without.err, /sealed under key [0-9a-f]{8}, and .*key is not there/);
    }
    assert.match((await cartwright(['doctor'], { CARTWRIGHT_DATA: folder })).out, /key is not there/);
    renameSync(`${key}.lost`, key);
    assert.deepEqual(readdirSync(folder), files);
    await (await serving({ CARTWRIGHT_DATA: folder })).stop();
  });
});
