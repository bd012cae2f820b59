/** The clients of an organization, newest first, by page number or onwards from a place. */
import type { All, Database, Read } from '../../db/database.ts';
import { type ShownClient, type ShownRow, selectShown, shownClient } from './client-store.ts';

export type ClientFilter = { readonly organizationId: string; readonly isActive: boolean | undefined };
/** The last client of the page before: the next page begins below it, whatever was added or removed since. */
export type ListPlace = { readonly createdAt: number; readonly clientId: string };

const condition = ({ organizationId, isActive }: ClientFilter): Read =>
  isActive === undefined
    ? { sql: 'c.organization_id = ? and c.deleted_at is null', params: [organizationId] }
    : {
        sql: 'c.organization_id = ? and c.deleted_at is null and c.is_active = ?',
        params: [organizationId, isActive ? 1 : 0],
      };
const ORDER = 'order by c.created_at desc, c.client_id desc';

/** Off the request path: the count is the one part of a list whose cost grows with it. */
export const countClients = async (db: Database, filter: ClientFilter): Promise<number> => {
  const { sql, params } = condition(filter);
  for await (const [row] of db.scan<{ total: number }>(
    `select count(*) as total from oauth_client c where ${sql}`,
    params,
  )) {
    if (row !== undefined) return row.total;
  }
  throw new Error('The database counted no clients, not even none.');
};

type AskedClients = ClientFilter & { readonly limit: number; readonly now: number };

export const listFrom = async (db: Database, asked: AskedClients & { readonly after: ListPlace }): All<ShownClient> => {
  const { after, limit, now } = asked;
  const { sql, params } = condition(asked);
  const below = `${selectShown} where ${sql} and (c.created_at, c.client_id) < (?, ?) ${ORDER} limit ?`;
  const rows = await db.all<ShownRow>(below, [now, ...params, after.createdAt, after.clientId, limit]);
  return rows.map(shownClient);
};

/** What is skipped is skipped in the index, without its documents. */
export const listSkipping = async (
  db: Database,
  asked: AskedClients & { readonly skipped: number },
): All<ShownClient> => {
  const { skipped, limit, now } = asked;
  const { sql, params } = condition(asked);
  const rows = await db.all<ShownRow>(
    `${selectShown} where c.client_id in (select c.client_id from oauth_client c where ${sql} ${ORDER} limit ? offset ?)
     ${ORDER}`,
    [now, ...params, limit, skipped],
  );
  return rows.map(shownClient);
};
