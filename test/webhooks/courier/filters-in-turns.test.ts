/** Filters with hundreds of conditions are asked about large events with others in between, as events come and as they are asked for again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedCalls } from '../../counted-work.ts';
import { forEachEngine } from '../../databases.ts';
import { cartEvent, courierOf, networkSend } from '../webhook-server.ts';
import { openDeliveryShop } from './delivery-shop.ts';

const CONDITIONS = 400;
const QUANTITIES = 1_000;
/** Less than a tenth of the looks that there are: one for each condition at each quantity. */
const FEWEST_TURNS = 10;

forEachEngine(async (engine) => {
  const { server, receiver } = await openDeliveryShop(engine);

  test('what a filter looks at is looked at in turns of the loop', async () => {
    const { node, shop } = server;
    const leaf = { query: '$.cart.items[*].quantity', condition: '(quantity) => quantity < 0' };
    const twenty = { logic: 'OR', conditions: Array.from({ length: 20 }, () => leaf) };
    const filters = { logic: 'OR', conditions: Array.from({ length: CONDITIONS / 20 }, () => twenty) };
    const id = await server.subscribe(receiver.url, { events: [{ slug: 'application/cart/update/v1', filters }] });
    const items = Array.from({ length: QUANTITIES }, (_, quantity) => ({ quantity }));
    await server.tell(cartEvent(shop, 1, { payload: { cart: { cart_id: '1', success: true, items } } }));
    const courier = courierOf(node, networkSend(node));

    let spread = 0;
    const spreading = await countedCalls('nextTurn', async () => {
      spread = await courier.spread();
    });
    assert.equal(spread, 1);
    assert.ok(spreading >= FEWEST_TURNS, `${spreading} turns`);

    const again = await countedCalls('nextTurn', async () => {
      const { body } = await server.call('POST', `v1.0/subscriber/${id}/replay`, { from: new Date(0).toISOString() });
      assert.deepEqual([body['queued'], body['has_more']], [0, false], JSON.stringify(body));
    });
    assert.ok(again >= FEWEST_TURNS, `${again} turns`);
  });
});
