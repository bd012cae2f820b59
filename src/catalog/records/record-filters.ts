/** What lists of records are narrowed by. Pure. */
import { Type } from 'typebox';
import type { Condition, KeyPart } from '../../feeds/record-kind.ts';

export const uidKey: KeyPart = {
  name: 'uid',
  column: 'uid',
  schema: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
};

/** Nothing when it was not asked for. */
export const flagIs = (column: string, asked: unknown): readonly Condition[] =>
  typeof asked === 'boolean' ? [{ sql: `${column} = ?`, params: [asked ? 1 : 0] }] : [];

export const textIs = (column: string, asked: unknown): readonly Condition[] =>
  typeof asked === 'string' && asked !== '' ? [{ sql: `${column} = ?`, params: [asked] }] : [];

export const numberIs = (column: string, asked: unknown, sign: '=' | '<=' | '>=' = '='): readonly Condition[] =>
  typeof asked === 'number' ? [{ sql: `${column} ${sign} ?`, params: [asked] }] : [];
