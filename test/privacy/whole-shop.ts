/** The whole service over a small shop: customers, guests and the shop's owner, who call it as anybody would. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import { SignJWT } from 'jose';
import { createApp } from '../../src/app.ts';
import { changeApplication } from '../../src/applications/change-application.ts';
import { system } from '../../src/applications/node.ts';
import type { LogOptions } from '../../src/http/watch/access-log.ts';
import { readConfig } from '../../src/config.ts';
import type { ApplicationChange } from '../../src/contract/applications/application-contract.ts';
import { signedIn } from '../applications/test-server.ts';
import { type AnswerShop, openAnswerShop } from '../cart/response/answer-shop.ts';
import { freshKey } from '../cart/cart-server.ts';
import type { Call, Headers, Shown } from '../calls.ts';
import type { Engine } from '../databases.ts';
import { patience } from '../patience.ts';

export type WholeShop = {
  readonly shop: AnswerShop;
  readonly app: FastifyInstance;
  readonly set: (change: ApplicationChange) => Promise<void>;
  readonly guest: () => Call & { readonly token: () => string };
  /** By which a customer is known. */
  readonly tokenOf: (userId: string, claims?: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly customer: (userId: string, claims?: Readonly<Record<string, unknown>>) => Promise<Call>;
  /** The owner; `{company}` and `{application}` in a path are the shop's. */
  readonly owner: Call;
  readonly close: () => Promise<void>;
};

const secretText = 'a shared secret of thirty-two bytes or more';

/** With `logTo`, everything that can be logged goes there. */
export const openWholeShop = async (engine: Engine, logTo?: LogOptions['stream']): Promise<WholeShop> => {
  const shop = await openAnswerShop(engine);
  const { node, organizationId, companyId, applicationId, applicationToken } = shop;
  const variables = {
    ...patience,
    CARTWRIGHT_STOREFRONT: 'off',
    CARTWRIGHT_ADDRESS_REQUESTS_PER_MINUTE: '1000000',
    CARTWRIGHT_LOG_LEVEL: logTo === undefined ? 'silent' : 'debug',
    CARTWRIGHT_LOG_SAMPLE: '1',
  };
  const app = await createApp(node, readConfig(variables), () => false, logTo && { log: { stream: logTo } });
  const set: WholeShop['set'] = async (change) => {
    const request = { ...system, remember: () => [], checkVersion: () => undefined };
    await changeApplication(node, { organizationId, companyId, applicationId }, change, request);
  };
  await set({ customer_token: { kind: 'secret' }, customer_token_secret: secretText });
  const authorization = `Bearer ${Buffer.from(`${applicationId}:${applicationToken}`).toString('base64')}`;
  const person = await signedIn(app, node, shop, 'owner');

  const shown = async (
    send: (options: InjectOptions) => Promise<{ statusCode: number; payload: string; headers: unknown }>,
    options: InjectOptions,
  ): Promise<Shown> => {
    const { statusCode: status, payload, headers } = await send(options);
    const body = payload.startsWith('{') ? (JSON.parse(payload) as Record<string, unknown>) : {};
    return { status, body, headers: headers as Headers };
  };
  const options = (method: string, url: string, body: unknown, headers: Headers): InjectOptions => ({
    method,
    url,
    headers: { ...(method === 'GET' ? {} : { 'idempotency-key': freshKey() }), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const asShopper =
    (known: () => Headers): Call =>
    (method, path, body, headers = {}) =>
      shown((given) => app.inject(given), options(method, path, body, { authorization, ...known(), ...headers }));

  const tokenOf: WholeShop['tokenOf'] = (userId, claims = {}) =>
    new SignJWT({ ...claims, sub: userId, exp: Math.floor(node.now() / 1000) + 400 * 86_400 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(secretText));

  return {
    shop,
    app,
    set,
    guest: () => {
      let token = '';
      const send = asShopper(() => (token === '' ? {} : { 'x-anonymous-id': token }));
      const call: Call = async (...given) => {
        const answer = await send(...given);
        token = answer.headers['x-anonymous-id'] ?? token;
        return answer;
      };
      return Object.assign(call, { token: () => token });
    },
    tokenOf,
    customer: async (userId, claims = {}) => {
      const jwt = await tokenOf(userId, claims);
      return asShopper(() => ({ 'x-customer-token': jwt }));
    },
    owner: (method, path, body, headers = {}) => {
      const url = path.replace('{company}', String(companyId)).replace('{application}', applicationId);
      return shown(person, options(method, url, body, headers));
    },
    close: async () => {
      await app.close();
      await shop.close();
    },
  };
};
