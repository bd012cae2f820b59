/** What was done to the clients of an organization, newest first, page by page. Deleted clients keep their story. */
import type { AuditPlace, AuditRow } from '../../applications/audit-store.ts';
import type { All, Database } from '../../db/database.ts';
import { clientSubject } from './client-audit-statements.ts';
import type { ClientPlace } from './client-store.ts';

/** Newer than every row there is, so that the first page is a page like any other. */
const NEWEST: AuditPlace = { createdAt: Number.MAX_SAFE_INTEGER, id: '' };

const page = (condition: string): string =>
  `select id, actor, action, subject, request_id, created_at, document from audit
   where organization_id = ? and ${condition} and (created_at, id) < (?, ?) order by created_at desc, id desc limit ?`;
/** In the words of the index audit_of_clients. */
const OF_ALL = page("subject >= 'client/' and subject < 'client0'");
const OF_ONE = page('subject = ?');

export const listClientsAudit = (
  db: Database,
  organizationId: string,
  { createdAt, id }: AuditPlace = NEWEST,
  limit: number,
): All<AuditRow> => db.all<AuditRow>(OF_ALL, [organizationId, createdAt, id, limit]);

export const listClientAudit = (
  db: Database,
  { organizationId, clientId }: ClientPlace,
  { createdAt, id }: AuditPlace = NEWEST,
  limit: number,
): All<AuditRow> => db.all<AuditRow>(OF_ONE, [organizationId, clientSubject(clientId), createdAt, id, limit]);

export const clientEverExisted = async (db: Database, { organizationId, clientId }: ClientPlace): Promise<boolean> =>
  (await db.one('select 1 as found from oauth_client where client_id = ? and organization_id = ?', [
    clientId,
    organizationId,
  ])) !== undefined;
