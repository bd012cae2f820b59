/** A long read in portions, on a connection of its own until it ends. */
import type { Pool, PoolClient } from 'pg';
import { type Cursor, openCursor, type Portion } from './postgres-cursor.ts';
import { connectFailure, readFailure } from './postgres-failure.ts';
import { type Patience, untilDone } from './postgres-retry.ts';
import type { Item } from './postgres-statement.ts';

const PORTION = 500;

type Opened = { readonly client: PoolClient; readonly cursor: Cursor; readonly first: Portion };
export type ScanLimits = Patience & {
  /** For the server to bring a portion. */
  readonly answerMs: number;
};

/** Up to the first portion nobody has seen anything, so until then it may start over. */
const open = (pool: Pool, item: Item, limits: ScanLimits): Promise<Opened> =>
  untilDone(limits, async () => {
    let client: PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      return connectFailure(error);
    }
    try {
      const cursor = openCursor(client, item, { rows: PORTION, answerMs: limits.answerMs });
      return { done: { client, cursor, first: await cursor.next() } };
    } catch (error) {
      client.release(true);
      return readFailure(error);
    }
  });

export async function* scanRows(pool: Pool, item: Item, limits: ScanLimits): AsyncGenerator<Portion, void> {
  const { client, cursor, first } = await open(pool, item, limits);
  let readToTheEnd = false;
  try {
    for (let portion = first; portion.length > 0; portion = await cursor.next()) yield portion;
    readToTheEnd = true;
  } catch (error) {
    throw readFailure(error).failed;
  } finally {
    // A reader that stops early leaves a half-read answer behind; a new connection costs less than reading it out.
    client.release(!readToTheEnd);
  }
}
