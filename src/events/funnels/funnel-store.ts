/** What figures are counted from, in SQL: events that wait, and what is known so far of the people, carts and orders in them. */
import type { All, Database, Keyed, Row, Statement, Value } from '../../db/database.ts';
import { type CountedEvent, payloadOf } from './funnel-fact-rules.ts';
import { inPowers, repeated, timesOf } from '../../db/many-rows.ts';
import type { CartFacts, OrderFacts } from './funnel-order-rules.ts';
import type { AlikeVisits, Owner, PersonDay, Visit } from './funnel-visit-rules.ts';

export type WaitingEvent = CountedEvent & {
  readonly applicationId: string;
  readonly receivedAt: number;
  /** It was counted before, and a rebuild wants it counted again. */
  readonly isAgain: boolean;
  /** How long its text is, which is read for its payload. */
  readonly signs: number;
};

type EventRow = {
  readonly application_id: string;
  readonly id: string;
  readonly slug: string;
  readonly happened_at: number;
  readonly received_at: number;
  readonly user_id: string | null;
  readonly anonymous_id: string | null;
  readonly sequence_key: string | null;
  readonly counted: number;
  readonly body: string;
};

/** Of all applications, those that wait longest. */
export const waitingEvents = async (db: Database, most: number): All<WaitingEvent> => {
  const rows = await db.all<EventRow>(
    `select application_id, id, slug, happened_at, received_at, user_id, anonymous_id, sequence_key, counted, body from event
     where counted <= 0 order by received_at limit ? offset 0`,
    [most],
  );
  return rows.map((row) => ({
    applicationId: row.application_id,
    id: row.id,
    slug: row.slug,
    happenedAt: row.happened_at,
    receivedAt: row.received_at,
    userId: row.user_id,
    anonymousId: row.anonymous_id,
    // Only events of ours have their place in the history of a cart or an order.
    isOurs: row.sequence_key !== null,
    isAgain: row.counted < 0,
    signs: row.body.length,
    payload: () => payloadOf(row.body),
  }));
};

export type Progress = { readonly version: number; readonly round: number };

export const readProgress = async (db: Database, applicationId: string): Promise<Progress> =>
  (await db.one<Progress>('select version, round from funnel_progress where application_id = ?', [applicationId])) ?? {
    version: 0,
    round: 1,
  };

/** Whoever counted in the meantime makes this break: then everything is read and decided again. */
export const progressGuard = 'funnel_progress';
export const moveProgress = (applicationId: string, { version, round }: Progress, nextRound = round): Statement => ({
  sql: `insert into funnel_progress (application_id, version, round) values (?, ?, ?)
    on conflict (application_id) do update set version = excluded.version, round = excluded.round
    where funnel_progress.version = ?`,
  params: [applicationId, version + 1, nextRound, version],
  guard: { name: progressGuard, rows: 1 },
});

/**
 * An event that was erased in the meantime breaks it too. `counted + 0` keeps PostgreSQL from finding the rows by the index of
 * all that wait, which with a long backlog took a thousand times as long as the key. With their times, so that no other part of
 * the table is looked into.
 */
export const markCounted = (
  applicationId: string,
  events: readonly Pick<WaitingEvent, 'id' | 'receivedAt'>[],
  round: number,
): readonly Statement[] =>
  inPowers(events).map((some) => ({
    sql: `update event set counted = ? where application_id = ? and received_at >= ? and received_at <= ?
      and counted + 0 <= 0 and id in (${repeated(some.length, '?')})`,
    params: [round, applicationId, ...timesOf(some.map(({ receivedAt }) => receivedAt)), ...some.map(({ id }) => id)],
    guard: { name: progressGuard, rows: some.length },
  }));

const readMany = async <T extends Row>(
  db: Database,
  keys: readonly (readonly Value[])[],
  sql: (places: (each: string) => string) => string,
  first: Value,
): All<T> => {
  const found: T[] = [];
  for (const some of inPowers(keys)) {
    found.push(
      ...(await db.all<T>(
        sql((each) => repeated(some.length, each)),
        [first, ...some.flat()],
      )),
    );
  }
  return found;
};
const alone = (values: readonly string[]): readonly (readonly Value[])[] => values.map((value) => [value]);

type OwnerRow = Readonly<{ anonymous_id: string; user_id: string; happened_at: number; event_id: string }>;

export const readOwners = async (
  db: Database,
  applicationId: string,
  anonymousIds: readonly string[],
): Keyed<string, Owner> => {
  const rows = await readMany<OwnerRow>(
    db,
    alone(anonymousIds),
    (places) => `select anonymous_id, user_id, happened_at, event_id from funnel_owner
      where application_id = ? and anonymous_id in (${places('?')})`,
    applicationId,
  );
  return new Map(rows.map((row) => [row.anonymous_id, { userId: row.user_id, at: row.happened_at, id: row.event_id }]));
};

