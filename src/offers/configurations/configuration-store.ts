/**
 * Cart configurations in SQL. The universal one has the application's id and exists from the start, with defaults; its row
 * comes with the first change.
 */
import { type ApplicationPlace, ownedBy } from '../../applications/application-store.ts';
import type { ConfigurationBody } from '../../contract/offers/offer-configuration-contract.ts';
import type { All, Database, One, Statement } from '../../db/database.ts';
import { recordColumns } from '../../db/record-columns.ts';
import { universalSlug } from './configuration-rules.ts';

export type StoredConfiguration = {
  readonly id: string;
  /** 0 for the universal configuration nobody has changed yet. */
  readonly version: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly modifiedBy: string;
  readonly given: ConfigurationBody;
};
type Document = Pick<StoredConfiguration, 'given' | 'modifiedBy'>;
type Row = Omit<StoredConfiguration, keyof Document> & { readonly document: string };
const CONFIGURATION = recordColumns('k.id, k.version, k.created_at, k.modified_at, k.document');

const configurationOf = ({ document, ...row }: Row): StoredConfiguration => ({
  ...row,
  ...(JSON.parse(document) as Document),
});
const untouched = (applicationId: string, createdAt: number): StoredConfiguration => ({
  id: applicationId,
  version: 0,
  createdAt,
  modifiedAt: createdAt,
  modifiedBy: 'system',
  given: {},
});

const MOST = 1_000;

/** All of an application, the universal one first, then by age. */
export const listConfigurations = async (
  db: Database,
  applicationId: string,
  createdAt: number,
): All<StoredConfiguration> => {
  const rows = await db.all<Row>(
    `select ${CONFIGURATION} from cart_configuration k where k.application_id = ? order by k.created_at, k.id limit ?`,
    [applicationId, MOST],
  );
  const all = rows.map(configurationOf);
  const universal = all.find(({ id }) => id === applicationId) ?? untouched(applicationId, createdAt);
  return [universal, ...all.filter(({ id }) => id !== applicationId)];
};

/** As an administrator of the organization names it. */
export const readConfiguration = async (
  db: Database,
  { organizationId, companyId, applicationId }: ApplicationPlace,
  id: string,
  createdAt: number,
): One<StoredConfiguration> => {
  const row = await db.one<Row>(
    `select ${CONFIGURATION} from cart_configuration k ${ownedBy('k')} where k.application_id = ? and k.id = ?`,
    [companyId, organizationId, applicationId, id],
  );
  if (row !== undefined) return configurationOf(row);
  return id === applicationId ? untouched(applicationId, createdAt) : undefined;
};

const documentOf = ({ given, modifiedBy }: StoredConfiguration): string => JSON.stringify({ given, modifiedBy });

/** Guard `configuration_slug`: no other configuration of the application has this slug. */
export const insertConfiguration = (applicationId: string, slug: string, stored: StoredConfiguration): Statement => ({
  sql: `insert into cart_configuration (application_id, id, slug, version, created_at, modified_at, document)
    values (?, ?, ?, ?, ?, ?, ?)`,
  params: [applicationId, stored.id, slug, 1, stored.createdAt, stored.modifiedAt, documentOf(stored)],
  guard: { name: 'configuration_slug', rows: 1 },
});

/** Guard `configuration_row`: nobody changed it since it was read, and its new slug is free. */
export const updateConfiguration = (applicationId: string, slug: string, stored: StoredConfiguration): Statement => ({
  sql: `update cart_configuration set slug = ?, version = version + 1, modified_at = ?, document = ?
    where application_id = ? and id = ? and version = ?`,
  params: [slug, stored.modifiedAt, documentOf(stored), applicationId, stored.id, stored.version],
  guard: { name: 'configuration_row', rows: 1 },
});

export const deleteConfiguration = (applicationId: string, { id, version }: StoredConfiguration): Statement => ({
  sql: 'delete from cart_configuration where application_id = ? and id = ? and version = ?',
  params: [applicationId, id, version],
  guard: { name: 'configuration_row', rows: 1 },
});

/** Whether another configuration has this slug. */
export const slugIsTaken = async (db: Database, applicationId: string, slug: string, id: string): Promise<boolean> => {
  if (slug === universalSlug) return id !== applicationId;
  const row = await db.one<{ id: string }>('select id from cart_configuration where application_id = ? and slug = ?', [
    applicationId,
    slug,
  ]);
  return row !== undefined && row.id !== id;
};
