/** A shop with a server that has every cart operation, and shoppers who call it as SDKs do. */
import { vatClerk } from '../../src/customers/vat/check-vat.ts';
import { createSecretKey, randomBytes } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { SignJWT } from 'jose';
import { changeApplication } from '../../src/applications/change-application.ts';
import { system } from '../../src/applications/node.ts';
import type { CartRoutesOptions } from '../../src/cart/call/cart-call.ts';
import { cartIds } from '../../src/cart/call/cart-ids.ts';
import { cartRoutes } from '../../src/cart/cart-routes.ts';
import { turns } from '../../src/http/limits/in-turn.ts';
import { createArticleCache } from '../../src/catalog/article-cache.ts';
import { catalogReader } from '../../src/catalog/read-articles.ts';
import type { ApplicationChange } from '../../src/contract/applications/application-contract.ts';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { Database } from '../../src/db/database.ts';
import { customerTokens } from '../../src/customers/customer-token.ts';
import { deliveryReader } from '../../src/delivery/read-lanes.ts';
import { eventKeys } from '../../src/events/event-keys.ts';
import { openOutbox } from '../../src/events/outbox.ts';
import { createMetrics, type Metrics } from '../../src/http/watch/metrics.ts';
import { privateAddresses, systemResolver } from '../../src/http/outgoing/address-guard.ts';
import { ruleAsker } from '../../src/offers/logic/rule-asker.ts';
import { moduleRunner } from '../../src/offers/logic/run-modules.ts';
import { offerReader } from '../../src/offers/read-offers.ts';
import { openQuotas, type Quotas } from '../../src/quotas/quotas.ts';
import { testServer } from '../applications/test-server.ts';
import type { Engine } from '../databases.ts';
import { type AnswerShop, openAnswerShop } from './response/answer-shop.ts';

const path = '/service/application/cart';
const secretText = 'a shared secret of thirty-two bytes or more';

