/** Codes of bulk coupons: the work still to do, the codes themselves, and whether each was used. */
import type { All, Database, One, Statement } from '../../db/database.ts';
import { inPortions } from '../../db/portions.ts';
import { recordColumns } from '../../db/record-columns.ts';
import { folded } from '../offer.ts';

export type CodeJob = {
  readonly applicationId: string;
  readonly offerId: string;
  readonly prefix: string;
  readonly wanted: number;
  readonly made: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
};
const COLUMNS = 'application_id, offer_id, prefix, wanted, made, created_at, modified_at';
const JOB = recordColumns(COLUMNS);

export const readCodeJob = (db: Database, applicationId: string, offerId: string): One<CodeJob> =>
  db.one<CodeJob>(`select ${JOB} from offer_code_job where application_id = ? and offer_id = ?`, [
    applicationId,
    offerId,
  ]);

/** Some jobs that are not done: a node stopped in the middle, or the coupon was removed. */
export const openCodeJobs = (db: Database, limit: number): All<CodeJob> =>
  db.all<CodeJob>(`select ${JOB} from offer_code_job where made <> wanted order by application_id, offer_id limit ?`, [
    limit,
  ]);

/** Asks for codes, or for more of them. Guard `code_job`: never for fewer than before. */
export const wantCodes = (
  applicationId: string,
  offerId: string,
  { prefix, wanted, at }: { readonly prefix: string; readonly wanted: number; readonly at: number },
): Statement => ({
  sql: `insert into offer_code_job (${COLUMNS}) values (?, ?, ?, ?, 0, ?, ?)
    on conflict (application_id, offer_id) do update set prefix = excluded.prefix, wanted = excluded.wanted,
      modified_at = excluded.modified_at
    where offer_code_job.wanted <= excluded.wanted`,
  params: [applicationId, offerId, prefix, wanted, at, at],
  guard: { name: 'code_job', rows: 1 },
});

/** One step of a job: its codes and its count move together. Guard `offer_code` when a code exists, `code_job` when another node was faster. */
export const addCodes = (job: CodeJob, codes: readonly string[], at: number): readonly Statement[] => [
  {
    sql: 'update offer_code_job set made = made + ?, modified_at = ? where application_id = ? and offer_id = ? and made = ?',
    params: [codes.length, at, job.applicationId, job.offerId, job.made],
    guard: { name: 'code_job', rows: 1 },
  },
  {
    sql: `insert into offer_code (application_id, code, offer_id, is_bulk, shown, created_at)
      values ${codes.map(() => '(?, ?, ?, 1, ?, ?)').join(', ')} on conflict (application_id, code) do nothing`,
    params: codes.flatMap((code) => [job.applicationId, folded(code), job.offerId, code, at]),
    guard: { name: 'offer_code', rows: codes.length },
  },
];

/** The coupon is gone, and its codes shall go. */
export const unwantCodes = (applicationId: string, offerId: string, at: number): Statement => ({
  sql: 'update offer_code_job set wanted = 0, modified_at = ? where application_id = ? and offer_id = ?',
  params: [at, applicationId, offerId],
});

/** One step of clearing away. Guard `code_job` when another node was faster. */
export const removeCodes = (job: CodeJob, count: number, at: number): readonly Statement[] => [
  {
    sql: `update offer_code_job set made = made - ?, modified_at = ?
      where application_id = ? and offer_id = ? and made = ? and wanted = 0`,
    params: [count, at, job.applicationId, job.offerId, job.made],
    guard: { name: 'code_job', rows: 1 },
  },
  {
    sql: `delete from offer_code where (application_id, code) in (select application_id, code from offer_code
      where application_id = ? and offer_id = ? order by code limit ?)`,
    params: [job.applicationId, job.offerId, count],
  },
];

export type ExportedCode = {
  readonly code: string;
  readonly shown: string;
  readonly created_at: number;
  readonly taken: number;
};

const EXPORTED = `select c.code, c.shown, c.created_at, coalesce(u.taken, 0) as taken from offer_code c
     left join offer_use u on u.application_id = c.application_id and u.offer_id = c.offer_id
       and u.holder = 'code:' || c.code
     where c.application_id = ? and c.offer_id = ? and c.is_bulk = 1`;
const CODES_AT_ONCE = 500;

/** All codes of a coupon, in portions and off the request path. */
export const codesInPortions = (db: Database, applicationId: string, offerId: string) =>
  inPortions<ExportedCode>(CODES_AT_ONCE, async (after) => {
    const sql = `${EXPORTED} ${after === undefined ? '' : 'and c.code > ?'} order by c.code limit ?`;
    const behind = after === undefined ? [] : [after.code];
    return (
      await Array.fromAsync(db.scan<ExportedCode>(sql, [applicationId, offerId, ...behind, CODES_AT_ONCE]))
    ).flat();
  });

/** One of its codes, without regard to capitals. */
export const readCode = (db: Database, applicationId: string, offerId: string, code: string): One<ExportedCode> =>
  db.one<ExportedCode>(`${EXPORTED} and c.code = ?`, [applicationId, offerId, folded(code)]);
