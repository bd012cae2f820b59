/** A short round of the topology campaign (`npm run topology`) with what every machine has: three nodes behind a balancer, killed in turn, and the line to one of them cut and narrow. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createPostgres, engines } from '../databases.ts';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { dataFolder, type Serving, serving } from '../commands/run-cartwright.ts';
import { setUpShop } from '../faults/crash-orders.ts';
import { quiet } from '../faults/crash-shop.ts';
import { openLine } from './fault-line.ts';
import { shoppersLoad } from './shoppers-load.ts';
import { startBalancer } from './tcp-balancer.ts';
import { PATIENCE_MS } from '../patience.ts';

const skip = engines.find(({ name }) => name === 'postgres')?.skip;

describe('three nodes behind a balancer', skip === undefined ? {} : { skip }, () => {
  test('lose and double nothing while one after another is killed or cut off, and who repeats sees no failure', async () => {
    const { url, drop } = await createPostgres(true);
    after(drop);
    const { folder, remove } = dataFolder();
    after(remove);
    const variables = { CARTWRIGHT_DATA: folder, DATABASE_URL: url };
    const doors = await setUpShop({ variables });
    const nodes: Serving[] = await Promise.all([1, 2, 3].map(() => serving({ ...variables, ...quiet })));
    after(() =>
      Promise.all(
        nodes.map(async (node) => {
          node.signal('SIGKILL');
          await node.ended;
        }),
      ),
    );
    const portOf = ({ url: at }: Serving): number => Number(new URL(at).port);
    const line = await openLine(portOf(nodes[2] as Serving));
    after(line.close);
    const balancer = await startBalancer(() => [...nodes.slice(0, 2).map(portOf), line.port]);
    after(balancer.close);

    const patience = { url: balancer.url, patienceMs: 120_000, attemptMs: 20_000 };
    const load = await shoppersLoad(patience, doors, { carts: 2, orderers: 2 });
    let isOver = false;
    const running = load.run(() => isOver);
    const until = async (done: number): Promise<void> => {
      while (load.done() < done) await new Promise((go) => setTimeout(go, 20));
    };
    for (const [at, node] of nodes.slice(0, 2).entries()) {
      await until(load.done() + 8);
      node.signal('SIGKILL');
      await node.ended;
      await until(load.done() + 6);
      // The last one killed stays away.
      if (at === 0) nodes[at] = await serving({ ...variables, ...quiet });
    }
    for (const kind of ['reset', 'narrow'] as const) {
      line.trouble(kind);
      await until(load.done() + 6);
      line.mend();
    }
    isOver = true;
    await running;

    const db = await openPostgres(url, { waitMs: PATIENCE_MS });
    try {
      const { broken, adds, orders } = await load.inspect(db);
      assert.deepEqual(broken, []);
      assert.ok(adds > 5 && orders > 1, `${adds} adds, ${orders} orders`);
    } finally {
      await db.close();
    }
  });
});
