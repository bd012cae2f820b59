/** Lists that run from one place to the next and are not counted: their number of pages may have no end. */
import { type Static, type TSchema, Type } from 'typebox';
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

/** A list of them, under the name by which OpenAPI lists it. */
export const cursorList = <Item extends TSchema>(title: string, item: Item) =>
  Type.Object({ items: Type.Array(item), page: CursorPage }, { title });

export const CursorQuery = Type.Object(askedPart);
export type CursorQuery = Static<typeof CursorQuery>;
