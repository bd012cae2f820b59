/**
 * Use case: sends events to a subscriber again: one by its id, those of a range of time, or all that were given up since. They
 * keep their ids, so a receiver that has one already can tell. A call takes a bounded number of them and says how to go on.
 */
import { type CompanyPlace } from '../../applications/named-place.ts';
import { listApplications } from '../../applications/application-store.ts';
import type { Node } from '../../applications/node.ts';
import type { Replayed, ReplayRequest } from '../../contract/events/webhook-delivery-contract.ts';
import { Refusal } from '../../shared/errors.ts';
import { type EventRow, renewStatements } from './delivery-store.ts';
import { payloadOf } from './event-body.ts';
import { eventsBetween, eventsById, renewFailed } from './replay-store.ts';
import { subscriberAt } from '../subscribers/save-subscriber.ts';
import { isMeant, type Subscriber } from '../subscribers/subscriber.ts';

const MOST_APPLICATIONS = 1_000;
/** Of one call: events looked at, or deliveries begun anew. */
const STEP = 1_000;

/** Where a range is to be gone on with. */
export type ReplayPlace = readonly [applicationId: string, receivedAt: number, id: string];
export type ReplayStep = Omit<Replayed, 'next'> & { readonly next: ReplayPlace | undefined };

const applicationsOf = async (
  { db }: Node,
  place: CompanyPlace,
  { document }: Subscriber,
): Promise<readonly string[]> => {
  const all = await listApplications(db, place, '', MOST_APPLICATIONS);
  const ids = all.map(({ id }) => id);
  return document.applicationIds === null ? ids : ids.filter((id) => document.applicationIds?.includes(id));
};

const meantFor = (subscriber: Subscriber, events: readonly EventRow[]) =>
  events
    .filter(({ company_id: companyId, application_id: applicationId, slug, body }) =>
      isMeant(subscriber, { companyId, applicationId, slug, payload: () => payloadOf(body) }),
    )
    .map((event) => ({ subscriberId: subscriber.id, applicationId: event.application_id, eventId: event.id }));

const renew = async ({ db, now }: Node, subscriber: Subscriber, events: readonly EventRow[]): Promise<number> => {
  const deliveries = meantFor(subscriber, events);
  if (deliveries.length > 0) await db.commit(renewStatements(deliveries, now()));
  return deliveries.length;
};

const replayRange = async (
  node: Node,
  place: CompanyPlace,
  subscriber: Subscriber,
  { range, after }: { readonly range: readonly [number, number]; readonly after: ReplayPlace | undefined },
): Promise<ReplayStep> => {
  const applications = await applicationsOf(node, place, subscriber);
  const [application = '', at = 0, id = ''] = after ?? [];
  let left = STEP;
  let queued = 0;
  for (const applicationId of applications.filter((one) => one >= application)) {
    const from = applicationId === application ? ([at, id] as const) : ([0, ''] as const);
    const events = await eventsBetween(node.db, applicationId, { range, after: from, limit: left });
    queued += await renew(node, subscriber, events);
    left -= events.length;
    const last = events.at(-1);
    if (left === 0 && last !== undefined) {
      return { queued, has_more: true, next: [applicationId, last.received_at, last.id] };
    }
  }
  return { queued, has_more: false, next: undefined };
};

const replayOne = async (node: Node, place: CompanyPlace, subscriber: Subscriber, id: string): Promise<ReplayStep> => {
  const events = await eventsById(node.db, await applicationsOf(node, place, subscriber), id);
  const queued = await renew(node, subscriber, events);
  if (queued === 0) throw new Refusal('event_not_found');
  return { queued, has_more: false, next: undefined };
};

const replayFailed = async ({ db, now }: Node, { id }: Subscriber, since: number): Promise<ReplayStep> => {
  const [result] = await db.commit([renewFailed(id, since, now(), STEP)]);
  const queued = result?.changes ?? 0;
  return { queued, has_more: queued === STEP, next: undefined };
};

const timeOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));

export const replayDeliveries = async (
  node: Node,
  place: CompanyPlace,
  id: number,
  {
    asked: { event_id, from, to, failed_since },
    after,
  }: { readonly asked: ReplayRequest; readonly after: ReplayPlace | undefined },
): Promise<ReplayStep> => {
  const subscriber = await subscriberAt(node, place, id);
  if ([event_id, from, failed_since].filter((one) => one !== undefined).length !== 1) {
    const message = 'Give exactly one of event_id, from and failed_since.';
    throw new Refusal('body_invalid', { details: [{ field: '', message }] });
  }
  if (subscriber.state === 'inactive') throw new Refusal('webhook_subscriber_inactive');
  if (event_id !== undefined) return replayOne(node, place, subscriber, event_id);
  const since = timeOf(failed_since);
  if (since !== undefined) return replayFailed(node, subscriber, since);
  return replayRange(node, place, subscriber, { range: [timeOf(from) ?? 0, timeOf(to) ?? node.now() + 1], after });
};
