/**
 * Validators and serialisers of the routes, each compiled when it is first needed: to compile all of them takes two seconds,
 * and a node that starts has better things to do. One for each schema, however many routes share it.
 *
 * A schema that cannot be compiled would show at a shopper's first request; `compileAll` finds it, and a test calls that.
 */
import AjvCompiler from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    compilers: RouteCompilers;
  }
}

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type ValidatorFactory = NonNullable<Factory['buildValidator']>;
/** What Fastify asks of a validator: a verdict, and what was wrong in a member. */
type Validator = { (value: unknown): unknown; errors?: unknown };
type Serialiser = (value: unknown) => string;
type Route = { readonly schema?: unknown; readonly method: string; readonly url: string };
/** What is not compiled yet. */
type Waiting = { readonly url: string; readonly compile: () => unknown };

export type RouteCompilers = {
  readonly factory: Factory;
  /** Compiles one more, those of storefronts first; false when none is left. */
  readonly compileNext: () => boolean;
  readonly compileAll: () => void;
};

const STOREFRONT = '/service/application/';

/** Made at the first call. The error names the route, for whoever wrote it. */
const onFirstUse = <T>(waiting: Set<Waiting>, { method, url }: Route, make: () => T): (() => T) => {
  let made: T | undefined;
  const compile = (): T => {
    waiting.delete(entry);
    try {
      return (made ??= make());
    } catch (error) {
      throw new Error(`${method} ${url}: a schema of this route cannot be compiled`, { cause: error });
    }
  };
  const entry: Waiting = { url, compile };
  waiting.add(entry);
  return () => made ?? compile();
};

/** Shared by all routes with the same schema. */
const oneForEach = <T>(): ((route: Pick<Route, 'schema'>, make: () => T) => T) => {
  const known = new WeakMap<object, T>();
  return (route, make) => {
    const schema = route.schema as object;
    const found = known.get(schema) ?? make();
    known.set(schema, found);
    return found;
  };
};

/** Of `largeBodies` the first problem is looked for: to list all of them would hold up everybody else. */
export const routeCompilers = (largeBodies: WeakSet<object> = new WeakSet()): RouteCompilers => {
  const waiting = new Set<Waiting>();
  const buildValidator = AjvCompiler();
  const buildSerialiser = SerializerSelector();
  const validators = oneForEach<Validator>();
  const serialisers = oneForEach<Serialiser>();

  const factory: Factory = {
    buildValidator: ((...given: Parameters<typeof buildValidator>) => {
      const compile = buildValidator(...given);
      const [external, options] = given;
      const firstOnly = {
        ...options,
        customOptions: { ...options?.customOptions, allErrors: false },
      } as typeof options;
      const compileFirst = (route: Route): Validator => buildValidator(external, firstOnly)(route);
      return (route: Route) =>
        validators(route, () => {
          const made = onFirstUse(waiting, route, () => compile(route));
          let first: Validator | undefined;
          const isLarge = (value: unknown): boolean =>
            typeof value === 'object' && value !== null && largeBodies.has(value);
          const validator: Validator = (value) => {
            const compiled = isLarge(value) ? (first ??= compileFirst(route)) : made();
            const answer = compiled(value);
            validator.errors = compiled.errors;
            return answer;
          };
          return validator;
        });
    }) as ValidatorFactory,
    buildSerializer: (...given) => {
      const compile = buildSerialiser(...given);
      return (route) =>
        serialisers(route, () => {
          const made = onFirstUse(waiting, route, () => compile(route));
          return (value) => made()(value);
        });
    },
  };

  const compileNext = (): boolean => {
    const all = [...waiting];
    const next = all.find(({ url }) => url.startsWith(STOREFRONT)) ?? all[0];
    next?.compile();
    return next !== undefined;
  };
  return {
    factory,
    compileNext,
    compileAll: () => {
      while (compileNext());
    },
  };
};
