/** How a route says what it is: who may call it, its name and sentence in the reference, what it takes and what it answers. */
import type { TSchema } from 'typebox';
import { ErrorBody } from '../contract/primitives.ts';
import type { Access } from './caller.ts';

type Shape = {
  readonly description?: string;
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly body?: TSchema;
  readonly response: Readonly<Record<number, TSchema>>;
};

type Operation<S extends Shape> = {
  readonly config: { readonly access: Access };
  readonly schema: Omit<S, 'response'> & {
    readonly operationId: string;
    readonly tags: readonly string[];
    readonly summary: string;
    readonly response: S['response'] & { readonly '4xx': typeof ErrorBody };
  };
};

/** Of routes that the same callers may use and that the reference lists together. Each of them may also be refused. */
export const operations =
  (access: Access, tags: readonly string[]) =>
  <S extends Shape>(operationId: string, summary: string, { response, ...shape }: S): Operation<S> => ({
    config: { access },
    schema: { operationId, tags, summary, ...shape, response: { ...response, '4xx': ErrorBody } },
  });

const SENTENCE_END = '. ';

/** The first sentence is the operation's line in the reference; what follows stands below it. */
const told = (words: string): { readonly summary: string; readonly more: { readonly description?: string } } => {
  const [summary = '', ...more] = words.split(SENTENCE_END);
  return { summary, more: more.length === 0 ? {} : { description: more.join(SENTENCE_END) } };
};

/**
 * Such operations by their names in the reference. Their words stand at the head of a file, where they say what it serves;
 * a shape is what one takes and what it answers.
 */
export const operationTable = <const T extends Readonly<Record<string, Shape>>>(
  access: Access,
  tags: readonly string[],
  words: { readonly [K in keyof T]: string },
  shapes: T,
): { readonly [K in keyof T]: Operation<T[K]> } => {
  const operation = operations(access, tags);
  const made = Object.entries(shapes).map(([name, shape]) => {
    const { summary, more } = told(words[name as keyof T]);
    return [name, operation(name, summary, { ...more, ...shape })] as const;
  });
  return Object.fromEntries(made) as { readonly [K in keyof T]: Operation<T[K]> };
};
