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

type Rows = Readonly<Record<string, readonly [summary: string, shape: Shape]>>;

/** A table of such operations by their names in the reference: the sentence of each, what it takes and what it answers. */
export const operationTable = <const T extends Rows>(
  access: Access,
  tags: readonly string[],
  rows: T,
): { readonly [K in keyof T]: Operation<T[K][1]> } => {
  const operation = operations(access, tags);
  const made = Object.entries(rows).map(([name, [summary, shape]]) => [name, operation(name, summary, shape)] as const);
  return Object.fromEntries(made) as { readonly [K in keyof T]: Operation<T[K][1]> };
};
