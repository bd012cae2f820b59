/**
 * Very long answers, serialised in slices: hundreds of lines of a cart take the serialiser longer than others should wait. What is
 * sent is byte for byte what the route's own serialiser makes, and goes out as bytes, because to encode one text of megabytes
 * would hold up everybody again. Short answers, nearly all there are, go the usual way.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { oncePer } from '../shared/once-per.ts';
import { ownEntry } from '../shared/own-entry.ts';
import { nextTurn } from '../shared/slices.ts';
import { holdsMuch } from './answers/own-data-size.ts';

type Json = Readonly<Record<string, unknown>>;
/** An area's own serialisers make bytes (answers/). */
type Written = string | Buffer;
type Serialise = (value: unknown) => Written;
type Compile = (schema: Json) => Serialise;

/** Entries of a list that are serialised in one turn of the loop. */
const A_SLICE = 50;
/** Lists of smaller things take long only when there are very many of them, and then they are the answer itself. */
const LEAST_MEMBERS = 10;
const MANY_SMALL = 500;
/** What may have members that nobody foresaw may be of any size. */
const FEW_OPEN = 3;
/** So much is written in one turn, whatever it is of: a shop's own data of a single good may be hundreds of kilobytes. */
const A_TURN_BYTES = 1_000_000;
/** And so much put together. */
const JOINED_BYTES = 8_000_000;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where an answer may be cut: an object between its members, a list between its entries. */
type Cuts =
  | { readonly kind: 'list'; readonly entry: Json; readonly inside: Cuts | null; readonly most: number }
  | { readonly kind: 'object'; readonly groups: readonly Json[]; readonly members: ReadonlyMap<string, Member> };
/** `alone`: the object as if it had no other member. */
type Member = { readonly cuts: Cuts; readonly alone: Json };

/** Required members come first: the order in which serialisers write them. */
const memberNames = ({ properties, required = [] }: Json): readonly string[] => {
  const isOptional = (name: string): number => ((required as readonly unknown[]).includes(name) ? 0 : 1);
  return Object.keys(properties as Json).toSorted((a, b) => isOptional(a) - isOptional(b));
};

const partOf = (schema: Json, names: readonly string[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, ownEntry(schema['properties'] as Json, name)])),
  required: ((schema['required'] ?? []) as readonly string[]).filter((name) => names.includes(name)),
  additionalProperties: false,
});

/** An object as what lies before, between and behind the members that may be long. */
const objectCuts = (schema: Json, memberCuts: (member: unknown) => Cuts | null): Cuts | null => {
  if (schema['additionalProperties'] !== false || !isJson(schema['properties'])) return null;
  const members = new Map<string, Member>();
  const groups: string[][] = [[]];
  for (const name of memberNames(schema)) {
    const cuts = memberCuts(ownEntry(schema['properties'], name));
    if (cuts === null) groups.at(-1)?.push(name);
    else {
      members.set(name, { cuts, alone: partOf(schema, [name]) });
      groups.push([]);
    }
  }
  return members.size === 0 ? null : { kind: 'object', groups: groups.map((names) => partOf(schema, names)), members };
};

const listCuts = ({ items }: Json): (Cuts & { readonly kind: 'list' }) | null => {
  if (!isJson(items) || items['type'] !== 'object' || !isJson(items['properties'])) return null;
  const inside = cutsOf(items);
  const isSmall = inside === null && Object.keys(items['properties']).length < LEAST_MEMBERS;
  if (items['additionalProperties'] === true) return { kind: 'list', entry: items, inside, most: FEW_OPEN };
  return { kind: 'list', entry: items, inside, most: isSmall ? MANY_SMALL : A_SLICE };
};

const cutsKept = oncePer((schema: Json): Cuts | null => {
  if (schema['type'] === 'object') return objectCuts(schema, cutsOf);
  const cuts = schema['type'] === 'array' ? listCuts(schema) : null;
  return cuts?.most === MANY_SMALL ? null : cuts;
});
const cutsOf = (schema: unknown): Cuts | null => (isJson(schema) ? cutsKept(schema) : null);

const listOrCuts = (schema: unknown): Cuts | null =>
  isJson(schema) && schema['type'] === 'array' ? listCuts(schema) : cutsOf(schema);
/** Of a whole answer: its own lists may be of small things, too. */
const answerCuts = oncePer((schema: Json): Cuts | null =>
  schema['type'] === 'object' ? objectCuts(schema, listOrCuts) : listOrCuts(schema),
);

/** Whether there is a list in it that takes more than a slice, or a few things with very much of a shop's own data. */
const isLong = (value: unknown, cuts: Cuts): boolean => {
  if (cuts.kind === 'object') {
    if (!isJson(value)) return false;
    for (const [name, member] of cuts.members) if (isLong(ownEntry(value, name), member.cuts)) return true;
    return false;
  }
  const { entry, inside, most } = cuts;
  if (!Array.isArray(value)) return false;
  if (value.length > most || (inside !== null && value.some((one) => isLong(one, inside)))) return true;
  return value.length > 1 && holdsMuch(value, entry, A_TURN_BYTES);
};

