/** Events in several weeks of PostgreSQL, one of which has ended; and what must be as it was where they are made again. */
import type { Database } from '../../src/db/database.ts';
import { partsOf } from '../../src/db/partitions/parted-table.ts';
import { DAY_MS } from '../../src/db/partitions/partition-rules.ts';
import { eventsByWeek, refusedByWeek } from '../../src/events/event-parts.ts';
import { outboxStatements } from '../../src/events/outbox.ts';
import { keepRefused, type Refused } from '../../src/events/refusals/refusal-store.ts';
import { sweepEvents } from '../../src/events/retention.ts';
import { tableSums } from '../db/table-sums.ts';
import { outgoingEvent } from './outgoing-event.ts';

const WEEK = 7 * DAY_MS;

type Shop = { readonly applicationId: string; readonly companyId: number };
const firstShop = async (db: Database): Promise<Shop> => {
  const shop = await db.one<Shop>(
    'select id as "applicationId", company_id as "companyId" from application order by id limit 1',
  );
  if (shop === undefined) throw new Error('there is no shop');
  return shop;
};

export const refusedAt = (id: string, receivedAt: number): Refused => ({
  id,
  eventId: id,
  name: 'user_logout',
  receivedAt,
  userHash: null,
  anonymousHash: null,
  reasons: [{ path: '', code: 'event_contains', message: 'wrong' }],
  body: '{}',
});

/** How many of it are kept: one, or none when it is known. */
const refuseOne = async (db: Database, id: string, at: number): Promise<number> => {
  const { applicationId } = await firstShop(db);
  return (await db.commit([keepRefused(applicationId, refusedAt(id, at))]))[0]?.changes ?? 0;
};

type Category = 'application' | 'click';
/** How many of it are stored: one, or none when it is known. */
export const tellOne = async (db: Database, id: string, at: number, category: Category): Promise<number> => {
  const shop = await firstShop(db);
  const event = outgoingEvent(shop, { id, category, name: 'cart', type: 'update', sequenceKey: null, payload: {} });
  return (await db.commit(outboxStatements([event], at))).at(-1)?.changes ?? 0;
};

/** When the part of before ends; the table is in parts. */
export const firstEnd = async (db: Database): Promise<number> =>
  (await partsOf(db, eventsByWeek)).find(({ name }) => name === 'event_before')?.until ?? 0;

/** A click, an event of an operation and a refused one in the part of before, in the week after it, which is over, and in the one after that. */
export const tellWeeks = async (db: Database): Promise<void> => {
  const first = await firstEnd(db);
  for (const [week, at] of [first - DAY_MS, first + DAY_MS, first + WEEK + DAY_MS].entries()) {
    await sweepEvents(db, at - 2 * DAY_MS); // makes the week
    await tellOne(db, `click-${week}`, at, 'click');
    await tellOne(db, `cart-${week}`, at, 'application');
    await refuseOne(db, `refused-${week}`, at);
  }
  await sweepEvents(db, first + WEEK + DAY_MS); // copies what has ended
};

/** Rows, parts, and where ids are looked for. */
export const eventsState = async (db: Database) => ({
  sums: await tableSums(db),
  parts: db.engine === 'postgres' ? [await partsOf(db, eventsByWeek), await partsOf(db, refusedByWeek)] : [],
  views: db.engine === 'postgres' ? await viewsOf(db) : [],
});
const viewsOf = (db: Database) =>
  db.all(`select obj_description(to_regclass('event_known'), 'pg_class') as known,
    obj_description(to_regclass('event_told_known'), 'pg_class') as told`);

/** What does not hold where these weeks were made again: every id counts once, and what is over goes. */
export const brokenWeeks = async (db: Database, first: number): Promise<readonly string[]> => {
  const at = first + WEEK + 2 * DAY_MS;
  const broken: string[] = [];
  for (const week of [0, 1, 2]) {
    if ((await tellOne(db, `click-${week}`, at, 'click')) > 0) broken.push(`click-${week} counts twice`);
    if ((await tellOne(db, `cart-${week}`, at, 'application')) > 0) broken.push(`cart-${week} counts twice`);
    if ((await refuseOne(db, `refused-${week}`, at)) > 0) broken.push(`refused-${week} is kept twice`);
  }
  if ((await tellOne(db, 'click-new', at, 'click')) !== 1) broken.push('a new one is not stored');
  await sweepEvents(db, first + 2 * WEEK);
  const left = await db.all<{ id: string }>(`select id from event where id like 'cart-%'`);
  if (left.some(({ id }) => id !== 'cart-2')) broken.push(`left: ${left.map(({ id }) => id).join()}`);
  return broken;
};
