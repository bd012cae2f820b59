/**
 * OAuth clients in SQL. Whose a client is, is decided by the statement, never after it; a deleted one is found by none
 * of these.
 */
import type { Database, One, Statement } from '../../db/database.ts';
import { recordColumns } from '../../db/record-columns.ts';
import type { ClientDocument } from './client-statements.ts';

export type StoredClient = {
  readonly clientId: string;
  readonly recordId: string;
  readonly organizationId: string;
  readonly companyId: number;
  /** Rises with every change of the client or of its secrets; what is cached of it is compared with this. */
  readonly version: number;
  readonly isActive: boolean;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly document: ClientDocument;
};
/** A client as somebody of an organization names it. */
export type ClientPlace = { readonly organizationId: string; readonly clientId: string };

type ClientRow = Omit<StoredClient, 'isActive' | 'document'> & { readonly active: number; readonly document: string };

const clientColumns = `c.is_active as active, ${recordColumns(
  'c.client_id, c.organization_id, c.company_id, c.version, c.created_at, c.modified_at, c.document',
)}, c.id as "recordId"`;

const storedClient = ({ active, document, ...row }: ClientRow): StoredClient => ({
  ...row,
  isActive: active === 1,
  document: JSON.parse(document) as ClientDocument,
});

/** Of any organization, active or not: for whoever checks the client's credentials or tokens. */
export const findClientById = async (db: Database, clientId: string): One<StoredClient> => {
  const row = await db.one<ClientRow>(
    `select ${clientColumns} from oauth_client c where c.client_id = ? and c.deleted_at is null`,
    [clientId],
  );
  return row && storedClient(row);
};

export type ClientWithSecrets = { readonly client: StoredClient; readonly secretHashes: readonly string[] };

/** Both in one read, so that the hashes are those of the version that is returned. */
export const findClientWithSecrets = async (db: Database, clientId: string, now: number): One<ClientWithSecrets> => {
  const rows = await db.all<ClientRow & { readonly secret_hash: string | null }>(
    `select ${clientColumns}, s.secret_hash from oauth_client c
     left join oauth_client_secret s on s.client_id = c.client_id and (s.expires_at is null or s.expires_at > ?)
     where c.client_id = ? and c.deleted_at is null`,
    [now, clientId],
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  const { secret_hash: _, ...client } = first;
  return {
    client: storedClient(client),
    secretHashes: rows.flatMap(({ secret_hash }) => (secret_hash === null ? [] : [secret_hash])),
  };
};

/** A client as it is shown: with the hints of its live secrets, oldest first. */
export type ShownClient = StoredClient & { readonly hints: readonly string[] };
export type ShownRow = ClientRow & { readonly hints: string | null };

/** Takes the time for which secrets must be live as its first value. */
export const selectShown = `select ${clientColumns},
  (select string_agg(s.hint, ',' order by s.created_at, s.id) from oauth_client_secret s
   where s.client_id = c.client_id and (s.expires_at is null or s.expires_at > ?)) as hints
  from oauth_client c`;

export const shownClient = ({ hints, ...row }: ShownRow): ShownClient => ({
  ...storedClient(row),
  hints: hints === null ? [] : hints.split(','),
});

export const readClient = async (db: Database, place: ClientPlace, now: number): One<ShownClient> => {
  const row = await db.one<ShownRow>(
    `${selectShown} where c.client_id = ? and c.organization_id = ? and c.deleted_at is null`,
    [now, place.clientId, place.organizationId],
  );
  return row && shownClient(row);
};

/** Guard `oauth_client_version`: nobody changed the client or its secrets since `version` was read. */
const versionGuard = { name: 'oauth_client_version', rows: 1 } as const;

export type ClientState = { readonly isActive: boolean; readonly document: ClientDocument };

export const updateClient = (
  { clientId, organizationId, version }: ClientPlace & { readonly version: number },
  { isActive, document }: ClientState,
  at: number,
): Statement => ({
  sql: `update oauth_client set version = version + 1, is_active = ?, modified_at = ?, document = ?
        where client_id = ? and organization_id = ? and version = ? and deleted_at is null`,
  params: [isActive ? 1 : 0, at, JSON.stringify(document), clientId, organizationId, version],
  guard: versionGuard,
});

/** For a change of the secrets alone. */
export const touchClient = (
  { clientId, organizationId, version }: ClientPlace & { readonly version: number },
  at: number,
): Statement => ({
  sql: `update oauth_client set version = version + 1, modified_at = ?
        where client_id = ? and organization_id = ? and version = ? and deleted_at is null`,
  params: [at, clientId, organizationId, version],
  guard: versionGuard,
});

export const deleteClient = (
  { clientId, organizationId, version }: ClientPlace & { readonly version: number },
  at: number,
): readonly Statement[] => [
  {
    sql: `update oauth_client set version = version + 1, is_active = 0, modified_at = ?, deleted_at = ?
          where client_id = ? and organization_id = ? and version = ? and deleted_at is null`,
    params: [at, at, clientId, organizationId, version],
    guard: versionGuard,
  },
  { sql: 'delete from oauth_client_secret where client_id = ?', params: [clientId] },
];
