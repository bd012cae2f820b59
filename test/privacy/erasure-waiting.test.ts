/** What is said about orders while an erasure waits for them goes with them, and what was told of their parcels. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Row } from '../../src/db/database.ts';
import { erasureSweep } from '../../src/privacy/run-erasure.ts';
import { forEachEngine } from '../databases.ts';
import { address, checkOut, customerPath, done, fillCart, openUp, platform } from './planted-shopper.ts';
import { openWholeShop } from './whole-shop.ts';

const word = 'meanwhile-said';
const orders = '/service/platform/order/v1.0/company/{company}/orders';
const parcel = { carrier: `${word} Express`, tracking_number: `${word}-1`, tracking_url: `https://x.example/${word}` };

forEachEngine(async (engine) => {
  const whole = await openWholeShop(engine);
  after(() => whole.close());
  await openUp(whole);
  const { owner, shop } = whole;
  const { node } = shop;

  const desk = { ...node, hashOf: () => (text: string) => `hash of ${text}` };
  const sweep = () => erasureSweep()(desk);
  const stateOf = async (id: string) =>
    done(await owner('GET', `${platform('user')}/erasures/${id}`), 'receipt')['state'];
  const forget = async (id: string) => {
    const { erasure } = done(await owner('DELETE', customerPath(id)), 'erasure');
    return erasure as { readonly id: string; readonly state: string };
  };
  const say = async (id: string, path: string, body: object): Promise<void> => {
    const method = path === 'tags' ? 'PUT' : 'POST';
    done(await owner(method, `${orders}/${id}/${path}`, body), path);
  };
  /** Tables with the word in them. */
  const saying = async (): Promise<readonly string[]> => {
    const tables = ['customer_order', 'order_refund', 'order_note', 'order_tag', 'event', 'mail', 'audit'];
    const rows = await Promise.all(tables.map((table) => node.db.all(`select * from ${table}`)));
    return tables.filter((_, at) => JSON.stringify(rows[at]).includes(word));
  };
  const bodiesOf = async (id: string): Promise<readonly string[]> => {
    const rows = await node.db.all<Row & { body: string }>(
      "select body from event where sequence_key = ? and slug like 'application/order/%' order by sequence",
      [`order/${id}`],
    );
    return rows.map(({ body }) => body);
  };

  describe('an erasure that waits', () => {
    test('takes with it what staff say about the order, until it is over', async () => {
      const customer = await whole.customer('ada');
      await fillCart(customer);
      const id = await checkOut(customer);
      const erasure = await forget('ada');
      assert.equal(erasure.state, 'waiting');
      await say(id, 'notes', { text: word });
      await say(id, 'tags', { tags: [word] });
      await say(id, 'parcels', { reason: word, ...parcel });
      await say(id, 'deliver', { reason: word });
      await say(id, 'cancel', { reason: word });
      assert.deepEqual(await saying(), ['customer_order', 'order_note', 'order_tag', 'event', 'audit']);
      await sweep();
      assert.equal(await stateOf(erasure.id), 'done');
      assert.deepEqual(await saying(), []);
    });

    test('goes on to take what is said about one that is over, as long as another is on its way', async () => {
      const customer = await whole.customer('bea');
      await fillCart(customer);
      const first = await checkOut(customer);
      await fillCart(customer);
      const second = await checkOut(customer);
      const erasure = await forget('bea');
      await say(first, 'ship', { reason: 'sent' });
      await sweep();
      await say(first, 'notes', { text: word });
      await say(first, 'tags', { tags: [word] });
      await say(first, 'deliver', { reason: word });
      await say(second, 'cancel', { reason: word });
      await sweep();
      assert.equal(await stateOf(erasure.id), 'done');
      assert.deepEqual(await saying(), []);
    });

    test('is waited for by one that is asked for after it, however the person is named, until the order is over', async () => {
      const [customer, guest] = [await whole.customer('eve'), whole.guest()];
      await fillCart(customer);
      const first = await checkOut(customer);
      await fillCart(guest);
      const second = await checkOut(guest);
      const orderOf = (id: string) =>
        node.db.one<Row & { owner_id: string; document: string }>(
          'select owner_id, document from customer_order where id = ?',
          [id],
        );
      const guestId = (await orderOf(second))?.owner_id ?? '';
      const erase = async (body: object): Promise<string> =>
        String(done(await owner('POST', `${platform('user')}/erasures`, body), 'erasure')['id']);
      const { phone } = address('Delivery');
      const receipts = [
        (await forget('eve')).id,
        (await forget('eve')).id,
        await erase({ phone }),
        await erase({ phone }),
        await erase({ anonymous_id: guestId }),
        await erase({ order_id: second }),
      ];
      const states = () => Promise.all(receipts.map(stateOf));
      const addressed = async () =>
        (await Promise.all([first, second].map(orderOf))).map((row) => row?.document.includes(phone));
      const all = (state: string) => receipts.map(() => state);
      for (const _ of [1, 2]) {
        assert.deepEqual([await states(), await addressed()], [all('waiting'), [true, true]]);
        await sweep();
      }
      for (const id of [first, second]) await say(id, 'cancel', { reason: 'not wanted' });
      await sweep();
      assert.deepEqual([await states(), await addressed()], [all('done'), [false, false]]);
      assert.deepEqual(await node.db.all('select id from event_erasure_trace'), []);
    });

    test('takes the payment that was told meanwhile with whoever paid', async () => {
      const customer = await whole.customer('cleo');
      await fillCart(customer);
      const id = await checkOut(customer, 'CARD');
      const erasure = await forget('cleo');
      assert.equal(erasure.state, 'waiting');
      await node.db.commit([
        {
          sql: `insert into event (application_id, id, company_id, slug, happened_at, received_at, user_id, sequence_key, flags, body)
            values (?, 'paid', ?, 'click/order_complete/conversion/v1', 1, 1, 'somebody', ?, '', ?)`,
          params: [shop.applicationId, shop.companyId, `order/${id}`, JSON.stringify({ payload: { user: word } })],
        },
      ]);
      assert.deepEqual(await saying(), ['event']);
      await say(id, 'cancel', { reason: word });
      await sweep();
      assert.equal(await stateOf(erasure.id), 'done');
      assert.deepEqual(await saying(), []);
    });
  });

  test('what was told of an order stays, without the carrier and the number of its parcels, and is still delivered', async () => {
    const customer = await whole.customer('dora');
    await fillCart(customer);
    const id = await checkOut(customer);
    await say(id, 'parcels', { reason: 'sent', ...parcel });
    await say(id, 'deliver', { reason: 'there' });
    const before = await bodiesOf(id);
    assert.ok(before.length >= 4 && before.some((body) => body.includes(word)));
    await node.db.commit([
      {
        sql: `insert into webhook_delivery (subscriber_id, application_id, event_id, state, attempts, began_at, due_at, modified_at)
          select 9, application_id, id, 'waiting', 1, 1, 1, 1 from event where sequence_key = ? and user_id is null
          and anonymous_id is null`,
        params: [`order/${id}`],
      },
    ]);
    const waiting = () =>
      node.db.all('select event_id from webhook_delivery where subscriber_id = 9 order by event_id');
    const due = await waiting();
    assert.equal((await forget('dora')).state, 'done');
    const emptied = (body: string) => body.replaceAll(parcel.carrier, '').replaceAll(parcel.tracking_number, '');
    assert.deepEqual(await bodiesOf(id), before.map(emptied));
    assert.deepEqual(await saying(), []);
    assert.deepEqual(await waiting(), due);
  });
});
