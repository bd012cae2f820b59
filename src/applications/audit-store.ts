/** The audit of an organization, newest first, page by page. */
import type { Database, Row, Value } from '../db/database.ts';
import type { Asked } from '../shared/paging.ts';

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
export type AuditFilter = Asked<{
  actor: string;
  action: string;
  /** What an action begins with: `order` of `order.ship`. */
  kind: string;
  subject: string;
  from: number;
  to: number;
}>;
type AuditPage = { readonly filter?: AuditFilter; readonly after?: AuditPlace | undefined; readonly limit: number };

const COLUMNS = 'id, actor, action, subject, request_id, created_at, document';

type Condition = readonly [sql: string, ...values: readonly Value[]];

const conditionsOf = ({ actor, action, kind, subject, from, to }: AuditFilter): readonly Condition[] => {
  const asked: readonly (readonly [string, ...(Value | undefined)[]])[] = [
    ['actor = ?', actor],
    ['action = ?', action],
    // All texts that begin with the kind and a dot: a slash is the character behind it.
    ['action >= ? and action < ?', kind && `${kind}.`, kind && `${kind}/`],
    ['subject = ?', subject],
    ['created_at >= ?', from],
    ['created_at < ?', to],
  ];
  return asked.flatMap(([sql, ...values]): readonly Condition[] =>
    values.includes(undefined) ? [] : [[sql, ...(values as readonly Value[])]],
  );
};

/** What is rare among many rows is looked for off the request path. */
export const listAudit = async (
  db: Database,
  organizationId: string,
  { filter = {}, after, limit }: AuditPage,
): Promise<readonly AuditRow[]> => {
  const asked = conditionsOf(filter);
  const behind: readonly Condition[] = after ? [['(created_at, id) < (?, ?)', after.createdAt, after.id]] : [];
  const all: readonly Condition[] = [['organization_id = ?', organizationId], ...asked, ...behind];
  const where = all.map(([sql]) => sql).join(' and ');
  const sql = `select ${COLUMNS} from audit where ${where} order by created_at desc, id desc limit ?`;
  const values = [...all.flatMap(([, ...given]) => given), limit];
  if (asked.length === 0) return db.all<AuditRow>(sql, values);
  return (await Array.fromAsync(db.scan<AuditRow & Row>(sql, values))).flat();
};
