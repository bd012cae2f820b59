/** What /metrics says about the database. */
import type { Database } from '../../db/database.ts';
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
