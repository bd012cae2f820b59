/** Which of the settings of a node are about its database, and how long it is waited for. */
import { oneOf, postgresAddress, postgresAddresses, setting, whole } from './setting-readers.ts';

export const databaseSettings = {
  databaseUrl: setting('DATABASE_URL', undefined, 'PostgreSQL 15 or later. Without it: SQLite.', postgresAddress),
  replicaUrls: setting(
    'DATABASE_REPLICA_URL',
    undefined,
    'Standbys of that PostgreSQL, comma-separated, for reads that may be some seconds old.',
    postgresAddresses,
  ),
  replicaLagSeconds: setting(
    'CARTWRIGHT_REPLICA_LAG_SECONDS',
    '5',
    'Seconds a standby may be behind; one that is further behind is not read from.',
    whole(1, 3600),
  ),
  databaseConnections: setting(
    'CARTWRIGHT_DATABASE_CONNECTIONS',
    '10',
    'PostgreSQL connections of this node: 40 % for lists, the rest for writes. Four more of each worker serve single rows and scans, one more tells other nodes what was counted.',
    whole(1, 500),
  ),
  preparedStatements: setting(
    'CARTWRIGHT_PREPARED_STATEMENTS',
    'auto',
    'Whether PostgreSQL keeps parsed statements: on, off, or auto: not behind a pooler. On suits PgBouncer from 1.21.',
    oneOf('auto', 'on', 'off'),
  ),
  databaseStartSeconds: setting(
    'CARTWRIGHT_DATABASE_START_SECONDS',
    '30',
    'Seconds a start waits for PostgreSQL to answer, and to take writes.',
    whole(0, 3600),
  ),
  waitMs: setting(
    'CARTWRIGHT_WAIT_MS',
    '1000',
    'Milliseconds a request waits for a PostgreSQL connection, a lock, a silent server, or its turn at a cart or an order; then 503.',
    whole(100, 60_000),
  ),
} as const;
