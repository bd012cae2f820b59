/** Lists that run from one place to the next and are not counted: their number of pages may have no end. */
import { type Static, Type } from 'typebox';
import { Nullable } from './primitives.ts';

export const CursorPage = Type.Object(
  {
    type: Type.Literal('cursor'),
    size: Type.Integer({ description: 'Items asked for per page.' }),
    item_count: Type.Integer({ description: 'Items on this page.' }),
    has_next: Type.Boolean(),
    next: Nullable(Type.String({ description: 'Token of the next page, for page_id.' })),
    next_id: Type.Optional(Type.String({ description: 'The same token as next.' })),
  },
  { title: 'CursorPage' },
);
export type CursorPage = Static<typeof CursorPage>;

export const CursorQuery = Type.Object({
  page_size: Type.Optional(Type.Integer({ description: 'From 1 to 100; 10 when left out.' })),
  page_id: Type.Optional(Type.String({ maxLength: 1024, description: 'Token of a page, from next_id.' })),
});
export type CursorQuery = Static<typeof CursorQuery>;
