/** Lists that run from one place to the next and are not counted: their number of pages may have no end. */
import { type Static, Type } from 'typebox';
import { askedPart, nextPage } from './primitives.ts';

export const CursorPage = Type.Object(
  {
    type: Type.Literal('cursor'),
    size: Type.Integer({ description: 'Items asked for per page.' }),
    item_count: Type.Integer({ description: 'Items on this page.' }),
    ...nextPage,
  },
  { title: 'CursorPage' },
);
export type CursorPage = Static<typeof CursorPage>;

export const CursorQuery = Type.Object(askedPart);
export type CursorQuery = Static<typeof CursorQuery>;
