/** The health of nodes: each tells of itself, one that is silent is late and then forgotten, and only who runs the installation sees it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NodeState } from '../../src/contract/applications/node-contract.ts';
import { servingSweep } from '../../src/nodes/serving-node.ts';
import { tellServing } from '../../src/nodes/serving-node-store.ts';
import { openCompany, signedIn } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';

const PATH = '/service/platform/configuration/v1.0/installation/health';
const MINUTE = 60_000;

type Health = {
  readonly ready: boolean;
  readonly nodes: readonly NodeState[];
  readonly queues: readonly { readonly name: string; readonly waiting: number; readonly oldest_at: string | null }[];
};

forEachEngine(async (engine) => {
  const { node, app, shop, foreign, owner } = await openCompany(engine);
  const health = async (): Promise<Health> => {
    const answer = await owner({ url: PATH });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Health>();
  };

  test('of who answers is there at once, with its workers and its database; a silent one is late, and then forgotten', async () => {
    const workers = { count: 4, serving: 3, restarts: 2 };
    const database = { engine: 'postgres', waiting: 0, commit_ms: null, clock_skew_ms: 0 };
    const other = { id: 'other/7', version: '0.0.9', startedAt: node.now() - 5 * MINUTE, seenAt: node.now() };
    await node.db.commit([tellServing({ ...other, document: JSON.stringify({ workers, database }) })]);
    const { ready, nodes } = await health();
    assert.equal(ready, true);
    assert.deepEqual(
      nodes.map(({ is_here, is_late }) => [is_here, is_late]),
      [
        [true, false],
        [false, false],
      ],
    );
    assert.deepEqual(nodes[0]?.workers, { count: 1, serving: 1, restarts: 0 });
    assert.deepEqual(nodes[1]?.workers, workers);
    node.clock.at += 4 * MINUTE;
    const sweep = servingSweep(node, '0.0.0');
    await sweep.run(node.now());
    assert.deepEqual(
      (await health()).nodes.map(({ is_late }) => is_late),
      [false, true],
      'whoever told of himself is there once',
    );
    node.clock.at += 60 * MINUTE;
    await sweep.run(node.now());
    assert.equal((await health()).nodes.length, 1);
  });

  test('says what waits', async () => {
    await node.db.commit([
      {
        sql: `insert into mail (id, kind, organization_id, state, attempts, due_at, claim, created_at, modified_at, problem)
              values ('m', 'invitation', ?, 'waiting', 0, 0, null, 1000, 1000, '')`,
        params: [shop.organizationId],
      },
    ]);
    const { queues } = await health();
    assert.deepEqual(
      queues.map(({ name, waiting, oldest_at }) => [name, waiting, oldest_at]),
      [
        ['webhooks', 0, null],
        ['events', 0, null],
        ['letters', 1, '1970-01-01T00:00:01.000Z'],
        ['imports', 0, null],
      ],
    );
  });

  test('is for the organization that was set up first, and for who may', async () => {
    const stranger = await signedIn(app, node, foreign, 'owner');
    assert.equal((await stranger({ url: PATH })).statusCode, 404);
    const manager = await signedIn(app, node, shop, 'manager');
    assert.equal((await manager({ url: PATH })).statusCode, 403);
  });
});
