/** Reports of thousands of rows are made and written with others in between, and nobody makes up currencies to have them. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { countEvents } from '../../../src/events/funnels/funnel-count.ts';
import { countedCalls } from '../../counted-work.ts';
import { forEachEngine } from '../../databases.ts';
import { eventServer } from '../event-server.ts';
import { anEvent } from '../samples.ts';

const DAY = 86_400_000;
const ROWS = 3_000;

forEachEngine(async (engine) => {
  const server = await eventServer(engine);
  after(() => server.close());
  const { node, shop } = server;

  test('a report of carts has currencies that somebody pays with, and takes its turns', async () => {
    const { applicationId } = shop;
    const carts = ['USD', 'ZZQ', 'QQZ'].map((currency) =>
      anEvent('add_to_cart', { applicationId, at: node.now() - DAY, payload: { cart_id: currency, currency } }),
    );
    const { body } = await server.send(carts);
    assert.equal(body.failed_count, 0, JSON.stringify(body.failures));
    while ((await countEvents(node.db, node.now())) > 0);
    const told = await node.db.all<{ currency: string }>('select currency from funnel_cart_day order by currency');
    assert.deepEqual(
      told.map(({ currency }) => currency),
      ['', 'USD'],
    );

    const today = Math.floor(node.now() / DAY);
    const rows = Array.from(
      { length: ROWS },
      (_, at) => `('${applicationId}', ${today - 2}, 'X${at}', 'cart', 1, 1000)`,
    );
    await node.db.commit([
      {
        sql: `insert into funnel_cart_day (application_id, day, currency, stage, carts, value) values ${rows.join(', ')}`,
      },
    ]);
    for (const report of ['/carts', '/carts.csv']) {
      const turns = await countedCalls('nextTurn', async () => {
        const answer = await server.call('GET', report);
        assert.equal(answer.statusCode, 200, answer.payload.slice(0, 200));
      });
      assert.ok(turns >= 4, `${report}: ${turns} turns`);
    }
  });
});
