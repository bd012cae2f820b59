/** A server with a few routes of every kind, for the tests of this folder. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { CartSettings } from '../../src/contract/applications/cart-settings-contract.ts';
import { EventSettings } from '../../src/contract/applications/event-settings-contract.ts';
import { OrderSettings } from '../../src/contract/applications/order-settings-contract.ts';
import { QuotaSettings } from '../../src/contract/applications/quota-settings-contract.ts';
import { DateTime, Nullable, QueryBoolean } from '../../src/contract/primitives.ts';
import { type ApplicationSettings, Policy } from '../../src/contract/applications/application-contract.ts';
import { DatabaseError, UnstorableText } from '../../src/db/database.ts';
import type { ApplicationCaller, Caller, IdentifyCaller } from '../../src/http/caller.ts';
import { createDoor, type DoorOptions } from '../../src/http/door.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { createServer, type ServerOptions } from '../../src/http/server.ts';
import { processStopwatch } from '../../src/shared/clock.ts';
import { Refusal } from '../../src/shared/errors.ts';

export const settings: ApplicationSettings = {
  name: 'Sample',
  currency: 'INR',
  currencies: [],
  time_zone: 'Asia/Kolkata',
  language: 'en',
  country: 'IN',
  storefront_url: 'https://shop.example/start',
  origins: ['https://app.example'],
  customer_token: null,
  profile_from_claims: false,
  request_signature: 'off',
  requests_per_minute: 1_000_000,
  segments: [],
  translations: [],
  policy: Value.Create(Policy),
  cart: Value.Create(CartSettings),
  events: Value.Create(EventSettings),
  orders: Value.Create(OrderSettings),
  quotas: Value.Create(QuotaSettings),
};
export const application: ApplicationCaller = {
  kind: 'application',
  applicationId: 'a1',
  companyId: 1,
  organizationId: 'o1',
  settings,
};
const callers: Readonly<Record<string, Caller>> = {
  'Bearer application': application,
  'Bearer limited': { ...application, applicationId: 'a2', settings: { ...settings, requests_per_minute: 3 } },
  'Bearer shared': { ...application, applicationId: 'a3', settings: { ...settings, requests_per_minute: 1_005 } },
  'Bearer signed': {
    ...application,
    applicationId: 'a4',
    settings: { ...settings, requests_per_minute: 1_005, request_signature: 'require' },
  },
  'Bearer reader': { kind: 'service', clientId: 'c1', organizationId: 'o1', permissions: ['things/read'] },
  'Bearer owner': { kind: 'operator', operatorId: 'p1', organizationId: 'o1', permissions: ['*'] },
};
const identify: IdentifyCaller = async ({ headers: { authorization } }) => {
  if (authorization === undefined) return undefined;
  const caller = callers[authorization];
  if (caller === undefined) throw new Refusal('token_invalid');
  return caller;
};

export type SampleOptions = Partial<ServerOptions> & DoorOptions;
export const sampleOptions = ({ limits, trustedProxies, ...given }: SampleOptions = {}): ServerOptions => ({
  door: createDoor({ limits, trustedProxies }),
  clock: Date.now,
  stopwatch: processStopwatch,
  random: randomBytes,
  metrics: createMetrics(),
  identify,
  originAllowed: async (origin) => ['https://app.example', 'https://other.example'].includes(origin),
  publicPath: '',
  log: { level: 'silent', sample: 0, slowMs: 60_000, chance: Math.random },
  rates: { addressPerMinute: 1_000_000, callerPerMinute: 1_000_000 },
  overload: { maxInFlight: 1000, mostWaitMs: 60_000 },
  ...given,
});

const Thing = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 40 }),
    quantity: Type.Integer({ minimum: 1 }),
    kind: Type.Optional(Type.Union([Type.Literal('plain'), Type.Literal('gift')])),
    note: Type.Optional(Nullable(Type.String())),
    site: Type.Optional(Type.String({ format: 'uri' })),
    at: Type.Optional(DateTime),
    tags: Type.Optional(Type.Array(Type.String({ maxLength: 10 }), { maxItems: 3 })),
    marks: Type.Optional(Type.Array(Type.String())),
    extra: Type.Optional(Type.Union([Type.Object({ colour: Type.String() }), Type.Null()])),
  },
  { additionalProperties: false, title: 'Thing' },
);
const ThingQuery = Type.Object({
  full: QueryBoolean('Whether to show all of it.'),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  ids: Type.Optional(Type.Array(Type.Integer())),
  sort: Type.Optional(Type.Enum(['old', 'new'], { default: 'new' })),
});

const open = { access: { kind: 'public' } } as const;
const things = '/service/platform/things';

export const sampleRoutes = (app: FastifyInstance): void => {
  app.get(
    '/service/application/thing/:id',
    {
      config: { access: { kind: 'application' } },
      schema: {
        operationId: 'getThing',
        tags: ['Things'],
        summary: 'Reads a thing',
        params: Type.Object({ id: Type.Integer() }),
        querystring: ThingQuery,
        response: { 200: Type.Object({ params: Type.Unknown(), query: Type.Unknown() }, { title: 'Echo' }) },
      },
    },
    async ({ params, query }) => ({ params, query }),
  );
  app.get(
    things,
    {
      config: { access: { kind: 'permission', permission: 'things/read' } },
      schema: {
        operationId: 'listThings',
        tags: ['Things'],
        summary: 'Lists things',
        response: { 200: Type.Array(Thing) },
      },
    },
    async () => [],
  );
  app.put(
    things,
    {
      config: { access: { kind: 'permission', permission: 'things/write' } },
      schema: { operationId: 'putThing', tags: ['Things'], summary: 'Writes a thing', body: Thing },
    },
    async ({ body }) => body,
  );
  app.post(
    '/things',
    { config: open, schema: { operationId: 'addThing', summary: 'Adds', body: Thing } },
    async ({ body }) => ({
      received: body,
    }),
  );
  app.post(
    '/anything',
    { config: open, bodyLimit: 200_000, schema: { operationId: 'addAnything', summary: 'Adds' } },
    async ({ body }) => ({
      received: body ?? null,
    }),
  );
  app.head(
    '/service/application/head',
    { config: open, schema: { operationId: 'headThing', summary: 'Head' } },
    async (_request, reply) => reply.header('last-modified', 'Sun, 01 Feb 2026 00:00:00 GMT').send(),
  );
  app.get('/fails/:how', { config: open, schema: { hide: true } }, async ({ params }) => {
    throw failures[(params as { how: string }).how]?.() ?? new Error('secret text of a fault');
  });
};
const failures: Readonly<Record<string, () => Error>> = {
  refusal: () =>
    new Refusal('version_conflict', {
      headers: { 'x-why': 'stale' },
      body: { cart: { id: 'c' } },
      logged: { token: 'swordfish' },
    }),
  busy: () => new DatabaseError('busy'),
  unwritable: () => new DatabaseError('unwritable'),
  outside: () => new Refusal('payment_provider_unavailable'),
  unknown: () => new DatabaseError('unknown'),
  text: () => new UnstorableText('Value 1 of the statement holds a NUL character.'),
  status: () => Object.assign(new Error('not ours'), { statusCode: 418 }),
};

export const sampleServer = (given: SampleOptions = {}): FastifyInstance => {
  const app = createServer(sampleOptions(given));
  sampleRoutes(app);
  return app;
};

/** Everything the server sends back for these bytes, until it closes the connection. */
export const rawExchange = (port: number, ...chunks: readonly (string | Buffer)[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(answer);
      else reject(error);
    });
    socket.on('close', () => resolve(answer));
    for (const chunk of chunks) socket.write(chunk);
  });

export const listen = async (app: FastifyInstance): Promise<number> => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return Number(new URL(address).port);
};
