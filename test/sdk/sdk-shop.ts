/**
 * The whole service, listening, with a small shop in it, and shoppers who reach it by the published SDK alone. A shopper
 * keeps his cookies as a browser does, because the SDK itself keeps none.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { createApp } from '../../src/app.ts';
import { changeApplication } from '../../src/applications/change-application.ts';
import { system } from '../../src/applications/node.ts';
import { readConfig } from '../../src/config.ts';
import { type AnswerShop, openAnswerShop } from '../cart/response/answer-shop.ts';
import type { ApplicationChange } from '../../src/contract/applications/application-contract.ts';
import { signedIn } from '../applications/test-server.ts';
import { freshKey } from '../cart/cart-server.ts';
import type { Engine } from '../databases.ts';
import { patience } from '../patience.ts';

export type Json = Readonly<Record<string, unknown>>;
type SdkHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;
type Options = { readonly responseHeaders: boolean };
/** With `responseHeaders` an answer is a pair; of HEAD it is the headers. */
type SdkCall = (given: object, options: Options) => Promise<SdkHeaders | readonly [Json, SdkHeaders]>;
type Sdk = {
  readonly ApplicationClient: new (config: {
    readonly applicationID: string;
    readonly applicationToken: string;
    readonly domain: string;
    readonly logLevel: string;
  }) => Readonly<Record<SdkClient, Readonly<Record<string, SdkCall>>>> & {
    readonly setCookie: (cookie: string) => void;
  };
};
type SdkClient = 'cart' | 'order';
const { ApplicationClient } = createRequire(import.meta.url)('@gofynd/fdk-client-javascript') as Sdk;

/** Every call of one of the SDK's clients, by the names of its own class. */
export const sdkMethods = (of: SdkClient): readonly string[] => {
  const config = { applicationID: 'any', applicationToken: 'any text', domain: 'http://127.0.0.1', logLevel: 'ERROR' };
  const { [of]: client } = new ApplicationClient(config);
  return Object.getOwnPropertyNames(Object.getPrototypeOf(client)).filter(
    (name) => name !== 'constructor' && name !== 'updateUrls',
  );
};

export type SdkShopper = {
  /** Calls a method of the SDK's cart, by the name it has there. */
  readonly call: <T = Json>(method: string, given?: object) => Promise<T>;
  /** The same of the SDK's orders. */
  readonly order: <T = Json>(method: string, given?: object) => Promise<T>;
  /** A HEAD, whose answer is its headers. */
  readonly head: (method: string, given?: object) => Promise<SdkHeaders>;
};
export type SdkShop = {
  readonly shop: AnswerShop;
  /** Where it listens. */
  readonly base: string;
  readonly set: (change: ApplicationChange) => Promise<void>;
  /** Points or store credit, from the shop's own people. */
  readonly give: (userId: string, kind: 'points' | 'store_credit', amount: number) => Promise<void>;
  /** The shop's owner, at a path of the company's orders. */
  readonly staff: (path: string, payload: object) => Promise<Json>;
  readonly visitor: () => SdkShopper;
  /** One who keeps no cookies, as the SDK itself does. */
  readonly forgetful: () => SdkShopper;
  /** Signs in with what the visitor had, when one is given. */
  readonly customer: (userId: string, before?: SdkShopper) => Promise<SdkShopper>;
  /** How many calls were made, and how many of each verdict their signatures got. */
  readonly signatures: () => Promise<{ readonly calls: number; readonly verdicts: Readonly<Record<string, number>> }>;
  readonly close: () => Promise<void>;
};

const secretText = 'a shared secret of thirty-two bytes or more';

export const openSdkShop = async (engine: Engine): Promise<SdkShop> => {
  const shop = await openAnswerShop(engine);
  const { node, organizationId, companyId, applicationId, applicationToken } = shop;
  // The SDK signs with the time of its machine.
  node.clock.at = Date.now();
  const quiet = { ...patience, CARTWRIGHT_LOG_LEVEL: 'silent', CARTWRIGHT_STOREFRONT: 'off' };
  const app = await createApp(node, readConfig(quiet), () => false);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const set: SdkShop['set'] = async (change) => {
    const request = { ...system, remember: () => [], checkVersion: () => undefined };
    await changeApplication(node, { organizationId, companyId, applicationId }, change, request);
  };
  await set({ customer_token: { kind: 'secret' }, customer_token_secret: secretText });
  const owner = await signedIn(app, node, shop, 'owner');

  let calls = 0;
  const jars = new WeakMap<SdkShopper, Map<string, string>>();
  const newShopper = (cookies: Map<string, string>, keeps = true): SdkShopper => {
    const config = { applicationID: applicationId, applicationToken, domain: base, logLevel: 'SILENT' };
    const client = new ApplicationClient(config);
    const send = async (
      method: string,
      given: object,
      of: SdkClient = 'cart',
    ): Promise<SdkHeaders | readonly [Json, SdkHeaders]> => {
      const { [of]: methods } = client;
      const run = methods[method];
      if (run === undefined) throw new Error(`the SDK has no ${method}`);
      client.setCookie([...cookies].map((pair) => pair.join('=')).join('; '));
      calls += 1;
      return run.call(methods, given, { responseHeaders: true });
    };
    const keep = (headers: SdkHeaders): void => {
      if (!keeps) return;
      for (const line of [headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
    };
    const calling =
      (of: SdkClient) =>
      async <T>(method: string, given: object = {}): Promise<T> => {
        const [body, headers] = (await send(method, given, of)) as readonly [T, SdkHeaders];
        keep(headers);
        return body;
      };
    const shopper: SdkShopper = {
      call: calling('cart'),
      order: calling('order'),
      head: async (method, given = {}) => (await send(method, given)) as SdkHeaders,
    };
    jars.set(shopper, cookies);
    return shopper;
  };

  return {
    shop,
    base,
    set,
    give: async (userId, kind, amount) => {
      const place = `/service/platform/balance/v1.0/company/${companyId}/application/${applicationId}`;
      const { statusCode, payload } = await owner({
        method: 'POST',
        url: `${place}/customers/${userId}/adjustments`,
        headers: { 'idempotency-key': freshKey() },
        payload: { kind, amount, reason: 'A gift' },
      });
      assert.equal(statusCode, 201, payload);
    },
    staff: async (path, payload) => {
      const url = `/service/platform/order/v1.0/company/${companyId}/${path}`;
      const answer = await owner({ method: 'POST', url, payload });
      assert.equal(answer.statusCode, 200, answer.payload);
      return answer.json<Json>();
    },
    visitor: () => newShopper(new Map()),
    forgetful: () => newShopper(new Map(), false),
    customer: async (userId, before) => {
      const token = await new SignJWT({ sub: userId, exp: Math.floor(node.now() / 1000) + 86_400 })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(secretText));
      const had = before === undefined ? [] : (jars.get(before) ?? []);
      return newShopper(new Map([...had, ['cw_customer', token]]));
    },
    signatures: async () => {
      const text = await (await fetch(`${base}/metrics`)).text();
      const found = text.matchAll(/^cartwright_request_signatures_total\{mode="\w+",verdict="(\w+)"\} (\d+)$/gm);
      return { calls, verdicts: Object.fromEntries([...found].map(([, verdict, count]) => [verdict, Number(count)])) };
    },
    close: async () => {
      await app.close();
      await shop.close();
    },
  };
};
