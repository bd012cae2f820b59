/** What the extension kit asks when it starts: who am I, where do I run, what may I ask for? */
import type { FastifyPluginAsync } from 'fastify';
import type { Node } from '../../applications/node.ts';
import { ExtensionDetails, ExtensionPath } from '../../contract/applications/extension-contract.ts';
import { Refusal } from '../../shared/errors.ts';
import { clientProof } from '../tokens/client-proof.ts';
import { extensionDetails } from './extension-rules.ts';
import { publicRoute } from '../oidc/oidc-routes.ts';
import type { SecretThrottle } from '../tokens/token-throttle.ts';

export type ExtensionRoutesOptions = { readonly node: Pick<Node, 'db' | 'now'>; readonly throttle: SecretThrottle };

export const extensionRoutes: FastifyPluginAsync<ExtensionRoutesOptions> = async (app, { node, throttle }) => {
  const prove = clientProof(node, throttle);
  app.get(
    '/service/panel/partners/v1.0/extensions/details/:api_key',
    {
      config: publicRoute,
      schema: {
        operationId: 'getExtensionDetails',
        tags: ['Tokens'],
        summary: 'Read what an extension is registered with, as the extension itself',
        clientCredentials: true,
        params: ExtensionPath,
        response: { 200: ExtensionDetails },
      },
    },
    async (request) => {
      const client = await prove(request);
      const { api_key } = request.params as { readonly api_key: string };
      if (api_key !== client.clientId) throw new Refusal('client_not_found');
      return extensionDetails(client);
    },
  );
};
