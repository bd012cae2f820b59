/** Secrets of a client: list, add, let expire, remove. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Node } from '../../applications/node.ts';
import { authorOf, writeOnce } from '../../applications/write-once.ts';
import {
  ClientPath,
  ClientSecretChange,
  ClientSecretList,
  ClientSecretPath,
  ClientSecretView,
  NewClientSecret,
} from '../../contract/applications/client-contract.ts';
import { permittedCaller } from '../../http/access.ts';
import { operationTable } from '../../http/operation.ts';
import { addSecret, changeSecret, removeSecret, type SecretRequest, secretsOf } from './change-client-secrets.ts';
import { clientPlace, clientsPath, clientTags, readClients, writeClients } from './client-access.ts';
import { secretView } from './client-view.ts';
import { Refusal } from '../../shared/errors.ts';

const words = {
  listClientSecrets: 'List the secrets of a client, oldest first, masked',
  addClientSecret: 'Add a secret, shown in this answer only; at most five are live at once',
  changeClientSecret: 'Set when a live secret expires',
  removeClientSecret: 'Remove a secret; the last live one stays',
};

const path = `${clientsPath}/:client_id/secret`;

const secretRequest = (request: FastifyRequest): SecretRequest => ({
  ...authorOf(request),
  callerPermissions: permittedCaller(request).permissions,
});
const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

const reading = operationTable(readClients, clientTags, words, {
  listClientSecrets: { params: ClientPath, response: { 200: ClientSecretList } },
});
const writing = operationTable(writeClients, clientTags, words, {
  addClientSecret: { params: ClientPath, body: NewClientSecret, response: { 201: ClientSecretView } },
  changeClientSecret: { params: ClientSecretPath, body: ClientSecretChange, response: { 200: ClientSecretView } },
  removeClientSecret: { params: ClientSecretPath, response: { 200: ClientSecretView } },
});

export const clientSecretRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  app.get(path, reading.listClientSecrets, async (request) => {
    const { secrets } = await secretsOf(node.db, clientPlace(request, request.params));
    return { items: secrets.map((secret) => secretView(secret, node.now())) };
  });

  app.post(path, writing.addClientSecret, async (request, reply) => {
    const place = clientPlace(request, request.params);
    return writeOnce(node, request, reply, {
      status: 201,
      remembersAs: 'secret_id',
      run: async (write) => {
        const expiresAt = timeOf(request.body.expires_at ?? null);
        const added = await addSecret(node, place, expiresAt, { ...write, ...secretRequest(request) });
        return secretView(added, node.now(), added.secret);
      },
      // Kept as a hash only: a repeat finds the secret's record, not the secret.
      replay: async (secretId) => {
        const { secrets } = await secretsOf(node.db, place);
        const secret = secrets.find(({ id }) => id === secretId);
        if (secret === undefined) throw new Refusal('client_secret_not_found');
        return secretView(secret, node.now());
      },
    });
  });

  app.patch(`${path}/:secret_id`, writing.changeClientSecret, async (request) => {
    const place = clientPlace(request, request.params);
    const { secret_id: id } = request.params;
    const expiresAt = timeOf(request.body.expires_at);
    return secretView(await changeSecret(node, place, { secretId: id, expiresAt }, secretRequest(request)), node.now());
  });

  app.delete(`${path}/:secret_id`, writing.removeClientSecret, async (request) => {
    const place = clientPlace(request, request.params);
    const removed = await removeSecret(node, place, request.params.secret_id, secretRequest(request));
    return { ...secretView(removed, node.now()), is_live: false };
  });
};
