/**
 * Validators and serialisers of the routes, each compiled when it is first needed: to compile all of them takes two seconds,
 * and a node that starts has better things to do. One for each schema, however many routes share it.
 *
 * A schema that cannot be compiled would show at a shopper's first request; `compileAll` finds it, and a test calls that.
 */
import AjvCompiler from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';
import { once } from '../shared/once.ts';
import { oncePer } from '../shared/once-per.ts';

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

/**
 * What was compiled goes for every server of the process, of which tests open hundreds: it follows from the schema and from how
 * it is to be compiled. No schema of ours refers to another one; where one could, each server compiles its own.
 */
const validatorsBy = oncePer((_options: object) => ({
  all: oneForEach<Validator>(),
  firstOnly: oneForEach<Validator>(),
}));
const plainSerialisers = oneForEach<Serialiser>();
const isAlone = (external: unknown): boolean => Object.keys(external ?? {}).length === 0;

/** Of `largeBodies` the first problem is looked for: to list all of them would hold up everybody else. */
export const routeCompilers = (largeBodies: WeakSet<object> = new WeakSet()): RouteCompilers => {
  const waiting = new Set<Waiting>();
  const buildValidator = AjvCompiler();
  const buildSerialiser = SerializerSelector();
  const validators = oneForEach<Validator>();
  const serialisers = oneForEach<Serialiser>();

  const factory: Factory = {
    buildValidator: ((...given: Parameters<typeof buildValidator>) => {
      const compiler = once(() => buildValidator(...given));
      const [external, options] = given;
      const compiled = validatorsBy((isAlone(external) ? options?.customOptions : undefined) ?? {});
      const firstOnly = {
        ...options,
        customOptions: { ...options?.customOptions, allErrors: false },
      } as typeof options;
      const compile = (route: Route): Validator => compiled.all(route, () => compiler()(route));
      const compileFirst = (route: Route): Validator =>
        compiled.firstOnly(route, () => buildValidator(external, firstOnly)(route));
      return (route: Route) =>
        validators(route, () => {
          const made = onFirstUse(waiting, route, () => compile(route));
          let first: Validator | undefined;
          const isLarge = (value: unknown): boolean =>
            typeof value === 'object' && value !== null && largeBodies.has(value);
          const validator: Validator = (value) => {
            const check = isLarge(value) ? (first ??= compileFirst(route)) : made();
            const answer = check(value);
            validator.errors = check.errors;
            return answer;
          };
          return validator;
        });
    }) as ValidatorFactory,
    buildSerializer: (...given) => {
      const compile = buildSerialiser(...given);
      const [external, options] = given;
      const compiled = isAlone(external) && options === undefined ? plainSerialisers : oneForEach<Serialiser>();
      return (route) =>
        serialisers(route, () => {
          const made = onFirstUse(waiting, route, () => compiled(route, () => compile(route)));
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
