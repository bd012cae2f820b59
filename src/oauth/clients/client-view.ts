/** A client as the interface shows it. Pure. */
import type { ClientResponse, ClientSecretView } from '../../contract/applications/client-contract.ts';
import { isoTime } from '../../shared/clock.ts';
import { isLive, type KeptSecret } from '../../applications/tokens/kept-secrets.ts';
import { maskedSecret } from './client-secrets.ts';
import type { ShownClient } from './client-store.ts';
import { expandPermissions } from '../../http/permissions.ts';

/** `newSecret` is the one that this very answer created, the only secret that is shown in full. */
export const clientView = (client: ShownClient, newSecret?: string): ClientResponse => {
  const { document } = client;
  const user = document.user_id === undefined ? {} : { user_id: document.user_id };
  return {
    // First, so that whatever it holds, our fields stand.
    ...document.additional,
    company_id: client.companyId,
    client_id: client.clientId,
    secret: newSecret === undefined ? client.hints.map(maskedSecret) : [newSecret],
    slug: document.slug,
    scopes: { type: document.scopes.type, permissions: [...document.scopes.permissions] },
    grants: [...document.grants],
    redirect_urls: [...document.redirect_urls],
    access_token_lifetime: document.access_token_lifetime,
    refresh_token_lifetime: document.refresh_token_lifetime,
    meta: { ...document.meta, tags: [...document.meta.tags], ...user },
    ...user,
    author: document.author,
    is_active: client.isActive,
    client_type: document.client_type,
    organization_id: client.organizationId,
    _id: client.recordId,
    created_at: isoTime(client.createdAt),
    modified_at: isoTime(client.modifiedAt),
    raw_permissions: [...expandPermissions(document.scopes.permissions)],
  };
};

export const secretView = (secret: KeptSecret, now: number, newSecret?: string): ClientSecretView => ({
  id: secret.id,
  secret: newSecret ?? maskedSecret(secret.hint),
  created_at: isoTime(secret.createdAt),
  expires_at: secret.expiresAt === null ? null : isoTime(secret.expiresAt),
  is_live: isLive(secret, now),
});
