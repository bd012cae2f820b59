/** Headers every answer carries. Pages add their own in page.ts; a route that may be cached says so itself. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const setSecurityHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'no-referrer');
  // By its route: a router reads %73ervice as service, and no cache may.
  const address = request.routeOptions.url ?? request.url;
  if (address.startsWith('/service/')) reply.header('cache-control', 'no-store');
};

export const installSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply);
    done();
  });
};
