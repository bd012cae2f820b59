/**
 * What becomes of a connection whose request was answered before its body had come. Node goes on reading such a body for as
 * long as it trickles, so anybody could hold a socket with a request that was refused long ago.
 *
 * Such an answer says `Connection: close`. Our side is closed behind it, what still comes is thrown away for a moment, so that
 * the sender finds the answer and not a reset (RFC 9112, 9.6), and then the connection is gone.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether an answer is made while it is sent. */
const isStreamed = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && !(payload instanceof Uint8Array);

const closeGently = (socket: Socket, lingerMs: number): void => {
  if (socket.writableEnded || socket.destroyed) return;
  socket.end();
  // As it comes: to make chunks and requests of what nobody reads would take the time of others.
  socket.removeAllListeners('data').on('data', () => {});
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
};

/** Of the server itself, so that answers which never reach a hook are among them. */
export const closeUnread = (request: IncomingMessage, response: ServerResponse, lingerMs: number): void => {
  if (!hasBody(request)) return;
  const { socket } = request;
  // Node calls this behind a last answer, and would reset what is still being sent.
  socket.destroySoon = () => {
    if (request.complete) Socket.prototype.destroySoon.call(socket);
    else closeGently(socket, lingerMs);
  };
  response.once('finish', () => {
    if (!request.complete) closeGently(socket, lingerMs);
  });
};

/** Says so in the answer; door.ts does it. */
export const installUnreadBody = (app: FastifyInstance): void => {
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    // An answer that is itself a stream may be made while its request is read.
    if (raw.complete || !hasBody(raw) || isStreamed(payload)) return done(null, payload);
    // A body that came with its head is parsed after the hooks of its head have run.
    setImmediate(() => {
      if (!raw.complete) reply.header('connection', 'close');
      done(null, payload);
    });
  });
};
