/** Documents of offers are read in turns of the loop by their size, whoever reads many of them. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { offersInTurns } from '../../src/offers/offer-store.ts';
import { countedCalls } from '../counted-work.ts';
import { forEachEngine } from '../databases.ts';
import { type Answer, offerServer, promotionBody } from './offer-server.ts';

forEachEngine(async (engine) => {
  const server = await offerServer(engine);
  after(() => server.close());
  const { applicationId } = server.shop;
  const ids: string[] = [];
  const ofItems = (count: number) => promotionBody({ buy_rules: { 'rule#1': { item_id: [...Array(count).keys()] } } });
  for (const items of [1, 40_000, 40_000, 40_000, 40_000]) {
    ids.push((await server.call('POST', '/promotion', ofItems(items))).json<Answer>()['_id']);
  }

  test('a turn for each large one, none for a small one', async () => {
    const turnsFor = async (some: readonly string[]): Promise<number> => {
      let turns = 0;
      const turn = async (): Promise<void> => {
        turns += 1;
      };
      const read = await offersInTurns(server.node.db, { applicationId, ids: some }, ({ id }) => id, turn);
      assert.deepEqual(new Set(read), new Set(some));
      return turns;
    };
    assert.deepEqual([await turnsFor([]), await turnsFor(ids.slice(0, 1)), await turnsFor(ids)], [0, 0, 4]);
  });

  test('a list of them is read and sent with others in between', async () => {
    const turns = await countedCalls('nextTurn', () => server.ok('GET', '/promotion?page_size=100'));
    assert.ok(turns >= 5, `${turns} turns`);
  });
});
