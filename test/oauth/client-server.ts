/** The routes of clients over a database of their own, and callers of two organizations. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before } from 'node:test';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { addOrganization } from '../../src/applications/add-organization.ts';
import { installationSecret } from '../../src/applications/installation-secret.ts';
import { system } from '../../src/applications/node.ts';
import type { ClientResponse } from '../../src/contract/applications/client-contract.ts';
import type { Caller } from '../../src/http/caller.ts';
import { clientRoutes } from '../../src/oauth/clients/client-routes.ts';
import { type ClientDocument, planClient } from '../../src/oauth/clients/client-statements.ts';
import { addOperator } from '../../src/operators/add-operator.ts';
import { Refusal } from '../../src/shared/errors.ts';
import { newNode, type TestNode } from '../applications/new-node.ts';
import type { Engine } from '../databases.ts';
import { quietServer } from '../http/quiet-server.ts';
import { plainClient } from './oauth-server.ts';

export const sampleDocument: ClientDocument = {
  ...plainClient,
  slug: 'root-000000',
  scopes: { type: 'full', permissions: ['*'] },
  redirect_urls: [],
  meta: { name: 'Root', description: '', tags: [] },
  author: { type: 'system', id: 'system', name: 'Cartwright' },
  client_type: 'administrator',
};

export type Answer = LightMyRequestResponse;
export type Send = (options: InjectOptions) => Promise<Answer>;
export type Tenant = {
  readonly organizationId: string;
  readonly companyId: number;
  /** Made straight in the database, as the first start does; not counted among what a test creates. */
  readonly rootClientId: string;
  readonly path: string;
  /** Calls as a client of this organization that has these permissions. */
  readonly as: (...permissions: string[]) => Send;
  /** Calls as an operator of this organization with these permissions. */
  readonly asOperator: (name: string, ...permissions: string[]) => Promise<Send>;
};
export type ClientServer = {
  readonly app: FastifyInstance;
  readonly node: TestNode;
  readonly pageSecret: Uint8Array;
  readonly tenant: () => Promise<Tenant>;
  readonly close: () => Promise<void>;
};

export const clientServer = async (engine: Engine): Promise<ClientServer> => {
  const node = await newNode(engine);
  const callers = new Map<string, Caller>();
  const app = quietServer(node, {
    identify: async ({ headers: { authorization } }) => {
      if (authorization === undefined) return undefined;
      const caller = callers.get(authorization);
      if (caller === undefined) throw new Refusal('token_invalid');
      return caller;
    },
  });
  const pageSecret = await installationSecret(node, 'page_tokens');
  await app.register(clientRoutes, { node, pageSecret });
  await app.ready();

  const sender = (caller: Caller): Send => {
    const authorization = `Bearer ${randomBytes(12).toString('hex')}`;
    callers.set(authorization, caller);
    return (options) => app.inject({ ...options, headers: { authorization, ...options.headers } });
  };
  const tenant = async (): Promise<Tenant> => {
    const made = await addOrganization(node, { name: 'Org', companyName: 'Co' }, system);
    const { organizationId } = made;
    const root = planClient({ ...made, document: sampleDocument, at: node.now() - 1 }, randomBytes);
    await node.db.commit(root.statements);
    return {
      ...made,
      rootClientId: root.clientId,
      path: `/service/partner/authorization/v1.0/organization/${organizationId}/oauth/client`,
      as: (...permissions) => sender({ kind: 'service', clientId: root.clientId, organizationId, permissions }),
      asOperator: async (name, ...permissions) => {
        const email = `${randomBytes(6).toString('hex')}@example.com`;
        const { operatorId } = await addOperator(node, { organizationId, email, name, role: 'viewer' }, system);
        return sender({ kind: 'operator', operatorId, organizationId, permissions });
      },
    };
  };
  return {
    app,
    node,
    pageSecret,
    tenant,
    close: async () => {
      await app.close();
      await node.close();
    },
  };
};

export const codeOf = (answer: Answer): unknown => answer.json<{ error_code?: unknown }>().error_code;
export const fieldsOf = (answer: Answer): readonly string[] =>
  answer.json<{ details?: { field: string }[] }>().details?.map(({ field }) => field) ?? [];

/** For the tests of one engine: a server with a tenant whose owner may do everything, opened before them and closed after. */
export const clientsOf = (engine: Engine) => {
  let opened: { readonly server: ClientServer; readonly tenant: Tenant } | undefined;
  const now = () => {
    if (opened === undefined) throw new Error('The server is there once the tests run.');
    return opened;
  };
  before(async () => {
    const server = await clientServer(engine);
    opened = { server, tenant: await server.tenant() };
  });
  after(() => opened?.server.close());
  const owner: Send = (request) => now().tenant.as('*')(request);
  return {
    get server() {
      return now().server;
    },
    get tenant() {
      return now().tenant;
    },
    owner,
    at: (clientId: string): string => `${now().tenant.path}/${clientId}`,
    create: async (payload: object = {}, send = owner): Promise<ClientResponse> => {
      const answer = await send({ method: 'POST', url: now().tenant.path, payload });
      assert.equal(answer.statusCode, 201, answer.body);
      return answer.json();
    },
  };
};
