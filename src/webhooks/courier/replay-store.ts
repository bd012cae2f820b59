/** What can be sent again to a subscriber, in SQL: events of a range, one event, deliveries that were given up. */
import type { All, Database, Statement, Value } from '../../db/database.ts';
import { EVENT_COLUMNS, type EventRow, type TimedEvent } from './delivery-store.ts';

type EventsAsked = {
  readonly range: readonly [number, number];
  readonly after: readonly [receivedAt: number, id: string];
  readonly limit: number;
};

/** Of one application, received in [from, to), oldest first, after a place. What is not handed out yet comes by itself. */
export const eventsBetween = (
  db: Database,
  applicationId: string,
  { range: [from, to], after, limit }: EventsAsked,
): All<TimedEvent> =>
  db.all<TimedEvent>(
    `select ${EVENT_COLUMNS}, received_at from event
      where application_id = ? and received_at >= ? and received_at < ? and (received_at, id) > (?, ?) and spread = 1
      order by received_at, id limit ?`,
    [applicationId, from, to, ...after, limit],
  );

/** Ids are unique in an application; a company has few applications. */
export const eventsById = (db: Database, applicationIds: readonly string[], id: string): All<EventRow> =>
  applicationIds.length === 0
    ? Promise.resolve([])
    : db.all<EventRow>(
        `select ${EVENT_COLUMNS} from event where id = ? and application_id in (${applicationIds.map(() => '?').join(', ')})`,
        [id, ...applicationIds],
      );

/** What waits and is not under way is due now, at most `limit`; `eventId` names one. Its attempts go on counting. */
export const hastenWaiting = (
  subscriberId: number,
  now: number,
  { eventId, limit }: { readonly eventId: string | undefined; readonly limit: number },
): Statement => ({
  sql: `update webhook_delivery set due_at = ?, modified_at = ?
    where subscriber_id = ? and state = 'waiting' and due_at > ? and claim is null and (application_id, event_id) in
      (select application_id, event_id from webhook_delivery
        where subscriber_id = ? and state = 'waiting' and due_at > ? and claim is null
          ${eventId === undefined ? '' : 'and event_id = ?'} order by due_at limit ?)`,
  params: [now, now, subscriberId, now, subscriberId, now, ...(eventId === undefined ? [] : [eventId]), limit],
});

/** What puts deliveries into the line, each of which counts, and what then takes them out of those that are settled. */
export type Renewal = { readonly queued: readonly Statement[]; readonly cleared: readonly Statement[] };

type GivenUp = { readonly which: string; readonly params: readonly Value[] };

/** Deliveries that were given up are due now, and begin anew: those that are settled, and those the release before left in the line. */
const renewal = (subscriberId: number, now: number, settled: GivenUp, inLine: GivenUp): Renewal => ({
  queued: [
    {
      sql: `update webhook_delivery set state = 'waiting', attempts = 0, began_at = ?, due_at = ?, claim = null, modified_at = ?
        where subscriber_id = ? and state = 'failed' and ${inLine.which}`,
      params: [now, now, now, subscriberId, ...inLine.params],
    },
    {
      sql: `insert into webhook_delivery
          (subscriber_id, application_id, event_id, state, attempts, began_at, due_at, modified_at)
        select subscriber_id, application_id, event_id, 'waiting', 0, cast(? as bigint), cast(? as bigint), cast(? as bigint)
          from webhook_settled where subscriber_id = ? and state = 'failed' and ${settled.which}
        on conflict (subscriber_id, application_id, event_id) do nothing`,
      params: [now, now, now, subscriberId, ...settled.params],
    },
  ],
  cleared: [
    {
      sql: `delete from webhook_settled where subscriber_id = ? and state = 'failed' and (application_id, event_id) in
        (select application_id, event_id from webhook_delivery where subscriber_id = ? and state = 'waiting' and due_at = ?)`,
      params: [subscriberId, subscriberId, now],
    },
  ],
});

export const renewOne = (subscriberId: number, eventId: string, now: number): Renewal => {
  const one = { which: 'event_id = ?', params: [eventId] };
  return renewal(subscriberId, now, one, one);
};

/** Whether there is such a delivery at all. By the applications of his company, so that one is found by its key among millions of others. */
export const hasDelivery = async (db: Database, subscriberId: number, eventId: string): Promise<boolean> => {
  const found = await Promise.all(
    ['webhook_delivery', 'webhook_settled'].map((table) =>
      db.one(
        `select 1 as one from ${table} where subscriber_id = ? and event_id = ? and application_id in (select a.id
          from application a join webhook_subscriber s on s.company_id = a.company_id where s.id = ?) limit 1`,
        [subscriberId, eventId, subscriberId],
      ),
    ),
  );
  return found.some((row) => row !== undefined);
};

/** A subscriber that failed too long is let in again; what waited begins to count anew. */
export const unblock = (subscriberId: number, actor: string, at: number): Statement => ({
  sql: `update webhook_subscriber set state = 'active', version = version + 1, modified_at = ?, modified_by = ?,
    resumed_at = ? where id = ? and state = 'blocked'`,
  params: [at, actor, at, subscriberId],
});

/** Deliveries that were given up from `since` on, at most `limit` of each kind. */
export const renewFailed = (subscriberId: number, since: number, now: number, limit: number): Renewal =>
  renewal(
    subscriberId,
    now,
    { which: 'settled_at >= ? order by settled_at limit ?', params: [since, limit] },
    {
      which: `(application_id, event_id) in (select application_id, event_id from webhook_delivery
        where subscriber_id = ? and state = 'failed' and modified_at >= ? order by modified_at limit ?)`,
      params: [subscriberId, since, limit],
    },
  );
