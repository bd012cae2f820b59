/** What a client may be set to, beyond the schema of its body. Every problem names its field. Pure. */
import type { ClientChange } from '../../contract/applications/client-contract.ts';
import type { ErrorCode } from '../../shared/error-table.ts';
import { type FieldProblem, Refusal } from '../../shared/errors.ts';
import { checkCovered, checkKnown } from '../../http/permissions.ts';
import { mostRedirectUrls, redirectUrlProblems } from './redirect-url-rules.ts';

const grantTypes = ['authorization_code', 'client_credentials', 'refresh_token'] as const;

/** Where a body lists permissions. */
export const PLACE = 'scopes.permissions';

const lifetimes = {
  access_token_lifetime: { least: 60, most: 86_400 },
  refresh_token_lifetime: { least: 3_600, most: 7_776_000 },
} as const;

const refuse = (code: ErrorCode, details: readonly FieldProblem[]): void => {
  if (details.length > 0) throw new Refusal(code, { details });
};

/** Refuses what cannot be kept, and permissions beyond those of the caller who asks for them. */
export const checkClientSettings = (given: ClientChange, callerPermissions: readonly string[]): void => {
  refuse('grant_unknown', grantProblems(given.grants ?? []));
  refuse('redirect_url_invalid', redirectListProblems(given.redirect_urls ?? []));
  refuse('lifetime_invalid', lifetimeProblems(given));
  const permissions = given.scopes?.permissions ?? [];
  checkKnown(permissions, PLACE);
  // `full` is what the caller has, whatever is listed beside it.
  if (given.scopes?.type !== 'full') checkCovered(permissions, callerPermissions, PLACE);
};

const grantProblems = (grants: readonly string[]): readonly FieldProblem[] =>
  grants.flatMap((grant, at) =>
    grantTypes.some((known) => known === grant)
      ? []
      : [{ field: `grants[${at}]`, message: `Must be one of: ${grantTypes.join(', ')}.` }],
  );

const redirectListProblems = (urls: readonly string[]): readonly FieldProblem[] =>
  urls.length > mostRedirectUrls
    ? [{ field: 'redirect_urls', message: `List at most ${mostRedirectUrls} addresses.` }]
    : redirectUrlProblems(urls);

const lifetimeProblems = (given: ClientChange): readonly FieldProblem[] =>
  (Object.keys(lifetimes) as (keyof typeof lifetimes)[]).flatMap((field) => {
    const { least, most } = lifetimes[field];
    const seconds = given[field];
    if (seconds === undefined || (seconds >= least && seconds <= most)) return [];
    return [{ field, message: `Must be from ${least} to ${most} seconds.` }];
  });

/** A name of blanks is none. */
export const checkName = (name: string | undefined): void =>
  refuse('body_invalid', name?.trim() === '' ? [{ field: 'meta.name', message: 'Give the client a name.' }] : []);

const ADDITIONAL_BYTES = 16 * 1024;
const ADDITIONAL_DEPTH = 8;

/** What a creator sends along is kept as it is, so it is bounded, and names that could mean something to a store are not taken. */
export const checkAdditional = (additional: Readonly<Record<string, unknown>>): void => {
  refuse('body_invalid', additionalProblems(additional, '', 1));
  const bytes = Buffer.byteLength(JSON.stringify(additional));
  const message = `Additional properties have at most ${ADDITIONAL_BYTES} bytes.`;
  refuse('body_invalid', bytes > ADDITIONAL_BYTES ? [{ field: '', message }] : []);
};

const additionalProblems = (value: unknown, field: string, depth: number): readonly FieldProblem[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (depth > ADDITIONAL_DEPTH) return [{ field, message: `Nest at most ${ADDITIONAL_DEPTH} levels.` }];
  if (Array.isArray(value))
    return firstProblem(value, (entry, at) => additionalProblems(entry, `${field}[${at}]`, depth + 1));
  return firstProblem(Object.entries(value), ([name, entry]) => {
    const place = field === '' ? name : `${field}.${name}`;
    if (/^[_$]/.test(name)) return [{ field: place, message: 'A name does not begin with _ or $.' }];
    return additionalProblems(entry, place, depth + 1);
  });
};

const firstProblem = <T>(
  entries: readonly T[],
  problemsOf: (entry: T, at: number) => readonly FieldProblem[],
): readonly FieldProblem[] => {
  for (const [at, entry] of entries.entries()) {
    const problems = problemsOf(entry, at);
    if (problems.length > 0) return problems;
  }
  return [];
};
