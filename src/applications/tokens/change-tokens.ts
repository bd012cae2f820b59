/** Use cases: add and remove tokens of an application. At most five live at once, and never none. */
import type { ApplicationPlace } from '../application-store.ts';
import { type ApplicationTokens, claimTokens, insertToken, readTokens } from './application-token-store.ts';
import { checkExpiry, deleteExpired, deleteSecret, isFull, isLastLive, type KeptSecret } from './kept-secrets.ts';
import { auditStatement } from '../audit-statements.ts';
import type { Author, Node } from '../node.ts';
import { newSecret } from '../secret-hash.ts';
import type { AuthoredWrite } from '../write-once.ts';
import type { Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { Refusal } from '../../shared/errors.ts';
import { objectId } from '../../shared/identifiers.ts';

export const tokensOf = async (db: Node['db'], place: ApplicationPlace): Promise<ApplicationTokens> => {
  const found = await readTokens(db, place);
  if (found === undefined) throw new Refusal('application_not_found');
  return found;
};

const auditOf = (
  { random }: Node,
  { organizationId, applicationId }: ApplicationPlace,
  { actor, requestId }: Author,
  {
    action,
    token: { id, hint, expiresAt },
    at,
  }: { readonly action: string; readonly token: KeptSecret; readonly at: number },
): Statement => {
  const token = { token_id: id, hint, expires_at: expiresAt };
  const change = action === 'application_token.add' ? { before: null, after: token } : { before: token, after: null };
  const subject = `application/${applicationId}`;
  return auditStatement({ actor, requestId, organizationId, action, subject, ...change, at }, random);
};

export type AddedToken = KeptSecret & {
  /** The only time it is seen. */
  readonly token: string;
};

export const addToken = (
  node: Node,
  place: ApplicationPlace,
  expiresAt: number | null,
  { remember, ...author }: AuthoredWrite<string>,
): Promise<AddedToken> =>
  untilGuardHolds('token_version', async () => {
    const at = node.now();
    checkExpiry(expiresAt, at);
    const { version, tokens } = await tokensOf(node.db, place);
    if (isFull(tokens, at)) throw new Refusal('token_limit_reached');
    const secret = newSecret(node.random);
    const added = { id: objectId(node.random), hint: secret.hint, createdAt: at, expiresAt };
    await node.db.commit([
      ...remember(added.id),
      claimTokens(place.applicationId, version),
      deleteExpired('application_token', place.applicationId, at),
      insertToken(place.applicationId, added, secret),
      auditOf(node, place, author, { action: 'application_token.add', token: added, at }),
    ]);
    return { ...added, token: secret.secret };
  });

export const removeToken = (
  node: Node,
  place: ApplicationPlace,
  tokenId: string,
  author: Author,
): Promise<KeptSecret> =>
  untilGuardHolds('token_version', async () => {
    const at = node.now();
    const { version, tokens } = await tokensOf(node.db, place);
    const token = tokens.find(({ id }) => id === tokenId);
    if (token === undefined) throw new Refusal('application_token_not_found');
    if (isLastLive(tokens, token, at)) throw new Refusal('last_token');
    await node.db.commit([
      claimTokens(place.applicationId, version),
      deleteSecret('application_token', place.applicationId, tokenId),
      auditOf(node, place, author, { action: 'application_token.remove', token, at }),
    ]);
    return token;
  });
