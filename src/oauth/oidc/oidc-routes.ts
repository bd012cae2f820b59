/** The standard addresses of the token service: everything below /oidc, and its description at the root of the host. */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Node } from '../../applications/node.ts';
import type { Access } from '../../http/caller.ts';
import { errorBody } from '../../http/error-body.ts';
import { refusalFor } from '../../http/error-handler.ts';
import { installForms } from '../../http/requests/forms.ts';
import { Refusal } from '../../shared/errors.ts';
import { withRedirectOfCode } from './code-redirect.ts';
import { oauthErrorBody } from './oidc-answers.ts';
import { handOver } from './oidc-door.ts';
import type { TokenService } from './oidc-service.ts';

export const publicRoute = { access: { kind: 'public' } satisfies Access };
export const TOKEN_BODY_LIMIT = 16 * 1024;
const REFRESH_KEYS_MS = 60_000;

/** What never reaches the library is refused in its words too. */
export const answerInOAuthWords = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalFor(error);
    if (refusal === undefined) request.log.error({ err: error }, 'fault');
    const known = refusal ?? new Refusal('internal_error');
    request.errorCode = known.code;
    const word = known.status < 500 ? 'invalid_request' : 'server_error';
    const problem = known.options.details?.[0]?.message ?? known.message;
    const body = { ...errorBody(known, request.id), ...oauthErrorBody(word, problem.replace(/\.$/, ''), request.id) };
    return reply
      .code(known.status)
      .headers({ ...known.options.headers })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body));
  });
};

/**
 * Where a request goes on after the consent page: what it asked for is kept under its cookie. Without that cookie the
 * library would believe the query about the client, and fail on it.
 */
const GOING_ON = /^\/auth\/[^/?]/i;
const METADATA = '/.well-known/oauth-authorization-server';

/** The protocol knows forms; JSON is for the SDKs' own paths. */
const formOf = ({ body }: FastifyRequest): string | undefined => {
  if (body === undefined || typeof body === 'string') return body;
  throw new Refusal('media_type_unsupported', { message: 'Send the body as application/x-www-form-urlencoded.' });
};

export type OidcRoutesOptions = { readonly node: Pick<Node, 'db' | 'now'>; readonly service: TokenService };

export const oidcRoutes: FastifyPluginAsync<OidcRoutesOptions> = async (app, { node, service }) => {
  const { issuer, handler } = service;
  answerInOAuthWords(app);
  installForms(app, TOKEN_BODY_LIMIT, String);

  const below = (request: FastifyRequest): string => {
    const path = request.url.slice('/oidc'.length);
    return GOING_ON.test(path) ? path.replace(/\?.*$/, '') : path;
  };
  const serve = (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    handOver(handler, issuer, { request, reply, handed: { path: below(request), form: formOf(request) } });

  const page = { config: publicRoute, schema: { hide: true } };
  app.get('/oidc/*', page, serve);
  app.options('/oidc/*', page, serve);
  const posted = { ...page, bodyLimit: TOKEN_BODY_LIMIT };
  app.post('/oidc/*', posted, serve);
  app.post('/oidc/token', posted, async (request, reply) => {
    const given = formOf(request);
    const form = given === undefined ? undefined : await withRedirectOfCode(node, given);
    return handOver(handler, issuer, { request, reply, handed: { path: below(request), form } });
  });

  const describe = (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const path = request.url.split('?')[0]?.slice(METADATA.length).replace(/\/$/, '');
    if (path !== '' && path !== issuer.pathname) throw new Refusal('route_not_found');
    return handOver(handler, issuer, { request, reply, handed: { path: METADATA } });
  };
  app.get(METADATA, page, describe);
  app.get(`${METADATA}/*`, page, describe);

  const refreshing = setInterval(() => {
    service.refreshKeys().catch((error: unknown) => app.log.warn({ err: error }, 'signing keys cannot be read'));
  }, REFRESH_KEYS_MS).unref();
  app.addHook('onClose', async () => clearInterval(refreshing));
};
