/** Pictures in SQL. */
import type { Database, One, Statement } from '../../db/database.ts';

type PictureName = { readonly companyId: number; readonly name: string };

/** The same bytes have the same name: they are kept once. */
export const insertPicture = ({ companyId, name }: PictureName, content: Uint8Array, at: number): Statement => ({
  sql: `insert into picture (company_id, name, created_at, content) values (?, ?, ?, ?)
    on conflict (company_id, name) do nothing`,
  params: [companyId, name, at, content],
});

/** Guard `picture`: it was there. */
export const deletePicture = ({ companyId, name }: PictureName): Statement => ({
  sql: 'delete from picture where company_id = ? and name = ?',
  params: [companyId, name],
  guard: { name: 'picture', rows: 1 },
});

export const readPicture = async (db: Database, { companyId, name }: PictureName): One<Uint8Array> => {
  const sql = 'select content from picture where company_id = ? and name = ?';
  return (await db.one<{ content: Uint8Array }>(sql, [companyId, name]))?.content;
};
