/** Import jobs in SQL: made, taken by one node at a time, moved on with their rows, ended. */
import { holdCompany, room } from '../../applications/organization-store.ts';
import { type All, type Database, guardFailed, type One, type Statement } from '../../db/database.ts';
import type { FileFormat } from '../../feeds/import-source.ts';
import { progressGuard } from '../../feeds/feed-progress.ts';
import type { FeedCount } from '../../feeds/feed-kind.ts';
import type { Place } from '../../feeds/feed-rows.ts';
import type { ImportState } from '../../contract/catalog/import-contract.ts';

export type ImportJob = {
  readonly id: string;
  readonly company_id: number;
  readonly kind: string;
  readonly format: FileFormat;
  readonly state: ImportState;
  readonly bytes: number;
  readonly line: number;
  readonly position: number;
  readonly accepted: number;
  readonly warned: number;
  readonly refused: number;
  readonly attempts: number;
  /** When somebody looks at it next; 0 where its file never came in whole. */
  readonly due_at: number;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly modified_at: number;
  readonly file_name: string;
  readonly problem: string;
  readonly named_columns: string;
};
const COLUMNS = `id, company_id, kind, format, state, bytes, line, position, accepted, warned, refused, attempts, due_at,
  created_at, started_at, ended_at, modified_at, file_name, problem, named_columns`;
const OPEN = "state in ('waiting', 'running')";

const MOST_OPEN = 10;
/** Parts of a file that still comes are written more often than this (PART_MS): what did not move for so long ended with its node. */
const LOST_MS = 300_000;

export type NewImport = Pick<ImportJob, 'id' | 'company_id' | 'kind' | 'format' | 'file_name' | 'named_columns'>;

/** Around what opens a job. Guard `import_jobs`: with it the company has not too many open ones, counted while nobody opens another. */
const whereThereIsRoom = (companyId: number, opens: Statement, at: number): readonly Statement[] => [
  holdCompany(companyId),
  opens,
  room('import_jobs', {
    of: holdCompany(companyId),
    counted: {
      sql: `select count(*) from import_job where company_id = ? and (${OPEN} or (state = 'receiving' and modified_at > ?))`,
      params: [companyId, at - LOST_MS],
    },
    most: MOST_OPEN,
  }),
];

export const noRoomForImport = (error: unknown): boolean => guardFailed(error, 'import_jobs');

export const beginReceiving = (job: NewImport, at: number): readonly Statement[] =>
  whereThereIsRoom(
    job.company_id,
    {
      sql: `insert into import_job (id, company_id, kind, format, state, bytes, line, position, accepted, warned, refused,
          attempts, due_at, created_at, modified_at, file_name, problem, named_columns)
        values (?, ?, ?, ?, 'receiving', 0, 0, 0, 0, 0, 0, 0, 0, ?, ?, ?, '', ?)`,
      params: [job.id, job.company_id, job.kind, job.format, at, at, job.file_name, job.named_columns],
    },
    at,
  );

export const isNoLongerReceived = (error: unknown): boolean => guardFailed(error, 'import_received');

/** Guard `import_received`: it was not cancelled or given up for lost meanwhile. */
export const endReceiving = (id: string, begins: Place, at: number): Statement => ({
  sql: `update import_job set state = 'waiting', line = ?, position = ?, due_at = ?, modified_at = ?
    where id = ? and state = 'receiving'`,
  params: [begins.line, begins.position, at, at, id],
  guard: { name: 'import_received', rows: 1 },
});

/** What it left, in the order of what depends on what. */
export const removeImports = (chosen: string, params: Statement['params'] = []): readonly Statement[] => [
  { sql: `delete from import_verdict where job_id in (${chosen})`, params },
  { sql: `delete from import_part where job_id in (${chosen})`, params },
  { sql: `delete from import_job where id in (${chosen})`, params },
];

export const findImport = (db: Database, companyId: number, id: string): One<ImportJob> =>
  db.one<ImportJob>(`select ${COLUMNS} from import_job where company_id = ? and id = ?`, [companyId, id]);

