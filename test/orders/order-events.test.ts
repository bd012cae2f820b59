/** Events that orders tell by themselves, in the batch of the step, where an application wants it so. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { saveWritten } from '../../src/customers/customer-store.ts';
import { eventKeys } from '../../src/events/event-keys.ts';
import { judgeEvent } from '../../src/events/event-rules.ts';
import { freshKey, type Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { context, type Json } from '../events/samples.ts';
import { paymentService } from './order-payments.ts';
import { address, byCard, fill, onDelivery, openOrderServer, type OrderServer } from './order-server.ts';

type Told = {
  readonly id: string;
  readonly name: string;
  readonly user_id: string | null;
  readonly anonymous_id: string | null;
  readonly sequence_key: string;
  readonly payload: Json;
  readonly body: string;
};
const checkout = '/v1.0/checkout';
const openly = { consent: 'not_required', personal_quasi: 'keep', personal_direct: 'keep' } as const;
const pageHeader = {
  'x-event-context': Buffer.from(JSON.stringify({ context, anonymous_id: 'page-1' })).toString('base64url'),
};
const checkedOut = ['order_checkedout', 'order_checkout'];
const all = ['order_checkedout', 'order_checkout', 'order_complete'];
const hashText = /^[0-9a-f]{32}$/;

forEachEngine(async (engine) => {
  let server: OrderServer;
  let payments: ReturnType<typeof paymentService>;
  let shoppers = 0;

  before(async () => {
    server = await openOrderServer(engine);
    payments = paymentService(server);
    const { shop } = server;
    await shop.sell(1, [{ quantity: 1000, gst_rate: 5 }]);
    await shop.sell(2, [{ quantity: 1 }]);
    await shop.configure({ delivery_charges: { enabled: true, charges: [{ threshold: -1, charges: 80.6 }] } });
    await shop.promotion({
      promotion_type: 'shipping_price',
      discount_rules: [
        {
          buy_condition: '( rule#1 )',
          discount_type: 'shipping_price',
          item_criteria: {},
          offer: { discount_percentage: 50 },
        },
      ],
    });
    await shop.coupon({ code: 'FIVE', rule: [{ key: 1, value: 5, min: 0, max: 1000 }] });
  });
  after(() => server.close());
  beforeEach(async () => {
    await server.shop.node.db.commit([{ sql: 'delete from event' }, { sql: 'delete from event_suppression' }]);
    await server.set({ events: { order_events: 'server', ...openly } });
  });

  /** What was told since the last time, each valid by the strict rules of the collector. */
  const told = async (): Promise<readonly Told[]> => {
    const { db, now } = server.shop.node;
    const rows = await db.all<Omit<Told, 'payload' | 'name'>>(
      `select id, user_id, anonymous_id, sequence_key, body from event where slug >= 'click/' and slug < 'click0'
       order by slug, id limit 100 offset 0`,
    );
    await db.commit([{ sql: 'delete from event' }]);
    return rows.map((row) => {
      const body = JSON.parse(row.body) as Json & { event: { name: string }; payload: Json };
      const verdict = judgeEvent(body, { applicationId: server.shop.applicationId, now: now(), strict: true });
      assert.ok('good' in verdict, `valid against its schema: ${JSON.stringify(verdict)}`);
      return { ...row, name: body.event.name, payload: body.payload };
    });
  };
  const names = (events: readonly Told[]): readonly string[] => events.map(({ name }) => name);
  const named = (events: readonly Told[], name: string): Told =>
    events.find((event) => event.name === name) ?? assert.fail(`no ${name} among ${names(events).join()}`);
  const someone = async (): Promise<{ readonly userId: string; readonly buyer: Shopper }> => {
    shoppers += 1;
    const userId = `buyer-${shoppers}`;
    return { userId, buyer: await server.customer(userId) };
  };
  const placed = async (shopper: Shopper, body: object, headers: Readonly<Record<string, string>> = pageHeader) => {
    const answer = await shopper('POST', checkout, body, headers);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return String(answer.body['order_id']);
  };
  const payment = async (orderId: string, outcome = 'success', paymentId = `pay-${orderId}`) => {
    const { total } = await server.order(orderId);
    return { order_id: orderId, payment_id: paymentId, amount: total / 100, currency: 'INR', outcome };
  };
  const suppress = async (id: string) => {
    const { db, now } = server.shop.node;
    const { applicationId } = server.shop;
    const subject = eventKeys(new Uint8Array(32).fill(3)).hashOf(applicationId)(id);
    const sql = 'insert into event_suppression (application_id, subject, created_at) values (?, ?, ?)';
    await db.commit([{ sql, params: [applicationId, subject, now()] }]);
  };

  describe('events of orders', () => {
    test('an order paid on delivery tells all three, in whole units and decimals of its own amounts', async () => {
      const { userId, buyer } = await someone();
      const filled = await fill(buyer, 1, 3);
      await buyer('POST', '/v1.0/coupon', { coupon_code: 'FIVE' });
      const id = await placed(buyer, onDelivery);
      const events = await told();
      assert.deepEqual(names(events), all);
      const { document } = await server.order(id);
      const { totals } = document;
      const [line] = document.lines;
      assert.ok(line);
      assert.notEqual(totals.coupon, 0);
      assert.notEqual(totals.promotion_shipping, 0);
      const whole = (minor: number): number => Math.sign(minor) * Math.round(Math.abs(minor) / 100);

      const begun = named(events, 'order_checkout').payload;
      const [product] = begun['products'] as Json[];
      assert.deepEqual(begun, {
        order_id: id,
        context,
        cart_id: filled.cart.cart_id,
        cart_total: whole(totals.subtotal),
        shipping: whole(totals.delivery_charge + totals.promotion_shipping),
        tax: totals.gst_charges / 100,
        order_total: totals.total / 100,
        currency: 'INR',
        products: [
          {
            product_id: 1,
            l3_category: product?.['l3_category'],
            l1_category: product?.['l1_category'],
            quantity: 3,
            price: whole(line.unit.effective),
            value: whole(line.amount),
            currency: 'INR',
            article_id: '1_M_1',
          },
        ],
        user_id: userId,
        anonymous_id: 'page-1',
        version: '1',
      });
      assert.ok(product?.['l1_category'] !== '' && product?.['l3_category'] !== '');
      assert.deepEqual(named(events, 'order_checkedout').payload, begun);

      const complete = named(events, 'order_complete').payload;
      assert.deepEqual(complete['breakup_values_raw'], {
        mrp_total: whole(totals.mrp_total),
        sub_total: whole(totals.subtotal),
        coupon: whole(totals.coupon),
        discount: whole(totals.discount),
        promotion: whole(totals.promotion),
        reward_points: 0,
        cashback_applied: 0,
        delivery_charges: whole(totals.delivery_charge),
        cod_charges: 0,
        gift_price: 0,
        total: whole(totals.total),
        applied_instant_discount: 0,
        amount_to_be_collected: whole(totals.total),
      });
      assert.deepEqual(complete['shipments'], [{ shipment_id: `${id}-1`, status: 'placed', payment_mode: 'COD' }]);
      const [item] = complete['items'] as Json[];
      assert.equal(item?.['price'], Math.round(line.amount / 3 / 100));
      assert.deepEqual([item?.['id'], item?.['quantity'], item?.['name']], [1, 3, line.name]);
      assert.deepEqual(item?.['l3_category_name'], product?.['l3_category']);
      assert.equal(complete['status'], 'placed');
      assert.equal(new Set(events.map((event) => event.id)).size, 3);
      assert.ok(events.every((event) => event.sequence_key === `order/${id}` && event.user_id === userId));
      assert.ok(!JSON.stringify(events).includes(String(filled.cart.id)), 'the key of the cart is nowhere');
    });

    test('one that awaits its payment is complete when the payment comes, seen from the page of its checkout', async () => {
      const { userId, buyer } = await someone();
      await fill(buyer, 1);
      const id = await placed(buyer, byCard);
      const begun = await told();
      assert.deepEqual(names(begun), checkedOut);
      const paid = await payment(id);
      const answers = await Promise.all(Array.from({ length: 6 }, () => payments.tell(paid)));
      assert.ok(answers.every(({ status }) => status === 200));
      await payments.tell(paid);
      await payments.tell(await payment(id, 'success', 'another-payment'));
      const events = await told();
      assert.deepEqual(names(events), ['order_complete']);
      const { payload, user_id, anonymous_id } = named(events, 'order_complete');
      assert.deepEqual([user_id, anonymous_id, payload['order_id']], [userId, 'page-1', id]);
      assert.deepEqual([payload['context'], payload['status']], [context, 'placed']);
      assert.equal((payload['breakup_values_raw'] as Json)['amount_to_be_collected'], 0);
    });

    test('one with nothing to pay is complete at once; a payment that failed completes nothing', async () => {
      const { shop } = server;
      await shop.coupon({ code: 'ALL', rule: [{ key: 1, value: 100, min: 0, max: 100_000 }] });
      await shop.configure({ delivery_charges: { enabled: false, charges: [] } });
      const free = await someone();
      await fill(free.buyer, 1);
      await free.buyer('POST', '/v1.0/coupon', { coupon_code: 'ALL' });
      await placed(free.buyer, { delivery_address: address });
      assert.deepEqual(names(await told()), all);
      const other = await someone();
      await fill(other.buyer, 1);
      const id = await placed(other.buyer, byCard);
      await payments.tell(await payment(id, 'failed'));
      assert.equal((await server.order(id)).state, 'payment_failed');
      assert.deepEqual(names(await told()), checkedOut);
    });

    test('a checkout that is repeated under its key tells once', async () => {
      const { buyer } = await someone();
      await fill(buyer, 1);
      const key = { ...pageHeader, 'idempotency-key': freshKey() };
      const answers = await Promise.all(Array.from({ length: 6 }, () => buyer('POST', checkout, onDelivery, key)));
      const again = await buyer('POST', checkout, onDelivery, key);
      const ids = new Set([...answers, again].map(({ status, body }) => `${status} ${String(body['order_id'])}`));
      assert.equal(ids.size, 1);
      assert.deepEqual(names(await told()), all);
    });

    test('a checkout that is refused tells nothing, also when somebody else was faster', async () => {
      const { buyer } = await someone();
      await fill(buyer, 1);
      const refused = await buyer('POST', checkout, { ...onDelivery, expected_total: 1 }, pageHeader);
      assert.equal(refused.status, 409);
      assert.deepEqual(await told(), []);

      const rivals = await Promise.all(Array.from({ length: 4 }, someone));
      for (const rival of rivals) await fill(rival.buyer, 2);
      const answers = await Promise.all(rivals.map((rival) => rival.buyer('POST', checkout, onDelivery, pageHeader)));
      const won = answers.filter(({ status }) => status === 200).map(({ body }) => body['order_id']);
      assert.equal(won.length, 1);
      const events = await told();
      assert.deepEqual(names(events), all);
      assert.ok(events.every(({ payload }) => payload['order_id'] === won[0]));
    });

    test('where the pages tell, orders keep silent, also when that was changed meanwhile', async () => {
      const { buyer } = await someone();
      await fill(buyer, 1);
      const begun = await placed(buyer, byCard);
      await told();
      await server.set({ events: { order_events: 'emitter' } });
      await payments.tell(await payment(begun));
      await fill(buyer, 1);
      const silent = await placed(buyer, byCard);
      assert.equal((await server.order(silent)).document.page, undefined);
      await fill(buyer, 1);
      await placed(buyer, onDelivery);
      await server.set({ events: { order_events: 'server' } });
      await payments.tell(await payment(silent));
      assert.equal((await server.order(silent)).state, 'placed');
      assert.deepEqual(await told(), []);
    });
  });

  describe('privacy of the events of orders', () => {
    const profile = {
      first_name: 'Asha',
      last_name: 'Rao',
      emails: [{ email: 'asha@example.org' }],
      phone_numbers: [{ phone: '9876543210', country_code: 91 }],
      groups: ['gold'],
    };
    const known = async () => {
      const { userId, buyer } = await someone();
      const { db, now } = server.shop.node;
      await db.commit([saveWritten(server.shop.applicationId, userId, profile, now())]);
      return { userId, buyer };
    };
    const userIn = (events: readonly Told[]): Json => named(events, 'order_complete').payload['user'] as Json;

    test('the customer is told as his profile has him, a guest as his address does, others by their id alone', async () => {
      const customer = await known();
      await fill(customer.buyer, 1);
      await placed(customer.buyer, onDelivery);
      const user = userIn(await told());
      assert.deepEqual([user['_id'], user['first_name'], user['last_name']], [customer.userId, 'Asha', 'Rao']);
      assert.deepEqual(user['emails'], [{ email: 'asha@example.org', active: true, primary: false, verified: false }]);
      assert.equal('groups' in user, false);

      const guest = server.visitor();
      await fill(guest, 1);
      const delivery_address = { ...address, phone: '9000000001', country_phone_code: '+91' };
      await placed(guest, { payment_mode: 'COD', delivery_address }, {});
      const events = await told();
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

      const { userId, buyer } = await someone();
      await fill(buyer, 1);
      await placed(buyer, onDelivery);
      const plain = userIn(await told());
      assert.deepEqual([plain['_id'], plain['first_name'], plain['created_at']], [userId, '', '']);
    });

    test('what is to be hashed or dropped is, at checkout and when the payment comes', async () => {
      for (const treatment of ['hash', 'drop'] as const) {
        await server.set({ events: { personal_direct: treatment, personal_quasi: treatment } });
        const { userId, buyer } = await known();
        await fill(buyer, 1);
        const id = await placed(buyer, byCard);
        await payments.tell(await payment(id));
        const events = await told();
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
      await payments.tell(await payment(await placed(buyer, byCard, { 'user-agent': 'Browser of hers' })));
      const unasked = await told();
      assert.deepEqual(names(unasked), all);
      assert.ok(!/Asha|Browser of hers|buyer-/.test(JSON.stringify(unasked)));
      await fill(buyer, 1);
      await payments.tell(await payment(await placed(buyer, byCard)));
      const agreed = await told();
      assert.equal(userIn(agreed)['first_name'], 'Asha');
      assert.ok(agreed.every(({ user_id, anonymous_id }) => user_id === userId && anonymous_id === 'page-1'));
    });

    test('a shopper who is suppressed leaves nothing, also when that came before his payment', async () => {
      const { userId, buyer } = await known();
      await suppress(userId);
      await fill(buyer, 1);
      await payments.tell(await payment(await placed(buyer, byCard)));
      assert.deepEqual(await told(), []);

      for (const personal_quasi of ['keep', 'hash', 'drop'] as const) {
        await server.shop.node.db.commit([{ sql: 'delete from event_suppression' }]);
        await server.set({ events: { personal_quasi } });
        const guest = server.visitor();
        await fill(guest, 1);
        const id = await placed(guest, byCard);
        assert.deepEqual(names(await told()), checkedOut);
        await suppress('page-1');
        await payments.tell(await payment(id));
        assert.equal((await server.order(id)).state, 'placed');
        assert.deepEqual(await told(), []);
      }
    });
  });
});
