/** Imports: a file of rows that is fed in the background, how far it is, and what became of each row. */
import { type Static, Type } from 'typebox';
import { CompanyPath } from '../applications/application-admin-contract.ts';
import { cursorList, CursorQuery } from '../cursor-page-contract.ts';
import { DateTime, Nullable, ObjectId } from '../primitives.ts';
import { RowVerdict } from './catalog-feed-contract.ts';

const importStates = ['receiving', 'waiting', 'running', 'finished', 'cancelled', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

const State = Type.Enum([...importStates], {
  description:
    'receiving while the file comes in; then waiting, running, and finished. A cancelled or failed one can be resumed, unless it was cancelled while its file came in.',
});

export const ImportPath = Type.Object({ ...CompanyPath.properties, import_id: ObjectId });

export const ImportView = Type.Object(
  {
    id: ObjectId,
    kind: Type.String({ description: 'What the rows are, such as products.' }),
    format: Type.Enum(['csv', 'ndjson']),
    file_name: Type.String(),
    state: State,
    bytes: Type.Integer({ description: 'Size of the file.' }),
    bytes_read: Type.Integer({ description: 'Up to the last row that is on disk.' }),
    rows_read: Type.Integer({ description: 'Accepted and refused ones.' }),
    accepted: Type.Integer({ description: 'Rows that were written.' }),
    warned: Type.Integer({ description: 'Accepted rows with a warning.' }),
    refused: Type.Integer(),
    problem: Nullable(Type.String({ description: 'Why it failed.' })),
    created_at: DateTime,
    started_at: Nullable(DateTime),
    ended_at: Nullable(DateTime),
    modified_at: DateTime,
  },
  { title: 'Import' },
);
export type ImportView = Static<typeof ImportView>;

export const ImportList = cursorList('ImportList', ImportView);

export const importListQuery = (kinds: readonly string[]) =>
  Type.Object({
    kind: Type.Optional(Type.Enum([...kinds])),
    state: Type.Optional(State),
    ...CursorQuery.properties,
  });

export const ImportRowsQuery = Type.Object({
  verdict: Type.Optional(
    Type.Enum(['all', 'refused', 'warned'], { description: 'Which rows; all that were read when left out.' }),
  ),
  ...CursorQuery.properties,
});
export type ImportRowsQuery = Static<typeof ImportRowsQuery>;

export const ImportRows = cursorList('ImportRows', RowVerdict);
