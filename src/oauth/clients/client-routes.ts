/** OAuth clients of an organization: create, read, update, change, delete; their list, secrets and audit beside them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorOf, type KeyedWrite, writeOnce } from '../../applications/write-once.ts';
import {
  ClientChange,
  ClientPath,
  ClientResponse,
  ClientUpdate,
  NewClient,
  OrganizationPath,
} from '../../contract/applications/client-contract.ts';
import { Unchanged } from '../../contract/primitives.ts';
import { permittedCaller } from '../../http/access.ts';
import { operationTable } from '../../http/operation.ts';
import { entityTag, noneMatch, requireVersion } from '../../http/requests/conditional.ts';
import { addClient } from './add-client.ts';
import { changeClient, type ClientDecider, clientAt, describeClient, removeClient } from './change-client.ts';
import { clientPlace, clientsPath, clientTags, ownOrganization, readClients, writeClients } from './client-access.ts';
import { clientAuditRoutes } from './client-audit-routes.ts';
import { clientListRoutes, type ClientRouteOptions } from './client-list-routes.ts';
import { clientSecretRoutes } from './client-secret-routes.ts';
import type { ShownClient } from './client-store.ts';
import { clientView } from './client-view.ts';

const words = {
  createOrganizationClient: 'Create a client; its secret is shown in this answer only',
  updateOrganizationClientById:
    'Update name, tags, description and user of a client. What is left out stays as it is. With If-Match the update happens only on that version. The caller must have every permission of the client.',
  changeOrganizationClient:
    'Change what a client can do: activity, redirect URLs, grants, scopes, lifetimes. What is left out stays as it is. With If-Match the change happens only on that version. The caller must have every permission of the client.',
  deleteOrganizationOAuthClientById:
    'Delete a client; answers it as it was, no longer active. The caller must have every permission of the client.',
  getOrganizationClientById: 'Read a client',
};

const path = `${clientsPath}/:client_id`;

/** All of the answer: secrets expire and wildcards grow without a new version. */
const tagOf = (client: ShownClient): string => entityTag(client.version, JSON.stringify(clientView(client)));

const shown = (reply: FastifyReply, client: ShownClient, newSecret?: string): ClientResponse => {
  reply.header('etag', tagOf(client));
  return clientView(client, newSecret);
};

const deciderOf = (request: FastifyRequest): ClientDecider => ({
  callerPermissions: permittedCaller(request).permissions,
});
const ifMatch = (request: FastifyRequest): Omit<KeyedWrite<number>, 'remember'> & ClientDecider => ({
  ...authorOf(request),
  ...deciderOf(request),
  checkVersion: (version) => requireVersion(request.headers['if-match'], version),
});

const writing = operationTable(writeClients, clientTags, words, {
  createOrganizationClient: { params: OrganizationPath, body: NewClient, response: { 201: ClientResponse } },
  updateOrganizationClientById: { params: ClientPath, body: ClientUpdate, response: { 200: ClientResponse } },
  changeOrganizationClient: { params: ClientPath, body: ClientChange, response: { 200: ClientResponse } },
  deleteOrganizationOAuthClientById: { params: ClientPath, response: { 200: ClientResponse } },
});
const reading = operationTable(readClients, clientTags, words, {
  getOrganizationClientById: { params: ClientPath, response: { 200: ClientResponse, 304: Unchanged } },
});

export const clientRoutes: FastifyPluginAsyncTypebox<ClientRouteOptions> = async (app, options) => {
  const { node } = options;
  await app.register(clientListRoutes, options);
  await app.register(clientSecretRoutes, { node });
  await app.register(clientAuditRoutes, { node });

  app.post(clientsPath, writing.createOrganizationClient, async (request, reply) => {
    const organizationId = ownOrganization(request, request.params);
    const answer = async (clientId: string, secret?: string) =>
      shown(reply, await clientAt(node, { organizationId, clientId }), secret);
    return writeOnce(node, request, reply, {
      status: 201,
      remembersAs: 'client_id',
      run: async (write) => {
        const added = await addClient(node, permittedCaller(request), request.body, write);
        return answer(added.clientId, added.clientSecret);
      },
      // The secret is kept as a hash only: a repeat finds the client, not its secret.
      replay: (id) => answer(id),
    });
  });

  app.get(path, reading.getOrganizationClientById, async (request, reply) => {
    const client = await clientAt(node, clientPlace(request, request.params));
    const view = shown(reply, client);
    if (noneMatch(request.headers['if-none-match'], tagOf(client))) return reply.code(304).send(undefined);
    return view;
  });

  app.put(path, writing.updateOrganizationClientById, async (request, reply) => {
    const place = clientPlace(request, request.params);
    return writeOnce<ClientResponse, number>(node, request, reply, {
      run: async (write) =>
        shown(reply, await describeClient(node, place, request.body, { ...write, ...deciderOf(request) })),
      replay: async () => shown(reply, await clientAt(node, place)),
    });
  });

  app.patch(path, writing.changeOrganizationClient, async (request, reply) => {
    const place = clientPlace(request, request.params);
    return writeOnce<ClientResponse, number>(node, request, reply, {
      run: async (write) =>
        shown(reply, await changeClient(node, place, request.body, { ...write, ...deciderOf(request) })),
      replay: async () => shown(reply, await clientAt(node, place)),
    });
  });

  app.delete(path, writing.deleteOrganizationOAuthClientById, async (request) => {
    const client = await removeClient(node, clientPlace(request, request.params), ifMatch(request));
    return clientView({ ...client, isActive: false });
  });
};
