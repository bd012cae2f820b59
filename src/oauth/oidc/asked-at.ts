/**
 * Where and when a request to sign in began. The library carries it from the address it came in at to the answer, among
 * the request's own parameters; what a caller sends under these names is replaced.
 */
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Clock } from '../../shared/clock.ts';
import { doorOf, type PathOwner } from './oidc-door.ts';

export type AskedAt = {
  /** Whom the SDK's address named; undefined for the standard one. */
  readonly owner: PathOwner | undefined;
  /** Milliseconds since 1970. */
  readonly time: number;
};
type Params = Readonly<Record<string, unknown>>;

const OWNER = 'asked_by';
const TIME = 'asked_at';

const ownerText = (owner: PathOwner): string =>
  'companyId' in owner ? `company ${owner.companyId}` : `organization ${owner.organizationId}`;
const ownerIn = (text: unknown): PathOwner | undefined => {
  if (typeof text !== 'string') return undefined;
  const [kind, id = ''] = text.split(' ');
  return kind === 'company' ? { companyId: Number(id) } : { organizationId: id };
};

/** From what the library has kept of a request. */
export const askedIn = (params: Params): AskedAt => ({ owner: ownerIn(params[OWNER]), time: Number(params[TIME]) });

/** Of the request being served, which is a new one or goes on after the consent page. */
export const askedAt = (ctx: KoaContextWithOIDC): AskedAt => {
  const kept = askedIn(ctx.oidc.params ?? {});
  return ctx.oidc.route === 'resume' ? kept : { ...kept, owner: doorOf(ctx)?.owner };
};

/** For the library's `extraParams`: it asks these about every new request, and keeps what they leave. */
export const askedParams = (now: Clock) => ({
  [OWNER]: ({ oidc, req }: KoaContextWithOIDC): void => {
    const owner = doorOf({ req })?.owner;
    if (oidc.params !== undefined) oidc.params[OWNER] = owner && ownerText(owner);
  },
  [TIME]: ({ oidc }: KoaContextWithOIDC): void => {
    if (oidc.params !== undefined) oidc.params[TIME] = String(now());
  },
});
