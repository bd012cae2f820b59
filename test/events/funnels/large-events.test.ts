/** Counting lets others have their turn: between large events, and where browsers with many days find their owners at once. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { countEvents } from '../../../src/events/funnels/funnel-count.ts';
import { countedCalls, countedWork } from '../../counted-work.ts';
import { forEachEngine } from '../../databases.ts';
import { eventServer } from '../event-server.ts';
import { anEvent, samples } from '../samples.ts';

const DAY = 86_400_000;
const BROWSERS = 16;
const DAYS = 400;

forEachEngine(async (engine) => {
  const server = await eventServer(engine);
  after(() => server.close());
  const { node, shop } = server;
  const { applicationId } = shop;
  const count = (): Promise<number> => countEvents(node.db, node.now());
  const send = async (events: readonly ReturnType<typeof anEvent>[]): Promise<void> => {
    const { body } = await server.send(events);
    assert.equal(body.failed_count, 0, JSON.stringify(body.failures));
  };

  test('large events are read some at a time', async () => {
    const [product] = samples.order_checkout.products;
    const products = Array.from({ length: 200 }, () => product);
    for (let batch = 0; batch < 4; batch += 1) {
      await send(
        Array.from({ length: 8 }, (_, at) =>
          anEvent('order_checkout', {
            applicationId,
            at: node.now(),
            payload: { order_id: `o${batch}-${at}`, products },
          }),
        ),
      );
    }
    const turns = await countedCalls('nextTurn', async () => assert.equal(await count(), 32));
    assert.ok(turns >= 3, `${turns} turns`);
  });

  test('browsers with many days find their owner a few at a time', async () => {
    const days = Array.from({ length: BROWSERS * DAYS }, (_, at) => ({
      sql: `insert into funnel_visit (application_id, actor, day, person, steps) values (?, ?, ?, ?, 2)`,
      params: [applicationId, `a:b${at % BROWSERS}`, Math.floor(at / BROWSERS), `a:b${at % BROWSERS}`],
    }));
    await node.db.commit(days);
    await send(
      Array.from({ length: BROWSERS }, (_, at) =>
        anEvent('product_view', {
          applicationId,
          at: node.now() - DAY,
          payload: { anonymous_id: `b${at}`, user_id: `u${at}` },
        }),
      ),
    );
    assert.equal(await count(), BROWSERS / 8);
    for (let more = await count(); more > 0; more = await count());
    const left = await node.db.one(`select 1 as one from funnel_visit where person like 'a:b%' limit 1`);
    assert.equal(left, undefined, 'all of them are their owners’');
  });

  test('somebody with a thousand browsers is counted by what they did, not one by one', async () => {
    const day = Math.floor(node.now() / DAY);
    let sent = 0;
    const work = async (browsers: number): Promise<number> => {
      const user = `many-${browsers}`;
      await node.db.commit(
        Array.from({ length: browsers }, (_, at) => ({
          sql: `insert into funnel_visit (application_id, actor, day, person, steps) values (?, ?, ?, ?, 2)`,
          params: [applicationId, `a:${user}-${at}`, day, `u:${user}`],
        })),
      );
      const one = async (): Promise<void> => {
        sent += 1;
        const payload = { anonymous_id: `new-${sent}`, user_id: user };
        await send([anEvent('product_view', { applicationId, at: node.now(), payload })]);
        assert.equal(await count(), 1);
      };
      return countedWork(one);
    };
    const [few, many] = [await work(10), await work(1_000)];
    assert.ok(many < 1.5 * few, `${few} for ten of them, ${many} for a thousand`);
    const row = await node.db.one<{ n: number }>(
      `select count(*) as n from funnel_visit where person = 'u:many-1000' and steps = 2`,
    );
    assert.equal(row?.n, 1_001);
  });
});
