/** Large events that were refused are listed and tried again with others in between: by counts, so that they hold on any machine. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { countedCalls } from '../counted-work.ts';
import { forEachEngine } from '../databases.ts';
import { eventServer } from './event-server.ts';
import { anEvent } from './samples.ts';

const MANY = 60;

forEachEngine(async (engine) => {
  const server = await eventServer(engine);
  after(() => server.close());

  test('a list of large refused events, and a second try of them, let others have their turn', async () => {
    const strange = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field_${at}`, at]));
    const at = server.node.now();
    const batch = Array.from({ length: MANY }, () => {
      const sent = anEvent('product_view', { applicationId: server.shop.applicationId, at });
      return { ...sent, payload: { ...strange, ...sent.payload, mrp: 'much' }, contains: [] };
    });
    for (let from = 0; from < MANY; from += 20) {
      const { body } = await server.send(batch.slice(from, from + 20));
      assert.equal(body.failed_count, 20);
    }
    const list = async () => {
      const { payload } = await server.call('GET', '/refused?page_size=100');
      assert.equal((JSON.parse(payload) as { readonly items: readonly unknown[] }).items.length, MANY);
    };
    // Ten are read in a turn, and fifty written.
    assert.ok((await countedCalls('nextTurn', list)) >= MANY / 10);
    const again = async () => {
      const { payload } = await server.call('POST', '/refused/redrive', { name: 'product_view' });
      assert.equal((JSON.parse(payload) as { readonly refused: number }).refused, MANY);
    };
    assert.equal(await countedCalls('nextTurn', again), MANY);
  });
});
