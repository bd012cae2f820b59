/** Applications and their settings, in SQL. Whose an application is, is decided by the statement, never after it. */
import type { ApplicationSettings } from '../contract/applications/application-contract.ts';
import type { All, Database, One, Statement } from '../db/database.ts';
import { parseSettings, type SecretName } from './settings.ts';

/** An application as an administrator of its organization names it. */
export type ApplicationPlace = Readonly<{ organizationId: string; companyId: number; applicationId: string }>;
/** Joins a row of an application, by its alias, to who owns it. Two values come first: the company and its organization. */
export const ownedBy = (row: string): string =>
  `join application a on a.id = ${row}.application_id and a.company_id = ?
   join company c on c.id = a.company_id and c.organization_id = ?`;

export type Application = {
  readonly id: string;
  readonly companyId: number;
  readonly version: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly settings: ApplicationSettings;
  readonly secretsSet: Readonly<Record<SecretName, boolean>>;
};

type ApplicationRow = {
  readonly id: string;
  readonly company_id: number;
  readonly version: number;
  readonly created_at: number;
  readonly modified_at: number;
  readonly settings: string;
  readonly customer_token_secrets: number;
  readonly request_signature_secrets: number;
  readonly payment_secrets: number;
};

const secretCount = (name: string): string =>
  `(select count(*) from sealed_value s where s.owner = 'application/' || a.id and s.name = '${name}')`;
const SELECT = `select a.id, a.company_id, a.version, a.created_at, a.modified_at, a.settings,
  ${secretCount('customer_token_secret')} as customer_token_secrets,
  ${secretCount('request_signature_secret')} as request_signature_secrets,
  ${secretCount('payment_secret')} as payment_secrets
  from application a join company c on c.id = a.company_id`;

const application = (row: ApplicationRow): Application => ({
  id: row.id,
  companyId: row.company_id,
  version: row.version,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  settings: parseSettings(row.settings),
  secretsSet: {
    customer_token_secret: row.customer_token_secrets > 0,
    request_signature_secret: row.request_signature_secrets > 0,
    payment_secret: row.payment_secrets > 0,
  },
});

export const readApplication = async (
  db: Database,
  { organizationId, companyId, applicationId }: ApplicationPlace,
): One<Application> => {
  const row = await db.one<ApplicationRow>(`${SELECT} where a.id = ? and a.company_id = ? and c.organization_id = ?`, [
    applicationId,
    companyId,
    organizationId,
  ]);
  return row && application(row);
};

/** Whoever it belongs to: for the command line, which no caller reaches. */
export const findApplication = async (db: Database, id: string): One<Application> => {
  const row = await db.one<ApplicationRow>(`${SELECT} where a.id = ?`, [id]);
  return row && application(row);
};

/** At most `limit` applications of a company, by id, beginning after `afterId`. */
export const listApplications = async (
  db: Database,
  { organizationId, companyId }: Omit<ApplicationPlace, 'applicationId'>,
  afterId: string,
  limit: number,
): All<Application> => {
  const rows = await db.all<ApplicationRow>(
    `${SELECT} where a.company_id = ? and c.organization_id = ? and a.id > ? order by a.id limit ?`,
    [companyId, organizationId, afterId, limit],
  );
  return rows.map(application);
};

export type ApplicationGlance = {
  readonly id: string;
  readonly company_id: number;
  readonly name: string;
  readonly currency: string;
  readonly time_zone: string;
  readonly is_demo: boolean;
};

/**
 * Of all its companies, the oldest first: the first is what the console shows to whoever chose none, and a shop that is added must
 * not take its place. What is put in order are ids alone, because settings may be long.
 */
export const applicationsOfOrganization = async (
  db: Database,
  organizationId: string,
  limit: number,
): All<ApplicationGlance> => {
  const rows = await db.all<{ id: string; company_id: number; settings: string; demo: number | null }>(
    `with shown as (
       select a.id, a.company_id, a.created_at from company c join application a on a.company_id = c.id
       where c.organization_id = ? order by a.company_id, a.created_at, a.id limit ?)
     select a.id, a.company_id, a.settings, d.company_id as demo
     from shown s join application a on a.id = s.id left join demo_shop d on d.company_id = s.company_id
     order by s.company_id, s.created_at, s.id`,
    [organizationId, limit],
  );
  return rows.map(({ id, company_id, settings, demo }) => {
    const { name, currency, time_zone } = parseSettings(settings);
    return { id, company_id, name, currency, time_zone, is_demo: demo !== null };
  });
};

export type NewApplicationRow = Readonly<{ id: string; companyId: number; settings: ApplicationSettings; at: number }>;

export const insertApplication = ({ id, companyId, settings, at }: NewApplicationRow): Statement => ({
  sql: `insert into application (id, company_id, version, token_version, created_at, modified_at, settings)
        values (?, ?, 1, 1, ?, ?, ?)`,
  params: [id, companyId, at, at, JSON.stringify(settings)],
});

/** Guard `application_version`: nobody changed the settings since `version` was read. */
export const updateSettings = (id: string, version: number, settings: ApplicationSettings, at: number): Statement => ({
  sql: 'update application set version = version + 1, modified_at = ?, settings = ? where id = ? and version = ?',
  params: [at, JSON.stringify(settings), id, version],
  guard: { name: 'application_version', rows: 1 },
});
