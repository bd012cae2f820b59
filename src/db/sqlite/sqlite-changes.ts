/**
 * Which tables were written, and when, in a count of this process. Writes of this connection are told by their texts; what
 * another connection wrote (a command beside the server, the writer on a thread of its own) shows in `data_version`, without
 * the tables, so all of them count as written.
 */
import type { TableChanges } from '../database.ts';
import { tablesOf } from '../witness.ts';
import { boundedCache } from '../bounded-cache.ts';
import type { Connection } from './sqlite-connection.ts';

const TEXTS_KEPT = 1000;

export type ChangeCount = TableChanges & {
  /** These statements were, or may have been, carried out. */
  readonly wrote: (batch: readonly { readonly sql: string }[]) => void;
  /** As it is, without a look at what others wrote. */
  readonly count: () => number;
};

export const countChanges = (connection: Connection): ChangeCount => {
  const tables = boundedCache(TEXTS_KEPT, tablesOf);
  const writtenAt = new Map<string, number>();
  let count = 1;
  let everythingAt = 1;
  let seen: unknown;

  const look = (): void => {
    const version = connection.one('pragma data_version', [])?.['data_version'];
    if (version === seen) return;
    seen = version;
    count += 1;
    everythingAt = count;
  };
  look();

  return {
    wrote: (batch) => {
      count += 1;
      for (const { sql } of batch) for (const table of tables(sql)) writtenAt.set(table, count);
    },
    count: () => count,
    stamp: () => {
      look();
      return count;
    },
    touched: (asked, since) => everythingAt > since || asked.some((table) => (writtenAt.get(table) ?? 0) > since),
  };
};
