/**
 * Does the simulations that were asked for, one at a time, on threads beside the node. How far one is, is written every second and
 * holds the lease; a node that stops gives it back, and who takes it begins it anew: nothing was written.
 */
import { randomUUID } from 'node:crypto';
import { findApplication } from '../../applications/application-store.ts';
import type { SimulationBody } from '../../contract/offers/simulation-contract.ts';
import { startable, type WorkerTools } from '../../db/keep-working.ts';
import { refusalFor } from '../../http/error-handler.ts';
import type { SimulationShop } from './recorded-carts.ts';
import { simulate, type SimulationProgress } from './simulate.ts';
import {
  type Lease,
  leaveSimulation,
  moveSimulation,
  simulatedElsewhere,
  type SimulationEnd,
  type SimulationJob,
  takeSimulation,
} from './simulation-store.ts';

export type SimulationRunner = {
  readonly shop: SimulationShop;
  readonly threads: number;
  /** Whether the node is about to stop. */
  readonly isStopping: () => boolean;
};

const LEASE_MS = 60_000;
const TOLD_EVERY_MS = 1_000;
const MOST_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 5_000;
const EVERY_MS = 1_000;
const MOST_PAUSE_MS = 30_000;

const lease = (claim: string, now: number): Lease => ({ claim, now, until: now + LEASE_MS });

/** Thrown by a run that is given back. */
class GivenBack extends Error {
  override readonly name = 'GivenBack';
}

const endOf = (error: unknown, { attempts }: SimulationJob, now: number): SimulationEnd => {
  if (error instanceof GivenBack) return { state: 'waiting', dueAt: now, attempts };
  const refusal = refusalFor(error);
  const isFinal = attempts + 1 >= MOST_ATTEMPTS || (refusal !== undefined && refusal.status < 500);
  if (isFinal)
    return { state: 'failed', problem: refusal?.message ?? 'It could not be gone on with. Ask for it anew.' };
  return { state: 'waiting', dueAt: now + FIRST_PAUSE_MS * 2 ** attempts, attempts: attempts + 1 };
};

const resultOf = async (
  { shop, threads, isStopping }: SimulationRunner,
  job: SimulationJob,
  claim: string,
): Promise<SimulationEnd> => {
  const { db, now } = shop.node;
  const application = await findApplication(db, job.application_id);
  if (application === undefined) return { state: 'failed', problem: 'The application is not there any more.' };
  let told = now();
  const onProgress = async (progress: SimulationProgress): Promise<void> => {
    if (isStopping()) throw new GivenBack('the node stops');
    if (now() - told < TOLD_EVERY_MS && progress.done < progress.total) return;
    told = now();
    await db.commit([moveSimulation(job.id, progress, lease(claim, told))]);
  };
  // What was asked is about the time at which it was asked.
  const asked = JSON.parse(job.request) as SimulationBody;
  const result = await simulate(shop, application, asked, { threads, onProgress });
  return { state: 'finished', result: JSON.stringify(result) };
};

/** The one that waits longest. Answers how many there were. */
export const runSimulations = async (runner: SimulationRunner): Promise<number> => {
  const { db, now } = runner.shop.node;
  const claim = randomUUID();
  const job = await takeSimulation(db, lease(claim, now()));
  if (job === undefined) return 0;
  try {
    const end = await resultOf(runner, job, claim);
    await db.commit([leaveSimulation(job.id, end, lease(claim, now()))]);
  } catch (error) {
    if (simulatedElsewhere(error)) return 1;
    await db.commit([leaveSimulation(job.id, endOf(error, job, now()), lease(claim, now()))]).catch(() => undefined); // its lease ends by itself
    if (!(error instanceof GivenBack)) throw error;
  }
  return 1;
};

export const simulationWorker = (work: Omit<SimulationRunner, 'isStopping'> & WorkerTools) => {
  let stopping = false;
  const { chance, onFailure, onRecovery } = work;
  const step = () => runSimulations({ ...work, isStopping: () => stopping });
  const worker = startable({ step, everyMs: EVERY_MS, mostMs: MOST_PAUSE_MS, chance, onFailure, onRecovery });
  return {
    start: worker.start,
    stop: async () => {
      stopping = true;
      await worker.stop();
    },
  };
};