export type ItemAnswer = {
  readonly success: boolean;
  readonly message: string;
  readonly error_code: string | null;
  readonly cart_id?: string;
  readonly cart_type?: string;
};
/** Everything any operation answers with, as far as a test looks at it. */
export type Body = {
  readonly success: boolean;
  readonly partial: boolean;
  readonly message: string;
  readonly error_code: string | null;
  readonly result: Readonly<Record<string, ItemAnswer>> & { readonly merge?: MergeAnswer };
  readonly cart: CartDetail;
  readonly [field: string]: unknown;
};
type Shortfall = { readonly key: string; readonly asked: number; readonly kept: number; readonly error_code: string };
type MergeAnswer = {
  readonly sources: readonly string[];
  readonly clamped: readonly Shortfall[];
  readonly dropped: readonly Shortfall[];
};
export type Answer = {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string | undefined>>;
};
export type Call = (
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

export type CartServer = {
  readonly shop: AnswerShop;
  readonly app: FastifyInstance;
  /** Calls with exactly these headers beside the application's. */
  readonly call: Call;
  /** A shopper without an account, who keeps the token he was given. */
  readonly visitor: () => Shopper;
  /** `claims` are what his token says beside who he is. */
  readonly customer: (userId: string, claims?: Readonly<Record<string, unknown>>) => Promise<Shopper>;
  /** Another node on the same database, or on one that stands in for it. */
  readonly secondNode: (
    db?: Database,
  ) => Promise<{ readonly app: FastifyInstance; readonly call: Call; readonly close: () => Promise<void> }>;
  readonly set: (change: ApplicationChange) => Promise<void>;
  /** Of this node. */
  readonly quotas: Quotas;
  /** What this node refused because of a quota, as /metrics tells it. */
  readonly refusals: (quota: string) => number;
  readonly close: () => Promise<void>;
};
export type Shopper = Call & {
  /** The headers by which he is known. */
  readonly known: () => Readonly<Record<string, string>>;
};

const bodyOf = (text: string): Body => (text === '' ? ({} as Body) : (JSON.parse(text) as Body));

/** Routes of other areas that carts meet. */
export type MoreRoutes = (app: FastifyInstance, options: CartRoutesOptions) => Promise<void>;

/** One node's server; a second one shares nothing with it but the database. */
const openNode = async (shop: AnswerShop, quotas: Quotas, more: MoreRoutes): Promise<FastifyInstance> => {
  const { node } = shop;
  const app = await testServer(node);
  const reach = { policy: privateAddresses, resolve: systemResolver };
  const rules = ruleAsker({ node, reach, modules: moduleRunner() });
  app.addHook('onClose', rules.close);
  const services = {
    node,
    catalog: catalogReader(node.db, createArticleCache(node.db, { now: node.now })),
    delivery: deliveryReader(node.db),
    offers: offerReader(node.db),
    ask: rules.ask,
    ids: cartIds(createSecretKey(new Uint8Array(32).fill(9))),
    inTurn: turns({ waitMs: 60_000, mostWaiting: 1000 }),
    quotas,
    outbox: openOutbox(eventKeys(new Uint8Array(32).fill(3))),
    ensureVatCheck: vatClerk({ node, reach, quotas }),
  };
  const verifyCustomerToken = customerTokens({
    findKey: async () => ({ none: 'unavailable' }),
    secretOf: async () => secretText,
  });
  const anonymousSecrets = [createSecretKey(new Uint8Array(32).fill(7))] as const;
  const keys = { clock: node.now, verifyCustomerToken, anonymousSecrets };
  const options = { services, keys, publicUrl: new URL('http://localhost:8080') };
  await app.register(cartRoutes, options);
  await more(app, options);
  return app;
};

export const openCartServer = async (engine: Engine, more: MoreRoutes = async () => {}): Promise<CartServer> => {
  const shop = await openAnswerShop(engine);
  const { node, organizationId, companyId, applicationId } = shop;
  const quotasOf = (counted: Metrics): Quotas =>
    openQuotas({ clock: node.now, secret: createSecretKey(new Uint8Array(32).fill(5)), metrics: counted });
  const metrics = createMetrics();
  const quotas = quotasOf(metrics);
  const app = await openNode(shop, quotas, more);
  const authorization = `Bearer ${Buffer.from(`${applicationId}:${shop.applicationToken}`).toString('base64')}`;
  const callOf =
    (server: FastifyInstance): Call =>
    async (method, url, body, headers = {}) => {
      const given: InjectOptions = {
        method,
        url: `${path}${url}`,
        headers: { authorization, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      };
      const { statusCode, payload, headers: sent } = await server.inject(given);
      return { status: statusCode, body: bodyOf(payload), headers: sent as Answer['headers'] };
    };
  const call = callOf(app);
  const set: CartServer['set'] = async (change) => {
    const request = { ...system, remember: () => [], checkVersion: () => undefined };
    await changeApplication(node, { organizationId, companyId, applicationId }, change, request);
  };
  await set({ customer_token: { kind: 'secret' }, customer_token_secret: secretText });

  return {
    shop,
    app,
    call,
    set,
    quotas,
    refusals: (quota) =>
      Number(metrics.render().match(`cartwright_quota_refusals_total\\{quota="${quota}"\\} (\\d+)`)?.[1]),
    secondNode: async (db = node.db) => {
      const other = await openNode({ ...shop, node: { ...node, db } }, quotasOf(createMetrics()), more);
      return { app: other, call: callOf(other), close: async () => other.close() };
    },
    visitor: () => {
      let token: string | undefined;
      const known = (): Readonly<Record<string, string>> => (token === undefined ? {} : { 'x-anonymous-id': token });
      const calls: Call = async (method, url, body, headers) => {
        const answer = await call(method, url, body, { ...known(), ...headers });
        token = answer.headers['x-anonymous-id'] ?? token;
        return answer;
      };
      return Object.assign(calls, { known });
    },
    customer: async (userId, claims = {}) => {
      const expires = Math.floor(node.now() / 1000) + 86_400;
      const jwt = await new SignJWT({ ...claims, sub: userId, exp: expires })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(secretText));
      const known = { 'x-customer-token': jwt };
      const calls: Call = (method, url, body, headers) => call(method, url, body, { ...known, ...headers });
      return Object.assign(calls, { known: () => known });
    },
    close: async () => {
      await app.close();
      await shop.close();
    },
  };
};

/** A key that no other test uses. */
export const freshKey = (): string => randomBytes(16).toString('hex');

export const quantities = ({ items = [] }: CartDetail): Readonly<Record<string, number>> =>
  Object.fromEntries(items.map(({ key = '', quantity = 0 }) => [key, quantity]));
