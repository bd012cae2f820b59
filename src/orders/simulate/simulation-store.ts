/** Simulations in SQL: asked for, taken by one node at a time, moved on, ended. */
import { holdCompany, room } from '../../applications/organization-store.ts';
import type { SimulationState } from '../../contract/offers/simulation-contract.ts';
import { type All, type Database, guardFailed, type One, type Statement } from '../../db/database.ts';
import { type Bounds, sweepByStatements } from '../../db/sweep.ts';

export type SimulationJob = {
  readonly id: string;
  readonly company_id: number;
  readonly application_id: string;
  readonly state: SimulationState;
  readonly done: number;
  readonly total: number;
  readonly attempts: number;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly modified_at: number;
  readonly problem: string;
  readonly request: string;
  /** Empty until it is finished. */
  readonly result: string;
};
const COLUMNS = `id, company_id, application_id, state, done, total, attempts, created_at, started_at, ended_at, modified_at, problem,
  request, result`;
const OPEN = "state in ('waiting', 'running')";
const MOST_OPEN = 5;
const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;

export type SimulationPlace = { readonly companyId: number; readonly applicationId: string };

/** Guard `simulations`: the company has not too many open ones, counted while nobody opens another. */
export const insertSimulation = (
  id: string,
  { companyId, applicationId }: SimulationPlace,
  request: string,
  at: number,
): readonly Statement[] => [
  holdCompany(companyId),
  {
    sql: `insert into simulation (id, company_id, application_id, state, done, total, attempts, due_at, created_at, modified_at,
        problem, request, result)
      values (?, ?, ?, 'waiting', 0, 0, 0, ?, ?, ?, '', ?, '')`,
    params: [id, companyId, applicationId, at, at, at, request],
  },
  room('simulations', {
    of: holdCompany(companyId),
    counted: { sql: `select count(*) from simulation where company_id = ? and ${OPEN}`, params: [companyId] },
    most: MOST_OPEN,
  }),
];
export const noRoomForSimulation = (error: unknown): boolean => guardFailed(error, 'simulations');

export const findSimulation = (
  db: Database,
  { companyId, applicationId }: SimulationPlace,
  id: string,
): One<SimulationJob> =>
  db.one<SimulationJob>(`select ${COLUMNS} from simulation where company_id = ? and application_id = ? and id = ?`, [
    companyId,
    applicationId,
    id,
  ]);

/** Newest first. */
export const listSimulations = (
  db: Database,
  { companyId, applicationId }: SimulationPlace,
  after: readonly [number, string] | undefined,
  limit: number,
): All<SimulationJob> =>
  db.all<SimulationJob>(
    `select ${COLUMNS} from simulation where company_id = ? and application_id = ?
      ${after === undefined ? '' : 'and (created_at, id) < (?, ?)'} order by created_at desc, id desc limit ?`,
    [companyId, applicationId, ...(after ?? []), limit],
  );

export type Lease = { readonly claim: string; readonly now: number; readonly until: number };

/** The one that waits longest; asked twice, so that a row another node takes stays his. */
export const takeSimulation = async (db: Database, { claim, now, until }: Lease): One<SimulationJob> => {
  const [result] = await db.commit([
    {
      sql: `update simulation set state = 'running', done = 0, due_at = ?, claim = ?, started_at = coalesce(started_at, ?),
          modified_at = ?
        where ${OPEN} and due_at <= ? and id in (select id from simulation where ${OPEN} and due_at <= ? order by due_at limit 1)
        returning ${COLUMNS}`,
      params: [until, claim, now, now, now, now],
    },
  ]);
  return result?.rows[0] as SimulationJob | undefined;
};

const LEFT = 'simulation_claim';
/** It was cancelled, or another node has it by now. */
export const simulatedElsewhere = (error: unknown): boolean => guardFailed(error, LEFT);

export const moveSimulation = (
  id: string,
  { done, total }: { readonly done: number; readonly total: number },
  { claim, now, until }: Lease,
): Statement => ({
  sql: `update simulation set done = ?, total = ?, due_at = ?, modified_at = ? where id = ? and claim = ? and state = 'running'`,
  params: [done, total, until, now, id, claim],
  guard: { name: LEFT, rows: 1 },
});

export type SimulationEnd =
  | { readonly state: 'finished'; readonly result: string }
  | { readonly state: 'failed'; readonly problem: string }
  /** To be begun anew, by whoever comes first. */
  | { readonly state: 'waiting'; readonly dueAt: number; readonly attempts: number };

export const leaveSimulation = (id: string, end: SimulationEnd, { claim, now }: Lease): Statement => ({
  sql: `update simulation set state = ?, ended_at = ?, due_at = ?, attempts = ?, problem = ?, result = ?, claim = null, modified_at = ?
    where id = ? and claim = ? and state = 'running'`,
  params: [
    end.state,
    end.state === 'waiting' ? null : now,
    end.state === 'waiting' ? end.dueAt : now,
    end.state === 'waiting' ? end.attempts : 0,
    end.state === 'failed' ? end.problem : '',
    end.state === 'finished' ? end.result : '',
    now,
    id,
    claim,
  ],
  guard: { name: LEFT, rows: 1 },
});

/** Guard `simulation_open`: it is still open. Who works at it learns of it with his next step. */
export const cancelSimulation = ({ companyId, applicationId }: SimulationPlace, id: string, at: number): Statement => ({
  sql: `update simulation set state = 'cancelled', ended_at = ?, claim = null, modified_at = ?
    where company_id = ? and application_id = ? and id = ? and ${OPEN}`,
  params: [at, at, companyId, applicationId, id],
  guard: { name: 'simulation_open', rows: 1 },
});
export const isNotOpen = (error: unknown): boolean => guardFailed(error, 'simulation_open');

/** Kept for a month behind the end. */
export const sweepSimulations = (db: Database, now: number, bounds?: Bounds): Promise<number> =>
  sweepByStatements(
    db,
    (limit) => [
      {
        sql: `delete from simulation where id in
          (select id from simulation where modified_at < ? and not ${OPEN} order by modified_at limit ?)`,
        params: [now - KEPT_DAYS * DAY_MS, limit],
      },
    ],
    bounds,
  );
