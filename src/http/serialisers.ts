/**
 * Serialisers made from the schemas of answers, one for each schema however many routes share it: compiling one takes
 * milliseconds, and most routes answer with a schema that another has too.
 */
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Factory = NonNullable<
  NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>['buildSerializer']
>;

export const sharedSerialisers = (): Factory => {
  const build: Factory = SerializerSelector();
  return (externalSchemas, options) => {
    const compile = build(externalSchemas, options);
    const made = new WeakMap<object, ReturnType<typeof compile>>();
    return (route) => {
      const schema = route.schema as object;
      const known = made.get(schema);
      if (known !== undefined) return known;
      const serialiser = compile(route);
      made.set(schema, serialiser);
      return serialiser;
    };
  };
};
