/** Guests are forgotten by whatever is known of them; an erasure goes on after an interruption, and orders on their way arrive. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sweepsOf } from '../../src/sweeps.ts';
import { installationSecret } from '../../src/applications/installation-secret.ts';
import type { Row } from '../../src/db/database.ts';
import { eventKeys } from '../../src/events/event-keys.ts';
import { readReceipt } from '../../src/privacy/erasure-store.ts';
import { erasePerson, runErasure } from '../../src/privacy/run-erasure.ts';
import { forEachEngine } from '../databases.ts';
import { address, cart, checkOut, customerPath, done, fillCart, openUp, platform } from './planted-shopper.ts';
import type { Call } from '../calls.ts';
import { openWholeShop } from './whole-shop.ts';

const DAY = 86_400_000;
const retention = { anonymous_days: 30, customer_days: 365, archived_days: 30, share_days: 30, history_days: 365 };
const erasures = `${platform('user')}/erasures`;
type Receipt = { readonly id: string; readonly state: string; readonly erased: Readonly<Record<string, number>> };

forEachEngine(async (engine) => {
  const whole = await openWholeShop(engine);
  after(() => whole.close());
  await openUp(whole);

  const sweep = async (name: string): Promise<void> => {
    const { node } = whole.shop;
    for (const one of sweepsOf(node)) if (one.name === name) await one.run(node.now());
  };
  /** So many days from now, and back again. */
  const later = async (days: number, work: () => Promise<unknown>): Promise<void> => {
    const { clock } = whole.shop.node;
    clock.at += days * DAY;
    try {
      await work();
    } finally {
      clock.at -= days * DAY;
    }
  };
  const erase = async (body: object): Promise<Receipt> => {
    const receipt = done(await whole.owner('POST', erasures, body), 'erasure');
    return receipt as unknown as Receipt;
  };
  const addressesOf = async (shopper: Call): Promise<number> => {
    const { address: all } = done(await shopper('GET', `${cart}/address`), 'addresses');
    return (all as readonly unknown[]).length;
  };
  const nameIn = async (orderId: string): Promise<string> => {
    const row = await whole.shop.node.db.one<Row & { document: string }>(
      'select document from customer_order where id = ?',
      [orderId],
    );
    const { delivery } = JSON.parse(row?.document ?? '{}') as { delivery: { fields: { name?: string } } };
    return delivery.fields.name ?? '';
  };
  const newGuest = async (more: object = {}) => {
    const call = whole.guest();
    const filled = await fillCart(call);
    done(await call('POST', `${cart}/address`, { ...address('Guest'), ...more }), 'address');
    return { call, ...filled };
  };
  const desk = async () => ({
    ...whole.shop.node,
    hashOf: eventKeys(await installationSecret(whole.shop.node, 'events')).hashOf,
  });

  describe('a guest', () => {
    test('is found by his cart, by its number, by his order and by his id', async () => {
      const { node } = whole.shop;
      for (const by of ['id', 'number', 'order', 'anonymous'] as const) {
        const [guest, other] = [await newGuest(), await newGuest()];
        const orderId = by === 'order' ? await checkOut(guest.call) : '';
        const owner = await node.db.one<Row & { owner_id: string }>('select owner_id from cart where id = ?', [
          guest.id,
        ]);
        const named = {
          id: { cart_id: guest.id },
          number: { cart_id: guest.number },
          order: { order_id: orderId },
          anonymous: { anonymous_id: owner?.owner_id ?? '' },
        };
        await erase(named[by]);
        assert.deepEqual([await addressesOf(guest.call), await addressesOf(other.call)], [0, 1], by);
        assert.equal(await node.db.one('select 1 as n from cart where id = ?', [guest.id]), undefined, by);
        assert.ok(await node.db.one('select 1 as n from cart where id = ?', [other.id]), by);
      }
    });

    test('is found by the phone number or the mail address he gave, however it is written', async () => {
      const [byPhone, byMail, other] = [
        await newGuest({ phone: '98200 11223', email: 'x@example.com' }),
        await newGuest({ phone: '9820099999', email: 'Maya@Example.com' }),
        await newGuest({ phone: '9820088888', email: 'y@example.com' }),
      ];
      const orderId = await checkOut(byPhone.call);
      await erase({ phone: '+91 9820011223' });
      assert.deepEqual([await addressesOf(byPhone.call), await addressesOf(byMail.call)], [0, 1]);
      await erase({ email: 'maya@example.com' });
      assert.deepEqual([await addressesOf(byMail.call), await addressesOf(other.call)], [0, 1]);
      assert.notEqual(await nameIn(orderId), '', 'his order is on its way');
    });

    test('is not mistaken for a customer, nor for everybody', async () => {
      const customer = await whole.customer('uma');
      const { id } = await fillCart(customer);
      const refused = async (body: object) => {
        const { status, body: said } = await whole.owner('POST', erasures, body);
        return [status, said['error_code']];
      };
      assert.deepEqual(await refused({ cart_id: id }), [400, 'body_invalid']);
      assert.deepEqual(await refused({}), [400, 'body_invalid']);
      assert.deepEqual(await refused({ phone: '123' }), [400, 'body_invalid']);
      assert.deepEqual(await refused({ cart_id: 'none' }), [404, 'cart_not_found']);
      assert.deepEqual(await refused({ order_id: 'none' }), [404, 'order_not_found']);
      assert.equal((await whole.owner('GET', `${erasures}/none`)).body['error_code'], 'erasure_not_found');
    });

    test('whose cart somebody took by its id is not forgotten with him; who signs in is', async () => {
      const [own, other] = [await newGuest(), await newGuest()];
      const orderId = await checkOut(other.call);
      const { id } = await fillCart(other.call);
      const customer = await whole.customer('zoe');
      const signedIn = { 'x-anonymous-id': own.call.token() };
      done(await customer('GET', `${cart}/detail`, undefined, signedIn), 'signed in');
      const taken = done(await customer('POST', cart.replace('v1.0', 'v3.0/merge'), { cart_ids: [id] }), 'taken');
      assert.deepEqual((taken['result'] as { merge: { sources: readonly string[] } }).merge.sources.length, 1);
      done(await whole.owner('DELETE', customerPath('zoe')), 'erasure');
      assert.deepEqual([await addressesOf(own.call), await addressesOf(other.call)], [0, 1]);
      const order = await other.call('GET', `/service/application/order/v1.0/orders/${orderId}`);
      assert.equal(order.status, 200, 'the order is still his');
    });

    test('who does not come back loses his addresses with his carts; one who does, and a customer, keep theirs', async () => {
      const [gone, back] = [await newGuest(), await newGuest()];
      const customer = await whole.customer('vera');
      done(await customer('POST', `${cart}/address`, address('Vera')), 'address');
      const count = (): Promise<readonly number[]> =>
        Promise.all([addressesOf(gone.call), addressesOf(back.call), addressesOf(customer)]);
      const item = { items: [{ item_id: 2, item_size: 'M' }] };
      await later(20, async () => done(await back.call('POST', `${cart}/detail`, item), 'back'));
      await later(31, () => sweep('addresses'));
      assert.deepEqual(await count(), [0, 1, 1]);
      await later(51, async () => {
        await sweep('carts');
        await sweep('addresses');
      });
      assert.deepEqual(await count(), [0, 0, 1]);
    });

    test('keeps addresses for as long as the shop says', async () => {
      await whole.set({ cart: { retention: { ...retention, anonymous_days: 2 } } });
      const guest = await newGuest();
      await later(3, () => sweep('addresses'));
      assert.equal(await addressesOf(guest.call), 0);
      await whole.set({ cart: { retention } });
    });
  });

  describe('an order on its way', () => {
    test('keeps its address until it is shipped, and its money finds back to nobody', async () => {
      const customer = await whole.customer('wes');
      await fillCart(customer);
      const path = `${platform('balance')}/customers/wes/adjustments`;
      done(await whole.owner('POST', path, { kind: 'store_credit', amount: 20, reason: 'x' }), 'store credit');
      done(await customer('POST', `${cart}/redeem`, { redeem_points: true }), 'redeem');
      const first = await checkOut(customer);
      await fillCart(customer);
      const second = await checkOut(customer);
      const removed = done(await whole.owner('DELETE', customerPath('wes')), 'erasure');
      const { id, state } = removed['erasure'] as Receipt;
      assert.equal(state, 'waiting');
      assert.notEqual(await nameIn(first), '');
      const text = JSON.stringify(await whole.shop.node.db.all('select * from event_erasure where id = ?', [id]));
      assert.ok(!text.includes('"wes') && !text.includes('\\"wes'), 'the receipt forgets whom it is about');
      const orders = '/service/platform/order/v1.0/company/{company}/orders';
      done(await whole.owner('POST', `${orders}/${first}/ship`, { reason: 'sent' }), 'shipped');
      await sweep('erasures');
      assert.deepEqual([await nameIn(first), await nameIn(second)], ['', 'Delivery plantme']);
      done(await whole.owner('POST', `${orders}/${second}/cancel`, { reason: 'not wanted' }), 'cancelled');
      await sweep('erasures');
      assert.equal(await nameIn(second), '');
      assert.equal(done(await whole.owner('GET', `${erasures}/${id}`), 'receipt')['state'], 'done');
    });

    test('that is never shipped keeps it for thirty days', async () => {
      const customer = await whole.customer('xena');
      await fillCart(customer);
      const order = await checkOut(customer);
      done(await whole.owner('DELETE', customerPath('xena')), 'erasure');
      await later(29, () => sweep('erasures'));
      assert.notEqual(await nameIn(order), '');
      await later(31, () => sweep('erasures'));
      assert.equal(await nameIn(order), '');
    });
  });

  describe('an erasure', () => {
    test('that is interrupted after any step goes on, also when two nodes go on with it at once', async () => {
      const { applicationId, organizationId, node } = whole.shop;
      const customer = await whole.customer('yan');
      const filled = await fillCart(customer);
      const order = await checkOut(customer);
      done(await customer('POST', `${cart}/address`, address('Yan')), 'address');
      const orders = '/service/platform/order/v1.0/company/{company}/orders';
      done(await whole.owner('POST', `${orders}/${order}/cancel`, { reason: 'x' }), 'cancelled');
      await fillCart(customer);
      const own = await desk();
      // The first batch alone: nothing may be taken away before it is known that it is to be.
      const stopped = {
        ...own,
        db: { ...own.db, commit: once(own.db.commit) },
      };
      await assert.rejects(
        erasePerson(stopped, {
          applicationId,
          organizationId,
          named: { userIds: ['yan'], guestIds: [], pageIds: [] },
          scope: 'all',
          also: () => [],
        }),
        /interrupted/,
      );
      const open = await node.db.one<Row & { id: string }>(
        'select id from event_erasure where progress is not null and counts is null',
      );
      const erasure = { applicationId, id: open?.id ?? '' };
      assert.equal((await readReceipt(node.db, applicationId, erasure.id))?.state, 'running');
      for (let step = 0; step < 3; step += 1) await runErasure(own, erasure, 1);
      await Promise.all([runErasure(own, erasure, 500), runErasure(own, erasure, 500)]);
      const receipt = await readReceipt(node.db, applicationId, erasure.id);
      assert.deepEqual([receipt?.state, receipt?.erased?.['address']], ['done', 1]);
      assert.deepEqual([await addressesOf(customer), await nameIn(order)], [0, '']);
      assert.equal(await node.db.one('select 1 as n from cart where id = ?', [filled.id]), undefined);
    });

    test('takes away more than fits into a step', async () => {
      const { applicationId, node } = whole.shop;
      const rows = Array.from({ length: 450 }, (_, n) => ({
        sql: `insert into balance_entry (id, application_id, user_id, kind, account, direction, amount, balance, reason, source, created_at)
          values (?, ?, 'zoe', 'points', '', 'adjusted', 1, ?, 'zoe', ?, 1)`,
        params: [`zoe-${n}`, applicationId, n + 1, `adjustment:zoe-${n}`],
      }));
      const wishes = Array.from({ length: 450 }, (_, n) => ({
        sql: `insert into saved_card (application_id, user_id, card_id, created_at, document) values (?, 'zoe', ?, 1, '{}')`,
        params: [applicationId, n],
      }));
      await node.db.commit([...rows, ...wishes]);
      const { erasure } = done(await whole.owner('DELETE', customerPath('zoe')), 'erasure') as { erasure: Receipt };
      assert.deepEqual([erasure.erased['balance_entry'], erasure.erased['saved_card']], [450, 450]);
      const left = await node.db.one<Row & { n: number }>(
        "select count(*) as n from balance_entry where user_id = 'zoe' or reason = 'zoe'",
      );
      assert.equal(left?.n, 0);
    });
  });
});

/** Lets the first call through and breaks on the next, as a node does that is killed. */
const once = <A extends readonly unknown[], R>(run: (...given: A) => Promise<R>): ((...given: A) => Promise<R>) => {
  let calls = 0;
  return async (...given) => {
    calls += 1;
    if (calls > 1) throw new Error('interrupted');
    return run(...given);
  };
};
