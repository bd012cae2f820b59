/** A long read in chunks: the server keeps the rest until the reader asks for more. */
import type { Pool, PoolClient } from 'pg';
import Cursor from 'pg-cursor';
import type { Row } from './database.ts';
import { connectFailure, readFailure } from './postgres-failure.ts';
import { type Patience, untilDone } from './postgres-retry.ts';
import type { Item } from './postgres-statement.ts';
import { decodeRow, rawTypes } from './postgres-values.ts';

const CHUNK = 500;

type Chunk = readonly Row[];
type Opened = { readonly client: PoolClient; readonly next: () => Promise<Chunk>; readonly first: Chunk };

/** Rows come raw and are decoded here: the cursor would let a decoding error end the process. */
const reader = (cursor: Cursor<(string | null)[]>) => (): Promise<Chunk> =>
  new Promise((resolve, reject) => {
    cursor.read(CHUNK, (error, rows, result) => {
      if (error) return reject(error);
      try {
        resolve(rows.map((row) => decodeRow(result.fields, row)));
      } catch (undecodable) {
        reject(undecodable);
      }
    });
  });

/** Up to the first chunk nobody has seen anything, so until then it may start over. */
const open = (pool: Pool, { prepared, values }: Item, patience: Patience): Promise<Opened> =>
  untilDone(patience, async () => {
    let client: PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      return connectFailure(error);
    }
    try {
      const next = reader(client.query(new Cursor(prepared.text, values, { rowMode: 'array', types: rawTypes })));
      return { done: { client, next, first: await next() } };
    } catch (error) {
      client.release(true);
      return readFailure(error);
    }
  });

export async function* scanRows(pool: Pool, item: Item, patience: Patience): AsyncGenerator<Chunk, void> {
  const { client, next, first } = await open(pool, item, patience);
  let readToTheEnd = false;
  try {
    for (let chunk = first; chunk.length > 0; chunk = await next()) yield chunk;
    readToTheEnd = true;
  } catch (error) {
    throw readFailure(error).failed;
  } finally {
    // A reader that stops early leaves a half-read answer behind; a new connection costs less than reading it out.
    client.release(!readToTheEnd);
  }
}
