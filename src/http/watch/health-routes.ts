/**
 * For load balancers and monitors. /healthz: the process runs, whatever else fails. /readyz: this node should get requests
 * now. /metrics: numbers, for whoever has the token, or, where none is configured, calls from the shop's own network: they name
 * operations and counts, never callers or content, but how often a shop sells is its own business.
 */
import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../shared/errors.ts';
import { bareAddress } from '../limits/address-key.ts';
import { type AddressKind, addressKind } from '../outgoing/ip-address.ts';

type ReadyCheck = () => Promise<void>;
export type HealthOptions = {
  readonly version: string;
  /** The page of numbers. */
  readonly renderMetrics: () => Promise<string>;
  readonly metricsToken: string | undefined;
  readonly isDraining: () => boolean;
  /** By name; each resolves when its part works and rejects when not. */
  readonly checks: Readonly<Record<string, ReadyCheck>>;
  readonly checkTimeoutMs?: number;
};

const Health = Type.Object({ status: Type.Literal('ok'), version: Type.String() }, { title: 'Health' });
const Readiness = Type.Object(
  { ready: Type.Boolean(), checks: Type.Record(Type.String(), Type.String()) },
  { title: 'Readiness' },
);

type Verdict = { readonly says: string; readonly error?: unknown };

/** `ok`, or why not: without the error's text, which may name hosts; the log has it. */
const verdict = async (check: ReadyCheck, timeoutMs: number): Promise<Verdict> => {
  const stop = new AbortController();
  const says = `no answer within ${timeoutMs} ms`;
  const late = wait(timeoutMs, { says }, { signal: stop.signal });
  const answered = check().then(
    () => ({ says: 'ok' }),
    (error: unknown) => ({ says: 'failed', error }),
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    stop.abort();
    late.catch(() => undefined);
  }
};

/** One line when a part fails and one when it works again, however often it is asked. */
const changesLogged = (log: Pick<FastifyBaseLogger, 'error' | 'info'>) => {
  const failing = new Set<string>();
  return (name: string, { says, error }: Verdict): void => {
    if (says === 'ok') {
      if (failing.delete(name)) log.info({ check: name }, 'ready again');
    } else if (!failing.has(name)) {
      failing.add(name);
      log.error({ check: name, err: error }, `not ready: ${says}`);
    }
  };
};

const sameText = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const ownNetworks: ReadonlySet<AddressKind> = new Set(['loopback', 'private', 'link_local']);
const mayReadMetrics = ({ headers, ip }: FastifyRequest, token: string | undefined): boolean =>
  token === undefined
    ? ownNetworks.has(addressKind(bareAddress(ip)))
    : sameText(headers.authorization ?? '', `Bearer ${token}`);

const probe = { access: { kind: 'public' }, exempt: true } as const;

export const healthRoutes = (app: FastifyInstance, options: HealthOptions): void => {
  const { version, renderMetrics, metricsToken, isDraining, checks, checkTimeoutMs = 2000 } = options;
  const logChange = changesLogged(app.log);

  app.get(
    '/healthz',
    {
      config: probe,
      schema: {
        operationId: 'getHealth',
        tags: ['Operation'],
        summary: 'Whether the process is alive',
        response: { 200: Health },
      },
    },
    async () => ({ status: 'ok' as const, version }),
  );

  app.get(
    '/readyz',
    {
      config: probe,
      schema: {
        operationId: 'getReadiness',
        tags: ['Operation'],
        summary: 'Whether this node should get requests',
        description:
          'Answers 503 while the node is stopping, a part it needs does not answer, or the database takes no writes.',
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const found = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => {
          const found = await verdict(check, checkTimeoutMs);
          logChange(name, found);
          return [name, found.says] as const;
        }),
      );
      const all = [...found, ['stopping', isDraining() ? 'yes' : 'ok'] as const];
      const ready = all.every(([, answer]) => answer === 'ok');
      return reply.code(ready ? 200 : 503).send({ ready, checks: Object.fromEntries(all) });
    },
  );

  app.get(
    '/metrics',
    {
      config: probe,
      schema: {
        operationId: 'getMetrics',
        tags: ['Operation'],
        summary: 'Numbers about this node, for Prometheus',
        response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      if (!mayReadMetrics(request, metricsToken)) {
        throw new Refusal('token_invalid', { headers: { 'www-authenticate': 'Bearer' } });
      }
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await renderMetrics());
    },
  );
};
