// A loopback proxy between the driver and PostgreSQL that reads along: what was sent, in how many flights, and what came
// back; and that can cut or silence the line at a chosen moment.
//
// `reset-before-ready` lets a portal that is read in portions come to its end and resets the connection in the moment in
// which the server says that it is ready again: behind CommandComplete, before ReadyForQuery.
import { connect, createServer, type Socket } from 'node:net';
import type { Database } from '../../src/db/database.ts';
import { openPostgres, type PostgresOptions } from '../../src/db/postgres/postgres.ts';

type Line = 'open' | 'cut-after-sending' | 'cut-before-sending' | 'silent' | 'reset-before-ready';
export type Proxy = {
  readonly url: string;
  /** Times the client spoke after the server had (or first): the round trips. */
  readonly flights: () => number;
  /** ReadyForQuery messages of the server. */
  readonly ready: () => number;
  /** Connections that were reset at the end of a portal. */
  readonly resets: () => number;
  /** SQLSTATEs of the errors that the server reported. */
  readonly errors: () => readonly string[];
  /** How often the client sent this text. */
  readonly sent: (text: string) => number;
  readonly forget: () => void;
  /** Connections there are fall silent for good; new ones are served. */
  readonly freeze: () => void;
  /** What happens to the next thing the client says. */
  readonly set: (line: Line) => void;
  readonly close: () => Promise<void>;
};

type Message = { readonly type: string; readonly body: Buffer; readonly whole: Buffer };
/** Cuts a stream of bytes into the protocol's messages: a letter, a length, a body. */
export const messages = (onMessage: (message: Message) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes: Buffer): void => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      onMessage({ type: String.fromCharCode(rest[0] ?? 0), body: rest.subarray(5, end), whole: rest.subarray(0, end) });
      rest = rest.subarray(end);
    }
  };
};
const sqlState = (body: Buffer): string => /(?:^|\0)C([0-9A-Z]{5})\0/.exec(body.toString('latin1'))?.[1] ?? '';

/** Asks for what was sent so far without ending the transaction: only who reads a portal in portions says it. */
const FLUSH = 'H\0\0\0\u0004';

/** Where the server of this address is: a port, or a socket in a folder. */
export const placeOf = (url: string): { readonly host: string; readonly port: number } | { readonly path: string } => {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  return folder === null
    ? { host: hostname, port: Number(port) }
    : { path: `${folder}/.s.PGSQL.${port === '' ? 5432 : port}` };
};

export const startProxy = async (serverUrl: string): Promise<Proxy> => {
  const server = placeOf(serverUrl);
  const sockets = new Set<Socket>();
  let line: Line = 'open';
  let flights = 0;
  let ready = 0;
  let resets = 0;
  let freezes = 0;
  let errors: string[] = [];
  let spoken: string[] = [];

  const listener = createServer((client) => {
    const upstream = connect(server);
    const born = freezes;
    const isPassed = (): boolean => born === freezes && (line === 'open' || line === 'reset-before-ready');
    let clientsTurn = true;
    let inPortions = false;
    const read = messages(({ type, body, whole }) => {
      if (type === 'Z') ready += 1;
      if (type === 'E') errors.push(sqlState(body));
      if (line === 'reset-before-ready' && inPortions && type === 'Z') {
        resets += 1;
        client.resetAndDestroy();
      } else if (isPassed()) client.write(whole);
      if (type === 'Z') inPortions = false;
    });
    client.on('data', (bytes) => {
      if (clientsTurn) flights += 1;
      clientsTurn = false;
      spoken.push(bytes.toString('latin1'));
      if (spoken.at(-1)?.includes(FLUSH)) inPortions = true;
      if (isPassed()) upstream.write(bytes);
      if (line === 'cut-after-sending') upstream.write(bytes, () => client.destroy());
      if (line === 'cut-before-sending') client.destroy();
    });
    upstream.on('data', (bytes) => {
      clientsTurn = true;
      read(bytes);
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.end();
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const own = new URL(serverUrl);
  own.searchParams.delete('host');
  own.hostname = '127.0.0.1';
  own.port = String(address.port);

  return {
    url: own.href,
    flights: () => flights,
    ready: () => ready,
    resets: () => resets,
    errors: () => errors,
    sent: (text) => spoken.join('').split(text).length - 1,
    forget: () => {
      flights = 0;
      ready = 0;
      resets = 0;
      errors = [];
      spoken = [];
    },
    freeze: () => {
      freezes += 1;
    },
    set: (next) => {
      line = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
};

/** Works with a database behind the proxy, whose line is open again afterwards. */
export const proxied = async (
  proxy: Proxy,
  options: PostgresOptions,
  work: (db: Database) => Promise<void>,
): Promise<void> => {
  const db = await openPostgres(proxy.url, options);
  try {
    await work(db);
  } finally {
    proxy.set('open');
    await db.close();
  }
};
