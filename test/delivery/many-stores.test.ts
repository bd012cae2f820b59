/** What carts read of hundreds of stores, or of more than one statement can name: some at a time, with others in between. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { areaFeed, laneFeed, storeFeed } from '../../src/delivery/delivery-feeds.ts';
import { deliveryReader } from '../../src/delivery/read-lanes.ts';
import type { FeedKind } from '../../src/feeds/feed-kind.ts';
import { type FeedRow, runFeed } from '../../src/feeds/feed-run.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { countedCalls } from '../counted-work.ts';
import { forEachEngine } from '../databases.ts';
import { recordingEngine } from '../recorded-statements.ts';

async function* rowsOf(rows: readonly unknown[]): AsyncGenerator<FeedRow, void> {
  for (const [at, value] of rows.entries()) yield { line: at + 1, next: at + 1, size: 0, value };
}
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

const hours = [{ opens: '09:00', closes: '21:00' }];
const storeRow = (uid: number) => ({
  uid,
  name: `Store ${uid}`,
  store_code: `S${uid}`,
  area_code: '400001',
  country: 'IN',
  time_zone: 'Asia/Kolkata',
  hours: { monday: hours },
});
const journeys = { standard: { unit: 'days', min: 1, max: 2 } };

forEachEngine(async (engine) => {
  const { engine: recording, asked } = recordingEngine(engine);
  const node = await newNode(recording);
  after(() => node.close());
  const { companyId } = await newShop(node);
  const feed = async (kind: FeedKind, rows: readonly unknown[]): Promise<void> => {
    const context = { db: node.db, companyId, runId: kind.name, at: node.clock.at };
    const fed = (await Array.fromAsync(runFeed(kind, rowsOf(rows), context))).flatMap(({ verdicts }) => verdicts);
    assert.ok(fed.every(({ success }) => success));
  };
  await feed(storeFeed, numbers(400).map(storeRow));
  await feed(
    laneFeed,
    numbers(400).map((store_uid) => ({ store_uid, area: '4000*', journeys })),
  );
  await feed(areaFeed, [{ area: '4000*', country: 'IN', time_zone: 'Asia/Kolkata' }]);

  test('more stores are asked for than one statement can name', async () => {
    const view = await deliveryReader(node.db)(companyId, numbers(66_000), null);
    assert.equal(view.stores.size, 400);
  });

  test('stores and lanes are read some at a time', async () => {
    asked.length = 0;
    const view = await deliveryReader(node.db)(companyId, numbers(400), '400055');
    assert.equal(view.stores.size, 400);
    assert.ok(numbers(400).every((uid) => view.lanes.get(uid)?.journeys.standard?.min === 1));
    assert.ok(asked.every(({ params }) => params.length < 300));
  });

  test('a batch of stores is looked through with others in between', async () => {
    const closed = numbers(400).map((day) => ({
      date: new Date(day * 86_400_000).toISOString().slice(0, 10),
      hours: [],
    }));
    const rows = numbers(70).map((uid) => ({ ...storeRow(uid), exceptions: closed }));
    const turns = await countedCalls('nextTurn', () => storeFeed.check?.(rows, {} as never));
    assert.ok(turns >= 10, `${turns} turns`);
  });
});
