/**
 * A body must arrive within its time, so that a slow one cannot hold a socket. A route that takes a stream of any length says
 * so with `config.streams`; there only the idle limit of the connection holds. Node's own limit knows no routes, so it is off.
 */
import type { FastifyInstance } from 'fastify';
import { hasBody } from './unread-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a stream that may take as long as it keeps coming. */
    streams?: true;
  }
}

export const installBodyTimeout = (app: FastifyInstance, timeoutMs: number): void => {
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request) || request.routeOptions.config.streams === true) return done();
    const { raw } = request;
    const giveUp = (): void => {
      // A refusal went out before the body came: nothing is left to say, and nobody waits for the rest.
      if (reply.raw.headersSent) return void raw.destroy();
      // Answered like every connection that is too slow: 408 in our shape, then closed.
      const late = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      app.server.emit('clientError', late, raw.socket);
    };
    const timer = setTimeout(giveUp, timeoutMs).unref();
    const clear = (): void => clearTimeout(timer);
    raw.once('end', clear);
    raw.once('close', clear);
    done();
  });
};
