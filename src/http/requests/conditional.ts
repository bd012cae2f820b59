/**
 * Conditional requests on `"<version>.<hash>"`: the version is the record's, the hash stands for everything else the answer
 * depends on. A cache compares all of it; a write compares the version alone, because only the record can conflict. Pure.
 */
import { hash } from 'node:crypto';
import { Refusal } from '../../shared/errors.ts';

/** `parts` is whatever else the answer depends on, in a fixed order. */
export const entityTag = (version: number, ...parts: readonly (string | number | boolean | null)[]): string => {
  return `"${version}.${hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16)}"`;
};

const tagPattern = /(?:W\/)?"([^"]*)"/g;
const tagsIn = (header: string): readonly string[] => [...header.matchAll(tagPattern)].map((match) => match[1] ?? '');

/** True when the reader already has this answer, so 304 will do. Comparison is weak, as RFC 9110 wants it here. */
export const noneMatch = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === '*' || tagsIn(header).includes(tag.slice(1, -1)));

/** True unless the writer names versions and the current one is not among them. A weak tag never matches. */
export const versionMatches = (header: string | undefined, version: number): boolean => {
  if (header === undefined || header.trim() === '*') return true;
  const strong = header.split(',').filter((part) => !part.trim().startsWith('W/'));
  return tagsIn(strong.join(',')).some((tag) => tag.split('.')[0] === String(version));
};

/** Refuses a write on a version that is no longer the current one; `body` is what the operation adds to the answer. */
export const requireVersion = (
  header: string | undefined,
  version: number,
  body?: Readonly<Record<string, unknown>>,
): void => {
  if (!versionMatches(header, version)) throw new Refusal('version_conflict', body === undefined ? {} : { body });
};

/** The form of Last-Modified, which has whole seconds. */
export const httpDate = (at: number): string => new Date(at).toUTCString();
