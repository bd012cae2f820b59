/** The demo shop as it ships: a first start, served on a port of its own, called over HTTP by whoever may. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Credentials, demoNames } from '../../src/commands/plan-installation.ts';
import { setUpInstallation } from '../../src/commands/set-up-installation.ts';
import { createApp } from '../../src/app.ts';
import { bringDemoShop } from '../../src/commands/demo/demo-shop.ts';
import { readConfig } from '../../src/config.ts';
import type { DemoSignedIn } from '../../src/contract/customers/demo-sign-in-contract.ts';
import { wantDemoShop } from '../../src/demo/demo-statements.ts';
import { newNode, type TestNode } from '../applications/new-node.ts';
import type { Call, Headers } from '../calls.ts';
import type { Engine } from '../databases.ts';
import { patience } from '../patience.ts';

const fail = (sentence: string): void => {
  throw new Error(sentence);
};

export type ShippedShop = {
  readonly app: FastifyInstance;
  readonly node: TestNode;
  readonly url: string;
  readonly credentials: Credentials;
  /** With the application's credential alone. */
  readonly call: Call;
  /** A shopper without an account, who keeps the token he is given. */
  readonly visitor: () => Call;
  /** A demo customer, signed in. */
  readonly customer: (userId: string) => Promise<Call>;
  /** The service client of credentials.json; `{company}` and `{application}` in a path are the demo shop's. */
  readonly service: Call;
  /** The same start once more, as a node does that is restarted. */
  readonly restart: (tell?: (sentence: string) => void) => Promise<void>;
  readonly close: () => Promise<void>;
};

const sendTo =
  (url: string, fixed: () => Headers, learn: (headers: Headers) => void = () => {}): Call =>
  async (method, path, body, headers = {}) => {
    const send = (): Promise<Response> =>
      fetch(`${url}${path}`, {
        method,
        headers: { ...fixed(), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    let response = await send();
    // A machine that is busy with other tests sheds load; nothing was done then.
    for (let tries = 0; response.status === 503 && tries < 1_000; tries += 1) {
      await setTimeout(100);
      response = await send();
    }
    const text = await response.text();
    const sent = Object.fromEntries(response.headers);
    learn(sent);
    const shown = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: response.status, body: shown, headers: sent };
  };

export const openShippedShop = async (
  engine: Engine,
  environment: Readonly<Record<string, string>> = {},
  log?: { readonly write: (line: string) => void },
): Promise<ShippedShop> => {
  const node = await newNode(engine);
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-shipped-'));
  const handOut = await setUpInstallation(node, {
    dataFolder: folder,
    names: demoNames,
    ownerEmail: 'owner@example.com',
    alongside: (companyId) => [wantDemoShop(companyId)],
  });
  const credentials = await handOut();
  if (credentials === undefined) throw new Error('This database was set up before.');
  await bringDemoShop(node, fail);
  const quiet = { CARTWRIGHT_DATA: folder, CARTWRIGHT_LOG_LEVEL: 'silent', CARTWRIGHT_WEBHOOKS: 'off', PORT: '0' };
  const app: FastifyInstance = await createApp(
    node,
    readConfig({ ...patience, ...quiet, ...environment }),
    () => false,
    log && { log: { stream: log } },
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { application_id: id, application_token: token, client_id, client_secret } = credentials;
  const authorization = `Bearer ${Buffer.from(`${id}:${token}`).toString('base64')}`;
  const call = sendTo(url, () => ({ authorization }));

  const granted = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const access = (await granted.json()) as { readonly access_token: string };
  const asService = sendTo(url, () => ({ authorization: `Bearer ${access.access_token}` }));

  return {
    app,
    node,
    url,
    credentials,
    call,
    visitor: () => {
      let anonymous: Headers = {};
      return sendTo(
        url,
        () => ({ authorization, ...anonymous }),
        (headers) => {
          const given = headers['x-anonymous-id'];
          if (given !== undefined) anonymous = { 'x-anonymous-id': given };
        },
      );
    },
    customer: async (userId) => {
      const { body } = await call('POST', '/demo/sign-in', { user_id: userId });
      const { customer_token } = body as unknown as DemoSignedIn;
      return sendTo(url, () => ({ authorization, 'x-customer-token': customer_token }));
    },
    service: (method, path, body, headers) =>
      asService(
        method,
        path.replace('{company}', String(credentials.company_id)).replace('{application}', id),
        body,
        headers,
      ),
    restart: (tell = fail) => bringDemoShop(node, tell),
    close: async () => {
      await app.close();
      await node.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
