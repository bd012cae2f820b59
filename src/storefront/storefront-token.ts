/**
 * The token that this node's own storefront carries: made when it is first needed, kept sealed, and listed and audited like
 * any other token of the application. An operator who removes it thereby renews it: the next page carries another one.
 */
import type { ApplicationPlace } from '../applications/application-store.ts';
import { claimTokens, insertToken } from '../applications/tokens/application-token-store.ts';
import { isLive } from '../applications/tokens/kept-secrets.ts';
import { auditStatement } from '../applications/audit-statements.ts';
import { tokensOf } from '../applications/tokens/change-tokens.ts';
import { type Node, system } from '../applications/node.ts';
import { newSecret } from '../applications/secret-hash.ts';
import { applicationOwner } from '../applications/settings.ts';
import { untilGuardHolds } from '../db/until-guard-holds.ts';
import { putSealed, readSealed } from '../db/sealing/sealed-values.ts';
import { objectId } from '../shared/identifiers.ts';

const NAME = 'storefront_token';
type Kept = { readonly token_id: string; readonly token: string };

const keptToken = async ({ db, keyring }: Node, owner: string): Promise<Kept | undefined> => {
  const text = await readSealed(db, keyring, owner, NAME);
  return text === undefined ? undefined : (JSON.parse(text) as Kept);
};

/** Nodes that need it at the same time agree on one: the guard lets one of them write. */
export const storefrontToken = (node: Node, place: ApplicationPlace): Promise<string> =>
  untilGuardHolds('token_version', async () => {
    const { organizationId, applicationId } = place;
    const at = node.now();
    const owner = applicationOwner(applicationId);
    const { version, tokens } = await tokensOf(node.db, place);
    const kept = await keptToken(node, owner);
    if (kept !== undefined && tokens.some((token) => token.id === kept.token_id && isLive(token, at))) {
      return kept.token;
    }
    const { secret: token, hash, hint } = newSecret(node.random);
    const added = { id: objectId(node.random), createdAt: at, expiresAt: null };
    const after = { token_id: added.id, hint, expires_at: null, made_for: 'storefront' };
    const audit = { organizationId, action: 'application_token.add', subject: owner, before: null, after, at };
    await node.db.commit([
      claimTokens(applicationId, version),
      insertToken(applicationId, added, { secret: token, hash, hint }),
      putSealed(node.keyring, {
        owner,
        name: NAME,
        plaintext: JSON.stringify({ token_id: added.id, token } satisfies Kept),
        at,
      }),
      auditStatement({ ...system, ...audit }, node.random),
    ]);
    return token;
  });
