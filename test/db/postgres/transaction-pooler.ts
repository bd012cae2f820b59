/**
 * A pooler as PgBouncer is one in transaction mode, before it learned of prepared statements: whoever speaks gets whichever
 * connection is free, until the server says that the transaction is over. It answers for the server when a client comes,
 * under a process number of its own, and refuses settings that would stay behind in a shared connection.
 */
import { connect, createServer, type Socket } from 'node:net';
import { messages, placeOf } from '../postgres-proxy.ts';

export type Pooler = {
  readonly url: string;
  /** How often a client spoke to another connection than before. */
  readonly changes: () => number;
  readonly close: () => Promise<void>;
};
type Upstream = { readonly socket: Socket; heard: (type: string, whole: Buffer) => void };

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, body]);
};
const startOf = (user: string, database: string): Buffer =>
  message('', Buffer.from(`\0\u0003\0\0user\0${user}\0database\0${database}\0\0`, 'latin1'));

const ALLOWED = new Set(['user', 'database', 'client_encoding', 'application_name']);
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('K', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1])),
  message('Z', Buffer.from('I')),
]);
const refusal = (name: string): Buffer =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${name}\0\0`));

export const startPooler = async (serverUrl: string, connections: number): Promise<Pooler> => {
  const { username, pathname } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const free: Upstream[] = [];
  const waiting: ((upstream: Upstream) => void)[] = [];
  let changes = 0;

  const release = (upstream: Upstream): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(upstream);
    else next(upstream);
  };
  const open = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(placeOf(serverUrl)).on('error', () => {});
      sockets.add(socket);
      const upstream: Upstream = {
        socket,
        heard: (type) => {
          if (type !== 'Z') return;
          release(upstream);
          resolve();
        },
      };
      socket.on(
        'data',
        messages(({ type, whole }) => upstream.heard(type, whole)),
      );
      socket.write(startOf(username, pathname.slice(1)));
    });

  const serve = (client: Socket): void => {
    let mine: Upstream | undefined;
    let before: Upstream | undefined;
    let isAsking = false;
    let open = 0;
    let unsent: Buffer[] = [];
    const take = (upstream: Upstream): void => {
      if (before !== undefined && before !== upstream) changes += 1;
      [mine, before, isAsking] = [upstream, upstream, false];
      upstream.heard = (type, whole) => {
        client.write(whole);
        if (type !== 'Z') return;
        open -= 1;
        if (open > 0) return;
        mine = undefined;
        release(upstream);
      };
      for (const whole of unsent) upstream.socket.write(whole);
      unsent = [];
    };
    const ask = (whole: Buffer): void => {
      unsent.push(whole);
      if (isAsking) return;
      isAsking = true;
      const upstream = free.shift();
      if (upstream === undefined) waiting.push(take);
      else take(upstream);
    };
    const said = messages(({ type, whole }) => {
      if (type === 'S' || type === 'Q') open += 1;
      if (type === 'X') client.end();
      else if (mine === undefined) ask(whole);
      else mine.socket.write(whole);
    });
    client.once('data', (start) => {
      const names = start
        .toString('latin1', 8)
        .split('\0')
        .filter((_, at) => at % 2 === 0);
      const unknown = names.find((name) => name !== '' && !ALLOWED.has(name));
      if (unknown === undefined) client.on('data', said).write(WELCOME);
      else client.end(refusal(unknown));
    });
  };

  const listener = createServer((client) => {
    sockets.add(client.on('error', () => {}));
    serve(client);
  });
  for (let n = 0; n < connections; n += 1) await open();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { port: number };
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    changes: () => changes,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
};
