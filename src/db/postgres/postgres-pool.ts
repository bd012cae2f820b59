/** Connections that one kind of work takes and gives back. */
import { type Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { deadline } from '../deadline.ts';

export type ConnectionPool = {
  /** A connection, within so many milliseconds. What comes later is there for the next. */
  readonly take: (waitMs: number) => Promise<PoolClient>;
  /** Callers that wait for one. */
  readonly waiting: () => number;
  /** From now on everybody gets a new connection; those in use are closed when they are given back. */
  readonly renew: () => void;
  /** Waits a while for those in use, then closes them too. */
  readonly close: () => Promise<void>;
};

/** For making one. Longer than a caller waits: a server that is slow to take connections would else never be reached. */
export const CONNECT_MS = 5000;
const GOODBYE_MS = 1000;
const CLOSE_MS = 2000;

type Stream = { readonly destroy: () => void; readonly cork: () => void; readonly uncork: () => void };
const streamOf = (client: Client | PoolClient): Stream =>
  (client as unknown as { readonly connection: { readonly stream: Stream } }).connection.stream;
export const cutOff = (client: Client | PoolClient): void => streamOf(client).destroy();

/** What is said to the server in one turn goes out at once: to send costs more than to ask. */
export const sendTogether = (client: Client): void => {
  const stream = streamOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
};

/** A server that is gone without a word never answers a goodbye; nobody waits for that, not even the process. */
export const endInTime = (client: Client): void => {
  const end = client.end.bind(client) as (told?: () => void) => Promise<void>;
  client.end = ((told?: () => void) => {
    const forget = deadline(GOODBYE_MS, () => cutOff(client));
    client.once('end', forget);
    return end(told);
  }) as typeof client.end;
};

export const openPool = (config: PoolConfig): ConnectionPool => {
  const open = new Set<PoolClient>();
  const newPool = (): Pool => {
    const pool = new Pool({ ...config, connectionTimeoutMillis: CONNECT_MS });
    // An idle connection that dies is dropped and replaced on the next use; one in use reports to its caller.
    pool.on('error', () => {});
    pool.on('connect', (client) => {
      client.on('error', () => {});
      endInTime(client);
      open.add(client);
      client.once('end', () => open.delete(client));
    });
    return pool;
  };
  let pool = newPool();
  let waiting = 0;

  const take = (waitMs: number): Promise<PoolClient> =>
    new Promise((resolve, reject) => {
      let isLate = false;
      waiting += 1;
      const forget = deadline(waitMs, () => {
        isLate = true;
        waiting -= 1;
        reject(new Error(`no connection within ${waitMs} ms`));
      });
      const had = (): boolean => {
        if (isLate) return false;
        forget();
        waiting -= 1;
        return true;
      };
      pool.connect().then(
        (client) => (had() ? resolve(client) : client.release()),
        (error: Error) => had() && reject(error),
      );
    });

  return {
    take,
    waiting: () => waiting,
    renew: () => {
      const before = pool;
      pool = newPool();
      void before.end();
    },
    close: () =>
      new Promise((resolve) => {
        const forget = deadline(CLOSE_MS, () => {
          open.forEach(cutOff);
          resolve();
        });
        void pool.end().finally(forget).then(resolve);
      }),
  };
};
