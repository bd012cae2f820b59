/**
 * Everybody who may call the shop: strangers, its storefront, its visitors and customers, service clients with every
 * permission, an operator who is signed in. `visitor 3` is the visitor of lane 3.
 */
import type { Engine } from '../databases.ts';
import type { Pair } from './fuzz-request.ts';
import { type Body, type FuzzServer, openFuzzServer } from './fuzz-server.ts';
import type { Answer } from './send.ts';

type Client = { readonly client_id: string; readonly client_secret: string };

export type FuzzShop = FuzzServer & {
  /** Ids of what the fuzzer itself calls with. */
  readonly spared: readonly string[];
  /** A second application, whose settings may be anything. */
  readonly spareApplication: string;
  /** A client that asks operators for their consent. */
  readonly program: Client;
  /** What goes with a request of this caller. */
  readonly credentialsOf: (caller: string) => readonly Pair[];
  /** What a caller was given to be known by. */
  readonly learnCaller: (caller: string, answer: Answer) => void;
  /** Takes back what would keep the shop from being one: settings, tokens that were revoked, an operator who was signed out. */
  readonly heal: () => Promise<void>;
};

const SERVICE_CLIENTS = 12;
const customers = ['demo-asha', 'demo-ravi'];
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const basicOf = ({ client_id, client_secret }: Client): Pair => [
  'authorization',
  `Basic ${base64(`${client_id}:${client_secret}`)}`,
];

const tokenOf =
  ({ askJson }: FuzzServer) =>
  async (client: Client): Promise<Pair> => {
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    const { access_token } = await askJson('POST /oidc/token', [basicOf(client)], form);
    return ['authorization', `Bearer ${String(access_token)}`];
  };

const makeClients = async ({ askJson, credentials }: FuzzServer, first: Pair): Promise<readonly Client[]> => {
  const path = `/service/partner/authorization/v1.0/organization/${credentials.organization_id}/oauth/client`;
  const made = Array.from({ length: SERVICE_CLIENTS }, async (_, number): Promise<Client> => {
    const { client_id, secret } = await askJson(`POST ${path}`, [first], {
      user_id: `fuzz-${number}`,
      scopes: { type: 'full', permissions: ['*'] },
      grants: ['client_credentials', 'refresh_token', 'authorization_code'],
      redirect_urls: ['https://back.invalid/here'],
      meta: { name: `Fuzz ${number}` },
    });
    return { client_id: String(client_id), client_secret: String([secret].flat()[0]) };
  });
  return Promise.all(made);
};

const cookieIn = ({ cookies }: Answer, name: string): string | undefined =>
  cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(';')[0];

const openSession = async ({ ask }: FuzzServer, token: string): Promise<string> => {
  const form = new URLSearchParams({ token });
  const entered = await ask('POST /console/enter', [['sec-fetch-site', 'same-origin']], form);
  return cookieIn(entered, 'cw_session') ?? '';
};

/** A session of somebody who is newly invited: whoever was signed out, let go or given other rights can do no more. */
const invitedSession = async (server: FuzzServer, first: Pair, number: number): Promise<string> => {
  const path = `/service/platform/configuration/v1.0/organization/${server.credentials.organization_id}/operator`;
  const somebody = { email: `fuzz-${number}@example.invalid`, name: `Fuzz ${number}`, role: 'owner' };
  const { link } = await server.askJson(`POST ${path}`, [first], somebody);
  return openSession(server, new URL(String(link)).searchParams.get('token') ?? '');
};

/** The application's settings, with which `restore` undoes whatever was made of them; and another application. */
const keepSettings = async ({ ask, askJson, credentials }: FuzzServer, first: Pair) => {
  const path = `/service/platform/configuration/v1.0/company/${credentials.company_id}/application`;
  const own = `${path}/${credentials.application_id}`;
  const settings: Body = { ...(await askJson(`GET ${own}`, [first])), requests_per_minute: 10_000_000 };
  const india = { currency: 'INR', country: 'IN', time_zone: 'Asia/Kolkata' };
  const spare = await askJson(`POST ${path}`, [first], { name: 'Spare', ...india });
  const restore = async (): Promise<void> => {
    const { status, body } = await ask(`PATCH ${own}`, [first], settings);
    if (status >= 400) throw new Error(`settings cannot be restored: ${status} ${body.toString().slice(0, 400)}`);
  };
  await restore();
  return { restore, spareApplication: String(spare['_id'] ?? spare['id']) };
};