/** Whether what keeps to this schema is long, and is to be written with others in between. */
export const isLongAnswer = (schema: object, value: unknown): boolean => {
  const cuts = answerCuts(schema as Json);
  return cuts !== null && isLong(value, cuts);
};

/** Members without the braces around them. */
const bare = (written: Written): Written =>
  typeof written === 'string' ? written.slice(1, -1) : written.subarray(1, -1);

type Out = {
  readonly write: (written: Written) => void;
  readonly isFull: () => boolean;
  readonly endSlice: () => Promise<void>;
};

/** One piece of bytes: memory for tens of megabytes is slow to be had. */
const joined = async (pieces: readonly Buffer[]): Promise<Buffer> => {
  const whole = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  let since = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
    since += piece.length;
    if (since < JOINED_BYTES) continue;
    since = 0;
    await nextTurn();
  }
  return whole;
};

const writeList = async (
  list: readonly unknown[],
  cuts: Cuts & { readonly kind: 'list' },
  compile: Compile,
  out: Out,
) => {
  const { inside, entry, most } = cuts;
  const serialise = compile(entry);
  out.write('[');
  for (const [at, value] of list.entries()) {
    if (at > 0) out.write(',');
    if (inside !== null && isLong(value, inside)) await writeCut(value, inside, compile, out);
    else out.write(serialise(value));
    if (at % most === most - 1 || out.isFull()) await out.endSlice();
  }
  out.write(']');
};

const writeObject = async (
  value: Json,
  { groups, members }: Cuts & { readonly kind: 'object' },
  compile: Compile,
  out: Out,
) => {
  const names = [...members.keys()];
  let comma = '{';
  const write = (written: Written): void => {
    if (written.length === 0) return;
    out.write(comma);
    out.write(written);
    comma = ',';
  };
  for (const [at, group] of groups.entries()) {
    write(bare(compile(group)(value)));
    const name = names[at];
    const member = name === undefined ? undefined : members.get(name);
    if (name === undefined || member === undefined) continue;
    const long = ownEntry(value, name);
    if (!isLong(long, member.cuts)) {
      write(bare(compile(member.alone)(value)));
      continue;
    }
    await out.endSlice();
    write(`${JSON.stringify(name)}:`);
    await writeCut(long, member.cuts, compile, out);
  }
  out.write(comma === '{' ? '{}' : '}');
};

const writeCut = (value: unknown, cuts: Cuts, compile: Compile, out: Out): Promise<void> => {
  if (cuts.kind === 'list') return writeList(value as readonly unknown[], cuts, compile, out);
  return writeObject(value as Json, cuts, compile, out);
};

/** The bytes of a long answer; undefined: it is not long, and nothing was done. */
const serialiseInSlices = async (value: unknown, schema: unknown, compile: Compile): Promise<Buffer | undefined> => {
  const cuts = isJson(schema) ? answerCuts(schema) : null;
  if (cuts === null || !isLong(value, cuts)) return undefined;
  const done: Buffer[] = [];
  let text = '';
  let size = 0;
  const flush = (): void => {
    if (text !== '') done.push(Buffer.from(text));
    text = '';
  };
  const out: Out = {
    isFull: () => size >= A_TURN_BYTES,
    write: (written) => {
      size += written.length;
      if (typeof written === 'string') {
        text += written;
        return;
      }
      flush();
      done.push(written);
    },
    endSlice: async () => {
      flush();
      size = 0;
      await nextTurn();
    },
  };
  await writeCut(value, cuts, compile, out);
  flush();
  return joined(done);
};

const schemaFor = (response: unknown, status: number): unknown =>
  isJson(response)
    ? (ownEntry(response, String(status)) ?? ownEntry(response, `${Math.floor(status / 100)}xx`))
    : undefined;

/** Compiled once: the framework keeps serialisers by the schema itself. */
const compiled = (reply: FastifyReply, schema: Json): Serialise =>
  reply.compileSerializationSchema(schema) as (value: unknown) => Written;

const serialiseLong = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
  const schema = schemaFor(request.routeOptions.schema?.response, reply.statusCode);
  const bytes = await serialiseInSlices(payload, schema, (part) => compiled(reply, part));
  // The framework takes bytes as well, and says only text.
  if (bytes !== undefined) reply.serializer(() => bytes as unknown as string);
  return payload;
};

/** For every route added from now on that may have long answers. */
export const installSlicedAnswers = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    const { response } = route.schema ?? {};
    if (!isJson(response) || !Object.values(response).some((schema) => cutsOf(schema) !== null)) return;
    route.preSerialization = [...[route.preSerialization ?? []].flat(), serialiseLong];
  });
};
