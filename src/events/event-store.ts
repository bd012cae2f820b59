/** Events as rows. One statement takes many of them; those whose id is known are left as they are. */
import type { Database, Result, Statement, Value } from '../db/database.ts';
import { presentValues } from '../db/present-values.ts';
import type { Json } from './collector/event-shape.ts';
import { isAtEdge, isUnknown } from './event-parts.ts';

export type EventRow = {
  readonly applicationId: string;
  readonly id: string;
  readonly companyId: number;
  /** `click/add_to_cart/engagement/v1`: how subscribers name what they want. */
  readonly slug: string;
  readonly happenedAt: number;
  readonly receivedAt: number;
  readonly userId: string | null;
  readonly anonymousId: string | null;
  readonly flags: string;
  /** The envelope, as receivers get it. */
  readonly body: string;
  /** What stands in the body; where it is at hand, the body is not read again to count it. */
  readonly payload?: Json;
};

const COLUMNS = 'application_id, id, company_id, slug, happened_at, received_at, user_id, anonymous_id, flags, body';
const ONE_ROW = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
/** What columns the values are for is not known to PostgreSQL inside of a list; the first row says it for all. */
const FIRST_ROW = `(${['text', 'text', 'bigint', 'text', 'bigint', 'bigint', 'text', 'text', 'text', 'text']
  .map((type) => `cast(? as ${type})`)
  .join(', ')})`;

/**
 * For `spread`: an event that nobody of its company listens to has been handed out with its coming, and is not looked at and
 * written a second time for that. Asked by the statement itself, so that whoever subscribed before an event misses none. Takes
 * the company.
 */
export const nobodyListens = `case when exists (select 1 from webhook_subscriber s
    where s.company_id = cast(? as bigint) and s.state <> 'inactive') then 0 else 1 end`;

const valuesOf = (row: EventRow): readonly Value[] => [
  row.applicationId,
  row.id,
  row.companyId,
  row.slug,
  row.happenedAt,
  row.receivedAt,
  row.userId,
  row.anonymousId,
  row.flags,
  row.body,
];

const EACH = COLUMNS.split(', ').map((_, at) => `column${at + 1}`);
const insertText = (rows: number, atEdge: boolean): string =>
  `insert into event (${COLUMNS}, spread, counted)
    with sent as (values ${[FIRST_ROW, ...Array<string>(rows - 1).fill(ONE_ROW)].join(', ')})
    select ${EACH.join(', ')}, ${nobodyListens}, cast(? as bigint) from sent
    where ${isUnknown('column1', 'column2', atEdge ? 'column6' : undefined)}
    on conflict do nothing returning id`;

/** At most this many rows in a statement, so that there are not more texts than connections can remember. */
export const mostRows = 100;

/** One of the events that were to be counted as they came was known. */
const newEventsGuard = 'event_new';

/**
 * Events of one application, at least one, behind their `edgeStatements`; returns the ids of those that are new. `round`: they
 * are counted in the same batch, in this round, which holds for none of them if it does not hold for all.
 */
export const insertEvents = (rows: readonly EventRow[], round?: number): Statement => ({
  sql: insertText(rows.length, rows.some(isAtEdge)),
  params: [...rows.flatMap(valuesOf), rows[0]?.companyId ?? 0, round ?? 0],
  ...(round === undefined ? {} : { guard: { name: newEventsGuard, rows: rows.length } }),
});

export const idsOf = ({ rows }: Result): readonly string[] => rows.map((row) => String(row['id']));

/** Most applications suppress nobody, and then no id has to be hashed to find out. */
export const suppressesAnybody = async (db: Database, applicationId: string): Promise<boolean> =>
  (await db.one('select 1 as one from event_suppression where application_id = ? limit 1', [applicationId])) !==
  undefined;

/** Which of these subjects (hashed ids of shoppers) want nothing to be kept. */
export const readSuppressed = (db: Database, applicationId: string, subjects: readonly string[]) =>
  presentValues(
    db,
    { table: 'event_suppression', owner: 'application_id', column: 'subject' },
    applicationId,
    subjects,
  );
