import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { addOrganization } from '../../src/applications/add-organization.ts';
import { applicationFinder } from '../../src/applications/find-application.ts';
import { type Node, system } from '../../src/applications/node.ts';
import { enterByLink, sessionOperator } from '../../src/operators/operator-session.ts';
import { type Credentials, demoNames, emptyNames } from '../../src/commands/plan-installation.ts';
import { secretHash } from '../../src/applications/secret-hash.ts';
import { readInstallation, setUpInstallation } from '../../src/commands/set-up-installation.ts';
import { DatabaseError } from '../../src/db/database.ts';
import { forEachEngine } from '../databases.ts';
import { newNode, type TestNode } from './new-node.ts';

forEachEngine((engine) => {
  const nodes: TestNode[] = [];
  const folders: string[] = [];
  const start = async (): Promise<{ node: TestNode; folder: string }> => {
    const node = await newNode(engine);
    const folder = await mkdtemp(join(tmpdir(), 'cartwright-start-'));
    nodes.push(node);
    folders.push(folder);
    return { node, folder };
  };
  after(async () => {
    for (const { close } of nodes) await close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  const begin = (node: Node, dataFolder: string, names = demoNames) =>
    setUpInstallation(node, { dataFolder, names, ownerEmail: 'owner@example.com' });
  const setUp = async (...start: Parameters<typeof begin>) => (await begin(...start))();
  const kept = async (folder: string) =>
    JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8')) as Credentials;

  test('everything it hands out works, and credentials.json holds it for its owner only', async () => {
    const { node, folder } = await start();
    const made = await setUp(node, folder);
    assert.ok(made);
    assert.deepEqual(await kept(folder), made);
    assert.deepEqual(await readdir(folder), ['credentials.json']);
    assert.equal((await stat(join(folder, 'credentials.json'))).mode & 0o777, 0o600);

    const application = await applicationFinder(node.db)(made.application_id, made.application_token, node.now());
    assert.equal(application?.settings.name, demoNames.application.name);
    assert.equal(application.companyId, made.company_id);
    const session = await enterByLink(node, made.operator.link_token, 'r');
    assert.equal((await sessionOperator(node, session))?.role, 'owner');
    const client = await node.db.one<{ secret_hash: string; document: string; company_id: number }>(
      `select s.secret_hash, c.document, c.company_id from oauth_client c join oauth_client_secret s on s.client_id = c.client_id
       where c.client_id = ? and c.organization_id = ? and c.is_active = 1`,
      [made.client_id, made.organization_id],
    );
    assert.equal(client?.secret_hash, secretHash(made.client_secret));
    assert.deepEqual(JSON.parse(client.document).scopes, { type: 'full', permissions: ['*'] });
  });

  test('none of its secrets is in any table, and the audit names all that was made', async () => {
    const { node, folder } = await start();
    const made = await setUp(node, folder);
    assert.ok(made);
    const dump = await node.dump();
    for (const secret of [made.application_token, made.client_secret, made.operator.link_token]) {
      assert.ok(!dump.includes(secret));
    }
    const actions = (await node.db.all<{ action: string }>('select action from audit')).map(({ action }) => action);
    assert.deepEqual(actions.toSorted(), [
      'application.add',
      'client.add',
      'company.add',
      'operator.add',
      'organization.add',
    ]);
  });

  test('a second start changes nothing, and later companies get further numbers', async () => {
    const { node, folder } = await start();
    const made = await setUp(node, folder);
    assert.equal(await setUp(node, folder), undefined);
    assert.deepEqual(await kept(folder), made);
    const { companyId } = await addOrganization(node, { name: 'Second', companyName: 'Second' }, system);
    assert.equal(companyId, 2);
  });

  test('of five nodes that start at once one sets up, in one folder or in several', async () => {
    for (const shared of [true, false]) {
      const { node, folder } = await start();
      const own = await Promise.all(
        Array.from({ length: 5 }, async () => (shared ? folder : mkdtemp(join(tmpdir(), 'cartwright-start-')))),
      );
      folders.push(...own);
      const answers = await Promise.all(own.map((dataFolder) => setUp(node, dataFolder)));
      const winners = answers.filter((answer) => answer !== undefined);
      assert.equal(winners.length, 1);
      const winnersFolder = own[answers.findIndex((answer) => answer !== undefined)] ?? '';
      assert.deepEqual(await kept(winnersFolder), winners[0]);
      const files = new Set((await Promise.all(own.map((dataFolder) => readdir(dataFolder)))).flat());
      assert.deepEqual([...files], ['credentials.json']);
      assert.equal((await node.db.all('select id from organization')).length, 1);
    }
  });

  test('a crash after the commit and before the file has its name: the next start names it', async () => {
    const { node, folder } = await start();
    let committed = false;
    const db: Node['db'] = {
      ...node.db,
      one: (sql, params) => (committed ? Promise.reject(new Error('the process is gone')) : node.db.one(sql, params)),
      commit: async (batch) => {
        await node.db.commit(batch);
        committed = true;
        throw new DatabaseError('unknown');
      },
    };
    await assert.rejects(setUp({ ...node, db }, folder), /the process is gone/);
    assert.match((await readdir(folder)).join(), /^credentials\.[0-9a-f]{24}\.pending\.json$/);
    const { application_id: id, application_token: token } = (await setUp(node, folder)) ?? assert.fail();
    assert.equal((await kept(folder)).application_token, token);
    assert.ok(await applicationFinder(node.db)(id, token, node.now()));
  });

  test('a start that fails before it serves leaves the credentials to the next one, which hands them out once', async () => {
    const { node, folder } = await start();
    await begin(node, folder);
    assert.match((await readdir(folder)).join(), /pending/);
    const made = await setUp(node, folder);
    assert.deepEqual(await kept(folder), made);
    assert.deepEqual(await readdir(folder), ['credentials.json']);
    assert.equal(await setUp(node, folder), undefined);
  });

  test('an answer to the commit that got lost does not lose the credentials', async () => {
    const { node, folder } = await start();
    const db: Node['db'] = {
      ...node.db,
      commit: async (batch) => {
        await node.db.commit(batch);
        throw new DatabaseError('unknown');
      },
    };
    const made = await setUp({ ...node, db }, folder);
    assert.equal(made?.installation_id, await readInstallation(node.db));
    assert.deepEqual(await kept(folder), made);
  });

  test('a failed commit sets nothing up, and what it left behind goes with the next start', async () => {
    const { node, folder } = await start();
    const db: Node['db'] = { ...node.db, commit: () => Promise.reject(new DatabaseError('busy')) };
    await assert.rejects(setUp({ ...node, db }, folder), (error) => error instanceof DatabaseError);
    const made = await setUp(node, folder, emptyNames);
    assert.deepEqual(await kept(folder), made);
    assert.deepEqual(await readdir(folder), ['credentials.json']);
  });
});
