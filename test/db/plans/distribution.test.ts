/**
 * A database that is spread over servers by application or company (Citus and its kind) asks one of them when a statement says whose
 * it is. Nearly all do. The others are listed here with what would become of them, and the list may only become shorter.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { engines } from '../../databases.ts';
import { aboutOf, carriesKey, goesByClock } from './distribution-rules.ts';
import { hotStatements } from './hot-calls.ts';

const swept = 'clears away what is over, off the request path: each server sweeps its own';
const worked = 'taken up by a worker, off the request path: each server is asked in turn';
const byId = 'finds a cart or an order by its own id: spread by that id, beside the rows that share it';
const everywhere = 'a table of the installation, small and kept whole on every server';

/** Beside those that go by the clock. */
const exceptions: Readonly<Record<string, string>> = {
  'delete event_sink_queue': swept,
  'insert cart_history': byId,
  'insert cart_snapshot': byId,
  'insert order_snapshot': byId,
  'select application': everywhere,
  'select cart': byId,
  'select cart_snapshot': byId,
  'select customer': worked,
  'select customer_order': swept,
  'select event': worked,
  'select event_erasure': worked,
  'select event_sink': worked,
  'select oauth_client': everywhere,
  'select offer_code_job': worked,
  'select product_child': worked,
  'select sealed_value': everywhere,
  'select webhook_subscriber': everywhere,
  'update address': swept,
  'update cart': byId,
  'update simulation': worked,
};

describe('a statement', () => {
  test('carries a key when it compares or fills one', () => {
    for (const sql of [
      'select * from article where company_id = ? and uid = ?',
      'select a.uid from article a where a.company_id in (?, ?)',
      'insert into event (application_id, id) values (?, ?)',
      'delete from x where (application_id, id) in (select application_id, id from y)',
    ]) {
      assert.ok(carriesKey(sql), sql);
    }
    for (const sql of ['select application_id from cart where id = ?', 'delete from cart where expires_at <= ?']) {
      assert.ok(!carriesKey(sql), sql);
    }
    assert.ok(goesByClock('delete from cart where expires_at <= ?') && !goesByClock('select 1 from cart where id = ?'));
    assert.equal(aboutOf('insert\n  into cart (id) values (?)'), 'insert cart');
    assert.equal(aboutOf('with d as (select 1 from b) delete from cart where id in (select id from d)'), 'delete b');
  });

  test('of a busy shop says whose it is, but for those that are listed, each with its reason', async () => {
    const [sqlite] = engines;
    if (sqlite === undefined) throw new Error('there is always SQLite');
    const { asked, shop } = await hotStatements(sqlite);
    after(shop.close);
    const without = new Set(
      asked.filter(({ sql }) => !carriesKey(sql) && !goesByClock(sql)).map(({ sql }) => aboutOf(sql)),
    );
    assert.deepEqual(
      [...without].filter((about) => !Object.hasOwn(exceptions, about)),
      [],
    );
    // Workers run by clocks of their own: theirs may not have come yet.
    const must = Object.entries(exceptions).filter(([, why]) => why !== worked);
    assert.deepEqual(
      must.filter(([about]) => !without.has(about)),
      [],
      'these say whose they are by now',
    );
  });
});
