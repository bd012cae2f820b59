/**
 * Who calls with an application's id and token. One read by key for every request, so that a token removed or a setting
 * changed counts from the next request on, on every node; the settings are parsed once per version.
 */
import type { ApplicationSettings } from '../contract/applications/application-contract.ts';
import type { Database } from '../db/database.ts';
import { matchesAny } from './secret-hash.ts';
import { parseSettings } from './settings.ts';

export type KnownApplication = {
  readonly applicationId: string;
  readonly companyId: number;
  readonly organizationId: string;
  readonly version: number;
  readonly settings: ApplicationSettings;
};
export type FindApplication = (id: string, token: string, now: number) => Promise<KnownApplication | undefined>;

type Found = {
  readonly version: number;
  readonly company_id: number;
  readonly organization_id: string;
  readonly hashes: string | null;
};
type Settings = { readonly version: number; readonly settings: ApplicationSettings };

const MOST_KEPT = 1_000;

const settingsCache = (db: Database) => {
  const kept = new Map<string, Settings>();

  return async (id: string, version: number): Promise<Settings | undefined> => {
    const known = kept.get(id);
    if (known?.version === version) return known;
    const row = await db.one<{ version: number; settings: string }>(
      'select version, settings from application where id = ?',
      [id],
    );
    if (row === undefined) return undefined;
    const read = { version: row.version, settings: parseSettings(row.settings) };
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(id, read);
    return read;
  };
};

export const applicationFinder = (db: Database): FindApplication => {
  const settingsOf = settingsCache(db);

  return async (id, token, now) => {
    const found = await db.one<Found>(
      `select a.version, a.company_id, c.organization_id,
         (select string_agg(t.token_hash, ',') from application_token t
          where t.application_id = a.id and (t.expires_at is null or t.expires_at > ?)) as hashes
       from application a join company c on c.id = a.company_id where a.id = ?`,
      [now, id],
    );
    if (found === undefined || !matchesAny(token, found.hashes?.split(',') ?? [])) return undefined;
    const current = await settingsOf(id, found.version);
    return (
      current && { applicationId: id, companyId: found.company_id, organizationId: found.organization_id, ...current }
    );
  };
};

/** Without its token: for what proves by other means which application it is of. */
export const applicationById = (db: Database): ((id: string) => Promise<KnownApplication | undefined>) => {
  const settingsOf = settingsCache(db);

  return async (id) => {
    const found = await db.one<Omit<Found, 'hashes'>>(
      `select a.version, a.company_id, c.organization_id from application a
       join company c on c.id = a.company_id where a.id = ?`,
      [id],
    );
    const current = found && (await settingsOf(id, found.version));
    if (found === undefined || current === undefined) return undefined;
    return { applicationId: id, companyId: found.company_id, organizationId: found.organization_id, ...current };
  };
};
