/** A long read in portions, on a connection of its own until it ends. */
import type { PoolClient } from 'pg';
import { type Cursor, openCursor, type Portion } from './postgres-cursor.ts';
import { connectFailure, readFailure } from './postgres-failure.ts';
import type { ConnectionPool } from './postgres-pool.ts';
import { type Patience, untilDone } from './postgres-retry.ts';
import type { Item } from './postgres-statement.ts';
import type { Watch } from './postgres-watch.ts';

const PORTION = 500;

type Opened = { readonly client: PoolClient; readonly cursor: Cursor; readonly first: Portion };
export type Scanning = {
  readonly pool: ConnectionPool;
  readonly patience: Patience;
  /** Over every portion. */
  readonly watch: Watch;
};

/** Up to the first portion nobody has seen anything, so until then it may start over. */
const open = ({ pool, patience, watch }: Scanning, item: Item): Promise<Opened> =>
  untilDone(patience, async (leftMs) => {
    let client: PoolClient;
    try {
      client = await pool.take(leftMs);
    } catch (error) {
      return connectFailure(error);
    }
    try {
      const cursor = openCursor(client, item, { rows: PORTION, watch });
      return { done: { client, cursor, first: await cursor.next() } };
    } catch (error) {
      client.release(true);
      return readFailure(error);
    }
  });

export async function* scanRows(scanning: Scanning, item: Item): AsyncGenerator<Portion, void> {
  const { client, cursor, first } = await open(scanning, item);
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
