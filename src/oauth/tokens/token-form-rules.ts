/** What SDKs send to their token paths, as the form that RFC 6749 wants. Pure. */
import { Refusal } from '../../shared/errors.ts';
import { spacedScopes } from './token-scope-rules.ts';

const unreadable = (field: string, message: string): Refusal =>
  new Refusal('body_invalid', { details: [{ field, message }] });

const textOf = (name: string, value: unknown): string => {
  if (typeof value === 'string') return value;
  const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  if (name === 'scope' && isList) return spacedScopes(value);
  throw unreadable(name, `${name === '' ? 'A member' : name} must be a text.`);
};

const entriesOfJson = (body: unknown): readonly (readonly [string, string])[] => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw unreadable('', 'Send an object of texts.');
  }
  return Object.entries(body)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [name, textOf(name, value)] as const);
};

/**
 * Takes a form's text or a parsed JSON object. SDKs send the secret twice, in the header and in the body; the header
 * counts, as the protocol allows one way at a time.
 */
export const tokenForm = (body: unknown, hasHeader: boolean): string => {
  const entries = typeof body === 'string' ? [...new URLSearchParams(body)] : entriesOfJson(body ?? {});
  const form = new URLSearchParams();
  for (const [name, value] of entries) {
    if (name === 'client_secret' && hasHeader) continue;
    form.append(name, name === 'scope' ? spacedScopes(value) : value);
  }
  return form.toString();
};

/** The query of an SDK's authorize address, with its leading `?`. */
export const authorizeQuery = (url: string): string => {
  const at = url.indexOf('?');
  const query = new URLSearchParams(at === -1 ? '' : url.slice(at));
  for (const name of ['x-fp-date', 'x-fp-signature']) query.delete(name);
  const scopes = query.getAll('scope');
  if (scopes.length === 1) query.set('scope', spacedScopes(scopes));
  return `?${query.toString()}`;
};
