/**
 * Which event goes to whom, and how far that is. Rows are found by their state: an event that commits late is found late and
 * never skipped, and what a dead node took is due again when its lease ends.
 */
import { type All, type Database, guardFailed, type Statement, type Value } from '../../db/database.ts';
import { timesOf } from '../../db/many-rows.ts';
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
export type TimedEvent = EventRow & { readonly received_at: number };
export type DeliveryKey = { readonly subscriberId: number; readonly applicationId: string; readonly eventId: string };
/** A delivery that this node has taken, with the event to send. */
export type ClaimedDelivery = DeliveryKey & {
  readonly claim: string;
  /** This attempt included. */
  readonly attempts: number;
  readonly beganAt: number;
  readonly event: EventRow;
};

export const EVENT_COLUMNS = 'application_id, id, company_id, slug, sequence_key, sequence, body';
/** Rows of one insert: both engines limit the values of a statement. */
const ROWS = 500;

export const unspreadEvents = (db: Database, most: number): All<TimedEvent> =>
  db.all<TimedEvent>(
    `select ${EVENT_COLUMNS}, received_at from event where spread = 0 order by received_at, application_id, id limit ?`,
    [most],
  );

const places = (rows: number, each: string): string => Array.from({ length: rows }, () => each).join(', ');
const inPieces = <T>(rows: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) => rows.slice(at * ROWS, (at + 1) * ROWS));

const INSERT = `insert into webhook_delivery
  (subscriber_id, application_id, event_id, state, attempts, began_at, due_at, modified_at)`;
const insertRows = (deliveries: readonly DeliveryKey[], now: number, onConflict: string): readonly Statement[] =>
  inPieces(deliveries).map((piece) => ({
    sql: `${INSERT} values ${places(piece.length, "(?, ?, ?, 'waiting', 0, ?, ?, ?)")}
      on conflict (subscriber_id, application_id, event_id) do ${onConflict}`,
    params: piece.flatMap((delivery): readonly Value[] => [...keyOf(delivery), now, now, now]),
  }));

/** Some of the events were handed out, or erased, since they were read. */
export const spreadGuard = 'event_spread';

/**
 * The mark on events and their deliveries, in one batch. The mark comes first: of nodes that hand out the same event one does,
 * also when all it has to deliver is settled before the other is back.
 */
export const spreadStatements = (
  events: readonly Pick<TimedEvent, 'application_id' | 'id' | 'received_at'>[],
  deliveries: readonly DeliveryKey[],
  now: number,
): readonly Statement[] => [
  {
    // With their times, so that no other part of the table is looked into.
    sql: `update event set spread = 1 where spread = 0 and received_at >= ? and received_at <= ?
      and (application_id, id) in (values ${places(events.length, '(?, ?)')})`,
    params: [
      ...timesOf(events.map(({ received_at }) => received_at)),
      ...events.flatMap(({ application_id, id }): readonly Value[] => [application_id, id]),
    ],
    guard: { name: spreadGuard, rows: events.length },
  },
  ...insertRows(deliveries, now, 'nothing'),
];

/**
 * Events that were delivered, given up or never meant are due now; what waits already is left as it is. First into the line,
 * which waits for whoever is about to settle one of them, then out of what is settled.
 */
export const renewStatements = (deliveries: readonly DeliveryKey[], now: number): readonly Statement[] => [
  ...insertRows(
    deliveries,
    now,
    // Only the release before leaves ends in the line.
    `update set state = 'waiting', attempts = 0, began_at = excluded.began_at, due_at = excluded.due_at, claim = null,
      modified_at = excluded.modified_at where webhook_delivery.state <> 'waiting'`,
  ),
  ...inPieces(deliveries).map((piece) => ({
    sql: `delete from webhook_settled where (subscriber_id, application_id, event_id) in
      (values ${places(piece.length, '(cast(? as bigint), ?, ?)')})`,
    params: piece.flatMap(keyOf),
  })),
];

/** Active subscribers to whom something is due: one look into the index for each of them, however much waits. */
export type DueSubscriber = { readonly id: number; readonly companyId: number };
export const dueSubscribers = (db: Database, now: number): All<DueSubscriber> =>
  db.all<DueSubscriber>(
    `select id, company_id as "companyId" from webhook_subscriber s where state = 'active' and exists
      (select 1 from webhook_delivery d where d.subscriber_id = s.id and d.state = 'waiting' and d.due_at <= ?)
      order by id`,
    [now],
  );

type ClaimedRow = Readonly<{ application_id: string; event_id: string; attempts: number; began_at: number }>;
export type Claim = {
  readonly now: number;
  readonly leaseEnd: number;
  readonly claim: string;
  /** What nobody has tried since then begins to count anew. */
  readonly resumedAt: number;
};

