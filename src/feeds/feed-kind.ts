/**
 * What can be fed in bulk: products, articles, stores, lanes … A kind says how a row looks, what names it, why it may be
 * refused, and which statements write it. Reading streams, batches, verdicts and resuming are the same for all kinds
 * (`feed-run.ts`); `app.ts` and `commands/import.ts` hold the list of kinds there are.
 *
 * A feed upserts: the same rows fed twice leave the same rows. A row that cannot be taken is refused alone.
 */
import type { TSchema } from 'typebox';
import type { Database, Statement } from '../db/database.ts';
import type { ErrorCode } from '../shared/error-table.ts';

/** One feed of one company. */
export type Feed = {
  /** For `written` and `check`; `statements` only describe. */
  readonly db: Database;
  /** Whose rows these are: part of every key, so that no row can reach into another company. */
  readonly companyId: number;
  /** This feed, from its first row to its last. Store it as `feed_run` with the row, for `written`. */
  readonly runId: string;
  /** When the feed began, in epoch milliseconds. */
  readonly at: number;
};
/** What a kind is told with every batch. */
export type FeedContext = Feed & {
  /** Rows of this feed before this batch. */
  readonly fed: number;
};

/** What is wrong with one row; `code` is `row_invalid` unless a program should tell it apart. */
export type RowProblem = {
  readonly field: string;
  readonly message: string;
  readonly code?: ErrorCode;
  /** The row is written all the same, and its verdict says this. */
  readonly isWarning?: true;
};

export type FeedKind<Row = never> = {
  /** The last word of the address and the word behind `--kind`: `stores`. */
  readonly name: string;
  /** What the rows are, for the API reference. */
  readonly summary: string;
  readonly permission: string;
  /** Of one row; a field that it does not name is refused, in every format. */
  readonly schema: TSchema;
  /** What makes two rows the same row within a company; shown in verdicts. */
  readonly key: (row: Row) => string;
  /** A key that comes again within one feed: a mistake, or simply the newer state. */
  readonly repeats: 'refused' | 'newer';
  /**
   * Which of these keys this very feed has written already (`feed_run = context.runId`). Where repeats are refused, either
   * this tells them or `check` does, by `repeated`.
   */
  readonly written?: (keys: readonly string[], context: FeedContext) => Promise<ReadonlySet<string>>;
  /** One entry for each row, in order: what is wrong with it beyond its schema. Reads what it needs for all at once. */
  readonly check?: (rows: readonly Row[], context: FeedContext) => Promise<readonly (RowProblem | undefined)[]>;
  /** Written together with the other rows of its batch; never two statements on one database row. */
  readonly statements: (row: Row, context: FeedContext) => readonly Statement[];
  /** What is written once for a batch: first what must be locked in a fixed order, last what follows from the rows. */
  readonly around?: (
    rows: readonly Row[],
    context: FeedContext,
  ) => { readonly before: readonly Statement[]; readonly after: readonly Statement[] };
};

/** What became of one row. */
export type Verdict = {
  readonly line: number;
  readonly key: string | null;
  readonly success: boolean;
  readonly message: string;
  readonly field: string | null;
  readonly error_code: string | null;
};
/** What became of all of them. */
export type FeedCount = {
  readonly accepted: number;
  /** Of those accepted. */
  readonly warned: number;
  readonly refused: number;
};
