/**
 * The HTTP server with the house's habits: limits on everything a stranger can make large or slow, one error shape, strict
 * bodies, callers proved before anything is read. Routes are added to what it returns; docs/behaviour/http.md lists what
 * clients can observe.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Prover } from '../db/prove.ts';
import type { Clock, Stopwatch } from '../shared/clock.ts';
import { type FieldProblem, Refusal } from '../shared/errors.ts';
import type { RandomBytes } from '../shared/identifiers.ts';
import { addressKey } from './limits/address-key.ts';
import { type Admission, admission, type ShedReason } from './limits/admission.ts';
import { installArrivingBodies } from './limits/arriving-bodies.ts';
import { installAccess } from './access.ts';
import {
  type AccessLogOptions,
  installAccessLog,
  type LogOptions,
  loggerOptions,
  viewLog,
} from './watch/access-log.ts';
import { installBodyTimeout } from './limits/body-timeout.ts';
import type { IdentifyCaller } from './caller.ts';
import { clientErrorHandler } from './requests/client-error.ts';
import { clientAddress } from './limits/client-address.ts';
import type { Door } from './door.ts';
import { installUntriable } from './dry-run.ts';
import { installCors, installCorsOfCaller, type OriginAllowed } from './cors.ts';
import { answerError, installErrorHandler, installUnrouted } from './error-handler.ts';
import { installHttpMetrics } from './watch/http-metrics.ts';
import type { Metrics } from './watch/metrics.ts';
import { type Load, watchLoad } from './limits/overload.ts';
import { overloadLog } from './limits/overload-log.ts';
import type { Limits as OverloadLimits } from './limits/overload-rules.ts';
import { installAddressLimit, installCallerLimit, type RateLimitOptions, requestLimits } from './limits/rate-limit.ts';
import type { Tracing } from './watch/otlp/tracing.ts';
import { requestIds } from './watch/request-id.ts';
import { installSecurityHeaders, setSecurityHeaders } from './security-headers.ts';
import { type RouteCompilers, routeCompilers } from './route-compilers.ts';
import { installSlicedAnswers } from './sliced-answers.ts';
import { shedAnswers } from './limits/shed-answer.ts';
import { installStrictJson } from './requests/strict-json.ts';
import { hasBody, installUnreadBody } from './limits/unread-body.ts';
import { openViews } from './views/views.ts';
import { ajvOptions, installValidation, schemaErrorFormatter } from './requests/validation.ts';

export type ServerOptions = {
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly random: RandomBytes;
  readonly metrics: Metrics;
  readonly identify: IdentifyCaller;
  /** Whether any application lists this origin. */
  readonly originAllowed: OriginAllowed;
  readonly door: Door;
  /** `/shop` when the public address is https://example.com/shop; routes answer with and without it. */
  readonly publicPath: string;
  readonly log: Omit<LogOptions, 'clock'> & AccessLogOptions;
  readonly rates: Omit<RateLimitOptions, 'stopwatch' | 'onLimited'>;
  readonly overload: OverloadLimits;
  /** Left out where there are no traces. */
  readonly tracing?: Pick<Tracing, 'traceIdIn' | 'installRequests'> | undefined;
  /** Where answers are kept, and what tells whether they still hold; left out: none is kept. */
  readonly views?: { readonly prover: Prover; readonly mostBytes: number } | undefined;
};

/** The path below the public address; an address outside it is taken as it is, for probes that come past the proxy. */
export const belowPublicPath = (publicPath: string, url: string): string => {
  const prefix = publicPath.replace(/\/$/, '');
  if (prefix === '' || !url.startsWith(prefix)) return url;
  const rest = url.slice(prefix.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
};

/** A door may be open already; it is from when the app listens that those who come are its own. */
const behind = ({ server, answerBy }: Door, { listener, watch }: Admission): Server => {
  watch(server);
  server.once('listening', () => answerBy(listener));
  return server;
};

type Parts = {
  readonly newRequestId: ReturnType<typeof requestIds>;
  readonly admit: (serve: RequestListener) => Admission;
  readonly countMalformed: (code: string) => void;
  readonly compilers: RouteCompilers;
};
const build = (options: ServerOptions, { newRequestId, admit, countMalformed, compilers }: Parts) =>
  fastify({
    serverFactory: (serve) => behind(options.door, admit(serve)),
    bodyLimit: options.door.limits.bodyLimitBytes,
    trustProxy: options.door.isProxy,
    logger: loggerOptions({ ...options.log, clock: options.clock }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: newRequestId,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    // What still arrives on an open connection while the server closes is served, and its connection closed.
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: true, maxParamLength: 256 },
    rewriteUrl: (request) => belowPublicPath(options.publicPath, request.url ?? '/'),
    ajv: ajvOptions,
    schemaController: { compilersFactory: compilers.factory },
    schemaErrorFormatter,
    clientErrorHandler: clientErrorHandler(() => newRequestId({ headers: {} }), countMalformed),
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply);
      if (hasBody(request)) reply.header('connection', 'close');
      answerError(error, request, reply);
      countMalformed(request.errorCode ?? 'internal_error');
    },
  });

/** The addresses of routes that are never shed. */
const installExempt = (app: FastifyInstance, exempt: Set<string>): void => {
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.exempt === true) exempt.add(url);
  });
};

const bytesOf = (payload: unknown): number =>
  typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0;

/** Who reads slowly, or not at all, is no reason for others to wait: a place is free when its answer is made. */
const installLetGo = (app: FastifyInstance, load: Load): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    load.letGo(reply.raw, () => request.ip, bytesOf(payload));
    done(null, payload);
  });
  app.decorate('waitUnread', ({ raw, request }, bytes) => load.waitUnread(raw, () => request.ip, bytes));
};

