/**
 * How far the import of a file has come. The place is written in the batch of the rows up to it, so an import that was
 * killed goes on exactly behind the last row that is on disk. A finished import leaves nothing behind.
 */
import { type Database, guardFailed, type Statement } from '../db/database.ts';
import type { FeedCount } from './feed-kind.ts';
import type { Place } from './feed-rows.ts';

/** A file, by what is in it: renamed, it is the same file; changed, it is another. */
export type ImportedFile = { readonly companyId: number; readonly kind: string; readonly hash: string };
export type Progress = Pick<FeedCount, 'accepted' | 'refused'> & { readonly runId: string; readonly place: Place };

export const progressGuard = 'feed_progress';
const OF_FILE = 'company_id = ? and kind = ? and file_hash = ?';

type ProgressRow = Readonly<{ run_id: string; line: number; position: number; accepted: number; refused: number }>;

export const findProgress = async (
  db: Database,
  { companyId, kind, hash }: ImportedFile,
): Promise<Progress | undefined> => {
  const row = await db.one<ProgressRow>(
    `select run_id, line, position, accepted, refused from feed_progress where ${OF_FILE}`,
    [companyId, kind, hash],
  );
  return (
    row && {
      runId: row.run_id,
      place: { line: row.line, position: row.position },
      accepted: row.accepted,
      refused: row.refused,
    }
  );
};

/** Guard `feed_progress`: nobody began at the same moment. */
export const beginProgress = ({ companyId, kind, hash }: ImportedFile, begun: Progress, at: number): Statement => ({
  sql: `insert into feed_progress
          (company_id, kind, file_hash, run_id, line, position, accepted, refused, started_at, modified_at)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  params: [
    companyId,
    kind,
    hash,
    begun.runId,
    begun.place.line,
    begun.place.position,
    begun.accepted,
    begun.refused,
    at,
    at,
  ],
  guard: { name: progressGuard, rows: 1 },
});

/** Guard `feed_progress`: nobody else imports this file meanwhile. */
export const moveProgress = (
  { companyId, kind, hash }: ImportedFile,
  before: Progress,
  after: Progress,
  at: number,
): Statement => ({
  sql: `update feed_progress set line = ?, position = ?, accepted = ?, refused = ?, modified_at = ?
        where ${OF_FILE} and run_id = ? and position = ?`,
  params: [
    after.place.line,
    after.place.position,
    after.accepted,
    after.refused,
    at,
    companyId,
    kind,
    hash,
    before.runId,
    before.place.position,
  ],
  guard: { name: progressGuard, rows: 1 },
});

export const endProgress = ({ companyId, kind, hash }: ImportedFile, { runId }: Progress): Statement => ({
  sql: `delete from feed_progress where ${OF_FILE} and run_id = ?`,
  params: [companyId, kind, hash, runId],
});

export const importedElsewhere = (error: unknown): boolean => guardFailed(error, progressGuard);
