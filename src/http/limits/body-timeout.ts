/**
 * A body must arrive within its time, so that a slow one cannot hold a socket. A route that takes a stream of any length says
 * so with `config.streams`; there the idle limit of the connection holds, and the pace that the route asks for. Node's own limit knows
 * no routes, so it is off.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../shared/errors.ts';
import { hasBody } from './unread-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a stream that may take as long as it keeps coming. */
    streams?: true;
  }
}

/** Whether it has a body that is read as a whole before it is served. */
export const isReadWhole = (request: FastifyRequest): boolean =>
  hasBody(request) && request.routeOptions.config.streams !== true;

/** The rest of a body is not waited for. */
export const giveUpBody = ({ server, raw }: FastifyRequest, reply: FastifyReply, refusal: Refusal): void => {
  // A refusal went out before the body came: nothing is left to say, and nobody waits for the rest.
  if (reply.raw.headersSent) raw.destroy();
  // Answered like every connection that is no request: in our shape, then closed.
  else server.server.emit('clientError', refusal, raw.socket);
};

export type Pace = { readonly wait: () => void; readonly rest: () => void };

/** Gives a stream up when what is waited for did not come within the time; while it rests, nothing of it is waited for. */
export const paceOf = (request: FastifyRequest, reply: FastifyReply, withinMs: number): Pace => {
  let timer: NodeJS.Timeout | undefined;
  const rest = (): void => clearTimeout(timer);
  const giveUp = (): void => giveUpBody(request, reply, new Refusal('request_timeout'));
  const wait = (): void => {
    rest();
    timer = setTimeout(giveUp, withinMs).unref();
  };
  return { wait, rest };
};

export const installBodyTimeout = (app: FastifyInstance, timeoutMs: number): void => {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isReadWhole(request)) return done();
    const { raw } = request;
    const giveUp = (): void => giveUpBody(request, reply, new Refusal('request_timeout'));
    const timer = setTimeout(giveUp, timeoutMs).unref();
    const clear = (): void => clearTimeout(timer);
    raw.once('end', clear);
    raw.once('close', clear);
    done();
  });
};
