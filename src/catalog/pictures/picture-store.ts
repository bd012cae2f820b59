/** Pictures in SQL. */
import type { Database, One, Statement } from '../../db/database.ts';

type PictureName = { readonly companyId: number; readonly name: string };

const bytesOf = (companyId: number): string => `picture_bytes/${companyId}`;

/** Guards `picture_room`: there was room for it, and `picture_new`: it was not there. The same bytes have the same name. */
export const insertPicture = (
  { companyId, name }: PictureName,
  content: Uint8Array,
  { at, mostBytes }: { readonly at: number; readonly mostBytes: number },
): readonly Statement[] => [
  {
    sql: `insert into counter (name, value) select ?, cast(? as bigint) where cast(? as bigint) <= cast(? as bigint)
      on conflict (name) do update set value = counter.value + excluded.value
      where counter.value + excluded.value <= cast(? as bigint)`,
    params: [bytesOf(companyId), content.length, content.length, mostBytes, mostBytes],
    guard: { name: 'picture_room', rows: 1 },
  },
  {
    sql: 'insert into picture (company_id, name, created_at, content) values (?, ?, ?, ?)',
    params: [companyId, name, at, content],
    guard: { name: 'picture_new', rows: 1 },
  },
];

/** Guard `picture`: it was there. */
export const deletePicture = ({ companyId, name }: PictureName): readonly Statement[] => [
  {
    sql: `update counter set value = value -
        coalesce((select length(content) from picture where company_id = ? and name = ?), 0)
      where name = ?`,
    params: [companyId, name, bytesOf(companyId)],
  },
  {
    sql: 'delete from picture where company_id = ? and name = ?',
    params: [companyId, name],
    guard: { name: 'picture', rows: 1 },
  },
];

export const hasPicture = async (db: Database, { companyId, name }: PictureName): Promise<boolean> =>
  (await db.one('select name from picture where company_id = ? and name = ?', [companyId, name])) !== undefined;

export const readPicture = async (db: Database, { companyId, name }: PictureName): One<Uint8Array> => {
  const sql = 'select content from picture where company_id = ? and name = ?';
  return (await db.one<{ content: Uint8Array }>(sql, [companyId, name]))?.content;
};
