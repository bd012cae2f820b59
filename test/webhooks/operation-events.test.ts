/** What carts and orders tell to whoever subscribes, in the batch of what happened. */
import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import {
  type CartPayload as Cart,
  CartPayload,
  OrderPayload,
} from '../../src/contract/events/webhook-payloads-contract.ts';
import { eventKinds } from '../../src/contract/events/event-payloads-contract.ts';
import { expireOrders } from '../../src/orders/end-order.ts';
import { eventBySlug, knownEvents } from '../../src/webhooks/subscribers/event-catalogue.ts';
import { forEachEngine } from '../databases.ts';
import { byCard, fill, onDelivery, openOrderServer } from '../orders/order-server.ts';
import { paymentService } from '../orders/order-payments.ts';

type Told = {
  readonly id: string;
  readonly slug: string;
  readonly user_id: string | null;
  readonly sequence_key: string;
  readonly sequence: number;
  readonly payload: Cart;
  readonly text: string;
};
const isCart = Compile(CartPayload);
const isOrder = Compile(OrderPayload);

test('every event that is told can be subscribed to', () => {
  const clicks = Object.entries(eventKinds).map(([name, { type }]) => `click/${name}/${type}/v1`);
  for (const slug of clicks) assert.ok(eventBySlug(slug) !== undefined, slug);
  assert.equal(knownEvents.length, clicks.length + 12);
});

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 1000 }]);
  beforeEach(async () => {
    await server.shop.node.db.commit([{ sql: 'delete from event' }]);
    await server.set({ events: { personal_quasi: 'keep', personal_direct: 'keep', consent: 'not_required' } });
  });
  const told = async (name: string): Promise<readonly Told[]> => {
    const rows = await server.shop.node.db.all<Omit<Told, 'payload' | 'text'> & { body: string }>(
      `select id, slug, user_id, sequence_key, sequence, body from event where slug >= ? and slug < ?
       order by sequence, id limit 100 offset 0`,
      [`application/${name}/`, `application/${name}0`],
    );
    return rows.map(({ body, ...row }) => {
      const { payload } = JSON.parse(body) as { payload: Cart };
      return { ...row, payload, text: body };
    });
  };
  const kinds = (events: readonly Told[]): readonly string[] => events.map(({ slug }) => slug.split('/')[2] ?? '');

  describe('a cart', () => {
    test('tells that it was made and how it changed, by its number and never by its id', async () => {
      const buyer = await server.customer('teller');
      const { cart } = await fill(buyer, 1, 2);
      await fill(buyer, 1, 1);
      await buyer('PUT', '/v1.0/meta', { comment: 'ring twice' });
      const events = await told('cart');
      assert.deepEqual(kinds(events), ['create', 'update', 'update']);
      assert.ok(events.every(({ payload }) => isCart.Check(payload)));
      assert.deepEqual(
        events.map(({ payload }) => payload.cart.items.map(({ quantity }) => quantity)),
        [[2], [3], [3]],
      );
      const [first, , last] = events;
      assert.deepEqual([first?.sequence, first?.sequence_key], [1, `cart/${cart.cart_id}`]);
      assert.deepEqual(last?.payload.cart.user_info, { user_id: 'teller', is_authenticated: true });
      assert.equal(last?.payload.cart.comment, 'ring twice');
      const { id = 'missing' } = cart;
      assert.ok(
        events.every(({ text }) => !text.includes(id)),
        'the id opens the cart',
      );
    });

    test('of somebody without an account says who he is to nobody, and a merged one goes out of use', async () => {
      const visitor = server.visitor();
      await fill(visitor, 1, 1);
      const [made] = await told('cart');
      assert.deepEqual(made?.payload.cart.user_info, { user_id: null, is_authenticated: false });
      const buyer = await server.customer('merger');
      await fill(buyer, 1, 1);
      await buyer('GET', '/v1.0/detail', undefined, visitor.known());
      const events = await told('cart');
      const gone = events.filter(({ payload }) => payload.cart.is_archive);
      assert.equal(gone.length, 1);
      assert.equal(gone[0]?.payload.cart.cart_id, made?.payload.cart.cart_id);
    });

    test('tells nothing when nothing changed, and a repeat under the same key tells nothing twice', async () => {
      const buyer = await server.customer('repeater');
      const key = { 'idempotency-key': 'a key that is used twice'.replaceAll(' ', '-') };
      const items = { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] };
      await buyer('POST', '/v1.0/detail', items, key);
      await buyer('POST', '/v1.0/detail', items, key);
      await buyer('GET', '/v1.0/detail');
      assert.equal((await told('cart')).length, 1);
    });

    test('leaves out or hashes personal data where the application wants it so', async () => {
      await server.set({ events: { personal_quasi: 'hash', personal_direct: 'drop' } });
      const buyer = await server.customer('hidden');
      await fill(buyer, 1, 1);
      await buyer('PUT', '/v1.0/meta', { comment: 'call me on 99' });
      const events = await told('cart');
      for (const { payload, user_id, text } of events) {
        assert.ok(isCart.Check(payload));
        assert.equal(payload.cart.user_info.user_id, user_id);
        assert.ok(!text.includes('hidden') && !text.includes('call me'));
        assert.notEqual(user_id, null);
      }
    });
  });

  describe('an order', () => {
    const buy = async (name: string, body: object): Promise<string> => {
      const buyer = await server.customer(name);
      await fill(buyer, 1, 2);
      const { status, body: answer } = await buyer('POST', '/v1.0/checkout', body);
      assert.equal(status, 200, JSON.stringify(answer));
      return String(answer['order_id']);
    };

    test('paid on delivery is placed and confirmed at once, and tells when it is cancelled', async () => {
      const id = await buy('cash', onDelivery);
      assert.deepEqual(kinds(await told('order')).toSorted(), ['confirmed', 'placed']);
      await server.cancel(id, await server.customer('cash'));
      const events = await told('order');
      assert.deepEqual(kinds(events).at(-1), 'cancelled');
      assert.ok(events.every(({ payload }) => isOrder.Check(payload)));
      assert.ok(
        events.every(({ text, user_id }) => !text.includes('Asha') && !text.includes('cash"') && user_id === null),
      );
    });

    test('that awaits a payment is confirmed when it comes, and expires when it does not', async () => {
      const paid = await buy('card', byCard);
      assert.deepEqual(kinds(await told('order')), ['placed']);
      const { total } = await server.order(paid);
      const message = { order_id: paid, payment_id: 'p-1', amount: total / 100, currency: 'INR', outcome: 'success' };
      assert.equal((await paymentService(server).tell(message)).status, 200);
      assert.deepEqual(kinds(await told('order')), ['placed', 'confirmed']);
      await buy('late', byCard);
      const { node } = server.shop;
      node.clock.at += 86_400_000 * 30;
      await expireOrders(node);
      assert.deepEqual(kinds(await told('order')).filter((kind) => kind === 'expired').length, 1);
    });
  });
});
