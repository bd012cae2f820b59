/**
 * Writes answers as JSON, by their schema: byte for byte what the framework's serialiser makes of them
 * (test/http/answers/answer-writer.test.ts). Two things make it quicker. What many answers share is written once
 * (shared-parts.ts), and joined. And a text is made of bytes, one sign each: a single ₹ would else make the whole
 * answer a text of wide signs, which takes longer to encode than to make.
 */
import { ownEntry } from '../../shared/own-entry.ts';
import { joinedWriter, type Json, type Member, membersWriter, type Usual, type Write } from './member-writer.ts';
import { bytesOf, quoted } from './quoted.ts';
import { joinedOf, type KeptTexts, textsOf } from './shared-parts.ts';

/** In smaller objects nothing is worth being looked for. */
const LEAST_MEMBERS = 8;

const anything: Write = (value) => bytesOf(JSON.stringify(value) ?? 'null');
const string: Write = (value) => {
  if (typeof value === 'string') return quoted(value);
  return value === null ? '""' : anything(value);
};
const number: Write = (value) => (Number.isFinite(value) ? `${value as number}` : anything(Number(value)));
const integer: Write = (value) => (Number.isInteger(value) ? `${value as number}` : number(Math.trunc(Number(value))));
const boolean: Write = (value) => (value ? 'true' : 'false');

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Required members come first, as the framework has them. */
const namesIn = (properties: Json, required: readonly unknown[]): readonly string[] => {
  const rank = (name: string): number => (required.includes(name) ? 0 : 1);
  return Object.keys(properties).toSorted((a, b) => rank(a) - rank(b));
};

/** How an object is written of which some members stand over those of a shared part. */
type Joining = {
  readonly joined: ReturnType<typeof joinedWriter>;
  /** The texts of the shared part before, between and behind them. */
  readonly piecesOf: (base: Json) => readonly string[];
};
const joiningOf = (members: readonly Member[], names: readonly string[]): Joining => {
  const runs: Member[][] = [[]];
  for (const member of members) {
    if (names.includes(member.name)) runs.push([]);
    else runs.at(-1)?.push(member);
  }
  const writers = runs.map(membersWriter);
  return {
    joined: joinedWriter(members.filter(({ name }) => names.includes(name))),
    piecesOf: (base) => writers.map((write) => write(base)),
  };
};

/**
 * In one piece: a text that was added up is a tree of its parts, and would be gone through anew for every answer it is in. Asked for
 * a sign of it the engine puts it together, where it stands; a way through bytes would be two copies more.
 */
const flat = (text: string): string => (text.charCodeAt(0) >= 0 ? text : '');

const keptText = (texts: KeptTexts, key: object, make: () => string): string => {
  const known = texts.get(key);
  if (typeof known === 'string') return known;
  const made = flat(make());
  texts.set(key, made);
  return made;
};

const keptPieces = (texts: KeptTexts, key: object, make: () => readonly string[]): readonly string[] => {
  const known = texts.get(key);
  if (typeof known === 'object') return known;
  const made = make().map(flat);
  texts.set(key, made);
  return made;
};

const AHEAD = Symbol('ahead');
type Ahead = { readonly [AHEAD]?: string };
const textAhead = (whole: object): string | undefined => (whole as Ahead)[AHEAD];

const objectWriter = (members: readonly Member[]): Write => {
  const inside = membersWriter(members);
  const plain: Write = (value) => `{${inside(value as Json)}}`;
  if (members.length < LEAST_MEMBERS) return plain;
  /** By the list of own names, which is one for all that are joined alike. */
  const joinings = new WeakMap<object, Joining>();
  const joiningBy = (names: readonly string[]): Joining => {
    const found = joinings.get(names) ?? joiningOf(members, names);
    joinings.set(names, found);
    return found;
  };
  return (value) => {
    const whole = value as Json;
    const ahead = textAhead(whole);
    if (ahead !== undefined) return ahead;
    const texts = textsOf(whole);
    if (texts !== undefined) return keptText(texts, members, () => plain(whole));
    const joins = joinedOf(whole);
    const ofBase = joins && textsOf(joins.base);
    if (joins === undefined || ofBase === undefined) return plain(whole);
    const joining = joiningBy(joins.names);
    const pieces = keptPieces(ofBase, joining, () => joining.piecesOf(joins.base as Json));
    return `{${joining.joined(whole, pieces)}}`;
  };
};

