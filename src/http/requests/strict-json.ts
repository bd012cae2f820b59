/**
 * The only reader of JSON bodies. What it lets through is safe to store, to hash and to print on both engines:
 * valid UTF-8, at most 32 levels, finite numbers, no NUL, no half characters, no keys that reach a prototype.
 */
import { requireUtf8 } from './charset.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FieldProblem, Refusal } from '../../shared/errors.ts';
import { nextTurn } from '../../shared/slices.ts';
import { textProblem } from '../../shared/storable-text.ts';
import { sizeProblem } from './json-size.ts';
import { fieldPath } from './validation-messages.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export const maximumDepth = 32;
/** A larger body is looked at before it is read, and its first problem is told: it has room for half a million. */
const LARGE_BYTES = 65_536;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const refuse = (field: string, message: string): Refusal =>
  new Refusal('body_invalid', { details: [{ field, message }] });

export const parseStrictJson = (bytes: Uint8Array): unknown => {
  const tooMuch = bytes.length > LARGE_BYTES ? sizeProblem(bytes, maximumDepth) : undefined;
  if (tooMuch !== undefined) throw refuse('', tooMuch);
  const { value, checks } = readJson(bytes);
  const problem = jsonProblem(value, checks);
  if (problem !== undefined) throw refuse(problem.field, problem.message);
  return value;
};

/** For bodies whose parts are judged one by one: the value as it is, and the checks each part still has to pass. */
export const readJson = (bytes: Uint8Array): { readonly value: unknown; readonly checks: Checks } => {
  const text = decode(bytes);
  const value = parse(text);
  // Only an escape can hide NUL, half a character or a letter of a forbidden name: the bytes themselves were checked.
  const escaped = text.includes('\\u');
  return { value, checks: { texts: escaped, names: escaped || /"(__proto__|constructor)"/.test(text) } };
};

/** What makes a value unfit to be stored, if anything does. */
export const jsonProblem = (value: unknown, checks: Checks): FieldProblem | undefined => {
  const problem = problemIn(value, checks, 1);
  return problem && { field: fieldPath(problem.steps.toReversed()), message: problem.message };
};
const decode = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw refuse('', 'The body is not valid UTF-8.');
  }
};
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('', 'The body is not valid JSON.');
  }
};

/** What is wrong, and the way to it from the inside out: each level adds its step on the way back. */
type Problem = { readonly steps: (string | number)[]; readonly message: string };
export type Checks = { readonly texts: boolean; readonly names: boolean };
type Json = Readonly<Record<string, unknown>>;

/** Goes down at most 32 levels: a deeper value is a problem, not a call. */
const problemIn = (value: unknown, checks: Checks, depth: number): Problem | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : found('The number is too large.');
  if (typeof value === 'string') return checks.texts ? problemInText(value, 'The text') : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > maximumDepth) return found(`Nest at most ${maximumDepth} levels.`);
  return Array.isArray(value) ? problemInList(value, checks, depth) : problemInObject(value as Json, checks, depth);
};
const problemInList = (list: readonly unknown[], checks: Checks, depth: number): Problem | undefined => {
  for (let index = 0; index < list.length; index += 1) {
    const problem = problemIn(list[index], checks, depth + 1);
    if (problem !== undefined) return below(index, problem);
  }
  return undefined;
};
const problemInObject = (object: Json, checks: Checks, depth: number): Problem | undefined => {
  for (const name of Object.keys(object)) {
    const value = ownEntry(object, name);
    const nameProblem = checks.names ? problemInName(name, value) : undefined;
    if (nameProblem !== undefined) return nameProblem;
    const problem = problemIn(value, checks, depth + 1);
    if (problem !== undefined) return below(name, problem);
  }
  return undefined;
};
const problemInName = (name: string, value: unknown): Problem | undefined => {
  const reachesPrototype =
    name === '__proto__' ||
    (name === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'));
  return reachesPrototype ? below(name, found('This name is not allowed.')) : problemInText(name, 'A name in it');
};
const problemInText = (text: string, what: string): Problem | undefined => {
  const message = textProblem(text, what);
  return message === undefined ? undefined : found(message);
};
const found = (message: string): Problem => ({ steps: [], message });
const below = (step: string | number, problem: Problem): Problem => {
  problem.steps.push(step);
  return problem;
};

/**
 * Bodies are JSON. An empty body is no body under any content type, because SDKs send one with forms and plain text;
 * anything else that is not JSON is refused. Large ones are handed to `largeBodies`. A scope with other needs (feeds, token service) adds its own parser.
 */
export const installStrictJson = (app: FastifyInstance, largeBodies: WeakSet<object>): void => {
  const parseBody = (request: FastifyRequest, body: Buffer): unknown => {
    const value = parseIdentity(request, body);
    if (body.length > LARGE_BYTES && typeof value === 'object' && value !== null) largeBodies.add(value);
    return value;
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const answer = (): void => {
      try {
        done(null, body.length === 0 ? undefined : parseBody(request, body));
      } catch (error) {
        done(error as Error);
      }
    };
    // Of several that end in one turn of the loop, each is read and checked in its own.
    if (body.length > LARGE_BYTES) void nextTurn().then(answer);
    else answer();
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    done(body.length === 0 ? null : new Refusal('media_type_unsupported'), undefined);
  });
};
const parseIdentity = (request: FastifyRequest, body: Buffer): unknown => {
  const coding = request.headers['content-encoding'] ?? 'identity';
  requireUtf8(request.headers['content-type']);
  if (coding === 'identity') return parseStrictJson(body);
  throw new Refusal('media_type_unsupported', { message: 'Send the body without a content coding.' });
};
