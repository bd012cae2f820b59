/**
 * The one way this program talks to a database: read by `all`, `one` and `scan`, write by `commit`.
 *
 * A write is a batch: a list of statements that happen together or not at all. A statement may carry a guard, a named
 * promise about the rows it touches. A guard that does not hold undoes the whole batch and is reported by its name, so
 * a use case can tell "somebody was faster" from "this key was used before" without holding a transaction open.
 *
 * SQL is the text both engines share, with `?` for values; docs/operations/sql.md lists what differs and what to write.
 */
export type Value = string | number | bigint | null | Uint8Array;
export type Row = Readonly<Record<string, unknown>>;

export type Guard = {
  /** What is promised, in the words of the use case: `cart_version`, `idempotency`. */
  readonly name: string;
  /** Rows the statement must touch (or return). A duplicate key on a guarded statement breaks the guard too. */
  readonly rows: number;
};
export type Statement = {
  readonly sql: string;
  readonly params?: readonly Value[];
  readonly guard?: Guard;
  /** Counts also in a call that is only tried (`http/dry-run.ts`). */
  readonly evenTried?: boolean;
  /** The keys by which witnesses look up the rows it writes, all of them, or that it returns them; left out: any of the table. */
  readonly writesOnly?: readonly Value[] | 'returned';
};
/** A statement that reads. */
export type Read = { readonly sql: string; readonly params: readonly Value[] };
export type Result = { readonly changes: number; readonly rows: readonly Row[] };

/** What reading rows, or one by its key, promises: here and in every store. */
export type All<T> = Promise<readonly T[]>;
export type One<T> = Promise<T | undefined>;
/** Those that were found, by what was asked for. */
export type Keyed<Key, T> = Promise<ReadonlyMap<Key, T>>;

export type Database = {
  readonly engine: 'sqlite' | 'postgres';
  /** Whether one batch is written after the other anyway: then a row that many of them write makes nobody wait. */
  readonly writesInTurn?: boolean;
  /** Reads whose cost is bounded by a key or a limit. One that grows with a table belongs in `scan`. */
  readonly all: <T extends Row = Row>(sql: string, params?: readonly Value[]) => All<T>;
  readonly one: <T extends Row = Row>(sql: string, params?: readonly Value[]) => One<T>;
  /**
   * Several reads of that kind on one way to the database and back, each with its rows. What they all suffer from rejects as a
   * DatabaseError; anything else is of one of them, and not tried again: asked alone, the others are answered.
   */
  readonly together: (reads: readonly Read[]) => Promise<readonly (readonly Row[])[]>;
  /** Rows in chunks, off the request path: never the whole result in memory, never the event loop held up. */
  readonly scan: <T extends Row = Row>(sql: string, params?: readonly Value[]) => AsyncIterable<readonly T[]>;
  /** Resolves when the batch is durable. Rejects with a DatabaseError when nothing of it was written, or `unknown`. */
  readonly commit: (batch: readonly Statement[]) => Promise<readonly Result[]>;
  /** What /readyz asks. Rejects while the database cannot be read, or takes no writes. */
  readonly ready: () => Promise<void>;
  /** What was written since: it spares a look at what cannot have changed. */
  readonly changes?: TableChanges | undefined;
  /** What /metrics and `doctor` report about this engine. */
  readonly health: () => DatabaseHealth;
  readonly close: () => Promise<void>;
};

export type TableChanges = {
  /** A count that rises with every write of anybody. */
  readonly stamp: () => number;
  /**
   * Whether any of these tables, or the row of this key in one of them, may have been written since the count was this; where
   * `confirm` is, as far as was known last.
   */
  readonly touched: (tables: readonly string[], since: number, key?: Value) => boolean;
  /** Soon: when it is known better which. Undefined: it is known as well as it will be. */
  readonly settled: () => Promise<void> | undefined;
  /** Where nobody knows without asking: finds out what was written until now, and counts on if anything was. */
  readonly confirm?: (db: Pick<Database, 'one'>) => Promise<void>;
  /**
   * A batch is on its way, beside `commit` too; then what the server answered, last of it which transaction it was (`own`).
   * Nothing: it failed, or nobody knows.
   */
  readonly sending?: (batch: readonly Statement[]) => (answered?: readonly Result[]) => void;
  /** Tells other processes what this one wrote; what comes back is for what they tell. */
  readonly share?: (tell: (written: unknown) => void) => (written: unknown) => void;
};

export type DatabaseHealth = {
  /** Batches acknowledged and groups (durable writes) they shared. */
  readonly batches: number;
  readonly groups: number;
  /** Median time of the last durable writes, in milliseconds; null before the first. */
  readonly commitMs: number | null;
  /** Batches waiting to be written, or callers waiting for a connection. */
  readonly waiting: number;
  /** How far our clock is ahead of the database's, in milliseconds, as `ready` found it last; SQLite has ours. */
  readonly skewMs: number;
  /** Where SQLite writes: on the main thread, or on its own because the disk is slow. */
  readonly writer: 'inline' | 'thread' | 'server';
};

/**
 * guard: a named promise did not hold. unique: a key exists and no guard was on the statement.
 * busy: nothing was written, try later. unwritable: nothing was written, and nothing will be until somebody mends it (a
 * full disk, a server or a file that may only be read). unknown: the batch was sent and no answer came; only a read can tell.
 */
export type DatabaseErrorCode = 'guard' | 'unique' | 'busy' | 'unwritable' | 'unknown';

export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;
  /** The guard's name, when code is `guard`. */
  readonly guard: string | undefined;

  constructor(code: DatabaseErrorCode, guard?: string, options?: ErrorOptions) {
    super(guard === undefined ? `database: ${code}` : `database: guard ${guard} did not hold`, options);
    this.code = code;
    this.guard = guard;
  }
}

/** A value holds U+0000. Nothing was sent: no engine can keep it, and PostgreSQL takes none in a question either. */
export class UnstorableText extends TypeError {
  override readonly name = 'UnstorableText';
}

export const guardFailed = (error: unknown, name: string): boolean =>
  error instanceof DatabaseError && error.code === 'guard' && error.guard === name;
