/**
 * What processes tell each other through PostgreSQL (`notify`), on a connection of its own. It may be lost, and nothing may depend
 * on it: whoever was away has heard nothing. A pooler between does not bring it; then they tell each other by a table.
 */
import { Client } from 'pg';
import type { Row, TableChanges } from '../database.ts';
import { keepWorking } from '../keep-working.ts';
import { openBoard, type Sealing } from './postgres-board.ts';
import { processOf } from './postgres-check.ts';
import { endInTime } from './postgres-pool.ts';
import { configOf } from './postgres-ways.ts';

export type Channel = {
  /** Soon, to all others of this database; of at most `MOST_BYTES`. What is too much is left out. */
  readonly tell: (text: string) => void;
  readonly hear: (listener: (text: string) => void) => void;
  readonly close: () => Promise<void>;
};
export type ChannelOptions = {
  readonly url: string;
  readonly name: string;
  readonly sealing: Sealing;
  readonly onFailure: (error: unknown) => void;
  /** To notify is a transaction, of which whoever counts those of others has to know that it is ours. */
  readonly sending?: TableChanges['sending'];
};

/** PostgreSQL takes 8,000 with what it adds. */
export const MOST_BYTES = 7_500;
const MOST_WAITING = 100;
const EVERY_MS = 250;
/** Behind a pooler, where everybody has to look: about once a second. */
const STEPS_OF_A_LOOK = 4;
const MOST_MS = 30_000;
const CONNECT_MS = 5_000;
const NOTIFY = 'select pg_notify($1, $2), cast(pg_current_xact_id() as text) as own';

export const openChannel = ({ url, name, sealing, onFailure, sending }: ChannelOptions): Channel => {
  const board = openBoard(sealing);
  const waiting: string[] = [];
  let listener = (_text: string): void => {};
  let client: Client | undefined;
  let isPooled = false;
  let steps = 0;

  const connect = async (): Promise<Client> => {
    const made = new Client({ ...configOf(url), connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS });
    endInTime(made);
    const drop = (): void => {
      if (client === made) client = undefined;
    };
    made.on('error', drop);
    made.on('end', drop);
    made.on('notification', ({ processId, payload }) => {
      if (processId !== processOf(made)) listener(payload ?? '');
    });
    try {
      await made.connect();
      const { rows } = await made.query<{ pid: number }>('select pg_backend_pid() as pid');
      isPooled = Number(rows[0]?.pid) !== processOf(made);
      if (!isPooled) await made.query(`listen ${name}`);
      return made;
    } catch (error) {
      // Nobody waits for the goodbye of one that never answered.
      void made.end().catch(() => undefined);
      throw error;
    }
  };
  const notify = async (by: Client, text: string): Promise<void> => {
    const answered = sending?.([]);
    let rows: readonly Row[] | undefined;
    try {
      ({ rows } = await by.query<{ own: string }>(NOTIFY, [name, text]));
    } finally {
      answered?.(rows && [{ changes: 0, rows }]);
    }
  };
  const step = async (): Promise<number> => {
    client ??= await connect();
    steps += 1;
    if (isPooled) {
      if (steps % STEPS_OF_A_LOOK === 0) await board(client, waiting.splice(0), listener);
      return 0;
    }
    for (const text of waiting.splice(0)) await notify(client, text);
    return 0;
  };
  const stop = keepWorking({ step, everyMs: EVERY_MS, mostMs: MOST_MS, chance: Math.random, onFailure });
  return {
    tell: (text) => {
      if (waiting.length < MOST_WAITING) waiting.push(text);
    },
    hear: (given) => {
      listener = given;
    },
    close: async () => {
      await stop();
      await client?.end();
    },
  };
};
