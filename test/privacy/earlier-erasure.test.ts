/** Erasures that the release before began go on, wherever each of them is. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Row } from '../../src/db/database.ts';
import { readReceipt } from '../../src/privacy/erasure-store.ts';
import { erasePerson, erasureSweep } from '../../src/privacy/run-erasure.ts';
import { forEachEngine } from '../databases.ts';
import { address, cart, checkOut, done, fillCart, openUp } from './planted-shopper.ts';
import { openWholeShop } from './whole-shop.ts';

/** As it wrote them. */
const person = {
  userIds: [],
  guestIds: [],
  userSigns: [],
  anonymousSigns: [],
  cartIds: [],
  cartNumbers: [],
  orderIds: [],
} as const;
const progress = { place: 0, after: null, scope: 'all', erased: {}, waiting: 0 } as const;

forEachEngine(async (engine) => {
  const whole = await openWholeShop(engine);
  after(() => whole.close());
  await openUp(whole);
  const { node, applicationId, organizationId } = whole.shop;
  const { db } = node;
  const desk = { ...node, hashOf: () => (text: string) => `hash-of-${text}` };
  const sweep = () => erasureSweep()(desk);
  let begun = 0;
  const earlier = async (
    whom: object,
    state: object,
    counts: string | null = null,
  ): Promise<() => Promise<unknown>> => {
    begun += 1;
    const id = `earlier-${begun}`;
    const texts = [
      { applicationId, organizationId, pseudonym: id, ...person, ...whom },
      { ...progress, ...state },
    ].map((one) => JSON.stringify(one));
    await db.commit([
      {
        sql: `insert into event_erasure (application_id, id, subject, created_at, counts, step, person, progress)
          values (?, ?, 'hash-of-fay', 1, ?, 7, ?, ?)`,
        params: [applicationId, id, counts, ...texts],
      },
    ]);
    return async () => (await readReceipt(db, applicationId, id))?.state;
  };
  const newGuest = async () => {
    const call = whole.guest();
    const filled = await fillCart(call);
    done(await call('POST', `${cart}/address`, address('Guest')), 'address');
    const row = await db.one<Row & { owner_id: string }>('select owner_id from cart where id = ?', [filled.id]);
    return { call, id: row?.owner_id ?? '' };
  };
  const rowsOf = async (ids: readonly string[]): Promise<number> => {
    const tables = ['address', 'cart'].map((table) =>
      db.all<Row & { owner_id: string }>(`select owner_id from ${table}`),
    );
    return (await Promise.all(tables)).flat().filter(({ owner_id }) => ids.includes(owner_id)).length;
  };

  test('one that looks for guests goes on looking behind those it found', async () => {
    const [found, sought] = [await newGuest(), await newGuest()];
    const { phone } = address('Guest');
    // All addresses were looked through.
    const state = await earlier({ guestIds: [found.id] }, { place: 1, search: { phone, country: 'IN' } });
    done(await sought.call('PUT', `${cart}/meta`, { comment: phone }), 'comment');
    assert.equal(await rowsOf([found.id, sought.id]), 4);
    await sweep();
    assert.deepEqual([await state(), await rowsOf([found.id, sought.id])], ['done', 0]);
  });

  test('one that has found all goes through all places, also those it counted otherwise', async () => {
    const guests = [await newGuest(), await newGuest(), await newGuest()];
    const guestIds = guests.map(({ id }) => id);
    const carts = await db.all<Row & { id: string; owner_id: string }>('select id, owner_id from cart');
    const cartIds = carts.filter((one) => guestIds.includes(one.owner_id)).map(({ id }) => id);
    const state = await earlier({ guestIds, cartIds }, { place: 1_000, after: ['x'], erased: { address: 2 } });
    assert.equal(await rowsOf(guestIds), 6);
    await sweep();
    assert.deepEqual([await state(), await rowsOf(guestIds)], ['done', 0]);
  });

  test('one that waits goes on waiting for the orders under the name it drew, and another of the same person with it', async () => {
    const customer = await whole.customer('fay');
    await fillCart(customer);
    const order = await checkOut(customer);
    await db.commit([
      { sql: 'update customer_order set owner_id = ? where id = ?', params: [`earlier-${begun + 1}`, order] },
    ]);
    // The last release did not keep the ids of orders.
    const names = { userIds: [`earlier-${begun + 1}`], guestIds: [`earlier-${begun + 1}`] };
    const state = await earlier(names, { rest: true }, '{"customer_order":1}');
    const isNamed = async () =>
      (
        await db.one<Row & { document: string }>('select document from customer_order where id = ?', [order])
      )?.document.includes('Delivery plantme');
    await sweep();
    assert.deepEqual([await state(), await isNamed()], ['waiting', true]);
    const named = { userIds: ['fay'], guestIds: [], pageIds: [] };
    const again = await erasePerson(desk, { applicationId, organizationId, named, scope: 'all', also: () => [] });
    assert.equal(again.state, 'waiting');
    const cancel = `/service/platform/order/v1.0/company/{company}/orders/${order}/cancel`;
    done(await whole.owner('POST', cancel, { reason: 'not wanted' }), 'cancelled');
    await sweep();
    assert.deepEqual([await state(), await isNamed()], ['done', false]);
    assert.equal((await readReceipt(db, applicationId, again.id))?.state, 'done');
  });
});
