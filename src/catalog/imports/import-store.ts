/** Import jobs in SQL: made, taken by one node at a time, moved on with their rows, ended. */
import type { Database, Statement } from '../../db/database.ts';
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
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly modified_at: number;
  readonly file_name: string;
  readonly problem: string;
  readonly named_columns: string;
};
const COLUMNS = `id, company_id, kind, format, state, bytes, line, position, accepted, warned, refused, attempts, created_at,
  started_at, ended_at, modified_at, file_name, problem, named_columns`;
const OPEN = "state in ('waiting', 'running')";

const mostOpenImports = 10;

export type NewImport = Pick<ImportJob, 'id' | 'company_id' | 'kind' | 'format' | 'file_name' | 'named_columns'>;

/** Guard `import_jobs`: the company has room for one more. */
export const beginReceiving = (job: NewImport, at: number): Statement => ({
  sql: `insert into import_job (id, company_id, kind, format, state, bytes, line, position, accepted, warned, refused,
      attempts, due_at, created_at, modified_at, file_name, problem, named_columns)
    select cast(? as text), cast(? as bigint), cast(? as text), cast(? as text), 'receiving', 0, 0, 0, 0, 0, 0,
      0, 0, cast(? as bigint), cast(? as bigint), cast(? as text), '', cast(? as text)
    where (select count(*) from import_job where company_id = ? and state in ('receiving', 'waiting', 'running')) < ?`,
  params: [
    job.id,
    job.company_id,
    job.kind,
    job.format,
    at,
    at,
    job.file_name,
    job.named_columns,
    job.company_id,
    mostOpenImports,
  ],
  guard: { name: 'import_jobs', rows: 1 },
});

/** Guard `import_received`: it was not given up for lost meanwhile. */
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

export const findImport = (db: Database, companyId: number, id: string): Promise<ImportJob | undefined> =>
  db.one<ImportJob>(`select ${COLUMNS} from import_job where company_id = ? and id = ?`, [companyId, id]);

export type ImportFilter = { readonly kinds: readonly string[]; readonly state: ImportState | undefined };

/** Newest first. */
export const listImports = (
  db: Database,
  companyId: number,
  { kinds, state }: ImportFilter,
  { after, limit }: { readonly after: readonly [number, string] | undefined; readonly limit: number },
): Promise<readonly ImportJob[]> =>
  db.all<ImportJob>(
    `select ${COLUMNS} from import_job where company_id = ? and kind in (${kinds.map(() => '?').join(', ')})
      ${state === undefined ? '' : 'and state = ?'} ${after === undefined ? '' : 'and (created_at, id) < (?, ?)'}
      order by created_at desc, id desc limit ?`,
    [companyId, ...kinds, ...(state === undefined ? [] : [state]), ...(after ?? []), limit],
  );

export type Lease = { readonly claim: string; readonly now: number; readonly until: number };

/** The one that waits longest; asked twice, so that a row another node takes stays his. */
export const takeImport = async (db: Database, { claim, now, until }: Lease): Promise<ImportJob | undefined> => {
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

/** Guard `import_state`: it is still in the state it was read in. */
export const turnImport = (
  job: ImportJob,
  state: Extract<ImportState, 'cancelled' | 'waiting'>,
  at: number,
): Statement => ({
  sql: `update import_job set state = ?, ended_at = ?, due_at = ?, attempts = 0, problem = '', claim = null, modified_at = ?
    where company_id = ? and id = ? and state = ?`,
  params: [state, state === 'cancelled' ? at : null, at, at, job.company_id, job.id, job.state],
  guard: { name: 'import_state', rows: 1 },
});
