/**
 * A code or refresh token that is shown a second time is in two hands. Nobody can tell which of them is the thief, so the
 * whole family ends: the grant, and every token that came from it. A code ends both that it may have begun.
 */
import { auditStatement } from '../../applications/audit-statements.ts';
import type { Node } from '../../applications/node.ts';
import { guardFailed } from '../../db/database.ts';
import { deleteFamily, deleteUsedToken, offlineGrantOf, type TokenKind } from './token-store.ts';

export type ReusedToken = {
  readonly kind: TokenKind;
  readonly id: string;
  readonly grantId: string;
  readonly clientId: string;
  readonly requestId: string | null;
};

export const endReusedFamily = async (
  { db, now, random }: Pick<Node, 'db' | 'now' | 'random'>,
  { kind, id, grantId, clientId, requestId }: ReusedToken,
): Promise<void> => {
  const client = await db.one<{ organization_id: string }>(
    'select organization_id from oauth_client where client_id = ?',
    [clientId],
  );
  if (client === undefined) return;
  try {
    await db.commit([
      deleteUsedToken(kind, id),
      deleteFamily(grantId, id),
      ...(kind === 'AuthorizationCode' ? [deleteFamily(offlineGrantOf(grantId))] : []),
      auditStatement(
        {
          actor: `service:${clientId}`,
          requestId,
          organizationId: client.organization_id,
          action: 'token.reuse',
          subject: `client/${clientId}`,
          before: null,
          after: { shown_again: kind === 'AuthorizationCode' ? 'code' : 'refresh token', ended: 'all of its family' },
          at: now(),
        },
        random,
      ),
    ]);
  } catch (error) {
    if (!guardFailed(error, 'token_used')) throw error; // somebody else who showed it was faster, and ended the family
  }
};
