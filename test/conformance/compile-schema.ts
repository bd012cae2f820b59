/** The validator and the serialiser of the server, for a schema taken alone. Unknown fields fail instead of being dropped. */
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { ajvOptions } from '../../src/http/requests/validation.ts';
import type { SchemaJson } from './schema-walk.ts';

type AjvOptions = NonNullable<FastifyServerOptions['ajv']>;
type AjvPlugin = Extract<NonNullable<AjvOptions['plugins']>[number], (...given: never[]) => unknown>;

/** Formats of OpenAPI say how wide a number is; validators do not know them by themselves. */
const whole = (least: number, most: number) => ({
  type: 'number' as const,
  validate: (value: number) => Number.isInteger(value) && value >= least && value <= most,
});
const finite = { type: 'number' as const, validate: (value: number) => Number.isFinite(value) };
const numberFormats: AjvPlugin = (ajv) =>
  ajv
    .addFormat('int32', whole(-(2 ** 31), 2 ** 31 - 1))
    .addFormat('int64', whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER))
    .addFormat('float', finite)
    .addFormat('float32', finite);

export type CompiledSchema = {
  /** What is wrong with the value; empty when nothing is. */
  readonly problemsOf: (value: unknown) => readonly string[];
  readonly serialise: (value: unknown) => string;
};

type Problem = { readonly instancePath?: string; readonly message?: string; readonly params?: object };

const strictApp = (): FastifyInstance =>
  fastify({
    ajv: {
      customOptions: { ...ajvOptions.customOptions, removeAdditional: false },
      plugins: [...(ajvOptions.plugins ?? []), numberFormats],
    },
  });

export const compileSchemas = async <Name extends string>(
  schemas: Readonly<Record<Name, SchemaJson>>,
): Promise<Readonly<Record<Name, CompiledSchema>>> => {
  const app = strictApp();
  const compiled: Partial<Record<Name, CompiledSchema>> = {};
  app.get('/', async (request, reply) => {
    for (const [name, schema] of Object.entries(schemas) as [Name, SchemaJson][]) {
      const validate = request.compileValidationSchema(schema);
      const serialise = reply.compileSerializationSchema(schema);
      compiled[name] = {
        problemsOf: (value) => {
          if (validate(value)) return [];
          return (validate.errors as readonly Problem[]).map(
            ({ instancePath = '', message = '', params = {} }) =>
              `${instancePath} ${message} ${JSON.stringify(params)}`,
          );
        },
        serialise: (value) => serialise(value as Record<string, unknown>),
      };
    }
    return 'done';
  });
  const { statusCode, body } = await app.inject('/');
  await app.close();
  if (statusCode !== 200) throw new Error(body);
  return compiled as Record<Name, CompiledSchema>;
};
