/** An event as an area puts it into the outbox, of a shop of the test. */
import type { OutgoingEvent } from '../../src/events/outbox.ts';
import type { Shop } from '../applications/test-server.ts';

export const outgoingEvent = (
  { applicationId, companyId }: Pick<Shop, 'applicationId' | 'companyId'>,
  event: Pick<OutgoingEvent, 'id' | 'name' | 'type' | 'sequenceKey' | 'payload'> & Partial<OutgoingEvent>,
): OutgoingEvent => ({
  applicationId,
  companyId,
  category: 'application',
  version: '1',
  at: 1_000,
  traceId: 'trace',
  userId: null,
  anonymousId: null,
  sequence: 1,
  ...event,
});

/** What the service tells of an order. */
export const orderEvent = (
  shop: Pick<Shop, 'applicationId' | 'companyId'>,
  type: string,
  order: Readonly<Record<string, unknown>> & { readonly order_id: string },
  at: string,
): OutgoingEvent =>
  outgoingEvent(shop, {
    id: `${type}-${order.order_id}`,
    name: 'order',
    type,
    at: Date.parse(at),
    traceId: order.order_id,
    sequenceKey: `order/${order.order_id}`,
    payload: { order },
  });
