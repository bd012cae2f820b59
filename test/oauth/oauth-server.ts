/**
 * The whole service, listening, for tests of the token service: an organization, clients with any record, and browsers in
 * which an operator is signed in.
 *
 *   const server = await oauthServer(engine);
 *   after(server.close);
 *   const client = await server.addClient({ grants: ['client_credentials'] });
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../src/app.ts';
import { addOperator } from '../../src/operators/add-operator.ts';
import { addOrganization } from '../../src/applications/add-organization.ts';
import { type Node, system } from '../../src/applications/node.ts';
import type { Role } from '../../src/operators/operator-rules.ts';
import { enterByLink } from '../../src/operators/operator-session.ts';
import { readConfig } from '../../src/config.ts';
import { type ClientDocument, planClient } from '../../src/oauth/clients/client-statements.ts';
import { newNode } from '../applications/new-node.ts';
import type { Engine } from '../databases.ts';
import { freePort } from '../free-port.ts';
import { patience } from '../patience.ts';

export type TestClient = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The header that authenticates it. */
  readonly basic: string;
};
type Organization = { readonly organizationId: string; readonly companyId: number };

export type OauthServer = Organization & {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly base: string;
  readonly app: FastifyInstance;
  readonly node: Node;
  /** Moves the service's clock ahead. */
  readonly pass: (ms: number) => void;
  readonly addClient: (record?: Partial<ClientDocument>, owner?: Organization) => Promise<TestClient>;
  readonly addOrganization: () => Promise<Organization>;
  readonly browser: (role?: Role, owner?: Organization) => Promise<Browser>;
  /** Every text of every table. */
  readonly dump: () => Promise<string>;
  readonly close: () => Promise<void>;
};

export const CALLBACK = 'https://client.example/callback';

export const plainClient: ClientDocument = {
  slug: 'test',
  scopes: { type: 'custom', permissions: ['company/*', 'organization/clients/read'] },
  grants: ['client_credentials'],
  redirect_urls: [CALLBACK],
  access_token_lifetime: 7_200,
  refresh_token_lifetime: 2_592_000,
  meta: { name: 'Test client', description: '', tags: [] },
  author: { type: 'system', id: 'system', name: 'Test' },
  client_type: 'partner',
};

export const basicOf = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

/** On a busy machine a node may ask to be left alone for a moment, before it looks at what is asked. */
export const whenItHasTime = async <T extends Pick<Response, 'status'>>(ask: () => Promise<T>): Promise<T> => {
  const answer = await ask();
  if (answer.status !== 503) return answer;
  await pause(100);
  return whenItHasTime(ask);
};

export const patientFetch = (url: string | URL, init?: RequestInit): Promise<Response> =>
  whenItHasTime(() => fetch(url, init));

type Cookie = { readonly name: string; readonly value: string; readonly path: string };

type BrowserRequest = {
  readonly method?: 'POST';
  readonly body?: URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Keeps cookies by path and shows every redirect, as a person's browser on the console's own pages. */
export type Browser = {
  readonly open: (address: string | URL, init?: BrowserRequest) => Promise<Response>;
  readonly keep: (cookie: Cookie) => void;
};

const newBrowser = (base: string): Browser => {
  const cookies = new Map<string, Cookie>();
  const keep = (cookie: Cookie): void => void cookies.set(`${cookie.name} ${cookie.path}`, cookie);
  const keepLine = (line: string): void => {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? '/';
    keep({ name: pair.slice(0, at), value: pair.slice(at + 1), path });
  };
  return {
    keep,
    open: async (address, init = {}) => {
      const url = new URL(address, base);
      const sent = [...cookies.values()].filter(({ path }) => url.pathname.startsWith(path));
      const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ');
      const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html', ...init.headers, cookie };
      const answer = await patientFetch(url, { redirect: 'manual', ...init, headers });
      for (const line of answer.headers.getSetCookie()) keepLine(line);
      return answer;
    },
  };
};

export const oauthServer = async (
  engine: Engine,
  publicPath = '',
  settings: Readonly<Record<string, string>> = {},
): Promise<OauthServer> => {
  const { close, dump, ...made } = await newNode(engine);
  let ahead = 0;
  const node: Node = { ...made, now: () => Date.now() + ahead, stopwatch: { ms: () => performance.now() + ahead } };
  const port = await freePort();
  const base = `http://127.0.0.1:${port}${publicPath}`;
  const config = readConfig({
    ...patience,
    CARTWRIGHT_PUBLIC_URL: base,
    CARTWRIGHT_LOG_LEVEL: 'silent',
    CARTWRIGHT_ADDRESS_REQUESTS_PER_MINUTE: '1000000',
    ...settings,
  });
  const app = await createApp(node, config, () => false);
  await app.listen({ host: '127.0.0.1', port });
  const newOrganization = () => addOrganization(node, { name: 'Org', companyName: 'Co' }, system);
  const own = await newOrganization();

  return {
    ...own,
    base,
    app,
    node,
    pass: (ms) => {
      ahead += ms;
    },
    addOrganization: newOrganization,
    addClient: async (record = {}, { organizationId, companyId } = own) => {
      const document = { ...plainClient, ...record };
      const planned = planClient({ organizationId, companyId, document, at: node.now() }, randomBytes);
      await node.db.commit(planned.statements);
      const { clientId, clientSecret } = planned;
      return { clientId, clientSecret, basic: basicOf(clientId, clientSecret) };
    },
    browser: async (role, { organizationId } = own) => {
      const browser = newBrowser(base);
      if (role === undefined) return browser;
      const email = `${randomBytes(6).toString('hex')}@example.com`;
      const { linkToken } = await addOperator(node, { organizationId, email, name: 'Olga', role }, system);
      browser.keep({ name: 'cw_session', value: await enterByLink(node, linkToken, 'r'), path: '/' });
      return browser;
    },
    dump,
    close: async () => {
      await app.close();
      await close();
    },
  };
};

/** What a program posts to the token service's own address. */
export const postForm = (
  { base }: Pick<OauthServer, 'base'>,
  path: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => patientFetch(`${base}${path}`, { method: 'POST', body: new URLSearchParams(form), headers });

/** From the authorize address to the consent page and its form's token. */
export const openConsent = async (browser: Browser, address: string | URL) => {
  const asked = await browser.open(address);
  const location = asked.headers.get('location') ?? '';
  const page = await browser.open(location);
  const text = await page.text();
  return { asked, location, page, text, formToken: /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? '' };
};

/** Answers the consent page and follows the way back to the client; the address the client is called at. */
export const decide = async (browser: Browser, address: string | URL, decision: 'allow' | 'deny'): Promise<URL> => {
  const { location, formToken } = await openConsent(browser, address);
  const body = new URLSearchParams({ form_token: formToken, decision });
  const answered = await browser.open(location, { method: 'POST', body });
  const resumed = await browser.open(answered.headers.get('location') ?? '');
  return new URL(resumed.headers.get('location') ?? '');
};
