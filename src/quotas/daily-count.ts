/** So many of something in a day, whoever it is counted for: one more, for the batch of what it is about. The count goes when the day is over. */
import type { Statement } from '../db/database.ts';

const DAY = 86_400_000;

export type DailyCount = {
  /** Empty: of the whole installation. */
  readonly applicationId: string;
  readonly quota: string;
  readonly subject: string;
  readonly most: number;
};

/** The guard has the quota's name: there is none left today. */
export const countToday = ({ applicationId, quota, subject, most }: DailyCount, at: number): Statement => {
  const start = Math.floor(at / DAY) * DAY;
  return {
    sql: `insert into quota_use (application_id, quota, subject, window_start, used, expires_at)
      values (?, ?, ?, ?, 1, ?)
      on conflict (application_id, quota, subject, window_start) do update set used = quota_use.used + 1
      where quota_use.used < ?`,
    params: [applicationId, quota, subject, start, start + DAY, most],
    guard: { name: quota, rows: 1 },
  };
};

export const untilTomorrowMs = (now: number): number => DAY - (now % DAY);
