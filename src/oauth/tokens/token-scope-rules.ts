/** Scopes of tokens are permissions. What was asked, what may be had, what a token is worth now. Pure. */
import { coversPermission, expandPermissions } from '../../http/permissions.ts';

/** Scopes of the protocol itself, which open nothing of ours. */
export const protocolScopes = ['openid', 'offline_access', 'profile', 'email'];
export const isProtocolScope = (scope: string): boolean => protocolScopes.includes(scope);

export const scopesIn = (text: string | undefined): readonly string[] => [
  ...new Set((text ?? '').split(' ').filter((scope) => scope !== '')),
];

/** How SDKs write several: comma-joined, or as a list. */
export const spacedScopes = (given: string | readonly string[]): string =>
  [given]
    .flat()
    .flatMap((text) => text.split(/[\s,]+/))
    .filter((scope) => scope !== '')
    .join(' ');

/** What was asked for and is not among the permissions. */
export const exceeding = (asked: readonly string[], permissions: readonly string[]): readonly string[] =>
  asked.filter((scope) => !coversPermission(permissions, scope));

type Pattern = readonly [string, string, string];
const patternOf = (text: string): Pattern => {
  const [area = '*', resource = '*', action = '*'] = text.split('/');
  return [area, resource, action];
};
const shortest = (pattern: readonly string[]): string => {
  const last = pattern.findLastIndex((segment) => segment !== '*');
  return last === -1 ? '*' : [...pattern.slice(0, last + 1), ...(last === 2 ? [] : ['*'])].join('/');
};
const overlap = (left: Pattern, right: Pattern): readonly string[] => {
  const both = left.map((segment, at) => (segment === '*' ? right[at] : segment));
  const agree = both.every((segment, at) => right[at] === '*' || segment === right[at]);
  return agree ? [shortest(both.map((segment) => segment ?? '*'))] : [];
};

/** The widest patterns that lie in both lists. */
export const sharedPermissions = (left: readonly string[], right: readonly string[]): readonly string[] => {
  const shared = new Set(left.flatMap((one) => right.flatMap((other) => overlap(patternOf(one), patternOf(other)))));
  return [...shared].filter((one) => ![...shared].some((other) => other !== one && coversPermission([other], one)));
};

/** What a token is worth: its scopes as far as the client has them now, as patterns and spelled out. */
export const effectivePermissions = (scopes: readonly string[], permissions: readonly string[]): readonly string[] => {
  const shared = sharedPermissions(
    scopes.filter((scope) => !isProtocolScope(scope)),
    permissions,
  );
  return [...new Set([...shared, ...expandPermissions(shared)])];
};
