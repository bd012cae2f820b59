/**
 * What processes tell each other behind a pooler, which brings no notification: rows that live for a minute and are looked for every
 * second. Sealed, because what is told names network addresses, and who may write there must not be believed.
 */
import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';

export type Sealing = {
  readonly seal: (text: string) => string;
  /** Throws for what none of us sealed. */
  readonly open: (sealed: string) => string;
};
type Row = { readonly node: string; readonly number: number; readonly said_at: number; readonly body: string };

/** Of the server, whatever the clocks of nodes say. */
const NOW = 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)';
/** A row may come into sight so long after one of a later time. */
const LATE_MS = 2_000;
const KEPT_MS = 60_000;
const CLEARED_EVERY = 30;
const MOST = 1_000;

const textsIn = (body: string, { open }: Sealing): readonly string[] => {
  try {
    return JSON.parse(open(body)) as readonly string[];
  } catch {
    return [];
  }
};

export type Board = (client: Client, said: readonly string[], hear: (text: string) => void) => Promise<void>;

/** Says what was not said yet, and hears what others said since the last time. */
export const openBoard = (sealing: Sealing): Board => {
  const me = randomBytes(8).toString('hex');
  const known = new Map<string, number>();
  let [rounds, since] = [0, 0];

  const put = (client: Client, said: readonly string[]) =>
    client.query(`insert into node_count (node, number, said_at, body) values ($1, $2, ${NOW}, $3)`, [
      me,
      rounds,
      sealing.seal(JSON.stringify(said)),
    ]);
  const look = async (client: Client, hear: (text: string) => void): Promise<void> => {
    const { rows } = await client.query<Row>(
      `select node, number, said_at, body from node_count where node <> $1 and said_at > $2 order by said_at desc limit ${MOST}`,
      [me, since - LATE_MS],
    );
    for (const { node, number, said_at, body } of rows) {
      const key = `${node} ${number}`;
      if (!known.has(key)) for (const text of textsIn(body, sealing)) hear(text);
      known.set(key, said_at);
      since = Math.max(since, said_at);
    }
    for (const [key, at] of known) if (at <= since - LATE_MS) known.delete(key);
  };

  return async (client, said, hear) => {
    if (rounds === 0) {
      const { rows } = await client.query<{ now: number }>(`select ${NOW} as now`);
      since = rows[0]?.now ?? 0;
    }
    rounds += 1;
    if (said.length > 0) await put(client, said);
    await look(client, hear);
    if (rounds % CLEARED_EVERY === 0) await client.query(`delete from node_count where said_at < ${NOW} - ${KEPT_MS}`);
  };
};
