/** What can be sent again to a subscriber, in SQL: events of a range, one event, deliveries that were given up. */
import type { Database, Statement } from '../../db/database.ts';
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
): Promise<readonly TimedEvent[]> =>
  db.all<TimedEvent>(
    `select ${EVENT_COLUMNS}, received_at from event
      where application_id = ? and received_at >= ? and received_at < ? and (received_at, id) > (?, ?)
      order by received_at, id limit ?`,
    [applicationId, from, to, ...after, limit],
  );

/** Ids are unique in an application; a company has few applications. */
export const eventsById = (
  db: Database,
  applicationIds: readonly string[],
  id: string,
): Promise<readonly EventRow[]> =>
  applicationIds.length === 0
    ? Promise.resolve([])
    : db.all<EventRow>(
        `select ${EVENT_COLUMNS} from event where id = ? and application_id in (${applicationIds.map(() => '?').join(', ')})`,
        [id, ...applicationIds],
      );

/** Deliveries that were given up from `since` on are due now, at most `limit` of them. */
export const renewFailed = (subscriberId: number, since: number, now: number, limit: number): Statement => ({
  sql: `update webhook_delivery set state = 'waiting', attempts = 0, began_at = ?, due_at = ?, claim = null, modified_at = ?
    where subscriber_id = ? and state = 'failed' and (application_id, event_id) in
      (select application_id, event_id from webhook_delivery
        where subscriber_id = ? and state = 'failed' and modified_at >= ? order by modified_at limit ?)`,
  params: [now, now, now, subscriberId, subscriberId, since, limit],
});
