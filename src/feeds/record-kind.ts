/**
 * A kind of the feed whose rows are also read and changed one by one. What a row is, what names it, why it is refused and
 * how it is written is the feed's: there is one set of rules, whichever way a row comes.
 */
import type { TSchema } from 'typebox';
import type { Database, Row as StoredRow, Statement, Value } from '../db/database.ts';
import type { FeedKind } from './feed-kind.ts';

/** A part of what names a record: a word of its address and a column. */
export type KeyPart = {
  readonly name: string;
  readonly column: string;
  readonly schema: TSchema;
  /** The form in which it is kept; as it was given when left out. */
  readonly kept?: (given: string) => string;
};
export type RecordKey = readonly (string | number)[];
export type Condition = { readonly sql: string; readonly params: readonly Value[] };
export type RecordQuery = Json;

export type Json = Readonly<Record<string, unknown>>;
export type Kept = {
  readonly key: RecordKey;
  /** As a feed would write it. */
  readonly row: Json;
  readonly version: number;
  readonly modifiedAt: number;
};

type Removal = {
  /** Why it cannot be removed now; undefined when it can. */
  readonly problem?: (db: Database) => Promise<string | undefined>;
  readonly statements: readonly Statement[];
};

export type RecordKind<Row = never> = {
  readonly feed: FeedKind<Row>;
  /** What one is called: `product`. */
  readonly one: string;
  readonly readPermission: string;
  readonly table: string;
  readonly key: readonly KeyPart[];
  /** The column that rises with every change of the row; `version` when left out. */
  readonly version?: 'modified_at';
  /** What `rowOf` needs besides the key. */
  readonly columns: readonly string[];
  readonly rowOf: (stored: StoredRow) => Json;
  /** The fields of a row that its address says already. */
  readonly named: (key: RecordKey) => Json;
  /** The row as it would be read again: with everything that was left out filled in. */
  readonly completed: (row: Row) => Json;
  /** What must be kept beside a change that says nothing about it. */
  readonly beside?: (
    row: Row,
    change: Json,
  ) => { readonly row: Json; readonly statements: (companyId: number) => readonly Statement[] };
  /** Parameters of the list besides those of its pages. */
  readonly filters: Readonly<Record<string, TSchema>>;
  readonly conditions: (query: RecordQuery, companyId: number) => readonly Condition[];
  /** The words it is found by where the tables do not hold them. */
  readonly textOf?: (row: Row) => string;
  /** Left out: it is not removed, only taken off sale. */
  readonly removal?: (companyId: number, row: Row) => Removal;
};
