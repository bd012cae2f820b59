/** Every operation that can be tried, with its printed example, by shoppers and by staff: the database is the same afterwards. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Database } from '../../../src/db/database.ts';
import { forEachEngine } from '../../databases.ts';
import { tableStates } from '../../db/table-sums.ts';
import { deskScene, offerScene } from './example-merchant-scenes.ts';
import { orderScene, shopperScene } from './example-scenes.ts';
import { type Asked, type Operation, operations } from './example-sender.ts';
import { openExampleShop } from './example-shop.ts';
import { sendExamples } from './send-examples.ts';

const canBeTried = ({ parameters = [] }: Operation): boolean => parameters.some(({ name }) => name === 'prefer');
const triable = [...operations.values()].filter(canBeTried);

/** What a node works on in the background while this runs: of it counts how many there are. */
const workedOn = new Set(['event', 'simulation', 'import_job']);

/** Events are counted in the background, too: of the counts nothing is held. */
const shownStates = async (db: Database, path: string): Promise<ReadonlyMap<string, unknown>> => {
  const states = new Map<string, unknown>();
  for (const [table, { rows, state }] of await tableStates(db)) {
    // Who of the staff looked at a cart is written down, and nothing else.
    const isLook = table === 'audit' && path.startsWith('/service/platform/');
    if (!isLook && !table.startsWith('funnel_')) states.set(table, workedOn.has(table) ? rows : `${rows} ${state}`);
  }
  return states;
};

forEachEngine(async (engine) => {
  describe(`the examples of openapi.json, tried on ${engine.name}`, () => {
    const opened = openExampleShop({}, undefined, engine);

    test('store nothing, whichever of them, and are answered as what is done', async () => {
      const { shop, providersUrl } = opened();
      const { db } = shop.node;
      const tried = new Set<string>();
      const before = async (operation: Operation, { url, ...asked }: Asked): Promise<void> => {
        const { operationId } = operation;
        if (!canBeTried(operation) || tried.has(operationId)) return;
        tried.add(operationId);
        const states = await shownStates(db, operation.path);
        const key = { 'idempotency-key': `tried-${operationId}`.padEnd(24, '-') };
        const answer = await fetch(url, { ...asked, headers: { ...asked.headers, ...key, prefer: 'dry-run' } });
        const said = `${operationId}: ${answer.status} ${(await answer.text()).slice(0, 200)}`;
        assert.equal(answer.headers.get('preference-applied'), 'dry-run', said);
        assert.ok(answer.status < 300, said);
        const after = await shownStates(db, operation.path);
        const changed = [...after].filter(([table, state]) => state !== states.get(table)).map(([table]) => table);
        assert.deepEqual(changed, [], operationId);
      };
      const { refused } = await sendExamples(shop, providersUrl, { before }, [
        shopperScene,
        deskScene,
        offerScene,
        orderScene,
      ]);
      assert.deepEqual(refused, []);
      assert.deepEqual(
        triable.map(({ operationId }) => operationId).filter((name) => !tried.has(name)),
        [],
      );
    });
  });
});
