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
const NAMED = 100;

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

  test('what offers and products of a report are called is read with others in between', async () => {
    const { applicationId, companyId } = shop;
    const day = Math.floor(node.now() / DAY) - 1;
    const filler = 'x'.repeat(20_000);
    const offer = JSON.stringify({ definition: { display_meta: { name: 'Offer' }, filler }, life: {}, reason: '' });
    const product = JSON.stringify({ name: 'Product', filler });
    for (let at = 1; at <= NAMED; at += 1) {
      await node.db.commit([
        {
          sql: `insert into offer (application_id, id, kind, state, is_archived, version, type, offer_group, code, title,
              is_public, is_display, created_at, modified_at, created_by, document)
            values (?, ?, 'promotion', 'draft', 0, 1, '', '', '', '', 0, 0, 0, 0, '', ?)`,
          params: [applicationId, `offer-${at}`, offer],
        },
        {
          sql: `insert into funnel_offer_day (application_id, day, offer_id, currency, carts, uses, units, cost, revenue)
            values (?, ?, ?, 'INR', 1, 1, 1, 1000, 1000)`,
          params: [applicationId, day, `offer-${at}`],
        },
        {
          sql: `insert into product (company_id, uid, slug, sort_name, is_active, version, articles_version, feed_run,
              created_at, modified_at, document) values (?, ?, ?, '', 1, 1, 0, '', 0, 0, ?)`,
          params: [companyId, at, `product-${at}`, product],
        },
        {
          sql: `insert into funnel_product_day (application_id, day, product_id, currency, views, adds, orders, units, revenue)
            values (?, ?, ?, 'INR', 1, 1, 1, 1, 1000)`,
          params: [applicationId, day, at],
        },
      ]);
    }
    for (const [path, name] of [
      ['/offers', 'Offer'],
      ['/products?limit=1000', 'Product'],
    ] as const) {
      const turns = await countedCalls('nextTurn', async () => {
        const { items } = (await server.call('GET', path)).json<{ items: readonly { name: string }[] }>();
        assert.deepEqual([items.length, new Set(items.map((one) => one.name))], [NAMED, new Set([name])]);
      });
      assert.ok(turns >= 10, `${path}: ${turns} turns`);
    }
  });
});
