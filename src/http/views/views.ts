/**
 * Answers that are given again. A route that read everything through a recorder hands its evidence over with `keepView`; what
 * it then sends is kept as bytes under its question. The same question is answered with them before the framework sees it,
 * once its evidence was seen to hold, and as often as the caller may ask. docs/decisions/0027-kept-views.md says why that is
 * the answer that would be made.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { evidenceOf, type Prover } from '../../db/prove.ts';
import type { Witness } from '../../db/witness.ts';
import type { Clock } from '../../shared/clock.ts';
import type { ApplicationCaller } from '../caller.ts';
import { noneMatch } from '../requests/conditional.ts';
import type { RequestLimits } from '../limits/rate-limit.ts';
import { hasBody } from '../limits/unread-body.ts';
import { type AnsweredView, viewRoute } from '../watch/access-log.ts';
import type { LoggedRoute } from '../watch/redaction.ts';
import { operationName } from '../watch/http-metrics.ts';
import { fingerprints } from './fingerprint.ts';
import { type FiguresShown, followFigures } from './follow-figures.ts';
import { oneMaker } from './one-maker.ts';
import { packedBodies } from './packed-body.ts';
import { type Shown, type View, type ViewStore, viewStore } from './view-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What this answer was made from; undefined: it is not kept. */
    evidence: ViewEvidence | undefined;
  }
}

type ViewEvidence = {
  /** All that was read; undefined: something of it cannot be compared. Asked when the answer is made. */
  readonly witnesses: () => readonly Witness[] | undefined;
  /** Before anything was read. */
  readonly stamp: number;
  readonly since: number;
  /** Until when time alone changes nothing. */
  readonly until: number;
  /** How it follows figures that move, where it can. */
  readonly figures?: FiguresShown | undefined;
};

export type ViewOptions = {
  readonly prover: Prover;
  readonly mostBytes: number;
  readonly clock: Clock;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly limits: RequestLimits;
  readonly newRequestId: (request: IncomingMessage) => string;
  readonly onAnswered: (answered: AnsweredView) => void;
  /** What became of a view that was asked for: given again, as it was or with figures that moved; overtaken by a change, or by time. */
  readonly onAsked: (outcome: 'kept' | 'followed' | 'changed' | 'late') => void;
};

export type Views = {
  /** Answers what is kept; hands everything else on. */
  readonly before: (next: RequestListener) => RequestListener;
  readonly install: (app: FastifyInstance) => void;
  readonly held: ViewStore['held'];
};

/** Said anew with every answer. */
const ofOneAnswer = new Set(['x-request-id', 'ratelimit', 'ratelimit-policy', 'content-length', 'connection']);
const isPacked = ['content-encoding', 'gzip'];
/** However long nothing happens: a kept token of a shopper may come to be renewed. */
const MOST_MS = 3_600_000;
const PURGE_MS = 60_000;

const flat = (reply: FastifyReply): readonly string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    ofOneAnswer.has(name) || value === undefined ? [] : [name, String(value)],
  );

/**
 * In memory of its own: what `Buffer.from` makes of a small text lies in a slab with others and keeps all of it. A large one
 * has its own already, and a copy of each would leave holes all over the heap.
 */
const bytesOf = (payload: unknown): Buffer | undefined => {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined;
  if (typeof payload !== 'string' && payload.buffer.byteLength === payload.byteLength) return payload;
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(payload));
  if (typeof payload === 'string') own.write(payload);
  else own.set(payload);
  return own;
};

/** By which whoever has the answer is told so, in operations that say that they do. */
const tagOf = ({ routeOptions, method }: FastifyRequest, reply: FastifyReply): string | undefined => {
  const tag = reply.getHeader('etag');
  const said = (routeOptions.schema?.response ?? {}) as Readonly<Record<string, unknown>>;
  return tag === undefined || method !== 'GET' || said['304'] === undefined ? undefined : String(tag);
};

/** The application, where its credential alone decides; undefined where every request must be signed. */
const provenCaller = ({ caller }: FastifyRequest): ApplicationCaller | undefined =>
  caller?.kind === 'application' && caller.settings.request_signature !== 'require' ? caller : undefined;

