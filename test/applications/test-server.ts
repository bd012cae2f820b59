/** The server with the routes of this area, and people who may use them. */
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ApplicationPlace } from '../../src/applications/application-store.ts';
import { addApplication } from '../../src/applications/add-application.ts';
import { addOperator } from '../../src/operators/add-operator.ts';
import { addOrganization } from '../../src/applications/add-organization.ts';
import { applicationAdminRoutes } from '../../src/applications/application-admin-routes.ts';
import { applicationProof } from '../../src/applications/application-proof.ts';
import { applicationRoutes } from '../../src/applications/application-routes.ts';
import { applicationTokenAdminRoutes } from '../../src/applications/tokens/application-token-admin-routes.ts';
import { auditAdminRoutes } from '../../src/applications/audit-admin-routes.ts';
import { applicationFinder } from '../../src/applications/find-application.ts';
import { system } from '../../src/applications/node.ts';
import { consoleRoutes } from '../../src/console/console-routes.ts';
import { bundleWeb } from '../../src/http/pages/web-bundle.ts';
import { letterPost } from '../../src/mail/letter-post.ts';
import { operatorProof, sessionScope } from '../../src/operators/operator-proof.ts';
import { operatorRoutes } from '../../src/operators/operator-routes.ts';
import { peopleRoutes } from '../../src/operators/people/people-routes.ts';
import { signInDesk } from '../../src/operators/sign-in-desk.ts';
import type { Role } from '../../src/operators/operator-rules.ts';
import { enterByLink } from '../../src/operators/operator-session.ts';
import { organizationAdminRoutes } from '../../src/applications/organizations/organization-admin-routes.ts';
import { nodeHealthRoutes } from '../../src/nodes/node-health-routes.ts';
import { waitingWork } from '../../src/waiting-work.ts';
import { originIsListed } from '../../src/applications/origin-statements.ts';
import { once } from '../../src/shared/once.ts';
import type { Engine } from '../databases.ts';
import { createDoor } from '../../src/http/door.ts';
import { quietServer } from '../http/quiet-server.ts';
import { newNode, type TestNode } from './new-node.ts';

/** Every file of web/ is read for it. */
const consoleBundle = once(() => bundleWeb('console'));

export const testServer = async (node: TestNode, publicUrl?: URL): Promise<FastifyInstance> => {
  const application = applicationProof(applicationFinder(node.db), node.now);
  const operator = operatorProof(node, publicUrl);
  const app = quietServer(node, {
    identify: async (request, access) => (access.kind === 'application' ? application(request) : operator(request)),
    originAllowed: (origin) => originIsListed(node.db, origin),
    door: createDoor({ trustedProxies: ['10.0.0.0/8'] }),
    publicPath: publicUrl?.pathname ?? '',
  });
  await app.register(applicationRoutes);
  await app.register(organizationAdminRoutes, { node });
  await app.register(applicationAdminRoutes, { node });
  await app.register(applicationTokenAdminRoutes, { node });
  await app.register(auditAdminRoutes, { node });
  await app.register(nodeHealthRoutes, { node, version: '0.0.0', queues: () => waitingWork(node.db) });
  await app.register(consoleRoutes, {
    node,
    bundle: await consoleBundle(),
    publicPath: (publicUrl?.pathname ?? '').replace(/\/$/, ''),
    publicUrl: publicUrl ?? new URL('http://127.0.0.1'),
    version: '0.0.0',
  });
  const desk = signInDesk(node);
  await app.register(operatorRoutes, { node, publicUrl, desk });
  await app.register(peopleRoutes, {
    node,
    publicUrl: publicUrl ?? new URL('http://localhost'),
    scope: sessionScope(publicUrl),
    desk,
    post: letterPost(node, true),
  });
  return app;
};

export type Shop = ApplicationPlace & { readonly applicationToken: string };

/** Two shops of one node that is served until it is closed. */
export type ServedShops = {
  readonly node: TestNode;
  readonly shop: Shop;
  readonly otherShop: Shop;
  readonly app: FastifyInstance;
  readonly close: () => Promise<void>;
};

/** What ends with the shops it serves. */
export const servedShops = (served: Omit<ServedShops, 'close'>): ServedShops => ({
  ...served,
  close: async () => {
    await served.app.close();
    await served.node.close();
  },
});

export const newShop = async (node: TestNode): Promise<Shop> => {
  const made = await addOrganization(node, { name: 'Org', companyName: 'Co' }, system);
  const settings = { name: 'Shop', currency: 'INR', country: 'IN' } as const;
  return { ...made, ...(await addApplication(node, made, settings, system)) };
};

export type Person = (options: InjectOptions) => Promise<LightMyRequestResponse>;

/** Sends requests as the console's own pages would. */
export const signedIn = async (app: FastifyInstance, node: TestNode, shop: Shop, role: Role): Promise<Person> => {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const { organizationId } = shop;
  const { linkToken } = await addOperator(node, { organizationId, email, name: role, role }, system);
  const cookie = `cw_session=${await enterByLink(node, linkToken, 'r')}`;
  return (options) =>
    app.inject({ ...options, headers: { cookie, 'sec-fetch-site': 'same-origin', ...options.headers } });
};

/** What an answer may have that tests look at. */
export type Body = Record<string, unknown> & {
  readonly items: readonly Record<string, unknown>[];
  readonly details?: readonly { readonly field: string }[];
};

export const callAs = async (
  who: Person,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) => {
  const answer = await who({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return { status: answer.statusCode, body: answer.json<Body>(), headers: answer.headers };
};

/** A shop and its server, until the tests are over. */
export const openShop = async (engine: Engine) => {
  const node = await newNode(engine);
  const app = await testServer(node);
  after(async () => {
    await app.close();
    await node.close();
  });
  return { node, app, shop: await newShop(node) };
};

/** A company with people of it, and another one. */
export const openCompany = async (engine: Engine) => {
  const { node, app, shop } = await openShop(engine);
  const foreign = await newShop(node);
  const [owner, viewer] = [await signedIn(app, node, shop, 'owner'), await signedIn(app, node, shop, 'viewer')];
  return { node, app, shop, foreign, owner, viewer };
};