/** After its body has come, which its connection brings and not it: what takes long of a request stands in the line of its caller. */
const installWork = (app: FastifyInstance, load: Load): void => {
  app.addHook('preValidation', (_request, reply, done) => load.during(reply.raw, done));
};

/** Two would let a proxy and us take the request for different hosts'; only HTTP/1.0 knows none. */
const hasOneHost = ({ rawHeaders, httpVersion }: IncomingMessage): boolean => {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host');
  return hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0');
};

/** Percent-encoded NUL would reach the database as a character that PostgreSQL cannot store. */
const addressProblem = ({ url, raw }: FastifyRequest): FieldProblem | undefined => {
  if (url.includes('%00')) {
    return { field: '', message: 'The address contains the character U+0000, which cannot be stored.' };
  }
  return hasOneHost(raw) ? undefined : { field: 'host', message: 'Send the header Host once.' };
};

const installAddressCheck = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const problem = addressProblem(request);
    done(problem === undefined ? undefined : new Refusal('body_invalid', { details: [problem] }));
  });
};

/** A connection whose answer ends while the server closes would stay open, idle, until its keep-alive time is over. */
const installClosing = (app: FastifyInstance): void => {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
};

export const createServer = (options: ServerOptions): FastifyInstance => {
  const { clock, stopwatch, metrics, rates, publicPath, door } = options;
  const { limits, isProxy } = door;
  const malformed = metrics.counter('cartwright_malformed_requests_total', 'What came in and never became a request.');
  const limited = metrics.counter('cartwright_rate_limited_total', 'Requests over a rate limit.');
  const shed = metrics.counter(
    'cartwright_shed_total',
    'Requests refused because there were too many, by which queue.',
  );
  const refused = metrics.counter('cartwright_connections_refused_total', 'Connections over a limit, by which one.');
  const givenUp = metrics.counter(
    'cartwright_bodies_given_up_total',
    'Bodies that were still coming while more did than a limit allows, by which one.',
  );
  const asked = metrics.counter('cartwright_views_total', 'Kept answers that were asked for, by what became of them.');
  const newRequestId = requestIds(clock, options.random, options.tracing?.traceIdIn);
  const load = watchLoad(options.overload);
  const exempt = new Set<string>();
  const isExempt = (url: string): boolean => exempt.has(belowPublicPath(publicPath, url).replace(/\/?(\?.*)?$/, ''));
  const answerShed = shedAnswers(publicPath);
  const refuse = (request: IncomingMessage, response: ServerResponse, by: ShedReason): void => {
    shed({ by });
    http.refused({ error_code: 'overloaded' });
    app.tellOverload(by);
    answerShed(request, response, newRequestId(request));
  };
  const { mostWaitMs } = options.overload;
  const addressOf = (request: IncomingMessage): string => clientAddress(request, isProxy);
  const whoseIs = (request: IncomingMessage): string => addressKey(addressOf(request));
  const rateLimits: RateLimitOptions = { ...rates, stopwatch, onLimited: (by) => limited({ by }) };
  const requests = requestLimits(rateLimits);
  const views =
    options.views &&
    openViews({
      ...options.views,
      clock,
      limits: requests,
      newRequestId,
      addressOf,
      onAsked: (outcome) => asked({ outcome }),
      onAnswered: (answered) => {
        http.answered(answered.view.operation, answered.request.method ?? '', answered.status, answered.ms);
        logView(answered);
      },
    });
  const admit = (serve: RequestListener): Admission => {
    const { listener, watch } = admission({ load, mostWaitMs, whoseIs, isExempt, refuse }, serve);
    return { listener: views?.before(listener) ?? listener, watch };
  };
  const countMalformed = (code: string): void => malformed({ error_code: code });
  const largeBodies = new WeakSet<object>();
  const compilers = routeCompilers(largeBodies);
  const app: FastifyInstance = build(options, { newRequestId, admit, countMalformed, compilers });
  app.decorate('compilers', compilers);
  const logView = viewLog(app.log, options.log);
  views?.install(app);
  app.decorate('tellOverload', overloadLog(app.log));
  door.onRefused((by) => refused({ by }));
  if (views !== undefined) {
    metrics.gauge('cartwright_kept_views', 'Answers that are kept.', () => views.held().views);
    metrics.gauge('cartwright_kept_view_bytes', 'What they take up.', () => views.held().bytes);
  }
  metrics.gauge('cartwright_connections', 'Connections open.', door.connections);
  metrics.gauge('cartwright_http_in_flight', 'Requests in progress.', load.inFlight);
  metrics.gauge('cartwright_http_outside', 'Requests that wait for somebody outside.', load.outside);

  installExempt(app, exempt);
  installStrictJson(app, largeBodies);
  installValidation(app);
  installErrorHandler(app, publicPath);
  installClosing(app);
  installSlicedAnswers(app);

  // The order is the order of work for a request: what is cheap and refuses most comes first.
  options.tracing?.installRequests(app);
  installUnreadBody(app);
  installBodyTimeout(app, limits.requestTimeoutMs);
  const arriving = installArrivingBodies(app, { limits, onGivenUp: (by) => givenUp({ by }) });
  metrics.gauge('cartwright_arriving_body_bytes', 'What has come of bodies that are not complete.', arriving);
  installLetGo(app, load);
  installSecurityHeaders(app);
  const http = installHttpMetrics(app, metrics);
  installAccessLog(app, options.log);
  installAddressCheck(app);
  installAddressLimit(app, requests, rateLimits.onLimited);
  installCors(app, options.originAllowed);
  installUntriable(app);
  installAccess(app, options.identify);
  installCorsOfCaller(app);
  installCallerLimit(app, requests, rateLimits.onLimited);
  installWork(app, load);
  installUnrouted(app, publicPath);
  return app;
};
