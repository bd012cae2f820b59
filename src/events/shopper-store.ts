/** What is kept about shoppers themselves: which anonymous ids are theirs, who is suppressed, receipts of erasures. */
import type { Database, Statement } from '../db/database.ts';

const MOST_LINKED = 500;

/** Anonymous ids that the customer's own events name. */
export const linkedIds = async (
  db: Database,
  applicationId: string,
  userIds: readonly string[],
): Promise<readonly string[]> => {
  if (userIds.length === 0) return [];
  const rows = await db.all<{ anonymous_id: string }>(
    `select distinct anonymous_id from event where application_id = ? and user_id in (${userIds.map(() => '?').join(', ')})
     and anonymous_id is not null limit ? offset 0`,
    [applicationId, ...userIds, MOST_LINKED],
  );
  return rows.map(({ anonymous_id }) => anonymous_id);
};

export const suppress = (applicationId: string, subjects: readonly string[], at: number): readonly Statement[] =>
  subjects.map((subject) => ({
    sql: `insert into event_suppression (application_id, subject, created_at) values (?, ?, ?)
          on conflict (application_id, subject) do nothing`,
    params: [applicationId, subject, at],
  }));

export const allowAgain = (applicationId: string, subjects: readonly string[]): readonly Statement[] =>
  subjects.map((subject) => ({
    sql: 'delete from event_suppression where application_id = ? and subject = ?',
    params: [applicationId, subject],
  }));

export type Receipt = {
  readonly id: string;
  readonly subject: string;
  readonly createdAt: number;
  readonly erased: Readonly<Record<string, number>> | null;
};

export const openReceipt = (applicationId: string, { id, subject, createdAt }: Receipt): Statement => ({
  sql: 'insert into event_erasure (application_id, id, subject, created_at, counts) values (?, ?, ?, ?, null)',
  params: [applicationId, id, subject, createdAt],
});

export const closeReceipt = (applicationId: string, { id, erased }: Receipt): Statement => ({
  sql: 'update event_erasure set counts = ? where application_id = ? and id = ?',
  params: [JSON.stringify(erased), applicationId, id],
});

export const readReceipt = async (db: Database, applicationId: string, id: string): Promise<Receipt | undefined> => {
  const row = await db.one<{ subject: string; created_at: number; counts: string | null }>(
    'select subject, created_at, counts from event_erasure where application_id = ? and id = ?',
    [applicationId, id],
  );
  return (
    row && {
      id,
      subject: row.subject,
      createdAt: row.created_at,
      erased: row.counts === null ? null : (JSON.parse(row.counts) as Readonly<Record<string, number>>),
    }
  );
};
