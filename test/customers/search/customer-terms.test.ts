/** Customers are found by rows that say what they are found by, and by nothing that is no longer true of them. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { saveWritten } from '../../../src/customers/customer-store.ts';
import { termEarlierCustomers } from '../../../src/customers/search/customer-terms.ts';
import type { Json } from '../../balances/balance-server.ts';
import { forEachEngine } from '../../databases.ts';
import { recordingEngine } from '../../recorded-statements.ts';
import { openCustomerServer } from '../customer-server.ts';

forEachEngine(async (plain) => {
  const { engine, asked: statements } = recordingEngine(plain);
  const server = await openCustomerServer(engine);
  after(() => server.close());
  const staff = await server.staff('user');
  await server.shop.sell(1, [{ quantity: 500, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
  const { applicationId, node } = server.shop;
  const { db } = node;
  const save = (body: Json) => staff('PUT', '/customers', body);
  const found = async (question: string) => {
    const { body } = await staff('GET', `/customers?q=${encodeURIComponent(question)}`);
    return (body['items'] as readonly Json[]).map((one) => one['_id']);
  };
  const termsOf = async (userId: string) =>
    (
      await db.all<{ term: string; source: string }>(
        'select term, source from customer_term where user_id = ? order by term, source',
        [userId],
      )
    ).map(({ term, source }) => `${source} ${term}`);
  const untermed = async () =>
    (await db.all<{ user_id: string }>('select user_id from customer where termed <> version order by user_id')).map(
      ({ user_id }) => user_id,
    );

  test('a name that was changed finds nobody any more, and what his own token says counts where nothing was written', async () => {
    await save({ user_id: 'u1', first_name: 'Tarantella', phone_numbers: [{ phone: '98-76', country_code: 1 }] });
    assert.deepEqual(
      await termsOf('u1'),
      [
        'document p:6',
        'document p:76',
        'document p:876',
        'document p:9876',
        'document p:19876',
        'document w:tarantella',
        'document w:u1',
      ].toSorted((a, b) => (a < b ? -1 : 1)),
    );
    await save({ user_id: 'u1', first_name: 'Polka' });
    assert.deepEqual([await found('tarant'), await found('polk'), await found('876')], [[], ['u1'], []]);
    await server.set({ profile_from_claims: true });
    const dancer = await server.customer('u2', { given_name: 'Mazurka', family_name: 'Polka' });
    await dancer('POST', '/v1.0/detail?i=true&b=true', { items: [{ item_id: 1, item_size: 'M' }] });
    assert.deepEqual([await found('mazur'), new Set(await found('polka'))], [['u2'], new Set(['u1', 'u2'])]);
    await save({ user_id: 'u2', first_name: 'Gigue' });
    assert.deepEqual([await found('mazurka'), await found('gigue polka')], [[], ['u2']], 'what was written counts');
    assert.deepEqual(await untermed(), []);
  });

  test('one whom an earlier release wrote is found at once, and by his rows from the next sweep on', async () => {
    await db.commit([saveWritten(applicationId, 'u3', { first_name: 'Sarabande' }, node.now())]);
    assert.deepEqual([await untermed(), await termsOf('u3'), await found('saraba')], [['u3'], [], ['u3']]);
    await save({ user_id: 'u3', first_name: 'Sarabande', last_name: 'Bourrée' });
    assert.deepEqual(
      [await untermed(), await found('bourree')],
      [['u3'], ['u3']],
      'of his other part nothing is known yet',
    );
    assert.equal(await termEarlierCustomers(db), 1);
    assert.deepEqual([await untermed(), await found('bourree sara')], [[], ['u3']]);
    assert.equal(await termEarlierCustomers(db), 0);
  });

  test('a forgotten customer leaves no word behind', async () => {
    await save({ user_id: 'u4', last_name: 'Passacaglia' });
    assert.equal((await staff('DELETE', '/customers/u4')).status, 200);
    assert.deepEqual([await termsOf('u4'), await found('passa')], [[], []]);
  });

  test('a search begins with the words and reads customers by their ids', async () => {
    statements.splice(0);
    await found('polka 12');
    await found('+1 98');
    const scans = statements.filter(({ sql, scans }) => scans && sql.includes('customer_term'));
    assert.equal(scans.length, 2);
    for (const { sql, params } of scans) {
      if (db.engine === 'sqlite') {
        const steps = await db.all<{ detail: string }>(`explain query plan ${sql}`, params);
        const plan = steps.map(({ detail }) => detail).join('\n');
        assert.match(plan, /SEARCH customer USING INDEX \S+ \(application_id=\? AND user_id=\?/, plan);
        assert.match(
          plan,
          /SEARCH customer_term USING (COVERING )?INDEX \S+ \(application_id=\? AND term>\? AND term<\?\)/,
          plan,
        );
        assert.doesNotMatch(plan, /SCAN customer/, plan);
      } else {
        const rows = await db.all<{ 'QUERY PLAN': unknown }>(`explain ${sql}`, params);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        assert.match(plan, /customer_term_pkey/, plan);
      }
    }
  });
});
