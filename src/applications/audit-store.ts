/** The audit of an organization, newest first, page by page. */
import type { All, Database } from '../db/database.ts';

export type AuditRow = {
  readonly id: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly request_id: string | null;
  readonly created_at: number;
  readonly document: string;
};
/** The last row of the page before: the next page begins below it, whatever was added since. */
export type AuditPlace = { readonly createdAt: number; readonly id: string };

const COLUMNS = 'id, actor, action, subject, request_id, created_at, document';

export const listAudit = (
  db: Database,
  organizationId: string,
  after: AuditPlace | undefined,
  limit: number,
): All<AuditRow> =>
  after === undefined
    ? db.all<AuditRow>(
        `select ${COLUMNS} from audit where organization_id = ? order by created_at desc, id desc limit ?`,
        [organizationId, limit],
      )
    : db.all<AuditRow>(
        `select ${COLUMNS} from audit where organization_id = ? and (created_at, id) < (?, ?)
         order by created_at desc, id desc limit ?`,
        [organizationId, after.createdAt, after.id, limit],
      );
