/** Subscribers in SQL. Whose one is, is decided by the statement. */
import type { Database, One, Statement } from '../../db/database.ts';
import { recordColumns } from '../../db/record-columns.ts';
import { textsInTurns } from '../../shared/slices.ts';
import type { Subscriber, SubscriberDocument } from './subscriber.ts';

type Row = Omit<Subscriber, 'document'> & { readonly document: string };
const COLUMNS =
  'id, company_id, name, extension_id, state, version, created_at, modified_at, modified_by, resumed_at, document';
const SUBSCRIBER = recordColumns(COLUMNS);
const subscriberOf = ({ document, ...row }: Row): Subscriber => ({
  ...row,
  document: JSON.parse(document) as SubscriberDocument,
});

/** A company may have this many; spreading an event looks at each of them. */
const mostPerCompany = 1_000;
export const subscriberGuard = 'webhook_subscriber';
export const nameGuard = 'webhook_subscriber_name';

/** For delivery, which serves all companies. */
export const readSubscriberById = async (db: Database, id: number): One<Subscriber> => {
  const row = await db.one<Row>(`select ${SUBSCRIBER} from webhook_subscriber where id = ?`, [id]);
  return row && subscriberOf(row);
};

export const readSubscriber = async (db: Database, companyId: number, id: number): One<Subscriber> => {
  const row = await db.one<Row>(`select ${SUBSCRIBER} from webhook_subscriber where company_id = ? and id = ?`, [
    companyId,
    id,
  ]);
  return row && subscriberOf(row);
};

export const subscriberByName = async (db: Database, companyId: number, name: string): One<Subscriber> => {
  const row = await db.one<Row>(`select ${SUBSCRIBER} from webhook_subscriber where company_id = ? and name = ?`, [
    companyId,
    name,
  ]);
  return row && subscriberOf(row);
};

/** Documents that are in memory as text at once. */
const PORTION = 50;

/** Those of these companies that events are kept for; each may have as much to say as a body holds. */
export const readListening = async (db: Database, companyIds: readonly number[]): Promise<readonly Subscriber[]> => {
  const found: Subscriber[] = [];
  for (let after: number | undefined = 0; companyIds.length > 0 && after !== undefined; ) {
    const rows: readonly Row[] = await db.all<Row>(
      `select ${SUBSCRIBER} from webhook_subscriber
       where company_id in (${companyIds.map(() => '?').join(', ')}) and id > ? and state <> 'inactive'
       order by id limit ${PORTION}`,
      [...companyIds, after],
    );
    found.push(...(await textsInTurns(rows, ({ document }) => document.length, subscriberOf)));
    after = rows.length < PORTION ? undefined : rows.at(-1)?.id;
  }
  return found;
};

/** A page of a company's subscribers, and how many there are; of one extension when it is named. */
export const listSubscribers = async (
  db: Database,
  companyId: number,
  extensionId: string | undefined,
  { current, size }: { readonly current: number; readonly size: number },
): Promise<{ readonly subscribers: readonly Subscriber[]; readonly total: number }> => {
  const where = `from webhook_subscriber where company_id = ?${extensionId === undefined ? '' : ' and extension_id = ?'}`;
  const params = [companyId, ...(extensionId === undefined ? [] : [extensionId])];
  const rows = await db.all<Row>(`select ${SUBSCRIBER} ${where} order by id limit ? offset ?`, [
    ...params,
    size,
    (current - 1) * size,
  ]);
  const counted = await db.one<{ n: number }>(`select count(*) as n ${where}`, params);
  return { subscribers: rows.map(subscriberOf), total: counted?.n ?? 0 };
};

/** The next id; the row of the counter is made with the first. */
export const takeSubscriberId = async (db: Database): Promise<number> => {
  const [result] = await db.commit([
    {
      sql: `insert into counter (name, value) values ('webhook_subscriber', 1)
        on conflict (name) do update set value = counter.value + 1 returning value`,
    },
  ]);
  return Number(result?.rows[0]?.['value']);
};

/** Guard `webhook_subscriber_name`: the company has one of that name, or as many as it may have. */
export const insertSubscriber = ({ document, ...one }: Subscriber): Statement => ({
  sql: `insert into webhook_subscriber (${COLUMNS})
    select cast(? as bigint), cast(? as bigint), ?, ?, ?, cast(? as bigint), cast(? as bigint), cast(? as bigint), ?,
      cast(? as bigint), ?
    where (select count(*) from webhook_subscriber where company_id = ?) < ?`,
  params: [
    one.id,
    one.companyId,
    one.name,
    one.extensionId,
    one.state,
    one.version,
    one.createdAt,
    one.modifiedAt,
    one.modifiedBy,
    one.resumedAt,
    JSON.stringify(document),
    one.companyId,
    mostPerCompany,
  ],
  guard: { name: nameGuard, rows: 1 },
});

/** `subscriber` is as it shall be, one version further than what was read. A duplicate name breaks the guard too. */
export const updateSubscriber = ({ document, ...one }: Subscriber): Statement => ({
  sql: `update webhook_subscriber set name = ?, extension_id = ?, state = ?, version = ?, modified_at = ?, modified_by = ?,
      resumed_at = ?, document = ?
    where id = ? and company_id = ? and version = ?`,
  params: [
    one.name,
    one.extensionId,
    one.state,
    one.version,
    one.modifiedAt,
    one.modifiedBy,
    one.resumedAt,
    JSON.stringify(document),
    one.id,
    one.companyId,
    one.version - 1,
  ],
  guard: { name: subscriberGuard, rows: 1 },
});