const consentCookies = ['cw_consent', 'cw_consent.sig', 'cw_consent_resume', 'cw_consent_resume.sig'];

export const openFuzzShop = async (engine: Engine, lanes: number): Promise<FuzzShop> => {
  const server = await openFuzzServer(engine, lanes);
  const { credentials, askJson } = server;
  const { application_id, application_token } = credentials;
  const application: Pair = ['authorization', `Bearer ${base64(`${application_id}:${application_token}`)}`];
  const first = await tokenOf(server)(credentials);
  const [program, ...clients] = await makeClients(server, first);
  if (program === undefined) throw new Error('there is no client');
  let session = await openSession(server, credentials.operator.link_token);
  const { restore, spareApplication } = await keepSettings(server, first);
  const signIn = async (user_id: string): Promise<Pair> => {
    const { customer_token } = await askJson('POST /demo/sign-in', [application], { user_id });
    return ['x-customer-token', String(customer_token)];
  };
  let tokens = await Promise.all(clients.map(tokenOf(server)));
  let signedIn = await Promise.all(customers.map(signIn));

  const anonymous = new Map<string, Pair>();
  const consents = new Map<string, string>();
  let turn = 0;
  const proofs: Readonly<Record<string, (lane: number, caller: string) => readonly Pair[]>> = {
    application: () => [application],
    visitor: (_, caller) => [application, ...[anonymous.get(caller)].filter((pair) => pair !== undefined)],
    customer: (lane) => [application, ...signedIn.slice(lane % signedIn.length, (lane % signedIn.length) + 1)],
    service: () => [tokens[turn % tokens.length] ?? first],
    client: () => [basicOf(clients[turn % clients.length] ?? program)],
    operator: () => asOperator(),
  };

  const asOperator = (): readonly Pair[] => [
    ['cookie', [session, ...consents.values()].join('; ')],
    ['sec-fetch-site', 'same-origin'],
  ];
  const enterAgain = async (): Promise<void> => {
    const { status } = await server.ask('GET /service/platform/configuration/v1.0/profile', asOperator());
    if (status >= 400) session = await invitedSession(server, first, turn).catch(() => session);
  };

  return {
    ...server,
    spared: [credentials, program, ...clients].map(({ client_id }) => client_id),
    spareApplication,
    program,
    credentialsOf: (caller) => {
      const [kind = '', lane = '0'] = caller.split(' ');
      turn += 1;
      const from: Pair = ['x-forwarded-for', `10.${Number(lane) % 250}.${Math.floor(turn / 250) % 250}.${turn % 250}`];
      return [from, ...(proofs[kind]?.(Number(lane), caller) ?? [])];
    },
    learnCaller: (caller, answer) => {
      const token = answer.headers['x-anonymous-id'];
      if (caller.startsWith('visitor') && token !== undefined) anonymous.set(caller, ['x-anonymous-id', token]);
      if (!caller.startsWith('operator')) return;
      for (const name of consentCookies) {
        const cookie = cookieIn(answer, name);
        if (cookie !== undefined) consents.set(name, cookie);
      }
    },
    heal: async () => {
      await restore();
      await enterAgain();
      // A client may have been ended, a customer erased: what was given to them before is kept and sent on.
      const again = (client: Client, at: number) => tokenOf(server)(client).catch(() => tokens[at] ?? first);
      tokens = await Promise.all(clients.map(again));
      signedIn = await Promise.all(customers.map((who, at) => signIn(who).catch(() => signedIn[at] ?? application)));
    },
  };
};
