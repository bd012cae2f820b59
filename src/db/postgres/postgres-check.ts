/** What a server must be before we trust it with an acknowledged write. */
import type { ClientBase } from 'pg';

export type ServerSettings = {
  readonly version: number;
  readonly synchronous_commit: string;
  readonly fsync: string;
  readonly encoding: string;
  /** Whether it shows what its processes do, ours under the numbers we know them by: a pooler gives others. */
  readonly seen: boolean;
};

const OLDEST = 15;

/** The server's process behind a connection, as it was told when connecting. */
export const processOf = (client: ClientBase): number =>
  Number((client as { readonly processID?: number | null }).processID);

export const readServerSettings = async (client: ClientBase): Promise<ServerSettings> => {
  const { rows } = await client.query<Omit<ServerSettings, 'seen'> & { readonly seen: number }>(
    `select current_setting('server_version_num')::int as version, current_setting('synchronous_commit') as synchronous_commit,
            current_setting('fsync') as fsync, current_setting('server_encoding') as encoding,
            current_setting('track_activities') = 'on' and pg_backend_pid() = $1 as seen`,
    [processOf(client)],
  );
  const [settings] = rows;
  if (settings === undefined) throw new Error('PostgreSQL did not answer with its settings.');
  return { ...settings, seen: settings.seen === 1 };
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

export const warningOf = (settings: ServerSettings): string | undefined =>
  settings.fsync === 'off'
    ? 'PostgreSQL runs with fsync = off: a power failure can lose or damage everything. Set fsync = on.'
    : undefined;