export type ImportFilter = { readonly kinds: readonly string[]; readonly state: ImportState | undefined };

/** Newest first. */
export const listImports = (
  db: Database,
  companyId: number,
  { kinds, state }: ImportFilter,
  { after, limit }: { readonly after: readonly [number, string] | undefined; readonly limit: number },
): All<ImportJob> =>
  db.all<ImportJob>(
    `select ${COLUMNS} from import_job where company_id = ? and kind in (${kinds.map(() => '?').join(', ')})
      ${state === undefined ? '' : 'and state = ?'} ${after === undefined ? '' : 'and (created_at, id) < (?, ?)'}
      order by created_at desc, id desc limit ?`,
    [companyId, ...kinds, ...(state === undefined ? [] : [state]), ...(after ?? []), limit],
  );

export type Lease = { readonly claim: string; readonly now: number; readonly until: number };

/** The one that waits longest; asked twice, so that a row another node takes stays his. */
export const takeImport = async (db: Database, { claim, now, until }: Lease): One<ImportJob> => {
  const [result] = await db.commit([
    {
      sql: `update import_job set state = 'running', due_at = ?, claim = ?, started_at = coalesce(started_at, ?), modified_at = ?
        where ${OPEN} and due_at <= ? and id in
          (select id from import_job where ${OPEN} and due_at <= ? order by due_at limit 1)
        returning ${COLUMNS}`,
      params: [until, claim, now, now, now, now],
    },
  ]);
  return result?.rows[0] as ImportJob | undefined;
};

export type Step = { readonly from: Place; readonly to: Place; readonly counted: FeedCount };

/** With the rows themselves. Guard of a feed's progress: it is still ours, and stands where we began. */
export const moveImport = (id: string, { from, to, counted }: Step, { claim, now, until }: Lease): Statement => ({
  sql: `update import_job set line = ?, position = ?, accepted = accepted + ?, warned = warned + ?, refused = refused + ?,
      attempts = 0, due_at = ?, modified_at = ?
    where id = ? and claim = ? and state = 'running' and position = ?`,
  params: [
    to.line,
    to.position,
    counted.accepted,
    counted.warned,
    counted.refused,
    until,
    now,
    id,
    claim,
    from.position,
  ],
  guard: { name: progressGuard, rows: 1 },
});

export type ImportEnd =
  | { readonly state: 'finished' }
  | { readonly state: 'failed'; readonly problem: string }
  /** To be gone on with, by whoever comes first. */
  | { readonly state: 'running'; readonly dueAt: number; readonly attempts: number };

export const leaveImport = (id: string, end: ImportEnd, { claim, now }: Lease): Statement => ({
  sql: `update import_job set state = ?, ended_at = ?, due_at = ?, attempts = ?, problem = ?, claim = null, modified_at = ?
    where id = ? and claim = ? and state = 'running'`,
  params: [
    end.state,
    end.state === 'running' ? null : now,
    end.state === 'running' ? end.dueAt : now,
    end.state === 'running' ? end.attempts : 0,
    end.state === 'failed' ? end.problem : '',
    now,
    id,
    claim,
  ],
  guard: { name: progressGuard, rows: 1 },
});

const TURNED = `update import_job set state = ?, ended_at = ?, due_at = ?, attempts = 0, problem = '', claim = null, modified_at = ?
    where company_id = ? and id = ? and state = ?`;

/**
 * Guard `import_state`: it is still in the state it was read in. One that goes on takes up room like a new one; one that is cancelled
 * while its file comes is never due.
 */
export const turnImport = (
  { company_id: companyId, id, state: from }: ImportJob,
  state: Extract<ImportState, 'cancelled' | 'waiting'>,
  at: number,
): readonly Statement[] => {
  const turn: Statement = {
    sql: TURNED,
    params: [state, state === 'cancelled' ? at : null, from === 'receiving' ? 0 : at, at, companyId, id, from],
    guard: { name: 'import_state', rows: 1 },
  };
  return state === 'waiting' ? whereThereIsRoom(companyId, turn, at) : [turn];
};
