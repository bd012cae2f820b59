/** What can be sent again to a subscriber, in SQL: events of a range, one event, deliveries that were given up. */
import type { All, Database, Statement } from '../../db/database.ts';
import { EVENT_COLUMNS, type EventRow } from './delivery-store.ts';

export type TimedEvent = EventRow & { readonly received_at: number };

type EventsAsked = {
  readonly range: readonly [number, number];
  readonly after: readonly [receivedAt: number, id: string];
  readonly limit: number;
};

/** Of one application, received in [from, to), oldest first, after a place. */
export const eventsBetween = (
  db: Database,
  applicationId: string,
  { range: [from, to], after, limit }: EventsAsked,
): All<TimedEvent> =>
  db.all<TimedEvent>(
    `select ${EVENT_COLUMNS}, received_at from event
      where application_id = ? and received_at >= ? and received_at < ? and (received_at, id) > (?, ?)
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

/** One that was given up is due now, and begins anew. */
export const renewOne = (subscriberId: number, eventId: string, now: number): Statement => ({
  sql: `update webhook_delivery set state = 'waiting', attempts = 0, began_at = ?, due_at = ?, claim = null, modified_at = ?
    where subscriber_id = ? and event_id = ? and state = 'failed'`,
  params: [now, now, now, subscriberId, eventId],
});

/** Whether there is such a delivery at all. */
export const hasDelivery = async (db: Database, subscriberId: number, eventId: string): Promise<boolean> =>
  (await db.one('select 1 as one from webhook_delivery where subscriber_id = ? and event_id = ? limit 1', [
    subscriberId,
    eventId,
  ])) !== undefined;

/** A subscriber that failed too long is let in again; what waited begins to count anew. */
export const unblock = (subscriberId: number, actor: string, at: number): Statement => ({
  sql: `update webhook_subscriber set state = 'active', version = version + 1, modified_at = ?, modified_by = ?,
    resumed_at = ? where id = ? and state = 'blocked'`,
  params: [at, actor, at, subscriberId],
});

/** Deliveries that were given up from `since` on are due now, at most `limit` of them. */
export const renewFailed = (subscriberId: number, since: number, now: number, limit: number): Statement => ({
  sql: `update webhook_delivery set state = 'waiting', attempts = 0, began_at = ?, due_at = ?, claim = null, modified_at = ?
    where subscriber_id = ? and state = 'failed' and (application_id, event_id) in
      (select application_id, event_id from webhook_delivery
        where subscriber_id = ? and state = 'failed' and modified_at >= ? order by modified_at limit ?)`,
  params: [now, now, now, subscriberId, subscriberId, since, limit],
});
