/** Shoppers of whom nothing is to be kept, in SQL. */
import type { Statement } from '../../db/database.ts';

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
