/**
 * Who calls with an application's id and token. One read by key for every request, so that a token removed or a setting
 * changed counts from the next request on, on every node; the settings are parsed once per version, and a token is compared once.
 */
import type { ApplicationSettings } from '../contract/applications/application-contract.ts';
import type { Database } from '../db/database.ts';
import { readWitness, type Witness } from '../db/witness.ts';
import { matchesAny } from './secret-hash.ts';
import { parseSettings } from './settings.ts';

export type KnownApplication = {
  readonly applicationId: string;
  readonly companyId: number;
  readonly organizationId: string;
  readonly version: number;
  readonly settings: ApplicationSettings;
};
type ProvenApplication = KnownApplication & {
  /** What was read to know it. */
  readonly seen: Witness;
  /** When one of its tokens ends; null when none does. */
  readonly until: number | null;
};
export type FindApplication = (id: string, token: string, now: number) => Promise<ProvenApplication | undefined>;

type Found = {
  readonly version: number;
  readonly company_id: number;
  readonly organization_id: string;
  /** `<hash>.<when it ends>`, comma-separated. */
  readonly tokens: string | null;
};
type Settings = { readonly version: number; readonly settings: ApplicationSettings };

const MOST_KEPT = 2_000;

/** The oldest entry makes room. */
const keep = <T>(kept: Map<string, T>, key: string, value: T): void => {
  const [oldest] = kept.keys();
  if (!kept.has(key) && kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, value);
};

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
    keep(kept, id, read);
    return read;
  };
};

const FIND = `select a.version, a.company_id, c.organization_id,
    (select string_agg(t.token_hash || '.' || coalesce(cast(t.expires_at as text), ''), ',' order by t.id) from application_token t
     where t.application_id = a.id) as tokens
  from application a join company c on c.id = a.company_id where a.id = ?`;
const FIND_PLACE = `select a.version, a.company_id, c.organization_id from application a
  join company c on c.id = a.company_id where a.id = ?`;

const tokensIn = ({ tokens }: Found): readonly { readonly hash: string; readonly until: number }[] =>
  (tokens?.split(',') ?? []).map((text) => {
    const [hash = '', ends = ''] = text.split('.');
    return { hash, until: ends === '' ? Infinity : Number(ends) };
  });
const placeOf = (id: string, found: Found) => ({
  applicationId: id,
  companyId: found.company_id,
  organizationId: found.organization_id,
  seen: readWitness(FIND, [id], [found]),
});

/** A credential that was found right, by what the row said then. */
type Proven = {
  readonly found: Found;
  readonly application: ProvenApplication;
  /** When it was seen, and when one of the tokens ends: in between time changes nothing. */
  readonly since: number;
  readonly until: number;
};
const isSame = (a: Found, b: Found): boolean =>
  a.version === b.version &&
  a.tokens === b.tokens &&
  a.company_id === b.company_id &&
  a.organization_id === b.organization_id;

/** The row is read for every request; a token is hashed and compared again only when the row, or the time, says something else. */
export const applicationFinder = (db: Database): FindApplication => {
  const settingsOf = settingsCache(db);
  const proofs = new Map<string, Proven>();

  return async (id, token, now) => {
    const found = await db.one<Found>(FIND, [id]);
    if (found === undefined) return undefined;
    const credential = `${id} ${token}`;
    const proven = proofs.get(credential);
    if (proven !== undefined && isSame(proven.found, found) && now >= proven.since && now < proven.until) {
      return proven.application;
    }
    const tokens = tokensIn(found).filter(({ until }) => until > now);
    const hashes = tokens.map(({ hash }) => hash);
    if (!matchesAny(token, hashes)) return undefined;
    const current = await settingsOf(id, found.version);
    if (current === undefined) return undefined;
    const until = Math.min(...tokens.map((one) => one.until));
    const application = { ...placeOf(id, found), ...current, until: until === Infinity ? null : until };
    // Settings that changed between the two reads are newer than the row says: good for this request, not to keep.
    if (current.version === found.version) keep(proofs, credential, { found, application, since: now, until });
    return application;
  };
};

/** Without its token: for what proves by other means which application it is of. */
export const applicationById = (db: Database): ((id: string) => Promise<KnownApplication | undefined>) => {
  const settingsOf = settingsCache(db);

  return async (id) => {
    const found = await db.one<Omit<Found, 'tokens'>>(FIND_PLACE, [id]);
    const current = found && (await settingsOf(id, found.version));
    if (found === undefined || current === undefined) return undefined;
    return { applicationId: id, companyId: found.company_id, organizationId: found.organization_id, ...current };
  };
};
