import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { countEvents } from '../../../src/events/funnels/funnel-count.ts';
import { type OutgoingEvent, outboxStatements } from '../../../src/events/outbox.ts';
import { forEachEngine } from '../../databases.ts';
import { eventServer } from '../event-server.ts';
import { orderEvent } from '../outgoing-event.ts';

type Row = Readonly<Record<string, string | number | null>>;

forEachEngine(async (engine) => {
  const server = await eventServer(engine);
  after(() => server.close());
  const day = (ago: number): string => new Date(server.node.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const report = async (path: string): Promise<readonly Row[]> => {
    const answer = await server.call('GET', path);
    assert.equal(answer.statusCode, 200, answer.payload);
    return answer.json<{ items: readonly Row[] }>().items;
  };

  test('an offer has what orders with it cost and brought, and the carts that were ordered with it', async () => {
    const order = {
      currency: 'INR',
      total: 900,
      items: [],
      offers: [
        { offer_id: 'ten-off', units: 2, discount: 100.5 },
        { offer_id: 'other', units: 1, discount: 0 },
      ],
    };
    const told = (type: string, id: string): OutgoingEvent =>
      orderEvent(server.shop, type, { ...order, order_id: id, cart_id: id }, `${day(3)}T06:00:00Z`);
    const events = [told('placed', 'o-1'), told('placed', 'o-2'), told('confirmed', 'o-1')];
    await server.node.db.commit(outboxStatements(events, server.node.now()));
    while ((await countEvents(server.node.db, server.node.now())) > 0);
    const range = `from=${day(3)}&to=${day(3)}`;
    const row = { date: day(3), name: '', currency: 'INR', carts: 2, uses: 1, revenue: 900, budget_left: null };
    assert.deepEqual(await report(`/offers?${range}`), [
      { ...row, offer_id: 'other', units: 1, cost: 0 },
      { ...row, offer_id: 'ten-off', units: 2, cost: 100.5 },
    ]);
    assert.equal((await report(`/offers?${range}&offer_id=other`)).length, 1);
  });
});