export const openViews = (options: ViewOptions): Views => {
  const { prover, clock, addressOf, limits, newRequestId, onAnswered, onAsked } = options;
  const store = viewStore(options.mostBytes);
  const packedBody = packedBodies(store);
  const maker = oneMaker();
  const questionOf = fingerprints();
  /** By operation: all its views share one. */
  const routes = new Map<string, LoggedRoute>();
  let closing = false;

  const keep = (request: FastifyRequest, reply: FastifyReply, payload: unknown): void => {
    const { evidence, raw } = request;
    const caller = provenCaller(request);
    const witnesses = evidence?.witnesses();
    if (evidence === undefined || witnesses === undefined || caller?.proof === undefined) return;
    if (reply.statusCode !== 200 || reply.hasHeader('set-cookie') || hasBody(raw)) return;
    const body = bytesOf(payload);
    if (body === undefined && raw.method !== 'HEAD') return;
    const { since, stamp } = evidence;
    const operation = operationName(request);
    const route = routes.get(operation) ?? viewRoute(request);
    routes.set(operation, route);
    const headers = flat(reply);
    const question = questionOf(raw);
    const view: View = {
      evidence: evidenceOf([caller.proof.seen, ...witnesses], stamp),
      since,
      until: Math.min(evidence.until, caller.proof.until ?? Infinity, since + MOST_MS),
      caller,
      shown: {
        headers,
        bareHeaders: headers.filter((_text, at) => headers[at - (at % 2)] !== 'content-type'),
        tag: tagOf(request, reply),
        body,
      },
      operation,
      route,
    };
    if (evidence.figures !== undefined) followFigures(view, evidence.figures, () => store.grew(question, view));
    store.keep(question, view);
  };

  const send = (request: IncomingMessage, response: ServerResponse, shown: Shown, own: readonly string[]): number => {
    const { headers, body, readers, tag } = shown;
    const none = request.headers['if-none-match'];
    if (none !== undefined && tag !== undefined && noneMatch(none, tag)) {
      response.writeHead(304, [...shown.bareHeaders, ...own]);
      response.end();
      return 304;
    }
    if (body === undefined) response.writeHead(200, [...headers, ...own]);
    else response.writeHead(200, [...headers, 'content-length', String(body.byteLength), ...own]);
    if (readers === undefined) response.end(body);
    else {
      readers.count += 1;
      // Whoever leaves before the end stays counted: the body is then left to him, and a copy takes its place.
      response.end(body, () => (readers.count -= 1));
    }
    return 200;
  };
  /** As whoever asks can take it: the packed form is another body, and a header that says so. */
  const formFor = (request: IncomingMessage, question: string, view: View): Shown => {
    const packed = packedBody(question, view, request.headers['accept-encoding']);
    const { shown } = view;
    return packed === undefined ? shown : { ...shown, body: packed, headers: [...shown.headers, ...isPacked] };
  };

  const before = (next: RequestListener): RequestListener => {
    const make = (request: IncomingMessage, response: ServerResponse, question: string): void => {
      store.drop(question);
      maker.begins(question, response);
      next(request, response);
    };
    /** `hasWaited`: for one who made it. */
    const answer = (request: IncomingMessage, response: ServerResponse, hasWaited: boolean): void => {
      if (closing || (request.method !== 'GET' && request.method !== 'HEAD')) return next(request, response);
      const question = questionOf(request);
      const again = (): void => (request.socket.destroyed ? undefined : answer(request, response, true));
      if (!hasWaited && maker.waits(question, again)) return undefined;
      const view = store.find(question);
      if (view === undefined) return next(request, response);
      const now = clock();
      if (now < view.since || now >= view.until) {
        onAsked('late');
        return make(request, response, question);
      }
      const began = performance.now();
      const { shown } = view;
      return prover.prove(view.evidence, (holds) => {
        if (request.socket.destroyed) return;
        if (!holds && !hasWaited && maker.waits(question, again)) return;
        if (holds) onAsked(view.shown === shown ? 'kept' : 'followed');
        else onAsked('changed');
        if (!holds) return make(request, response, question);
        // Who asks too often is refused where everybody is.
        const limited = closing ? undefined : limits.allowed(addressOf(request), view.caller);
        if (limited === undefined) return next(request, response);
        const own = ['x-request-id', newRequestId(request), ...limited];
        const status = send(request, response, formFor(request, question, view), own);
        onAnswered({ request, view, status, ms: performance.now() - began });
      });
    };
    return (request, response) => answer(request, response, false);
  };

  return {
    before,
    held: store.held,
    install: (app) => {
      app.decorateRequest('evidence', undefined);
      app.addHook('onSend', (request, reply, payload, done) => {
        if (request.evidence !== undefined) keep(request, reply, payload);
        maker.ends(() => questionOf(request.raw));
        if (request.evidence === undefined) return done(null, payload);
        const tag = tagOf(request, reply);
        const isHad = tag !== undefined && noneMatch(request.headers['if-none-match'], tag);
        if (!isHad || reply.statusCode !== 200) return done(null, payload);
        void reply.code(304).removeHeader('content-type');
        return done(null, null);
      });
      const purging = setInterval(() => store.purge(clock()), PURGE_MS).unref();
      app.addHook('preClose', (done) => {
        closing = true;
        clearInterval(purging);
        done();
      });
    },
  };
};
