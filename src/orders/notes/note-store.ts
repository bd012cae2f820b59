/** Notes beside an order, and the words by which the shop finds it, in SQL. The order was read for its caller before. */
import type { All, Database, Row, Statement } from '../../db/database.ts';

export type StoredNote = Readonly<{ orderId: string; id: string; author: string; createdAt: number; body: string }>;
type NoteRow = Row & {
  readonly order_id: string;
  readonly id: string;
  readonly author: string;
  readonly created_at: number;
  readonly body: string;
};

export const MOST_NOTES = 200;

/** Guard `order_notes`: there is room for one more. */
export const insertNote = ({ orderId, id, author, createdAt, body }: StoredNote): Statement => ({
  sql: `insert into order_note (order_id, id, author, created_at, body)
    select cast(? as text), cast(? as text), cast(? as text), cast(? as bigint), cast(? as text)
    where (select count(*) from order_note where order_id = ?) < ${MOST_NOTES}`,
  params: [orderId, id, author, createdAt, body, orderId],
  guard: { name: 'order_notes', rows: 1 },
});

export const notesOf = async (db: Database, orderId: string): All<StoredNote> => {
  const rows = await db.all<NoteRow>(
    'select order_id, id, author, created_at, body from order_note where order_id = ? order by created_at, id limit ?',
    [orderId, MOST_NOTES],
  );
  return rows.map((row) => ({
    orderId: row.order_id,
    id: row.id,
    author: row.author,
    createdAt: row.created_at,
    body: row.body,
  }));
};

export const tagsOf = async (db: Database, orderId: string): All<string> =>
  (await db.all<{ tag: string }>('select tag from order_tag where order_id = ? order by tag limit 100', [orderId])).map(
    ({ tag }) => tag,
  );

/** These and no others. */
export const setTags = (orderId: string, companyId: number, tags: readonly string[]): readonly Statement[] => [
  { sql: 'delete from order_tag where order_id = ?', params: [orderId] },
  ...tags.map((tag) => ({
    sql: `insert into order_tag (order_id, tag, company_id) values (?, ?, ?) on conflict (order_id, tag) do nothing`,
    params: [orderId, tag, companyId],
  })),
];