const VISIT = 'select actor, day, person, steps from funnel_visit where application_id = ?';

export const visitsOfActors = (db: Database, applicationId: string, actors: readonly string[]): All<Visit> =>
  readMany<Visit>(db, alone(actors), (places) => `${VISIT} and actor in (${places('?')})`, applicationId);

/** How many visits these actors have, as far as that is asked. */
export const countVisitsOf = async (
  db: Database,
  applicationId: string,
  actors: readonly string[],
  most: number,
): Promise<number> => {
  let found = 0;
  for (const some of inPowers(actors)) {
    const row = await db.one<{ n: number }>(
      `select count(*) as n from (select 1 as one from funnel_visit
        where application_id = ? and actor in (${repeated(some.length, '?')}) limit ?) counted`,
      [applicationId, ...some, most],
    );
    found += row?.n ?? 0;
    if (found >= most) break;
  }
  return found;
};

/** Of these actors on these days. */
export const visitsAt = (
  db: Database,
  applicationId: string,
  places: readonly Pick<Visit, 'actor' | 'day'>[],
): All<Visit> =>
  readMany<Visit>(
    db,
    places.map(({ actor, day }) => [actor, day]),
    (each) => `${VISIT} and (actor, day) in (values ${each('(?, cast(? as bigint))')})`,
    applicationId,
  );

/** How many visits with the same steps each of these people made on a day: one person may have tens of thousands of browsers. */
export const visitsOfDays = (db: Database, applicationId: string, days: readonly PersonDay[]): All<AlikeVisits> =>
  readMany<AlikeVisits>(
    db,
    days.map(({ person, day }) => [person, day]),
    (places) => `select person, day, steps, count(*) as visits from funnel_visit
      where application_id = ? and (person, day) in (values ${places('(?, cast(? as bigint))')}) group by person, day, steps`,
    applicationId,
  );

type Kept = { readonly cart: CartFacts; readonly order: OrderFacts };

export const readKept = async <K extends keyof Kept>(
  db: Database,
  kind: K,
  applicationId: string,
  ids: readonly string[],
): Keyed<string, Kept[K]> => {
  const rows = await readMany<{ id: string; facts: string }>(
    db,
    alone(ids),
    (places) => `select ${kind}_id as id, facts from funnel_${kind}
      where application_id = ? and ${kind}_id in (${places('?')})`,
    applicationId,
  );
  return new Map(rows.map(({ id, facts }) => [id, JSON.parse(facts) as Kept[K]]));
};

const writeMany = <T>(
  rows: readonly T[],
  sql: (places: string) => string,
  values: (row: T) => readonly Value[],
): readonly Statement[] =>
  inPowers(rows).map((some) => {
    const params = some.map(values);
    const one = `(${(params[0] ?? []).map(() => '?').join(', ')})`;
    return { sql: sql(repeated(some.length, one)), params: params.flat() };
  });

export const keepFacts = <K extends keyof Kept>(
  kind: K,
  applicationId: string,
  changed: ReadonlyMap<string, Kept[K]>,
  now: number,
): readonly Statement[] =>
  writeMany(
    [...changed],
    (places) => `insert into funnel_${kind} (application_id, ${kind}_id, counted_at, facts) values ${places}
      on conflict (application_id, ${kind}_id) do update set counted_at = excluded.counted_at, facts = excluded.facts`,
    ([id, facts]) => [applicationId, id, now, JSON.stringify(facts)],
  );

export const keepOwners = (applicationId: string, changed: ReadonlyMap<string, Owner>): readonly Statement[] =>
  writeMany(
    [...changed],
    (
      places,
    ) => `insert into funnel_owner (application_id, anonymous_id, user_id, happened_at, event_id) values ${places}
      on conflict (application_id, anonymous_id) do update
      set user_id = excluded.user_id, happened_at = excluded.happened_at, event_id = excluded.event_id`,
    ([anonymousId, { userId, at, id }]) => [applicationId, anonymousId, userId, at, id],
  );

export const keepVisits = (applicationId: string, visits: readonly Visit[]): readonly Statement[] =>
  writeMany(
    visits,
    (places) => `insert into funnel_visit (application_id, actor, day, person, steps) values ${places}
      on conflict (application_id, actor, day) do update set person = excluded.person, steps = excluded.steps`,
    ({ actor, day, person, steps }) => [applicationId, actor, day, person, steps],
  );
