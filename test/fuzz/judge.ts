/** What is wrong with an answer, if anything is. */
import fastify, { type FastifyServerOptions } from 'fastify';
import { ajvOptions } from '../../src/http/requests/validation.ts';
import { oncePer } from '../../src/shared/once-per.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { Api, Json, Operation } from './operations.ts';
import type { Answer, Silence } from './send.ts';

export type Finding = {
  /** `fault`, `silence`, `undeclared`, `misshapen`, `leak`, `polluted`, `stored`, `background`, `memory`, `ended`. */
  readonly kind: string;
  readonly operation: string;
  readonly detail: string;
};
export type Judge = (request: FuzzRequest, answer: Answer | Silence) => readonly Finding[];

/** Words of our own program and of its parts, which no answer says. None of them is among the words that are sent. */
const leaks =
  /\bat [\w.<> ]+\(?(?:file:|node:|\/)[^\s]*:\d+:\d+|node:internal|node_modules|\.ts:\d+|SQLITE_|SQLSTATE|syntax error at or near|constraint failed|violates \w+ constraint|Cannot read propert|is not a function|is not iterable/;

type Check = (value: unknown) => string | undefined;
type Compile = (schema: unknown) => Check;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const idOf = (reference: string): string => reference.replace('#/components/schemas/', 'schema:');

/** References into the document, as the validator finds them there: each schema by its own name, so that it is compiled once for all. */
const pointed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(pointed);
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      // How wide a number is meant to be; not a thing that validators know.
      .filter(([name, one]) => !(name === 'format' && /^(int|float|double)/.test(String(one))))
      .map(([name, one]) => [name, name === '$ref' ? idOf(String(one)) : pointed(one)]),
  );
};

/** The validator of the server, which knows the document's schemas. */
const compiler = async ({ document }: Api): Promise<Compile> => {
  const ajv: FastifyServerOptions['ajv'] = {
    customOptions: { ...ajvOptions.customOptions, removeAdditional: false, strictSchema: false, strictTypes: false },
    plugins: [...(ajvOptions.plugins ?? [])],
  };
  const app = fastify({ ajv });
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    app.addSchema({ ...(pointed(schema) as Json), $id: `schema:${name}` });
  }
  const ready = Promise.withResolvers<Compile>();
  app.get('/', async (request) => {
    ready.resolve((schema) => {
      const validate = request.compileValidationSchema(pointed(schema) as Record<string, unknown>);
      return (value) => {
        if (validate(value)) return undefined;
        const [error] = validate.errors ?? [];
        return `${error?.instancePath ?? ''} ${error?.message ?? ''} ${JSON.stringify(error?.params ?? {})}`;
      };
    });
    return 'ready';
  });
  await app.inject('/');
  return ready.promise;
};

const declaredFor = ({ responses }: Operation, status: number): Json | undefined => {
  const own = responses?.[String(status)] ?? responses?.[`${Math.floor(status / 100)}XX`];
  return isJson(own) ? own : undefined;
};

/** Answers that come before an operation is asked, or instead of it. */
const isOfTheHouse = ({ method, operation }: FuzzRequest, status: number): boolean =>
  (method !== undefined && method !== operation.method) || status === 405 || operation.method === 'HEAD';

/** One for a document: to compile what its operations declare takes longer than to judge some thousand answers. */
export const judgeOf = oncePer(async (api: Api): Promise<Judge> => {
  const compile = await compiler(api);
  const checks = new Map<unknown, Check>();
  const byText = new Map<string, Check>();
  /** Operations declare the same again and again, each in words of its own. */
  const checkOf = (schema: unknown): Check => {
    const kept = checks.get(schema);
    if (kept !== undefined) return kept;
    const text = JSON.stringify(schema);
    const known = byText.get(text) ?? compile(schema);
    byText.set(text, known);
    checks.set(schema, known);
    return known;
  };

  const shapeProblem = (
    request: FuzzRequest,
    { status, headers, body }: Answer,
  ): readonly [string, string] | undefined => {
    const { operation } = request;
    if (operation.responses === undefined || isOfTheHouse(request, status)) return undefined;
    const declared = declaredFor(operation, status);
    if (declared === undefined) return ['undeclared', `the status ${status} is not declared`];
    const content = declared['content'];
    const type = headers['content-type']?.split(';')[0] ?? '';
    if (!isJson(content)) return body.length === 0 ? undefined : ['undeclared', `${status} has a body of ${type}`];
    const media = content[type];
    if (!isJson(media)) return ['undeclared', `${status} came as ${type}, not as ${Object.keys(content).join(', ')}`];
    if (type !== 'application/json') return undefined;
    try {
      const problem = checkOf(media['schema'])(JSON.parse(body.toString()));
      return problem === undefined ? undefined : ['misshapen', `${status}: ${problem}`];
    } catch (error) {
      return ['misshapen', `${status}: ${String(error)}`];
    }
  };

  /** A shop whose payment provider cannot be reached, as none can be from here. */
  const isOutside = ({ status, headers }: Answer, text: string): boolean =>
    status === 503 && headers['retry-after'] !== undefined && text.includes('"payment_provider_unavailable"');

  return (request, answer) => {
    const operation = request.operation.key;
    if ('silence' in answer) return [{ kind: 'silence', operation, detail: answer.silence }];
    const text = answer.body.subarray(0, 100_000).toString();
    const found: Finding[] = [];
    if (answer.status >= 500 && !isOutside(answer, text))
      found.push({ kind: 'fault', operation, detail: `${answer.status} ${text.slice(0, 300)}` });
    const leak = operation === 'GET /openapi.json' ? null : leaks.exec(text);
    if (leak !== null) found.push({ kind: 'leak', operation, detail: leak[0] });
    const [kind, detail] = answer.status >= 500 ? [] : (shapeProblem(request, answer) ?? []);
    if (kind !== undefined && detail !== undefined) found.push({ kind, operation, detail });
    return found;
  };
});
