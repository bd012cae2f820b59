/** What /metrics says about the database. */
import type { Database } from '../../db/database.ts';
import type { Replicas } from '../../db/replicas/open-replicas.ts';
import type { ReplicaCount } from '../replica-reads.ts';
import type { Metrics } from './metrics.ts';

export const registerDatabaseMetrics = (metrics: Metrics, db: Database): void => {
  metrics.counted('cartwright_database_batches_total', 'Batches written.', () => db.health().batches);
  metrics.counted('cartwright_database_groups_total', 'Durable writes they shared.', () => db.health().groups);
  metrics.gauge('cartwright_database_waiting', 'Batches or callers that wait.', () => db.health().waiting);
  metrics.gauge(
    'cartwright_clock_skew_seconds',
    'How far this machine’s clock is ahead of the database’s.',
    () => db.health().skewMs / 1000,
  );
  metrics.gauge('cartwright_database_commit_seconds', 'Median time of recent durable writes.', () => {
    const { commitMs } = db.health();
    return commitMs === null ? [] : [{ value: commitMs / 1000 }];
  });
};

/** Returns what counts where reads that may be old were answered. */
export const registerReplicaMetrics = (
  metrics: Metrics,
  replicas: Pick<Replicas, 'states'> | undefined,
): ReplicaCount => {
  const states = () => replicas?.states() ?? [];
  metrics.gauge('cartwright_replica_used', 'Whether a replica is read from.', () =>
    states().map(({ place, isUsed }) => ({ labels: { replica: place }, value: isUsed ? 1 : 0 })),
  );
  metrics.gauge('cartwright_replica_behind_seconds', 'How far a replica is behind at most, where that is known.', () =>
    states().flatMap(({ place, behindMs }) =>
      behindMs === null ? [] : [{ labels: { replica: place }, value: behindMs / 1000 }],
    ),
  );
  const counted = metrics.counter('cartwright_replica_reads_total', 'Calls that may be old, by where they were read.');
  return (from) => counted({ from });
};
