/**
 * Sends prepared requests over a few connections and counts the answers: so little work that the server is what is measured.
 * It reads heads far enough to find status and length, and throws bodies away. A connection that the server has closed after
 * an answer, as it does after many, is opened again.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request as it goes over the wire. */
export const wire = (method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): Buffer => {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: 'localhost', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
};

export type Lane = {
  /** Sends one and waits for its answer, whose status it gives. */
  readonly ask: (request: Buffer) => Promise<number>;
  /** What the body of the last answer had. */
  readonly bytes: () => number;
  readonly close: () => void;
};

const END = Buffer.from('\r\n\r\n');
const NONE = Buffer.alloc(0);

export const openLane = async (port: number, hasBody = true): Promise<Lane> => {
  let socket: Socket;
  let answered: PromiseWithResolvers<number> | undefined;
  let head: Buffer = NONE;
  let left = -1;
  let status = 0;
  let closes = false;
  let bytes = 0;

  const done = (): void => {
    left = -1;
    head = NONE;
    if (closes) socket.destroy();
    answered?.resolve(status);
  };
  const begin = (chunk: Buffer): void => {
    head = head.byteLength === 0 ? chunk : Buffer.concat([head, chunk]);
    const end = head.indexOf(END);
    if (end === -1) return;
    const text = head.toString('latin1', 0, end);
    status = Number(text.slice(9, 12));
    closes = /\r\nconnection: close/i.test(text);
    bytes = status === 304 || !hasBody ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
    left = bytes - (head.byteLength - end - END.byteLength);
    if (left <= 0) done();
  };
  const open = async (): Promise<void> => {
    socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk: Buffer) => {
      if (left === -1) return begin(chunk);
      left -= chunk.byteLength;
      if (left <= 0) done();
    });
    socket.on('error', (error) => answered?.reject(error));
    socket.on('close', () => answered?.reject(new Error('the connection was closed')));
    await once(socket, 'connect');
  };

  await open();
  return {
    ask: async (request) => {
      if (socket.destroyed) await open();
      answered = Promise.withResolvers();
      socket.write(request);
      return answered.promise;
    },
    bytes: () => bytes,
    close: () => socket.destroy(),
  };
};
