/** Rows that a company lists under ids of its own and keeps whole, as documents: fed in bulk, and read and changed one by one. */
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Statement } from '../db/database.ts';
import type { FeedKind, RowProblem } from '../feeds/feed-kind.ts';
import type { RecordKind } from '../feeds/record-kind.ts';
import { knownPart } from '../feeds/unknown-key-rules.ts';
import { writtenRows } from '../feeds/written-rows.ts';
import { raiseDeliveryVersion, type Writing } from './delivery-statements.ts';
import { locationFeed } from './location-feed.ts';

type Listed<Row> = Pick<FeedKind<Row>, 'name' | 'summary'> & {
  /** What one is called. */
  readonly one: string;
  readonly table: string;
  readonly problem: (row: Row) => RowProblem | undefined;
  readonly put: (row: Row, writing: Writing) => Statement;
  /** The words it is found by, and what they are, for the API reference. */
  readonly wordsOf: (row: Row) => readonly (string | null | undefined)[];
  readonly words: string;
};

export const listedRecords = <
  Schema extends TObject<{ id: TSchema }>,
  Row extends Static<Schema> & { readonly id: string },
>(
  schema: Schema,
  { name, summary, one, table, problem, put, wordsOf, words }: Listed<Row>,
): RecordKind<Row> => ({
  feed: {
    ...locationFeed,
    name,
    summary,
    schema,
    key: ({ id }) => id,
    written: writtenRows(table, 'id'),
    check: async (rows) => rows.map(problem),
    statements: (row, context) => [put(row, context)],
  },
  one,
  readPermission: 'company/locations/read',
  table,
  key: [{ name: 'id', column: 'id', schema: schema.properties.id }],
  columns: ['document'],
  rowOf: ({ document }) => knownPart(schema, JSON.parse(document as string)) as Row,
  named: ([id]) => ({ id }),
  completed: (row) => row,
  filters: { q: Type.Optional(Type.String({ maxLength: 200, description: words })) },
  conditions: () => [],
  textOf: (row) => wordsOf(row).filter(Boolean).join(' '),
  removal: (companyId, { id }) => ({
    statements: [
      raiseDeliveryVersion(companyId),
      { sql: `delete from ${table} where company_id = ? and id = ?`, params: [companyId, id] },
    ],
  }),
});
