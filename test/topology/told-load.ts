/**
 * Events and webhooks beside shoppers: pages send batches, each with an event of the batch before once more and one that is refused,
 * and a receiver is told of every change of a cart. In the end every acknowledged event is stored once, every refused one is kept and
 * told of once, and every change that is stored reached the receiver.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventVerdicts } from '../../src/contract/events/event-collector-contract.ts';
import type { Database } from '../../src/db/database.ts';
import { allRefused } from '../../src/events/refusals/refused-tables.ts';
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
  const refused = new Set<string>();
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

  const send = async (good: readonly WholeEvent[], known: number, wrong: WholeEvent): Promise<void> => {
    const headers = { authorization: doors.authorization };
    const body = { batch: [...good, { ...wrong, contains: [] }] };
    const heard = await askPatiently<EventVerdicts>(patience, { path: collectorUrl, headers, body });
    const { success_count: stored, duplicate_count: twice } = heard.body;
    if (heard.repeats > 0) reasons.push(`${collectorUrl}: ${heard.why}`);
    else if (twice !== known) broken.push(`${twice} of ${good.length} events were known, not ${known}`);
    if (stored + twice !== good.length) broken.push(`${stored} and ${twice} events of ${good.length} were taken`);
    if (heard.body.failed_count !== 1) broken.push(`${heard.body.failed_count} events were refused, not one`);
    again += twice;
    for (const { event } of good) acknowledged.add(event.id);
    refused.add(wrong.event.id);
  };
  const sender = async (isOver: () => boolean): Promise<void> => {
    let last: WholeEvent | undefined;
    const newEvent = () => anEvent('product_view', { applicationId, at: Date.now(), id: randomUUID() });
    const always = newEvent();
    for (let turn = 0; !isOver(); turn += 1) {
      const fresh = Array.from({ length: BATCH }, newEvent);
      const batch = last === undefined ? fresh : [...fresh, last];
      const wrong = turn % 2 === 0 ? always : newEvent();
      await send(batch, batch.length - BATCH, wrong).catch((error: Error) => void broken.push(error.message));
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
    const kept = await db.all<{ id: string }>(`select event_id as id from ${allRefused('event_id')}`);
    const missed = refused.difference(new Set(kept.map(({ id }) => id))).size;
    if (missed > 0) broken.push(`${missed} refused events are not there`);
    if (kept.length !== refused.size) broken.push(`${kept.length} refused events are told of, not ${refused.size}`);
    const began = performance.now();
    const changes = await ids(`slug = '${CHANGES}'`);
    const told = (): readonly string[] => receiver.received.map(({ headers }) => String(headers['webhook-id']));
    const untold = (): number => new Set(changes).difference(new Set(told())).size;
    while (untold() > 0 && performance.now() - began < PATIENCE_MS) await pause(100);
    if (untold() > 0) broken.push(`${untold()} of ${changes.length} changes never reached the receiver`);
    const deliveries = told();
    const twice = deliveries.length - new Set(deliveries).size;
    return {
      events: stored.length,
      refused: refused.size,
      again,
      delivered: deliveries.length,
      twice,
      reasons,
      broken,
    };
  };
  return {
    run: (isOver: () => boolean) => Promise.all(Array.from({ length: senders }, () => sender(isOver))),
    inspect,
    done: () => acknowledged.size,
    close: receiver.close,
  };
};
