/** A server of webhooks and somebody who is told, both empty before each test, and what is looked up of them. */
import { after, beforeEach } from 'node:test';
import type { Outcome } from '../../../src/webhooks/courier/delivery-rules.ts';
import type { Engine } from '../../databases.ts';
import { openReceiver, type Receiver } from '../receiver.ts';
import { type Json, type WebhookServer, webhookServer } from '../webhook-server.ts';

export const HOUR = 3_600_000;
export const items = ({ body }: { readonly body: Json }): readonly Json[] => body['items'] as readonly Json[];
export const answered = (status: number, retryAfterMs: number | null = null): Outcome => ({
  kind: 'answered',
  status,
  retryAfterMs,
});

type DeliveryShop = {
  readonly server: WebhookServer;
  readonly receiver: Receiver;
  readonly status: (id: number) => Promise<Json>;
  /** Of the events that came, in their order. */
  readonly ids: () => readonly string[];
};

export const openDeliveryShop = async (engine: Engine): Promise<DeliveryShop> => {
  const [server, receiver] = [await webhookServer(engine), await openReceiver()];
  after(async () => {
    await server.close();
    await receiver.close();
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.answer = () => ({ status: 200 });
    for (const table of ['webhook_subscriber', 'webhook_delivery', 'webhook_settled', 'webhook_attempt', 'event']) {
      await server.node.db.commit([{ sql: `delete from ${table}` }]);
    }
  });
  return {
    server,
    receiver,
    status: async (id) => (await server.call('GET', `v1.0/subscriber/${id}/status`)).body,
    ids: () => receiver.received.map(({ headers }) => String(headers['webhook-id'])),
  };
};
