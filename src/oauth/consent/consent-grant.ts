/** Use case: an operator agrees. The grant and its audit row are one batch; what it gives never exceeds his own permissions. */
import { auditStatement } from '../../applications/audit-statements.ts';
import type { Node } from '../../applications/node.ts';
import type { Operator } from '../../operators/operator-store.ts';
import { secretToken } from '../../shared/identifiers.ts';
import type { StoredClient } from '../clients/client-store.ts';
import { operatorSubject } from '../oidc/oidc-accounts.ts';
import { CODE_SECONDS } from '../oidc/oidc-provider.ts';
import { isProtocolScope, scopesIn, sharedPermissions } from '../tokens/token-scope-rules.ts';
import { offlineGrantOf, putToken } from '../tokens/token-store.ts';

/** A consent holds for a year, where the client may refresh; then it is asked for again. */
const CONSENT_SECONDS = 365 * 24 * 60 * 60;

export type Consent = {
  /** Scopes of the protocol itself. */
  readonly protocol: readonly string[];
  /** What would be given. */
  readonly permissions: readonly string[];
  /** Asked for, and not or not wholly the operator's to give. */
  readonly withheld: readonly string[];
};

export const consentFor = (
  askedScope: string | undefined,
  { permissions: own }: Pick<Operator, 'permissions'>,
): Consent => {
  const asked = scopesIn(askedScope);
  const wanted = asked.filter((scope) => !isProtocolScope(scope));
  const permissions = sharedPermissions(wanted, own);
  return {
    protocol: asked.filter(isProtocolScope),
    permissions,
    withheld: wanted.filter((scope) => !permissions.includes(scope)),
  };
};

export type Agreement = {
  readonly operator: Operator;
  readonly client: StoredClient;
  readonly consent: Consent;
  readonly resource: string;
  readonly requestId: string;
  /** It was asked for at an SDK's address: the code will be good for an offline token beside the first one. */
  readonly forSdk: boolean;
};

/** The grant's id. */
export const giveConsent = async (
  { db, now, random }: Pick<Node, 'db' | 'now' | 'random'>,
  { operator, client, consent, resource, requestId, forSdk }: Agreement,
): Promise<string> => {
  const at = now();
  const { clientId, organizationId, document } = client;
  const lasting = document.grants.includes('refresh_token');
  const lifetime = lasting ? CONSENT_SECONDS : document.access_token_lifetime + CODE_SECONDS;
  const iat = Math.floor(at / 1000);
  const id = secretToken(random);
  const payload = {
    kind: 'Grant',
    iat,
    exp: iat + lifetime,
    accountId: operatorSubject(operator.id),
    clientId,
    resources: { [resource]: consent.permissions.join(' ') },
    openid: { scope: consent.protocol.join(' ') },
  };
  await db.commit([
    ...(forSdk ? [id, offlineGrantOf(id)] : [id]).map((grantId) =>
      putToken({ kind: 'Grant', id: grantId, payload, expiresAt: at + lifetime * 1000 }),
    ),
    auditStatement(
      {
        actor: `operator:${operator.id}`,
        requestId,
        organizationId,
        action: 'client.consent',
        subject: `client/${clientId}`,
        before: null,
        after: { permissions: consent.permissions, protocol: consent.protocol },
        at,
      },
      random,
    ),
  ]);
  return id;
};