/** Takes what is due to one subscriber, up to `most`, until `leaseEnd`. Asked twice: a row another node takes stays his. */
export const claimDeliveries = async (
  db: Database,
  subscriberId: number,
  most: number,
  { now, leaseEnd, claim, resumedAt }: Claim,
): All<ClaimedDelivery> => {
  const [result] = await db.commit([
    {
      sql: `update webhook_delivery set due_at = ?, claim = ?, modified_at = ?,
          attempts = case when modified_at < ? then 1 else attempts + 1 end,
          began_at = case when modified_at < ? then ? else began_at end
        where subscriber_id = ? and state = 'waiting' and due_at <= ? and (application_id, event_id) in
          (select application_id, event_id from webhook_delivery
            where subscriber_id = ? and state = 'waiting' and due_at <= ? order by due_at limit ?)
        returning application_id, event_id, attempts, began_at`,
      params: [leaseEnd, claim, now, resumedAt, resumedAt, now, subscriberId, now, subscriberId, now, most],
    },
  ]);
  const taken = (result?.rows ?? []) as unknown as readonly ClaimedRow[];
  return taken.length === 0 ? [] : withEvents(db, subscriberId, claim, taken);
};

/** What is claimed with its event. A delivery whose event is no longer kept goes too. */
const withEvents = async (
  db: Database,
  subscriberId: number,
  claim: string,
  taken: readonly ClaimedRow[],
): All<ClaimedDelivery> => {
  const events = await db.all<EventRow>(
    `select ${EVENT_COLUMNS} from event where (application_id, id) in (values ${places(taken.length, '(?, ?)')})`,
    taken.flatMap(({ application_id, event_id }) => [application_id, event_id]),
  );
  const byKey = new Map(events.map((event) => [`${event.application_id}/${event.id}`, event]));
  const found = taken.map(({ application_id, event_id, attempts, began_at }) => ({
    key: { subscriberId, applicationId: application_id, eventId: event_id },
    event: byKey.get(`${application_id}/${event_id}`),
    progress: { claim, attempts, beganAt: began_at },
  }));
  const lost = found.filter(({ event }) => event === undefined).map(({ key }) => key);
  if (lost.length > 0) {
    await db.commit(lost.map((key) => ({ sql: `delete from webhook_delivery where ${KEY}`, params: keyOf(key) })));
  }
  return found.flatMap(({ key, event, progress }) => (event === undefined ? [] : [{ ...key, ...progress, event }]));
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

type Finished = { readonly verdict: Verdict; readonly at: number };

/** The delivery has passed to another node, or was erased. */
const TAKEN = 'delivery_taken';

/** Nothing is written of a delivery that was erased meanwhile. */
const attemptRow = (
  delivery: ClaimedDelivery,
  { at, tookMs, outcome, answer }: Attempt,
  found: 'webhook_delivery' | 'webhook_settled' = 'webhook_delivery',
): Statement => ({
  sql: `insert into webhook_attempt
      (subscriber_id, application_id, event_id, attempted_at, claim, outcome, status, took_ms, answer)
    select subscriber_id, application_id, event_id, cast(? as bigint), ?, ?, cast(? as bigint), cast(? as bigint), ?
      from ${found} where ${KEY}
    on conflict do nothing`,
  params: [
    at,
    delivery.claim,
    outcome.kind === 'answered' ? 'answered' : outcome.reason,
    outcome.kind === 'answered' ? outcome.status : null,
    tookMs,
    answer,
    ...keyOf(delivery),
  ],
});

/**
 * It waits for its next attempt, or leaves the line for those that are settled; with the attempt. An erasure takes the line's row
 * first: whichever of the two comes second waits there, and finds what the other one wrote.
 */
const nextRows = (delivery: ClaimedDelivery, attempt: Attempt, { verdict, at }: Finished): readonly Statement[] => {
  const claimed = { where: `${KEY} and claim = ?`, params: [...keyOf(delivery), delivery.claim] };
  if (verdict.state === 'waiting') {
    const sql = `update webhook_delivery set due_at = ?, claim = null, modified_at = ? where ${claimed.where}`;
    return [{ sql, params: [verdict.dueAt, at, ...claimed.params] }, attemptRow(delivery, attempt)];
  }
  return [
    attemptRow(delivery, attempt),
    {
      sql: `delete from webhook_delivery where ${claimed.where}`,
      params: claimed.params,
      guard: { name: TAKEN, rows: 1 },
    },
    {
      sql: `insert into webhook_settled (subscriber_id, application_id, event_id, settled_at, state, attempts, began_at)
        values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      params: [...keyOf(delivery), at, verdict.state, delivery.attempts, delivery.beganAt],
    },
  ];
};

/** The subscriber stops; whoever stopped him or started him again in the meantime has the last word. */
const stopSubscriber = (id: number, state: 'blocked' | 'inactive', begunAt: number, at: number): Statement => ({
  sql: `update webhook_subscriber set state = ?, version = version + 1, modified_at = ?, modified_by = 'system'
    where id = ? and state = 'active' and resumed_at <= ?`,
  params: [state, at, id, begunAt],
});

/** Writes down what became of an attempt. A claim that has passed to another node meanwhile is left to that node. */
export const finishDelivery = async (
  db: Database,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  finished: Finished,
): Promise<void> => {
  const { verdict, at } = finished;
  const stops =
    verdict.state === 'failed' ? [stopSubscriber(delivery.subscriberId, verdict.subscriber, attempt.at, at)] : [];
  try {
    await db.commit([...nextRows(delivery, attempt, finished), ...stops]);
  } catch (error) {
    if (!guardFailed(error, TAKEN)) throw error;
    await db.commit([attemptRow(delivery, attempt), attemptRow(delivery, attempt, 'webhook_settled'), ...stops]);
  }
};
