/**
 * The token service of a node. It is made anew, without anybody noticing, when the keys that sign have changed: all it
 * knows is in the database.
 */
import type { Provider } from 'oidc-provider';
import type { Node } from '../../applications/node.ts';
import type { LibraryHandler } from './oidc-door.ts';
import { createProvider } from './oidc-provider.ts';
import { signingKeys } from './signing-keys.ts';
import { type SecretThrottle, secretThrottle } from '../tokens/token-throttle.ts';

export type TokenService = {
  /** `<public address>/oidc`. */
  readonly issuer: URL;
  /** The API that access tokens are for: the public address. */
  readonly resource: string;
  readonly provider: () => Provider;
  /** Wrong secrets are counted in one place, wherever they are shown. */
  readonly throttle: SecretThrottle;
  readonly handler: LibraryHandler;
  /** Takes up keys that were changed elsewhere; to be called every minute or so. */
  readonly refreshKeys: () => Promise<void>;
};

export const openTokenService = async (node: Node, publicUrl: URL): Promise<TokenService> => {
  const resource = publicUrl.href.replace(/\/$/, '');
  const issuer = new URL(`${resource}/oidc`);
  const throttle = secretThrottle(node);

  const make = async () => {
    const keys = await signingKeys(node);
    const provider = await createProvider({ node, issuer, resource, keys, throttle });
    return { provider, handler: provider.callback(), kids: keys.map(({ kid }) => kid).join(' ') };
  };
  let current = await make();

  return {
    issuer,
    resource,
    throttle,
    provider: () => current.provider,
    handler: (request, response) => current.handler(request, response),
    refreshKeys: async () => {
      const keys = await signingKeys(node);
      if (keys.map(({ kid }) => kid).join(' ') !== current.kids) current = await make();
    },
  };
};