/** Members under names that nobody foresaw; those that are foreseen come first. */
const openWriter = (members: readonly Member[], other: Write): Write => {
  const foreseen = new Set(members.map(({ name }) => name));
  const inside = membersWriter(members);
  return (value) => {
    let text = inside(value as Json);
    for (const [name, one] of Object.entries(value as Json)) {
      if (one === undefined || foreseen.has(name)) continue;
      text += `${text === '' ? '' : ','}${quoted(name)}:${other(one)}`;
    }
    return `{${text}}`;
  };
};

const listWriter = (entry: Write): Write => {
  const plain: Write = (value) => {
    let text = '';
    for (const one of value as readonly unknown[]) text += text === '' ? entry(one) : `,${entry(one)}`;
    return `[${text}]`;
  };
  return (value) => {
    const texts = textsOf(value as object);
    return texts === undefined ? plain(value) : keptText(texts, entry, () => plain(value));
  };
};

/** One for the members of a schema: a schema that is optional somewhere is another object with the same members. */
const objects = new WeakMap<Json, Write>();

const ofObject = ({ properties, required = [], additionalProperties: other }: Json): Write => {
  if (!isJson(properties)) return isJson(other) ? openWriter([], writerFor(other)) : anything;
  const known = objects.get(properties);
  if (known !== undefined) return known;
  const members = namesIn(properties, required as readonly unknown[]).map(
    (name): Member => ({
      name,
      head: `,${quoted(name)}:`,
      write: writerFor(properties[name] as Json),
      usual: usualOf(properties[name] as Json),
    }),
  );
  const made =
    other === false ? objectWriter(members) : openWriter(members, isJson(other) ? writerFor(other) : anything);
  objects.set(properties, made);
  return made;
};

const byType: Readonly<Record<string, (schema: Json) => Write>> = {
  string: () => string,
  number: () => number,
  integer: () => integer,
  boolean: () => boolean,
  array: ({ items }) => listWriter(isJson(items) ? writerFor(items) : anything),
  object: ofObject,
};

/** The one type that a schema allows beside null. */
const typeOf = (schema: Json): string | undefined => {
  const [type, ...more] = typesOf(schema).filter((one) => one !== 'null');
  return more.length > 0 ? undefined : type;
};
const typesOf = (schema: Json): readonly string[] => [schema['type'] ?? []].flat() as readonly unknown[] as string[];

const usuals = new Map<string | undefined, Usual>([
  ['string', 'text'],
  ['number', 'number'],
  ['integer', 'integer'],
  ['boolean', 'flag'],
]);
const usualOf = (schema: Json): Usual => usuals.get(typeOf(schema)) ?? 'part';

/** One for a schema, so that members of the same schema are known to be written alike. */
const made = new WeakMap<Json, Write>();
const writerFor = (schema: Json): Write => {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const type = typeOf(schema);
  // Whatever else a schema says of a value, its JSON is its JSON.
  const write = (type === undefined ? undefined : ownEntry(byType, type)?.(schema)) ?? anything;
  const orNull: Write = (value) => (value === null ? 'null' : write(value));
  const whole = typesOf(schema).includes('null') ? orNull : write;
  made.set(schema, whole);
  return whole;
};

/**
 * A part of an answer, written before the rest: it is its text from then on, and keeps nothing that it was made from. For large
 * objects of a schema without names that nobody foresaw; whoever writes it by other means finds the same in it.
 */
export const writtenAhead = <Part extends object>(schema: object, part: Part): Part => {
  const text = flat(writerFor(schema as Json)(part));
  const ahead = { [AHEAD]: text, toJSON: () => JSON.parse(Buffer.from(text, 'latin1').toString()) as unknown };
  return ahead as unknown as Part;
};

/** Bytes of answers that keep to this schema. */
export const answerWriter = (schema: object): ((value: unknown) => Buffer) => {
  const write = writerFor(schema as Json);
  return (value) => Buffer.from(write(value), 'latin1');
};
