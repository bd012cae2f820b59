/**
 * Where everything that was thrown ends: a refusal is answered as it says, anything else is a fault, which is logged with
 * its cause and answered without a word about it.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { DatabaseError, UnstorableText } from '../db/database.ts';
import type { ErrorCode } from '../shared/error-table.ts';
import { Refusal } from '../shared/errors.ts';
import { isLongJson, jsonInSlices } from './answers/json-in-slices.ts';
import { errorBody, overloaded } from './error-body.ts';
import { brokenPage, missingPage, wantsPage } from './pages/missing-page.ts';
import { type Page, sendPage } from './pages/page.ts';
import { ownEntry } from '../shared/own-entry.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was refused, for the access line and the metrics; undefined for a success. */
    errorCode: ErrorCode | undefined;
  }
  interface FastifyInstance {
    readonly ownPages: OwnPages;
  }
}

/** Pages that an installation has instead of ours; false while it has none to show. */
type OwnPages = {
  missing?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
};

const frameworkRefusals: Readonly<Record<string, () => Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('body_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Refusal('media_type_unsupported'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Refusal('route_not_found'),
};
const unreadable = (message: string): Refusal => new Refusal('body_invalid', { details: [{ field: '', message }] });

/** The framework's own errors about a request, told from errors of ours that merely carry a status. */
const fromFramework = (error: Partial<FastifyError>): Refusal | undefined => {
  if (error.code === 'ECONNRESET') return unreadable('The request ended before it was complete.');
  if (typeof error.code !== 'string' || !error.code.startsWith('FST_ERR_')) return undefined;
  const known = ownEntry(frameworkRefusals, error.code);
  if (known !== undefined) return known();
  return (error.statusCode ?? 500) < 500 ? unreadable('The address or the body is malformed.') : undefined;
};

const fromDatabase = (error: DatabaseError): Refusal | undefined => {
  if (error.code === 'busy' || error.code === 'unwritable') return overloaded(error);
  return error.code === 'unknown' ? new Refusal('outcome_unknown', { cause: error }) : undefined;
};

/** What to answer; undefined for a fault. */
export const refusalFor = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseError) return fromDatabase(error);
  // Where a text can hide from the readers of bodies and addresses: in base64, in a token, in JSON inside a header.
  if (error instanceof UnstorableText) return unreadable('A text in the request contains the character U+0000.');
  return error instanceof Error ? fromFramework(error) : undefined;
};

/** Whatever is not there just now may be asked for again, and the answer says when. */
const headersOf = ({ status, options }: Refusal): Readonly<Record<string, string>> => ({
  ...(status === 503 && { 'retry-after': '1' }),
  ...options.headers,
});

const sendRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply => {
  request.errorCode = refusal.code;
  reply.code(refusal.status).headers(headersOf(refusal)).type('application/json; charset=utf-8');
  const body = errorBody(refusal, request.id);
  // Some show a whole cart, which may be as large as any answer.
  if (refusal.options.body === undefined || !isLongJson(body)) return reply.send(JSON.stringify(body));
  void jsonInSlices(body).then((bytes) => reply.send(bytes));
  return reply;
};

/** Made for people and for nobody else: what is in no reference and asks for no proof. */
const isPage = ({ routeOptions: { schema, config } }: FastifyRequest): boolean =>
  schema?.hide === true && config.access?.kind === 'public';

const sendBroken = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal, publicPath: string): void => {
  request.errorCode = refusal.code;
  reply.code(refusal.status).headers(headersOf(refusal));
  void sendPage(reply, refusal.status === 404 ? missingPage(publicPath) : brokenPage(publicPath, refusal.message));
};

export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply, publicPath = ''): void => {
  const refusal = refusalFor(error);
  if (refusal === undefined) request.log.error({ err: error }, 'fault');
  else if (refusal.options.logged !== undefined || refusal.options.cause !== undefined) {
    const { logged, cause } = refusal.options;
    if (refusal.code === 'overloaded') request.server.tellOverload('during_work', { ...logged, err: cause });
    else request.log.info({ ...logged, err: cause, error_code: refusal.code }, 'refused');
  }
  const answered = refusal ?? new Refusal('internal_error');
  if (isPage(request) && wantsPage(request)) sendBroken(request, reply, answered, publicPath);
  else void sendRefusal(request, reply, answered);
};

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Which methods an address takes: the router itself is asked, so parameters and trailing slashes count. */
const allowedMethods = (app: FastifyInstance, url: string): readonly HTTPMethods[] =>
  methods.filter((method) => app.findRoute({ method, url }) !== null);

type Unrouted = { readonly app: FastifyInstance; readonly missing: Page };

const answerUnrouted = async (
  { app, missing }: Unrouted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const allowed = allowedMethods(app, request.url);
  if (allowed.length === 0 && wantsPage(request)) {
    request.errorCode = 'route_not_found';
    const isAnswered = await app.ownPages.missing?.(request, reply);
    return isAnswered === true ? reply : sendPage(reply.code(404), missing);
  }
  if (allowed.length === 0) return sendRefusal(request, reply, new Refusal('route_not_found'));
  const allow = [...allowed, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send();
  return sendRefusal(request, reply, new Refusal('method_not_allowed', { headers: { allow } }));
};

export const installErrorHandler = (app: FastifyInstance, publicPath: string): void => {
  app.decorateRequest('errorCode', undefined);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, publicPath));
};

/** As the last of the first hooks: the framework would read the body before it calls a handler of its own. */
export const installUnrouted = (app: FastifyInstance, publicPath: string): void => {
  const missing = missingPage(publicPath);
  app.decorate('ownPages', {});
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    answerUnrouted({ app, missing }, request, reply).catch((error: unknown) =>
      answerError(error, request, reply, publicPath),
    );
  });
};
