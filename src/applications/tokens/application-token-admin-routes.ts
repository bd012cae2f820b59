/** Tokens of an application: list, add, remove. */
import type { Static } from 'typebox';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { read, write } from '../application-admin-routes.ts';
import { isLive, type KeptSecret } from './kept-secrets.ts';
import { addToken, removeToken, tokensOf } from './change-tokens.ts';
import { placeOf } from '../named-place.ts';
import type { Node } from '../node.ts';
import { authorOf, writeOnce } from '../write-once.ts';
import {
  AddedApplicationToken,
  ApplicationPath,
  ApplicationTokenList,
  ApplicationTokenPath,
  ApplicationTokenView,
  NewApplicationToken,
} from '../../contract/applications/application-admin-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';

const words = {
  listApplicationTokens: 'List the tokens of an application, oldest first',
  addApplicationToken: 'Add a token; at most five are live at once',
  removeApplicationToken: 'Remove a token; the last live one stays',
};

const tags = ['Configuration'];
const path = '/service/platform/configuration/v1.0/company/:company_id/application/:application_id/token';

const reading = operationTable(read, tags, words, {
  listApplicationTokens: { params: ApplicationPath, response: { 200: ApplicationTokenList } },
});
const writing = operationTable(write, tags, words, {
  addApplicationToken: { params: ApplicationPath, body: NewApplicationToken, response: { 201: AddedApplicationToken } },
  removeApplicationToken: { params: ApplicationTokenPath, response: { 200: ApplicationTokenView } },
});

export const applicationTokenAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (
  app,
  { node },
) => {
  const viewOf = (token: KeptSecret): ApplicationTokenView => ({
    id: token.id,
    hint: token.hint,
    created_at: isoTime(token.createdAt),
    expires_at: token.expiresAt === null ? null : isoTime(token.expiresAt),
    is_live: isLive(token, node.now()),
  });

  app.get(path, reading.listApplicationTokens, async (request) => {
    const { tokens } = await tokensOf(node.db, placeOf(request, request.params));
    return { items: tokens.map(viewOf) };
  });

  app.post(path, writing.addApplicationToken, async (request, reply) => {
    const place = placeOf(request, request.params);
    const { expires_at: expiry } = request.body;
    return writeOnce(node, request, reply, {
      status: 201,
      remembersAs: 'token_id',
      run: async (write) => {
        const expiresAt = expiry === undefined || expiry === null ? null : Date.parse(expiry);
        const added = await addToken(node, place, expiresAt, write);
        return { ...viewOf(added), token: added.token };
      },
      // Kept as a hash only: a repeat finds the token's record, not the token.
      replay: async (tokenId): Promise<Static<typeof AddedApplicationToken>> => {
        const { tokens } = await tokensOf(node.db, place);
        const token = tokens.find(({ id }) => id === tokenId);
        if (token === undefined) throw new Refusal('application_token_not_found');
        return viewOf(token);
      },
    });
  });

  app.delete(`${path}/:token_id`, writing.removeApplicationToken, async (request) => {
    const removed = await removeToken(
      node,
      placeOf(request, request.params),
      request.params.token_id,
      authorOf(request),
    );
    return { ...viewOf(removed), is_live: false };
  });
};
