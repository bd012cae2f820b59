/**
 * Traces of a node: a span for each request that is chosen, one for each statement it asks of the database, and one for each event
 * that is handed on because of it. Loaded only where a collector is configured.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../../db/database.ts';
import { operationName } from '../http-metrics.ts';
import type { Attributes, Span } from './otlp-body-rules.ts';
import { type Exporter, type ExporterOptions, otlpExporter } from './otlp-exporter.ts';
import {
  readTraceparent,
  sampledShare,
  traceIdOf,
  traceIdOfCall,
  traceOfEvent,
  traceparentText,
} from './trace-rules.ts';

type Place = { readonly traceId: string; readonly spanId: string };
/** Where an event goes: what the span is called and what is known of it. */
type Leg = { readonly name: string; readonly attributes: Attributes };
export type Tracing = {
  /** The trace that a caller is in. */
  readonly traceIdIn: (headers: IncomingHttpHeaders) => string | undefined;
  readonly installRequests: (app: FastifyInstance) => void;
  readonly traced: (db: Database) => Database;
  /** Hands an event on; the work gets the header that lets the receiver go on with its trace. */
  readonly handOn: <T>(body: string, leg: Leg, work: (traceparent: string | undefined) => Promise<T>) => Promise<T>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};
export type TracingOptions = ExporterOptions & { readonly share: number };

const INTERNAL_ERROR = 500;
const [SERVER, CLIENT, PRODUCER] = [2, 3, 4] as const;
const TEXT_LENGTH = 2000;

const newSpanId = (): string => randomBytes(8).toString('hex');

export const openTracing = (options: TracingOptions): Tracing => {
  const { now, share } = options;
  const exporter: Exporter = otlpExporter(options);
  const isSampled = sampledShare(share);
  const current = new AsyncLocalStorage<Place>();

  const within = async <T>(begun: Omit<Span, 'endMs' | 'failed'>, work: () => Promise<T>): Promise<T> => {
    let failed = true;
    try {
      const done = await work();
      failed = false;
      return done;
    } finally {
      exporter.add({ ...begun, endMs: now(), failed });
    }
  };

  const installRequests = (app: FastifyInstance): void => {
    const begun = new WeakMap<FastifyRequest, Place & { readonly parentSpanId: string | undefined; startMs: number }>();
    app.addHook('onRequest', (request, _reply, done) => {
      const traceId = traceIdOf(request.id);
      if (!isSampled(traceId)) return done();
      const parent = readTraceparent(request.headers['traceparent']);
      const place = { traceId, spanId: newSpanId() };
      const parentSpanId = parent?.traceId === traceId ? parent.spanId : undefined;
      begun.set(request, { ...place, parentSpanId, startMs: now() });
      return current.run(place, done);
    });
    app.addHook('onResponse', (request, reply, done) => {
      const span = begun.get(request);
      if (span !== undefined) {
        const { method, routeOptions } = request;
        exporter.add({
          ...span,
          name: `${method} ${operationName(request)}`,
          kind: SERVER,
          endMs: now(),
          failed: reply.statusCode >= INTERNAL_ERROR,
          attributes: {
            'http.request.method': method,
            'http.route': routeOptions.url,
            'http.response.status_code': reply.statusCode,
            'error.type': request.errorCode,
          },
        });
      }
      done();
    });
  };

  /** Values are left out: they are people's. */
  const statement = <T>(db: Database, sql: string, count: number, work: () => Promise<T>): Promise<T> => {
    const parent = current.getStore();
    if (parent === undefined) return work();
    const attributes = {
      'db.system.name': db.engine === 'postgres' ? 'postgresql' : 'sqlite',
      'db.query.text': sql.slice(0, TEXT_LENGTH),
      ...(count > 1 ? { 'db.operation.batch.size': count } : {}),
    };
    const name = /^\s*(\w+)/.exec(sql)?.[1] ?? 'statement';
    const { traceId, spanId: parentSpanId } = parent;
    return within({ traceId, spanId: newSpanId(), parentSpanId, name, kind: CLIENT, startMs: now(), attributes }, work);
  };
  const textOf = (list: readonly { readonly sql: string }[]): string => list.map(({ sql }) => sql).join(';\n');
  const traced = (db: Database): Database => ({
    ...db,
    all: (sql, params) => statement(db, sql, 1, () => db.all(sql, params)),
    one: (sql, params) => statement(db, sql, 1, () => db.one(sql, params)),
    together: (reads) => statement(db, textOf(reads), reads.length, () => db.together(reads)),
    commit: (batch) => statement(db, textOf(batch), batch.length, () => db.commit(batch)),
  });

  const handOn: Tracing['handOn'] = (body, { name, attributes }, work) => {
    const traceId = traceOfEvent(body);
    if (traceId === undefined) return work(undefined);
    const place = { traceId, spanId: newSpanId() };
    const sampled = isSampled(traceId);
    const header = traceparentText(place, sampled);
    if (!sampled) return work(header);
    const span = { ...place, parentSpanId: undefined, name, kind: PRODUCER, startMs: now(), attributes };
    return current.run(place, () => within(span, () => work(header)));
  };
  return { traceIdIn: traceIdOfCall, installRequests, traced, handOn, start: exporter.start, stop: exporter.stop };
};
