/** Use cases: add and remove tokens of an application. At most five live at once, and never none. */
import type { ApplicationPlace } from './application-store.ts';
import {
  type ApplicationToken,
  type ApplicationTokens,
  claimTokens,
  deleteExpiredTokens,
  deleteToken,
  insertToken,
  isLive,
  readTokens,
} from './application-token-store.ts';
import { auditStatement } from './audit-statements.ts';
import type { Author, Node } from './node.ts';
import { newSecret } from './secret-hash.ts';
import type { AuthoredWrite } from './write-once.ts';
import type { Statement } from '../db/database.ts';
import { untilGuardHolds } from '../db/until-guard-holds.ts';
import { Refusal } from '../shared/errors.ts';
import { objectId } from '../shared/identifiers.ts';

const MOST_LIVE = 5;

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
  }: { readonly action: string; readonly token: ApplicationToken; readonly at: number },
): Statement => {
  const token = { token_id: id, hint, expires_at: expiresAt };
  const change = action === 'application_token.add' ? { before: null, after: token } : { before: token, after: null };
  const subject = `application/${applicationId}`;
  return auditStatement({ actor, requestId, organizationId, action, subject, ...change, at }, random);
};

export type AddedToken = ApplicationToken & {
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
    if (expiresAt !== null && expiresAt <= at) {
      throw new Refusal('body_invalid', { details: [{ field: 'expires_at', message: 'Give a time to come.' }] });
    }
    const { version, tokens } = await tokensOf(node.db, place);
    if (tokens.filter((token) => isLive(token, at)).length >= MOST_LIVE) throw new Refusal('token_limit_reached');
    const secret = newSecret(node.random);
    const added = { id: objectId(node.random), hint: secret.hint, createdAt: at, expiresAt };
    await node.db.commit([
      ...remember(added.id),
      claimTokens(place.applicationId, version),
      deleteExpiredTokens(place.applicationId, at),
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
): Promise<ApplicationToken> =>
  untilGuardHolds('token_version', async () => {
    const at = node.now();
    const { version, tokens } = await tokensOf(node.db, place);
    const token = tokens.find(({ id }) => id === tokenId);
    if (token === undefined) throw new Refusal('application_token_not_found');
    const live = tokens.filter((one) => isLive(one, at));
    if (live.length === 1 && live[0] === token) throw new Refusal('last_token');
    await node.db.commit([
      claimTokens(place.applicationId, version),
      deleteToken(place.applicationId, tokenId),
      auditOf(node, place, author, { action: 'application_token.remove', token, at }),
    ]);
    return token;
  });
