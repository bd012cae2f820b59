/** What the doctor asks the standbys: does each answer, does it follow this server, is it near enough to be read from. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { openReplicas } from '../../db/replicas/open-replicas.ts';
import type { ReplicaState } from '../../db/replicas/replica-source.ts';
import { processStopwatch } from '../../shared/clock.ts';
import type { Finding } from './doctor-finding.ts';

const LOOK_MS = 100;

const findingOf = ({ place, isUsed, behindMs }: ReplicaState, seconds: number): Finding => {
  const what = `replica ${place}`;
  if (isUsed) return { what, verdict: 'ok', says: 'follows the database and is read from' };
  return {
    what,
    verdict: 'warn',
    says:
      behindMs === null
        ? 'does not answer, follows nobody, or follows another server'
        : `is ${(behindMs / 1000).toFixed(1)} s behind`,
    advice: `The database itself is read until it is at most ${seconds} s behind. Check DATABASE_REPLICA_URL and the standby.`,
  };
};

export const replicaChecks = async (db: Database, config: Config): Promise<readonly Finding[]> => {
  const { replicaUrls: urls, replicaLagSeconds: seconds, preparedStatements: prepared, waitMs } = config;
  if (urls === undefined) return [];
  if (db.engine === 'sqlite') {
    const says = 'DATABASE_REPLICA_URL is of no use without DATABASE_URL';
    return [{ what: 'replicas', verdict: 'warn', says, advice: 'SQLite has no standbys.' }];
  }
  const stopwatch = processStopwatch;
  const replicas = openReplicas({
    primary: db,
    urls,
    mostBehindMs: seconds * 1000,
    stopwatch,
    postgres: { max: 1, prepared, waitMs },
  });
  try {
    // One that is a moment behind is near at a second look.
    const until = stopwatch.ms() + seconds * 1000;
    await replicas.look();
    while (!replicas.states().every(({ isUsed }) => isUsed) && stopwatch.ms() < until) {
      await pause(LOOK_MS);
      await replicas.look();
    }
    return replicas.states().map((state) => findingOf(state, seconds));
  } finally {
    await replicas.close();
  }
};
