/** What a server must be before we trust it with an acknowledged write. */
import type { ClientBase } from 'pg';

/** Whether statements get names that a connection keeps; `auto`: where no pooler stands between. */
export type PreparedStatements = 'auto' | 'on' | 'off';

export type ServerSettings = {
  readonly version: number;
  readonly synchronous_commit: string;
  readonly fsync: string;
  readonly encoding: string;
  /** Whether it shows what its processes do. */
  readonly shown: boolean;
  /** Whether a pooler stands between: our process has another number there than we were told. */
  readonly pooled: boolean;
  /** Milliseconds that a statement, and a wait for a lock, may take at most by the settings of the server; 0: no limit. */
  readonly statement_ms: number;
  readonly lock_ms: number;
};

const OLDEST = 15;

/** The server's process behind a connection, as it was told when connecting. */
export const processOf = (client: ClientBase): number =>
  Number((client as { readonly processID?: number | null }).processID);

export const readServerSettings = async (client: ClientBase): Promise<ServerSettings> => {
  type Read = Omit<ServerSettings, 'shown' | 'pooled'> & { readonly shown: number; readonly pooled: number };
  const { rows } = await client.query<Read>(
    `select current_setting('server_version_num')::int as version, current_setting('synchronous_commit') as synchronous_commit,
            current_setting('fsync') as fsync, current_setting('server_encoding') as encoding,
            current_setting('track_activities') = 'on' as shown, pg_backend_pid() <> $1 as pooled,
            (select setting::int from pg_settings where name = 'statement_timeout') as statement_ms,
            (select setting::int from pg_settings where name = 'lock_timeout') as lock_ms`,
    [processOf(client)],
  );
  const [settings] = rows;
  if (settings === undefined) throw new Error('PostgreSQL did not answer with its settings.');
  return { ...settings, shown: settings.shown === 1, pooled: settings.pooled === 1 };
};

/** Why this server must not be used, in a sentence that says what to do; undefined when it may. */
export const refusalOf = (settings: ServerSettings): string | undefined => {
  if (settings.version < OLDEST * 10_000) {
    return `PostgreSQL ${Math.floor(settings.version / 10_000)} is too old: upgrade the server to ${OLDEST} or later.`;
  }
  if (settings.synchronous_commit === 'off') {
    return 'PostgreSQL acknowledges writes before they are on the disk: set synchronous_commit = on for this database or role.';
  }
  if (settings.encoding !== 'UTF8') {
    return `The database keeps text as ${settings.encoding}: create it with encoding UTF8.`;
  }
  return undefined;
};

/**
 * What should be set up differently, though it works. A pooler takes no limits of ours when a connection is made, and what is set
 * behind it would hold for whoever gets that connection next.
 */
export const warningsOf = (settings: ServerSettings): readonly string[] => [
  ...(settings.fsync === 'off'
    ? ['PostgreSQL runs with fsync = off: a power failure can lose or damage everything. Set fsync = on.']
    : []),
  ...(settings.pooled && (settings.statement_ms === 0 || settings.lock_ms === 0)
    ? [
        'DATABASE_URL leads to a connection pooler, behind which nothing limits how long a statement runs or waits for a lock: set statement_timeout = 10s and lock_timeout = 1s there (PgBouncer: connect_query; or alter role … set).',
      ]
    : []),
];
