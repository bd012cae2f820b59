/** Records of any kind, in SQL: one by its key, a page of them, and the guards that a change of one relies on. */
import { cursorPage, type CursorPart, pageSize, readCursor } from '../../applications/cursor.ts';
import type { CursorPage, CursorQuery } from '../../contract/cursor-page-contract.ts';
import type { Database, One, Row as StoredRow, Statement } from '../../db/database.ts';
import type { Condition, Kept, KeyPart, RecordKey, RecordKind, RecordQuery } from '../../feeds/record-kind.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { textsInTurns } from '../../shared/slices.ts';
import { wordsMatch } from '../listing/search-rules.ts';

const versionOf = ({ version }: RecordKind): string => version ?? 'version';

const columnsOf = (kind: RecordKind): string =>
  [...new Set([...kind.key.map(({ column }) => column), versionOf(kind), 'modified_at', ...kind.columns])].join(', ');

const keptOf = (kind: RecordKind, stored: StoredRow): Kept => ({
  key: kind.key.map(({ column }) => ownEntry(stored, column) as string | number),
  row: kind.rowOf(stored),
  version: ownEntry(stored, versionOf(kind)) as number,
  modifiedAt: stored['modified_at'] as number,
});

const storedSize = (stored: StoredRow): number =>
  Object.values(stored).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

const ofKey = ({ key }: RecordKind): string => key.map(({ column }) => `${column} = ?`).join(' and ');

export const readRecord = async (db: Database, kind: RecordKind, companyId: number, key: RecordKey): One<Kept> => {
  const stored = await db.one(`select ${columnsOf(kind)} from ${kind.table} where company_id = ? and ${ofKey(kind)}`, [
    companyId,
    ...key,
  ]);
  return stored && keptOf(kind, stored);
};

const isNumber = ({ schema }: KeyPart): boolean => (schema as { type?: unknown }).type === 'integer';
const MOST = 2_147_483_647;

/** Of kinds that are known by one number: the one behind the highest there is. Undefined for others. */
export const nextNumberOf = (kind: RecordKind): ((db: Database, companyId: number) => Promise<number>) | undefined => {
  const [{ column }, ...more] = kind.key as readonly [KeyPart, ...KeyPart[]];
  if (more.length > 0 || !kind.key.every(isNumber)) return undefined;
  const sql = `select max(${column}) as last from ${kind.table} where company_id = ? and ${column} < ?`;
  return async (db, companyId) => ((await db.one<{ last: number | null }>(sql, [companyId, MOST]))?.last ?? 0) + 1;
};

/** Behind the last record of the page before. */
const behind = (kind: RecordKind, place: RecordKey | undefined): readonly Condition[] => {
  if (place === undefined) return [];
  const columns = kind.key.map(({ column }) => column).join(', ');
  return [{ sql: `(${columns}) > (${kind.key.map(() => '?').join(', ')})`, params: place }];
};

export type RecordPage = { readonly records: readonly Kept[]; readonly page: CursorPage };

/** Its cost may grow with the table, so it is read off the request path, and no further than the page. */
export const listRecords = async (
  db: Database,
  kind: RecordKind,
  companyId: number,
  query: RecordQuery & CursorQuery,
): Promise<RecordPage> => {
  const size = pageSize(query);
  const like = kind.key.map((part) => (isNumber(part) ? 'number' : 'string'));
  const place = readCursor<readonly CursorPart[]>(query.page_id, like as never);
  const { q: question } = query;
  const inProgram = kind.textOf !== undefined && typeof question === 'string' && question.trim() !== '';
  const matches = inProgram ? wordsMatch(question) : undefined;
  const conditions = [...kind.conditions(query, companyId), ...behind(kind, place)];
  const sql = `select ${columnsOf(kind)} from ${kind.table} where company_id = ?
    ${conditions.map((condition) => `and ${condition.sql}`).join(' ')}
    order by ${kind.key.map(({ column }) => column).join(', ')}${inProgram ? '' : ' limit ?'}`;
  const values = [companyId, ...conditions.flatMap(({ params }) => params), ...(inProgram ? [] : [size + 1])];
  const found: Kept[] = [];
  for await (const chunk of db.scan(sql, values)) {
    // Each may be as large as a row of a feed.
    const records = await textsInTurns(chunk, storedSize, (stored) => keptOf(kind, stored));
    found.push(...records.filter(({ row }) => matches === undefined || matches(kind.textOf?.(row as never) ?? '')));
    if (found.length > size) break;
  }
  const { rows, page } = cursorPage(found, size, ({ key }) => key);
  return { records: rows, page };
};

export const recordGuard = 'record';

/** Guard `record`: nobody changed it since it was read. Locks it for the rest of the batch. */
export const unchangedSince = (kind: RecordKind, companyId: number, { key, version }: Kept): Statement => ({
  sql: `update ${kind.table} set modified_at = modified_at where company_id = ? and ${ofKey(kind)}
        and ${versionOf(kind)} = ?`,
  params: [companyId, ...key, version],
  guard: { name: recordGuard, rows: 1 },
});

/** Guard `record`, behind the statements that write it: nobody else added it meanwhile. */
export const addedBy = (
  kind: RecordKind,
  { companyId, runId, at }: { readonly companyId: number; readonly runId: string; readonly at: number },
  key: RecordKey,
): Statement => ({
  sql: `update ${kind.table} set modified_at = modified_at where company_id = ? and ${ofKey(kind)}
        and feed_run = ? and ${versionOf(kind)} = ?`,
  params: [companyId, ...key, runId, kind.version === undefined ? 1 : at],
  guard: { name: recordGuard, rows: 1 },
});
