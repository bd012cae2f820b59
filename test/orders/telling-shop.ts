/** A shop whose orders tell about their shoppers, and what they told: every event is held against the collector's strict rules. */
import assert from 'node:assert/strict';
import type { Shopper } from '../cart/cart-server.ts';
import type { Engine } from '../databases.ts';
import { context, type Json } from '../events/samples.ts';
import { strictEvent } from '../events/strict-event.ts';
import { type Message, paymentService } from './order-payments.ts';
import { openOrderServer, type OrderServer } from './order-server.ts';

export type Told = {
  readonly id: string;
  readonly name: string;
  readonly user_id: string | null;
  readonly anonymous_id: string | null;
  readonly sequence_key: string;
  readonly payload: Json;
  readonly body: string;
};
export const pageHeader = {
  'x-event-context': Buffer.from(JSON.stringify({ context, anonymous_id: 'page-1' })).toString('base64url'),
};
/** The names of what is told by a checkout that awaits its payment, and by one that does not. */
export const checkedOut = ['order_checkedout', 'order_checkout'];
export const all = [...checkedOut, 'order_complete'];

export const names = (events: readonly Told[]): readonly string[] => events.map(({ name }) => name);
export const named = (events: readonly Told[], name: string): Told =>
  events.find((event) => event.name === name) ?? assert.fail(`no ${name} among ${names(events).join()}`);

export type TellingShop = OrderServer & {
  /** Nothing was told yet, nobody is suppressed, and everything may be told. */
  readonly startAfresh: () => Promise<void>;
  /** What was told since the last time, by name. */
  readonly told: () => Promise<readonly Told[]>;
  /** A customer whom no other test knows. */
  readonly someone: () => Promise<{ readonly userId: string; readonly buyer: Shopper }>;
  /** Checks out and answers with the order's id; the page comes along unless other headers do. */
  readonly placed: (shopper: Shopper, body: object, headers?: Readonly<Record<string, string>>) => Promise<string>;
  readonly pay: (message: Message) => Promise<number>;
  /** What the payment service says of an order. */
  readonly payment: (orderId: string, outcome?: string, paymentId?: string) => Promise<Message>;
};

export const openTellingShop = async (engine: Engine): Promise<TellingShop> => {
  const server = await openOrderServer(engine);
  const payments = paymentService(server);
  const { db, now } = server.shop.node;
  let shoppers = 0;
  return {
    ...server,
    startAfresh: async () => {
      await db.commit([{ sql: 'delete from event' }, { sql: 'delete from event_suppression' }]);
      const openly = { consent: 'not_required', personal_quasi: 'keep', personal_direct: 'keep' } as const;
      await server.set({ events: { order_events: 'server', ...openly } });
    },
    told: async () => {
      const rows = await db.all<Omit<Told, 'payload' | 'name'>>(
        `select id, user_id, anonymous_id, sequence_key, body from event where slug >= 'click/' and slug < 'click0'
         order by slug, id limit 100 offset 0`,
      );
      await db.commit([{ sql: 'delete from event' }]);
      return rows.map((row) => {
        const body = strictEvent(row.body, server.shop.applicationId, now());
        return { ...row, name: body.event.name, payload: body.payload };
      });
    },
    someone: async () => {
      shoppers += 1;
      const userId = `buyer-${shoppers}`;
      return { userId, buyer: await server.customer(userId) };
    },
    placed: async (shopper, body, headers = pageHeader) => {
      const answer = await shopper('POST', '/v1.0/checkout', body, headers);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return String(answer.body['order_id']);
    },
    pay: async (message) => (await payments.tell(message)).status,
    payment: async (orderId, outcome = 'success', paymentId = `pay-${orderId}`) => {
      const { total } = await server.order(orderId);
      return { order_id: orderId, payment_id: paymentId, amount: total / 100, currency: 'INR', outcome };
    },
  };
};
