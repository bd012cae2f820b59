/**
 * Feeds the files of import jobs, some batches at a time, so that all open ones come forward. How far a job is and what became
 * of its rows is in the batch of the rows: killed at any moment, it goes on exactly there, on any node, when its lease has ended.
 */
import { randomUUID } from 'node:crypto';
import { auditStatement } from '../../applications/audit-statements.ts';
import { type Node, system } from '../../applications/node.ts';
import { organizationOfCompany } from '../../applications/organization-store.ts';
import { startable, type WorkerTools } from '../../db/keep-working.ts';
import { countVerdicts } from '../../feeds/feed-answer.ts';
import type { FeedKind } from '../../feeds/feed-kind.ts';
import { importedElsewhere } from '../../feeds/feed-progress.ts';
import type { Place } from '../../feeds/feed-rows.ts';
import { type Fed, runFeed } from '../../feeds/feed-run.ts';
import { openSource } from '../../feeds/import-source.ts';
import { refusalFor } from '../../http/error-handler.ts';
import type { Metrics } from '../../http/watch/metrics.ts';
import { readParts } from './import-parts.ts';
import { type ImportEnd, type ImportJob, type Lease, leaveImport, moveImport, takeImport } from './import-store.ts';
import { keepVerdicts } from './import-verdicts.ts';

export type ImportRunner = {
  readonly node: Pick<Node, 'db' | 'now' | 'random'>;
  readonly kinds: readonly FeedKind[];
  readonly metrics: Metrics;
};

const LEASE_MS = 30_000;
/** Batches of one job before another has its turn. */
const MOST_BATCHES = 25;
const MOST_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 1_000;
const EVERY_MS = 500;
const MOST_PAUSE_MS = 30_000;

const lease = (claim: string, now: number): Lease => ({ claim, now, until: now + LEASE_MS });

/** Some batches of a job; whether that was all of it. */
const feedSome = async ({ node, kinds, metrics }: ImportRunner, job: ImportJob, claim: string): Promise<boolean> => {
  const { db, now } = node;
  const kind = kinds.find(({ name }) => name === job.kind);
  if (kind === undefined) throw new Error(`there is no kind ${job.kind} any more`);
  const counter = metrics.counter('cartwright_import_rows_total', 'Rows of import jobs, by what became of them.');
  const named = new Map(JSON.parse(job.named_columns) as readonly (readonly [string, string])[]);
  const source = await openSource(readParts(db, job.id), kind.schema, { format: job.format, named });
  let from: Place = { line: job.line, position: job.position };
  const alongside = (fed: Fed) => [
    moveImport(job.id, { from, to: fed.place, counted: countVerdicts(fed.verdicts) }, lease(claim, now())),
    keepVerdicts(job.id, from, fed),
  ];
  const feed = { db, companyId: job.company_id, runId: job.id, at: job.started_at ?? job.created_at };
  let batches = 0;
  for await (const fed of runFeed(kind, source.rows(from), feed, { alongside })) {
    from = fed.place;
    const { accepted, refused } = countVerdicts(fed.verdicts);
    if (accepted > 0) counter({ outcome: 'accepted' }, accepted);
    if (refused > 0) counter({ outcome: 'refused' }, refused);
    batches += 1;
    if (batches >= MOST_BATCHES) return false;
  }
  return true;
};

const endOf = (error: unknown, { attempts }: ImportJob, now: number): ImportEnd => {
  const refusal = refusalFor(error);
  const isFinal = attempts + 1 >= MOST_ATTEMPTS || (refusal !== undefined && refusal.status < 500);
  if (isFinal)
    return { state: 'failed', problem: refusal?.message ?? 'It could not be gone on with. Resume it later.' };
  return { state: 'running', dueAt: now + FIRST_PAUSE_MS * 2 ** attempts, attempts: attempts + 1 };
};

/** One turn of the job that waits longest. Answers how many had a turn. */
export const runImports = async (runner: ImportRunner): Promise<number> => {
  const { db, now, random } = runner.node;
  const claim = randomUUID();
  const job = await takeImport(db, lease(claim, now()));
  if (job === undefined) return 0;
  const leave = (end: ImportEnd) => leaveImport(job.id, end, lease(claim, now()));
  const finish = async () => {
    const after = await db.one<{ accepted: number; refused: number }>(
      'select accepted, refused from import_job where id = ?',
      [job.id],
    );
    const entry = {
      ...system,
      organizationId: (await organizationOfCompany(db, job.company_id)) ?? '',
      action: 'catalog.feed',
      subject: `company/${job.company_id}/${job.kind}`,
      before: null,
      after: { ...after, run_id: job.id },
      at: now(),
    };
    await db.commit([leave({ state: 'finished' }), auditStatement(entry, random)]);
  };
  try {
    if (await feedSome(runner, job, claim)) await finish();
    else await db.commit([leave({ state: 'running', dueAt: now(), attempts: 0 })]);
  } catch (error) {
    if (importedElsewhere(error)) return 1; // cancelled, or another node's by now
    await db.commit([leave(endOf(error, job, now()))]).catch(() => undefined); // its lease ends by itself
    throw error;
  }
  return 1;
};

export type ImportWorker = ImportRunner & WorkerTools;

export const importWorker = (worker: ImportWorker) => {
  const { chance, onFailure, onRecovery } = worker;
  const step = () => runImports(worker);
  return startable({ step, everyMs: EVERY_MS, mostMs: MOST_PAUSE_MS, chance, onFailure, onRecovery });
};
