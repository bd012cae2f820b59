/**
 * Use case: sends events to a subscriber again: one by its id, those of a range of time, or all that were given up since. They
 * keep their ids, so a receiver that has one already can tell. A call takes a bounded number of them and says how to go on.
 */
import { auditStatement } from '../../applications/audit-statements.ts';
import { type CompanyPlace } from '../../applications/named-place.ts';
import { listApplications } from '../../applications/application-store.ts';
import type { Node } from '../../applications/node.ts';
import type { AuthoredWrite } from '../../applications/write-once.ts';
import type { Replayed, ReplayRequest } from '../../contract/events/webhook-delivery-contract.ts';
import type { Statement } from '../../db/database.ts';
import { Refusal } from '../../shared/errors.ts';
import { countState } from './delivery-log-store.ts';
import { type DeliveryKey, type EventRow, renewStatements } from './delivery-store.ts';
import { looksToRead, payloadOnce } from './event-body.ts';
import { eventsBetween, eventsById, renewFailed } from './replay-store.ts';
import type { Looking } from '../subscribers/filter-rules.ts';
import { subscriberAt } from '../subscribers/save-subscriber.ts';
import { isMeant, lookedInTurns, type Subscriber } from '../subscribers/subscriber.ts';

const MOST_APPLICATIONS = 1_000;
/** Of one call: events looked at, or deliveries begun anew. */
const STEP = 1_000;
/** Events whose bodies are in memory at once. */
const PAGE = 100;

/** Where a range is to be gone on with. */
type ReplayPlace = readonly [applicationId: string, receivedAt: number, id: string];
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

function* meantAmong(subscriber: Subscriber, events: readonly EventRow[]): Looking<readonly DeliveryKey[]> {
  const found: DeliveryKey[] = [];
  for (const { company_id: companyId, application_id: applicationId, id: eventId, slug, body } of events) {
    yield looksToRead(body);
    if (yield* isMeant(subscriber, { companyId, applicationId, slug, payload: payloadOnce(body) })) {
      found.push({ subscriberId: subscriber.id, applicationId, eventId });
    }
  }
  return found;
}
const meantFor = (subscriber: Subscriber, events: readonly EventRow[]): Promise<readonly DeliveryKey[]> =>
  lookedInTurns(meantAmong(subscriber, events));

/** What is written, and what is answered; how many were given up is known only when it is written. */
type Plan =
  | { readonly statements: readonly Statement[]; readonly step: ReplayStep }
  | { readonly statements: readonly Statement[]; readonly step: undefined; readonly counted: number };

const renewed = (
  { now }: Node,
  deliveries: readonly DeliveryKey[],
): { readonly queued: number; readonly statements: readonly Statement[] } => ({
  queued: deliveries.length,
  statements: deliveries.length === 0 ? [] : renewStatements(deliveries, now()),
});

const rangePlan = async (
  node: Node,
  place: CompanyPlace,
  subscriber: Subscriber,
  { range, after }: { readonly range: readonly [number, number]; readonly after: ReplayPlace | undefined },
): Promise<Plan> => {
  const applications = await applicationsOf(node, place, subscriber);
  const [application = '', at = 0, id = ''] = after ?? [];
  const deliveries: DeliveryKey[] = [];
  let looked = 0;
  const stepTo = (next: ReplayPlace | undefined): Plan => {
    const { queued, statements } = renewed(node, deliveries);
    return { statements, step: { queued, has_more: next !== undefined, next } };
  };
  for (const applicationId of applications.filter((one) => one >= application)) {
    let from = applicationId === application ? ([at, id] as const) : ([0, ''] as const);
    for (let isMore = true; isMore; ) {
      const limit = Math.min(PAGE, STEP - looked);
      const events = await eventsBetween(node.db, applicationId, { range, after: from, limit });
      deliveries.push(...(await meantFor(subscriber, events)));
      looked += events.length;
      const last = events.at(-1);
      isMore = last !== undefined && events.length === limit;
      if (last !== undefined) from = [last.received_at, last.id];
      if (looked === STEP) return stepTo([applicationId, ...from]);
    }
  }
  return stepTo(undefined);
};

const onePlan = async (node: Node, place: CompanyPlace, subscriber: Subscriber, id: string): Promise<Plan> => {
  const events = await eventsById(node.db, await applicationsOf(node, place, subscriber), id);
  const { queued, statements } = renewed(node, await meantFor(subscriber, events));
  if (queued === 0) throw new Refusal('event_not_found');
  return { statements, step: { queued, has_more: false, next: undefined } };
};

const timeOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));

type Replay = { readonly asked: ReplayRequest; readonly after: ReplayPlace | undefined };

const planOf = async (
  node: Node,
  place: CompanyPlace,
  subscriber: Subscriber,
  { asked: { event_id, from, to, failed_since }, after }: Replay,
): Promise<Plan> => {
  if (event_id !== undefined) return onePlan(node, place, subscriber, event_id);
  const since = timeOf(failed_since);
  if (since !== undefined) {
    const { queued, cleared } = renewFailed(subscriber.id, since, node.now(), STEP);
    return { statements: [...queued, ...cleared], counted: queued.length, step: undefined };
  }
  return rangePlan(node, place, subscriber, { range: [timeOf(from) ?? 0, timeOf(to) ?? node.now() + 1], after });
};

/** What is remembered under the key of a call: its answer, as far as it is known before it is written. */
export type ReplayRemembered = ReplayStep | null;

export const replayDeliveries = async (
  node: Node,
  place: CompanyPlace,
  id: number,
  { write, ...replay }: Replay & { readonly write: AuthoredWrite<ReplayRemembered> },
): Promise<ReplayStep> => {
  const subscriber = await subscriberAt(node, place, id);
  const { event_id, from, failed_since } = replay.asked;
  if ([event_id, from, failed_since].filter((one) => one !== undefined).length !== 1) {
    const message = 'Give exactly one of event_id, from and failed_since.';
    throw new Refusal('body_invalid', { details: [{ field: '', message }] });
  }
  if (subscriber.state === 'inactive') throw new Refusal('webhook_subscriber_inactive');
  const plan = await planOf(node, place, subscriber, replay);
  const { statements } = plan;
  const { actor, requestId } = write;
  const first = write.remember(plan.step ?? null);
  const told = auditStatement(
    {
      actor,
      requestId,
      organizationId: place.organizationId,
      action: 'webhook_subscriber.replay',
      subject: `webhook_subscriber/${id}`,
      before: null,
      after: replay.asked,
      at: node.now(),
    },
    node.random,
  );
  const results = await node.db.commit([...first, ...statements, told]);
  if (plan.step !== undefined) return plan.step;
  const own = results.slice(first.length, first.length + plan.counted);
  const queued = own.reduce((sum, { changes }) => sum + changes, 0);
  return { queued, has_more: queued >= STEP, next: undefined };
};

/** The same call again, under its key: it queues nothing, and is answered as it was, or how much is left of what was given up. */
export const replayedBefore = async (
  { db }: Pick<Node, 'db'>,
  id: number,
  step: ReplayRemembered,
): Promise<ReplayStep> => step ?? { queued: 0, has_more: (await countState(db, id, 'failed')) > 0, next: undefined };
