/**
 * Events and webhooks beside shoppers: pages send batches, each with an event of the batch before once more, and a receiver is told of
 * every change of a cart. In the end every acknowledged event is stored once, and every change that is stored reached the receiver.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventVerdicts } from '../../src/contract/events/event-collector-contract.ts';
import type { Database } from '../../src/db/database.ts';
import { collectorUrl } from '../events/event-server.ts';
import { anEvent, type WholeEvent } from '../events/samples.ts';
import { clientToken, type Doors } from '../faults/crash-orders.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { subscriberBody } from '../webhooks/webhook-server.ts';
import { askPatiently, type Patience } from './patient-client.ts';

const BATCH = 10;
const CHANGES = 'application/cart/update/v1';
const PATIENCE_MS = 120_000;

export const toldLoad = async (patience: Patience, doors: Doors, senders: number) => {
  const receiver = await openReceiver();
  const broken: string[] = [];
  const acknowledged = new Set<string>();
  let again = 0;
  const reasons: string[] = [];
  const token = await clientToken(patience.url, doors.client);
  const answer = await fetch(`${patience.url}/service/platform/webhook/v2.0/company/${doors.companyId}/subscriber`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(subscriberBody(receiver.url, { events: [{ slug: CHANGES }] })),
  });
  if (!answer.ok) throw new Error(`the receiver was not taken: ${answer.status} ${await answer.text()}`);
  const [applicationId = ''] = Buffer.from(doors.authorization.split(' ')[1] ?? '', 'base64')
    .toString()
    .split(':');

  const send = async (batch: readonly WholeEvent[], known: number): Promise<void> => {
    const headers = { authorization: doors.authorization };
    const heard = await askPatiently<EventVerdicts>(patience, { path: collectorUrl, headers, body: { batch } });
    const { success_count: stored, duplicate_count: twice } = heard.body;
    if (heard.repeats > 0) reasons.push(`${collectorUrl}: ${heard.why}`);
    else if (twice !== known) broken.push(`${twice} of ${batch.length} events were known, not ${known}`);
    if (stored + twice !== batch.length) broken.push(`${stored} and ${twice} events of ${batch.length} were taken`);
    again += twice;
    for (const { event } of batch) acknowledged.add(event.id);
  };
  const sender = async (isOver: () => boolean): Promise<void> => {
    let last: WholeEvent | undefined;
    while (!isOver()) {
      const fresh = Array.from({ length: BATCH }, () =>
        anEvent('product_view', { applicationId, at: Date.now(), id: randomUUID() }),
      );
      const batch = last === undefined ? fresh : [...fresh, last];
      await send(batch, batch.length - BATCH).catch((error: Error) => void broken.push(error.message));
      last = fresh[0];
    }
  };

  const inspect = async (db: Database) => {
    const ids = async (where: string): Promise<readonly string[]> =>
      (await db.all<{ id: string }>(`select id from event where ${where}`)).map(({ id }) => id);
    const stored = await ids(`slug like 'click/product_view/%'`);
    const lost = acknowledged.difference(new Set(stored)).size;
    if (lost > 0) broken.push(`${lost} acknowledged events are not there`);
    if (stored.length !== new Set(stored).size) broken.push('an event is there twice');
    const began = performance.now();
    const changes = await ids(`slug = '${CHANGES}'`);
    const told = (): readonly string[] => receiver.received.map(({ headers }) => String(headers['webhook-id']));
    const untold = (): number => new Set(changes).difference(new Set(told())).size;
    while (untold() > 0 && performance.now() - began < PATIENCE_MS) await pause(100);
    if (untold() > 0) broken.push(`${untold()} of ${changes.length} changes never reached the receiver`);
    const deliveries = told();
    const twice = deliveries.length - new Set(deliveries).size;
    return { events: stored.length, again, delivered: deliveries.length, twice, reasons, broken };
  };
  return {
    run: (isOver: () => boolean) => Promise.all(Array.from({ length: senders }, () => sender(isOver))),
    inspect,
    done: () => acknowledged.size,
    close: receiver.close,
  };
};
