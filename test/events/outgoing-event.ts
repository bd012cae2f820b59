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
