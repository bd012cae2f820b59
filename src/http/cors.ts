/**
 * Which web pages may read our answers. An application's answers are for the origins in its settings; a preflight and an
 * answer that failed before its caller was known ask whether any application lists the origin. Anyone else simply gets
 * no CORS headers, and the browser keeps the answer from the page.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApplicationSettings } from '../contract/applications/application-contract.ts';

export type OriginAllowed = (origin: string) => Promise<boolean>;

const scope = '/service/application/';
const allowedHeaders = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'prefer',
  'traceparent',
  'tracestate',
  'x-anonymous-cart',
  'x-anonymous-id',
  'x-currency-code',
  'x-customer-token',
  'x-event-context',
  'x-ext-lib-version',
  'x-fp-date',
  'x-fp-sdk-version',
  'x-fp-signature',
  'x-language-code',
  'x-location-detail',
  'x-ordering-source',
  'x-ordering-source-type',
  'x-request-id',
].join(', ');
const exposedHeaders = [
  'ETag',
  'Idempotent-Replayed',
  'Last-Modified',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'x-anonymous-id',
  'x-request-id',
].join(', ');
const preflightSeconds = '7200';

export const settingsAllow = (
  { origins, storefront_url: storefront }: Pick<ApplicationSettings, 'origins' | 'storefront_url'>,
  origin: string,
): boolean => origins.includes(origin) || (storefront !== null && URL.parse(storefront)?.origin === origin);

const allow = (reply: FastifyReply, origin: string): void => {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposedHeaders,
  });
};
const disallow = (reply: FastifyReply): void => {
  reply.removeHeader('access-control-allow-origin');
  reply.removeHeader('access-control-allow-credentials');
  reply.removeHeader('access-control-expose-headers');
};

const isPreflight = (request: FastifyRequest): boolean =>
  request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;

const answerPreflight = (reply: FastifyReply, allowed: boolean): void => {
  if (allowed) {
    reply.removeHeader('access-control-expose-headers');
    reply.headers({
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': preflightSeconds,
    });
  }
  void reply.code(204).send();
};

/** Before the caller is known: so that a page can read why it was refused. */
export const installCors = (app: FastifyInstance, originAllowed: OriginAllowed): void => {
  app.addHook('onRequest', (request, reply, proceed) => {
    if (!request.url.startsWith(scope)) return proceed();
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined) return proceed();
    const decide = (allowed: boolean): void => {
      if (allowed) allow(reply, origin);
      if (isPreflight(request)) answerPreflight(reply, allowed);
      else proceed();
    };
    originAllowed(origin).then(decide, (error: unknown) => proceed(error as Error));
  });
};

/** After the caller is known: another application's origin is not his. */
export const installCorsOfCaller = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    const { caller } = request;
    if (origin !== undefined && caller?.kind === 'application' && !settingsAllow(caller.settings, origin)) {
      disallow(reply);
    }
    done();
  });
};
