/** A great many carts: copies, made by SQL, of a few that shoppers filled. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { progressOf } from './grown-bench.ts';

/** Made by shoppers; all others are theirs under other names. */
export const MADE = 64;
const STEP = 50_000;

export const copiedId = (n: number): string => n.toString(16).padStart(24, '0');

/** Numbers below nothing, which no cart that was made has: of a million others one met a made one now and then. */
const copies = (
  numbers: string,
  id: string,
): string => `insert into cart (id, cart_id, application_id, owner_kind, owner_id, kind, slug,
    state, merged_into, version, created_at, modified_at, expires_at, document)
  select ${id}, -g.n, application_id, owner_kind, 'copy-' || g.n, kind, slug, state, merged_into, version,
    created_at, modified_at, expires_at, document
  from ${numbers} g join (select c.*, row_number() over (order by id) - 1 as place from cart c where owner_id not like 'copy-%') m
    on m.place = g.n % ${MADE}`;

type Copies = {
  /** The carts of these numbers, from the one to the other. */
  readonly copy: (from: number, to: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

export const copiesIn = async (folder: string, databaseUrl: string | undefined): Promise<Copies> => {
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(folder, 'cartwright.db'), { timeout: 60_000 });
    const numbers = (from: number, to: number): string =>
      `(with recursive s (n) as (select ${from} union all select n + 1 from s where n < ${to}) select n from s)`;
    return {
      copy: async (from, to) => db.exec(copies(numbers(from, to), "printf('%024x', g.n)")),
      close: async () => {
        db.exec('pragma wal_checkpoint(truncate)');
        db.close();
      },
    };
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    copy: async (from, to) => {
      const numbers = `(select n from generate_series(${from}, ${to}) as n)`;
      await client.query(copies(numbers, "lpad(to_hex(g.n), 24, '0')"));
    },
    // What is tidied now is not tidied while somebody measures.
    close: async () => {
      await client.query('vacuum (analyze) cart');
      await client.query('checkpoint');
      await client.end();
    },
  };
};

/** Carts of the numbers up to this one, with progress. */
export const sowCarts = async (carts: number, folder: string, databaseUrl?: string): Promise<void> => {
  const { copy, close } = await copiesIn(folder, databaseUrl);
  const told = progressOf('carts', carts);
  for (let from = 1; from <= carts; from += STEP) {
    const to = Math.min(carts, from + STEP - 1);
    await copy(from, to);
    told(to);
  }
  await close();
};
