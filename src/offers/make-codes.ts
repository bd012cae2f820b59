/**
 * Use case: make the codes of a bulk coupon, step by step. Each step is one batch of a few hundred codes, so no other write
 * waits for long, and progress is what is on disk: a node that stops in the middle is continued by any other.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Node } from '../applications/node.ts';
import { guardFailed } from '../db/database.ts';
import type { RandomBytes } from '../shared/identifiers.ts';
import { addCodes, type CodeJob, openCodeJobs, readCodeJob, sweepCodes } from './code-store.ts';

/** Figures and letters that nobody mistakes for one another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
const STEP = 500;
const TRIES = 5;
const JOBS_SWEPT = 10;

/** 50 bits of chance behind the prefix: 100,000 codes leave a guesser one hit in ten billion tries. */
const newCode = (prefix: string, random: RandomBytes): string =>
  prefix + [...random(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('');

/** One step. Answers the job as it stands then; undefined when the coupon is gone. */
export const makeSomeCodes = async (
  { db, now, random }: Pick<Node, 'db' | 'now' | 'random'>,
  applicationId: string,
  offerId: string,
): Promise<CodeJob | undefined> => {
  for (let tries = 1; ; tries += 1) {
    const job = await readCodeJob(db, applicationId, offerId);
    if (job === undefined || job.made >= job.wanted) return job;
    const codes = new Set<string>();
    while (codes.size < Math.min(STEP, job.wanted - job.made)) codes.add(newCode(job.prefix, random));
    try {
      await db.commit(addCodes(job, [...codes], now()));
      return { ...job, made: job.made + codes.size };
    } catch (error) {
      const again = guardFailed(error, 'code_job') || guardFailed(error, 'offer_code');
      if (!again || tries === TRIES) throw error;
    }
  }
};

/** All of them, letting other work in between the steps. */
export const makeAllCodes = async (node: Node, applicationId: string, offerId: string): Promise<void> => {
  for (;;) {
    const job = await makeSomeCodes(node, applicationId, offerId);
    if (job === undefined || job.made >= job.wanted) return;
    await turn();
  }
};

/** What a stopped node left undone, and codes whose coupon is gone. */
export const sweepCodeJobs = async (node: Pick<Node, 'db' | 'now' | 'random'>): Promise<number> => {
  let made = 0;
  for (const { applicationId, offerId, made: before } of await openCodeJobs(node.db, JOBS_SWEPT)) {
    const job = await makeSomeCodes(node, applicationId, offerId);
    made += (job?.made ?? before) - before;
  }
  return made + (await sweepCodes(node.db));
};
