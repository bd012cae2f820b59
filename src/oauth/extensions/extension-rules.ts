/** A client, as the extension kit wants to know it. Pure. */
import type { ExtensionDetails } from '../../contract/applications/extension-contract.ts';
import type { StoredClient } from '../clients/client-store.ts';
import { expandPermissions } from '../../http/permissions.ts';

/** The kit's own route, which it appends to the address it is told. */
const CALLBACK = '/fp/auth';

/** The address the kit's callback lies under; without one the origin of the first redirect URL. */
export const extensionBaseUrl = (redirectUrls: readonly string[]): string => {
  const ofKit = redirectUrls.find((url) => url.endsWith(CALLBACK));
  if (ofKit !== undefined) return ofKit.slice(0, -CALLBACK.length);
  return URL.parse(redirectUrls[0] ?? '')?.origin ?? '';
};

export const extensionDetails = ({ clientId, organizationId, document }: StoredClient): ExtensionDetails => {
  const { meta, redirect_urls, scopes, client_type } = document;
  return {
    _id: clientId,
    name: meta.name,
    description: meta.description,
    base_url: extensionBaseUrl(redirect_urls),
    redirect_urls: [...redirect_urls],
    // The kit looks its scopes up in this list word by word, so wildcards are written out beside themselves.
    scope: [...new Set([...scopes.permissions, ...expandPermissions(scopes.permissions)])],
    client_type,
    organization_id: organizationId,
  };
};
