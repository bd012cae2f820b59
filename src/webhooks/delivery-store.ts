/**
 * Which event goes to whom, and how far that is. Rows are found by their state: an event that commits late is found late and
 * never skipped, and what a dead node took is due again when its lease ends.
 */
import type { Database, Statement, Value } from '../db/database.ts';
import type { Outcome, Verdict } from './delivery-rules.ts';

export type EventRow = {
  readonly application_id: string;
  readonly id: string;
  readonly company_id: number;
  readonly slug: string;
  readonly sequence_key: string | null;
  readonly sequence: number | null;
  readonly body: string;
};
export type DeliveryKey = {
  readonly subscriberId: number;
  readonly applicationId: string;
  readonly eventId: string;
};
/** A delivery that this node has taken, with the event to send. */
export type ClaimedDelivery = DeliveryKey & {
  readonly claim: string;
  /** This attempt included. */
  readonly attempts: number;
  readonly beganAt: number;
  readonly event: EventRow;
};

const EVENT_COLUMNS = 'application_id, id, company_id, slug, sequence_key, sequence, body';

export const unspreadEvents = (db: Database, most: number): Promise<readonly EventRow[]> =>
  db.all<EventRow>(`select ${EVENT_COLUMNS} from event where spread = 0 order by received_at limit ?`, [most]);

const places = (rows: number, each: string): string => Array.from({ length: rows }, () => each).join(', ');

/** Deliveries and the mark on their events, in one batch. A node that does the same at the same time changes nothing. */
export const spreadStatements = (
  events: readonly Pick<EventRow, 'application_id' | 'id'>[],
  deliveries: readonly DeliveryKey[],
  now: number,
): readonly Statement[] => [
  ...(deliveries.length === 0
    ? []
    : [
        {
          sql: `insert into webhook_delivery
              (subscriber_id, application_id, event_id, state, attempts, began_at, due_at, modified_at)
            values ${places(deliveries.length, "(?, ?, ?, 'waiting', 0, ?, ?, ?)")}
            on conflict (subscriber_id, application_id, event_id) do nothing`,
          params: deliveries.flatMap(({ subscriberId, applicationId, eventId }): readonly Value[] => [
            subscriberId,
            applicationId,
            eventId,
            now,
            now,
            now,
          ]),
        },
      ]),
  {
    sql: `update event set spread = 1 where spread = 0 and (application_id, id) in (values ${places(events.length, '(?, ?)')})`,
    params: events.flatMap(({ application_id, id }): readonly Value[] => [application_id, id]),
  },
];

/** Active subscribers to whom something is due: one look into the index for each of them, however much waits. */
export const dueSubscribers = async (db: Database, now: number): Promise<readonly number[]> => {
  const rows = await db.all<{ id: number }>(
    `select id from webhook_subscriber s where state = 'active' and exists
      (select 1 from webhook_delivery d where d.subscriber_id = s.id and d.state = 'waiting' and d.due_at <= ?)
      order by id`,
    [now],
  );
  return rows.map(({ id }) => id);
};

type ClaimedRow = {
  readonly application_id: string;
  readonly event_id: string;
  readonly attempts: number;
  readonly began_at: number;
};

/** Takes what is due to one subscriber, up to `most`, until `leaseEnd`. Asked twice: a row another node takes stays his. */
export const claimDeliveries = async (
  db: Database,
  subscriberId: number,
  most: number,
  { now, leaseEnd, claim }: { readonly now: number; readonly leaseEnd: number; readonly claim: string },
): Promise<readonly ClaimedDelivery[]> => {
  const [result] = await db.commit([
    {
      sql: `update webhook_delivery set due_at = ?, claim = ?, attempts = attempts + 1, modified_at = ?
        where subscriber_id = ? and state = 'waiting' and due_at <= ? and (application_id, event_id) in
          (select application_id, event_id from webhook_delivery
            where subscriber_id = ? and state = 'waiting' and due_at <= ? order by due_at limit ?)
        returning application_id, event_id, attempts, began_at`,
      params: [leaseEnd, claim, now, subscriberId, now, subscriberId, now, most],
    },
  ]);
  const taken = (result?.rows ?? []) as unknown as readonly ClaimedRow[];
  if (taken.length === 0) return [];
  const events = await db.all<EventRow>(
    `select ${EVENT_COLUMNS} from event where (application_id, id) in (values ${places(taken.length, '(?, ?)')})`,
    taken.flatMap(({ application_id, event_id }) => [application_id, event_id]),
  );
  const byKey = new Map(events.map((event) => [`${event.application_id}/${event.id}`, event]));
  return taken.flatMap(({ application_id, event_id, attempts, began_at }) => {
    const event = byKey.get(`${application_id}/${event_id}`);
    const key = { subscriberId, applicationId: application_id, eventId: event_id };
    return event === undefined ? [] : [{ ...key, claim, attempts, beganAt: began_at, event }];
  });
};

export type Attempt = {
  readonly at: number;
  readonly tookMs: number;
  readonly outcome: Outcome;
  /** What the receiver said, cut short. */
  readonly answer: string;
};

const KEY = 'subscriber_id = ? and application_id = ? and event_id = ?';
const keyOf = ({ subscriberId, applicationId, eventId }: DeliveryKey): readonly Value[] => [
  subscriberId,
  applicationId,
  eventId,
];

const nextRow = (delivery: ClaimedDelivery, verdict: Verdict, at: number): Statement => ({
  sql: `update webhook_delivery set state = ?, due_at = ?, claim = null, modified_at = ? where ${KEY} and claim = ?`,
  params: [verdict.state, verdict.state === 'waiting' ? verdict.dueAt : at, at, ...keyOf(delivery), delivery.claim],
});

const attemptRow = (delivery: ClaimedDelivery, { at, tookMs, outcome, answer }: Attempt): Statement => ({
  sql: `insert into webhook_attempt
      (subscriber_id, application_id, event_id, attempted_at, claim, outcome, status, took_ms, answer)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
  params: [
    ...keyOf(delivery),
    at,
    delivery.claim,
    outcome.kind === 'answered' ? 'answered' : outcome.reason,
    outcome.kind === 'answered' ? outcome.status : null,
    tookMs,
    answer,
  ],
});

/** The subscriber stops; whoever stopped him or started him again in the meantime has the last word. */
const stopSubscriber = (id: number, state: 'blocked' | 'inactive', at: number): Statement => ({
  sql: `update webhook_subscriber set state = ?, version = version + 1, modified_at = ? where id = ? and state = 'active'`,
  params: [state, at, id],
});

/** What became of an attempt. A claim that has passed to another node meanwhile is left to that node. */
export const finishStatements = (
  delivery: ClaimedDelivery,
  attempt: Attempt,
  verdict: Verdict,
  at: number,
): readonly Statement[] => [
  nextRow(delivery, verdict, at),
  attemptRow(delivery, attempt),
  ...(verdict.state === 'failed' ? [stopSubscriber(delivery.subscriberId, verdict.subscriber, at)] : []),
];
