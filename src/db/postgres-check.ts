/** What a server must be before we trust it with an acknowledged write. */
import type { Pool } from 'pg';

export type ServerSettings = {
  readonly version: number;
  readonly synchronous_commit: string;
  readonly fsync: string;
  readonly encoding: string;
};

const OLDEST = 15;

export const readServerSettings = async (pool: Pool): Promise<ServerSettings> => {
  const { rows } = await pool.query<ServerSettings>(
    `select current_setting('server_version_num')::int as version, current_setting('synchronous_commit') as synchronous_commit,
            current_setting('fsync') as fsync, current_setting('server_encoding') as encoding`,
  );
  const [settings] = rows;
  if (settings === undefined) throw new Error('PostgreSQL did not answer with its settings.');
  return settings;
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
