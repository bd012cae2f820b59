/**
 * Use case: make the codes of a bulk coupon, and clear them away after it, step by step. Each step is one batch of some hundred codes, so no other write
 * waits for long, and progress is what is on disk: a node that stops in the middle is continued by any other.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Node } from '../../applications/node.ts';
import { guardFailed, type Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import type { RandomBytes } from '../../shared/identifiers.ts';
import { addCodes, type CodeJob, openCodeJobs, readCodeJob, removeCodes } from './code-store.ts';

/** Figures and letters that nobody mistakes for one another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
const STEP = 250;
const TRIES = 5;
const JOBS_SWEPT = 10;
const ROUNDS_SWEPT = 20;

/** 50 bits of chance behind the prefix: 100,000 codes leave a guesser one hit in ten billion tries. */
export const newCode = (prefix: string, random: RandomBytes): string =>
  prefix + [...random(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('');

/** One step of a job, forwards or, when the coupon was removed, backwards. Answers the job as it stands then. */
export const workOnCodes = (
  { db, now, random }: Pick<Node, 'db' | 'now' | 'random'>,
  applicationId: string,
  offerId: string,
): Promise<CodeJob | undefined> => {
  // A code that is taken is drawn again.
  const takeStep = async (): Promise<CodeJob | undefined> => {
    const job = await readCodeJob(db, applicationId, offerId);
    if (job === undefined || job.made === job.wanted) return job;
    const step = stepOf(job, random, now());
    try {
      await db.commit(step.statements);
      return { ...job, made: step.made };
    } catch (error) {
      // Another node took this step: that is progress too.
      if (guardFailed(error, 'code_job')) return readCodeJob(db, applicationId, offerId);
      throw error;
    }
  };
  return untilGuardHolds('offer_code', takeStep, { tries: TRIES });
};

const stepOf = (
  job: CodeJob,
  random: RandomBytes,
  at: number,
): { readonly statements: readonly Statement[]; readonly made: number } => {
  if (job.made > job.wanted) {
    const count = Math.min(STEP, job.made);
    return { statements: removeCodes(job, count, at), made: job.made - count };
  }
  const codes = new Set<string>();
  while (codes.size < Math.min(STEP, job.wanted - job.made)) codes.add(newCode(job.prefix, random));
  return { statements: addCodes(job, [...codes], at), made: job.made + codes.size };
};

/** All of them, letting other work in between the steps. */
export const makeAllCodes = async (node: Node, applicationId: string, offerId: string): Promise<void> => {
  for (;;) {
    const job = await workOnCodes(node, applicationId, offerId);
    if (job === undefined || job.made === job.wanted) return;
    await turn();
  }
};

/** What a stopped node left undone, and codes whose coupon is gone: some steps of some jobs. Answers codes made or removed. */
export const sweepCodeJobs = async (node: Pick<Node, 'db' | 'now' | 'random'>): Promise<number> => {
  let moved = 0;
  for (let round = 0; round < ROUNDS_SWEPT; round += 1) {
    const jobs = await openCodeJobs(node.db, JOBS_SWEPT);
    if (jobs.length === 0) break;
    for (const { applicationId, offerId, made } of jobs) {
      const job = await workOnCodes(node, applicationId, offerId);
      moved += Math.abs((job?.made ?? made) - made);
    }
  }
  return moved;
};
