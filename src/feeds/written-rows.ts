/** Which rows a feed has written already, of kinds that one column names. */
import type { Value } from '../db/database.ts';
import { valueList } from '../db/value-list.ts';
import type { FeedContext } from './feed-kind.ts';

/** `kept` is the form in which the column holds a key; as it is when left out. */
export const writtenRows =
  (table: string, column: string, kept: (key: string) => Value = (key) => key) =>
  async (keys: readonly string[], { db, companyId, runId }: FeedContext): Promise<ReadonlySet<string>> => {
    const { places, values } = valueList(keys.map(kept));
    const rows = await db.all<{ key: string | number }>(
      `select ${column} as key from ${table} where company_id = ? and feed_run = ? and ${column} in ${places}`,
      [companyId, runId, ...values],
    );
    return new Set(rows.map(({ key }) => String(key)));
  };
