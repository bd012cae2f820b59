/** Sends the examples of openapi.json to a demo shop, each as it is printed, by whoever may call its operation. */
import { readFileSync } from 'node:fs';
import { exampleIds } from '../../../src/contract/examples/example-ids.ts';
import type { ShippedShop } from '../../demo/shipped-shop.ts';
import { exampleOf } from './example-of.ts';

export type Json = Readonly<Record<string, unknown>>;
type Described = {
  readonly operationId: string;
  readonly security: readonly Json[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    schema: Json;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown; readonly schema?: Json }>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Json }>> }>>;
};
export type Operation = Described & { readonly method: string; readonly path: string };
type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Json };
};

export const openapi = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as OpenApi;
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => [one.operationId, { ...one, method: method.toUpperCase(), path }]),
  ),
);
/** The body that the reference prints for an operation, with its media type. */
export const printedBody = ({
  requestBody,
}: Described): { readonly type: string; readonly example: unknown } | undefined => {
  const [first] = Object.entries(requestBody?.content ?? {});
  return first && { type: first[0], example: first[1].example };
};

type Answer = { readonly status: number; readonly body: Json };
type Names = Readonly<Record<string, string | number>>;
export type More = {
  /** What a reader puts in the place of names: of the path, of the query, of the ids in the example. */
  readonly named?: Names;
  /** Where the example has an amount of an order. */
  readonly own?: Json;
  /** Who calls, where the route itself looks for more than the document says. */
  readonly as?: string;
  readonly headers?: (body: string) => Readonly<Record<string, string>>;
};
export type Send = (operationId: string, more?: More) => Promise<Answer>;

const written = (example: unknown, type: string, named: Names): string => {
  if (typeof example === 'string') return example;
  if (type === 'application/x-www-form-urlencoded')
    return new URLSearchParams(example as Record<string, string>).toString();
  const literal = Object.entries(exampleIds).filter(([name]) => named[name] !== undefined);
  return literal.reduce((text, [name, id]) => text.replaceAll(id, String(named[name])), JSON.stringify(example));
};

/** What is sent instead of a printed example. */
export type Adding = (operation: Operation, example: unknown) => unknown;
const asPrinted: Adding = (_, example) => example;
export type Asked = {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};
export type Watch = {
  /** Sent first; where that is refused, what is printed is sent. */
  readonly adding?: Adding;
  /** Whether `adding` has learnt from a refusal and is to be asked once more before what is printed is sent. */
  readonly again?: (operationId: string, refusal: Json) => boolean;
  /** Operations that are left out: what they would remove stays to be looked at. */
  readonly skips?: (operation: Operation) => boolean;
  readonly heard?: (operationId: string, sent: string, answer: Answer) => void;
  /** Called with every request before it is sent. */
  readonly before?: (operation: Operation, asked: Asked) => Promise<void>;
};

/** As the reference prints it, with the reader's own names in it. */
const requestOf = (operation: Operation, names: Names, { named = {}, own }: More, added: Adding = asPrinted) => {
  const { parameters = [] } = operation;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(names[name] ?? `no-${name}`),
  );
  const query = parameters.flatMap(({ name, in: place, required, schema }): [string, string][] => {
    const isSaid = required || named[name] !== undefined || 'examples' in schema;
    if (place !== 'query' || operation.path.includes(`{${name}}`) || !isSaid) return [];
    return [[name, String(names[name] ?? exampleOf(schema, openapi.components.schemas))]];
  });
  const needed = parameters.filter(({ in: place, required }) => place === 'header' && required);
  const printed = printedBody(operation);
  const example = own === undefined ? printed?.example : { ...(printed?.example as Json), ...own };
  const sent = printed?.type === 'application/json' ? added(operation, example) : example;
  const body = printed === undefined || example === undefined ? undefined : written(sent, printed.type, names);
  const headers = Object.fromEntries(needed.map(({ name, schema }) => [name, String([schema['examples']].flat()[0])]));
  const type = body === undefined ? {} : { 'content-type': printed?.type ?? '' };
  return { target: `${path}?${new URLSearchParams(query).toString()}`, headers: { ...headers, ...type }, body };
};

/** Why it was not taken; undefined when it was. Some answer 200 and say in the body what they did not take. */
const refusalIn = (status: number, text: string, shown: Json): string | undefined => {
  const untaken = Number(shown['failed_count'] ?? 0) + Number(shown['refused'] ?? 0) > 0;
  return status >= 400 || shown['success'] === false || untaken ? `${status} ${text.slice(0, 300)}` : undefined;
};

type Sending = { readonly status: number; readonly shown: Json; readonly why: string | undefined };
/** What is added, for as long as a refusal teaches something; undefined when it is not taken. */
const addedFirst = async (
  sendAs: (adding?: Adding) => Promise<Sending>,
  operationId: string,
  { adding, again }: Watch = {},
): Promise<Sending | undefined> => {
  if (adding === undefined) return undefined;
  let tried = await sendAs(adding);
  while (tried.why !== undefined && again?.(operationId, tried.shown) === true) tried = await sendAs(adding);
  return tried.why === undefined ? tried : undefined;
};

/** `lasting` is what the shop is called in every path; what is refused is told with the reason. */
export const exampleSender = (
  { url }: ShippedShop,
  callers: Readonly<Record<string, Readonly<Record<string, string>>>>,
  lasting: Names,
  watch?: Watch,
) => {
  const sent = new Set<string>();
  const refused: string[] = [];
  const send: Send = async (operationId, more = {}) => {
    const operation = operations.get(operationId);
    if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
    if (watch?.skips?.(operation) === true) return { status: 0, body: {} };
    const [scheme = 'none'] = operation.security.flatMap((way) => Object.keys(way));
    const sendAs = async (adding?: Adding) => {
      const { target, headers, body } = requestOf(operation, { ...lasting, ...more.named }, more, adding);
      const asked: Asked = {
        url: `${url}${target}`,
        method: operation.method,
        headers: { ...callers[more.as ?? scheme], ...headers, ...more.headers?.(body ?? '') },
        ...(body === undefined ? {} : { body }),
      };
      await watch?.before?.(operation, asked);
      const answer = await fetch(asked.url, { ...asked, redirect: 'manual' });
      const text = await answer.text();
      const shown = text.startsWith('{') ? (JSON.parse(text) as Json) : {};
      watch?.heard?.(operationId, body ?? '', { status: answer.status, body: shown });
      const why = refusalIn(answer.status, text, shown);
      return { status: answer.status, shown, why: why && `${operationId} ${why} <- ${target} ${body ?? ''}` };
    };
    const { status, shown, why } = (await addedFirst(sendAs, operationId, watch)) ?? (await sendAs());
    sent.add(operationId);
    if (why !== undefined) refused.push(why);
    return { status, body: shown };
  };
  return { send, sent, refused };
};
