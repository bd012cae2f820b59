/** What of a shopper stands in the events that his orders tell. */
import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { saveWritten } from '../../src/customers/customer-store.ts';
import { eventKeys } from '../../src/events/event-keys.ts';
import { forEachEngine } from '../databases.ts';
import { context, type Json } from '../events/samples.ts';
import { address, byCard, fill, onDelivery } from './order-server.ts';
import { all, checkedOut, named, names, openTellingShop, type Told } from './telling-shop.ts';

const hashText = /^[0-9a-f]{32}$/;

forEachEngine(async (engine) => {
  const server = await openTellingShop(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 1000 }]);
  beforeEach(() => server.startAfresh());

  const suppress = async (id: string) => {
    const { db, now } = server.shop.node;
    const { applicationId } = server.shop;
    const subject = eventKeys(new Uint8Array(32).fill(3)).hashOf(applicationId)(id);
    const sql = 'insert into event_suppression (application_id, subject, created_at) values (?, ?, ?)';
    await db.commit([{ sql, params: [applicationId, subject, now()] }]);
  };

  describe('privacy of the events of orders', () => {
    const profile = {
      first_name: 'Asha',
      last_name: 'Rao',
      emails: [{ email: 'asha@example.org' }],
      phone_numbers: [{ phone: '9876543210', country_code: 91 }],
      groups: ['gold'],
    };
    const known = async () => {
      const { userId, buyer } = await server.someone();
      const { db, now } = server.shop.node;
      await db.commit([saveWritten(server.shop.applicationId, userId, profile, now())]);
      return { userId, buyer };
    };
    const userIn = (events: readonly Told[]): Json => named(events, 'order_complete').payload['user'] as Json;

    test('the customer is told as his profile has him, a guest as his address does, others by their id alone', async () => {
      const customer = await known();
      await fill(customer.buyer, 1);
      await server.placed(customer.buyer, onDelivery);
      const user = userIn(await server.told());
      assert.deepEqual([user['_id'], user['first_name'], user['last_name']], [customer.userId, 'Asha', 'Rao']);
      assert.deepEqual(user['emails'], [{ email: 'asha@example.org', active: true, primary: false, verified: false }]);
      assert.equal('groups' in user, false);

      const guest = server.visitor();
      await fill(guest, 1);
      const delivery_address = { ...address, phone: '9000000001', country_phone_code: '+91' };
      await server.placed(guest, { payment_mode: 'COD', delivery_address }, {});
      const events = await server.told();
      const stranger = userIn(events);
      const { anonymous_id } = named(events, 'order_complete');
      assert.match(String(anonymous_id), hashText);
      assert.deepEqual(
        [stranger['_id'], stranger['user_id'], stranger['first_name'], stranger['account_type']],
        [anonymous_id, '', 'Asha', 'guest'],
      );
      assert.deepEqual(stranger['phone_numbers'], [
        { phone: '9000000001', active: true, primary: true, verified: false, country_code: 91 },
      ]);

      const { userId, buyer } = await server.someone();
      await fill(buyer, 1);
      await server.placed(buyer, onDelivery);
      const plain = userIn(await server.told());
      assert.deepEqual([plain['_id'], plain['first_name'], plain['created_at']], [userId, '', '']);
    });

    test('what is to be hashed or dropped is, at checkout and when the payment comes', async () => {
      for (const treatment of ['hash', 'drop'] as const) {
        await server.set({ events: { personal_direct: treatment, personal_quasi: treatment } });
        const { userId, buyer } = await known();
        await fill(buyer, 1);
        const id = await server.placed(buyer, byCard);
        await server.pay(await server.payment(id));
        const events = await server.told();
        assert.deepEqual(names(events), all);
        const text = JSON.stringify(events);
        for (const secret of [userId, 'page-1', 'Asha', 'Rao', 'asha@', '9876543210', context.userAgent]) {
          assert.ok(!text.includes(secret), `${secret} must not be told (${treatment})`);
        }
        const ids = new Set(events.map(({ user_id, anonymous_id }) => `${user_id} ${anonymous_id}`));
        assert.equal(ids.size, 1, 'the three name the shopper alike');
        if (treatment === 'hash') assert.match([...ids].join(), /^[0-9a-f]{32} [0-9a-f]{32}$/);
        else assert.deepEqual([...ids], ['null null']);
        const kept = (await server.order(id)).document.page?.context.userAgent;
        assert.equal(kept, treatment === 'drop' ? '' : context.userAgent);
      }
    });

    test('consent is what it was at checkout', async () => {
      await server.set({ events: { consent: 'required' } });
      const { userId, buyer } = await known();
      await fill(buyer, 1);
      await server.pay(await server.payment(await server.placed(buyer, byCard, { 'user-agent': 'Browser of hers' })));
      const unasked = await server.told();
      assert.deepEqual(names(unasked), all);
      assert.ok(!/Asha|Browser of hers|buyer-/.test(JSON.stringify(unasked)));
      await fill(buyer, 1);
      await server.pay(await server.payment(await server.placed(buyer, byCard)));
      const agreed = await server.told();
      assert.equal(userIn(agreed)['first_name'], 'Asha');
      assert.ok(agreed.every(({ user_id, anonymous_id }) => user_id === userId && anonymous_id === 'page-1'));
    });

    test('a shopper who is suppressed leaves nothing, also when that came before his payment', async () => {
      const { userId, buyer } = await known();
      await suppress(userId);
      await fill(buyer, 1);
      await server.pay(await server.payment(await server.placed(buyer, byCard)));
      assert.deepEqual(await server.told(), []);

      for (const personal_quasi of ['keep', 'hash', 'drop'] as const) {
        await server.shop.node.db.commit([{ sql: 'delete from event_suppression' }]);
        await server.set({ events: { personal_quasi } });
        const guest = server.visitor();
        await fill(guest, 1);
        const id = await server.placed(guest, byCard);
        assert.deepEqual(names(await server.told()), checkedOut);
        await suppress('page-1');
        await server.pay(await server.payment(id));
        assert.equal((await server.order(id)).state, 'placed');
        assert.deepEqual(await server.told(), []);
      }
    });
  });
});
