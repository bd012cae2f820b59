/**
 * Writes answers as JSON, by their schema: byte for byte what the framework's serialiser makes of them
 * (test/http/answers/answer-writer.test.ts). Two things make it quicker. What many answers share is written once
 * (shared-parts.ts), and joined. And a text is made of bytes, one sign each: a single ₹ would else make the whole
 * answer a text of wide signs, which takes longer to encode than to make.
 */
import { ownEntry } from '../../shared/own-entry.ts';
import { joinedOf, type KeptTexts, textsOf } from './shared-parts.ts';

type Json = Readonly<Record<string, unknown>>;
type Write = (value: unknown) => string;
/** `head` is the comma and the name. */
type Member = { readonly name: string; readonly head: string; readonly write: Write };

/** In smaller objects nothing is worth being looked for. */
const LEAST_MEMBERS = 8;
/** As long as signs of currencies are: longer words may be somebody's. */
const SHORT = 4;
const MOST_WORDS = 500;

// Neither a quote, a backslash, a control sign nor anything beyond ASCII.
const UNLIKE_ITSELF = /[^\x20\x21\x23-\x5b\x5d-\x7e]/;
const bytesOf = (text: string): string => {
  const bytes = Buffer.from(text);
  return bytes.byteLength === text.length ? text : bytes.toString('latin1');
};

/** Signs of currencies and the like, which come again and again. */
const words = new Map<string, string>();
const quoted = (text: string): string => {
  if (!UNLIKE_ITSELF.test(text)) return `"${text}"`;
  const known = words.get(text);
  if (known !== undefined) return known;
  const written = bytesOf(JSON.stringify(text));
  if (text.length <= SHORT && words.size < MOST_WORDS) words.set(text, written);
  return written;
};

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

const membersText = (members: readonly Member[], value: Json): string => {
  let text = '';
  let last: unknown;
  let lastText = '';
  for (const { name, head, write } of members) {
    const one = value[name];
    if (one === undefined) continue;
    // The price at home and abroad is often one object.
    if (typeof one !== 'object' || one !== last) lastText = write(one);
    last = one;
    text += text === '' ? head.slice(1) + lastText : head + lastText;
  }
  return text;
};

/** The texts of a shared part before, between and behind the members that are not its own. */
const piecesOf = (members: readonly Member[], base: Json, names: readonly string[]): readonly string[] => {
  const runs: Member[][] = [[]];
  for (const member of members) {
    if (names.includes(member.name)) runs.push([]);
    else runs.at(-1)?.push(member);
  }
  return runs.map((run) => membersText(run, base));
};

const joinedText = (members: readonly Member[], pieces: readonly string[], value: Json): string => {
  let text = pieces[0] ?? '';
  for (const [at, { name, head, write }] of members.entries()) {
    const one = value[name];
    if (one !== undefined) text += text === '' ? head.slice(1) + write(one) : head + write(one);
    const next = pieces[at + 1] ?? '';
    if (next !== '') text += text === '' ? next : `,${next}`;
  }
  return text;
};

/** In one piece: a text that was added up is a tree of its parts, and would be gone through anew for every answer it is in. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

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

const objectWriter = (members: readonly Member[]): Write => {
  const plain: Write = (value) => `{${membersText(members, value as Json)}}`;
  if (members.length < LEAST_MEMBERS) return plain;
  /** By the list of own names, which is one for all that are joined alike. */
  const own = new WeakMap<object, readonly Member[]>();
  const ownOf = (names: readonly string[]): readonly Member[] => {
    const found = own.get(names) ?? members.filter(({ name }) => names.includes(name));
    own.set(names, found);
    return found;
  };
  return (value) => {
    const whole = value as Json;
    const texts = textsOf(whole);
    if (texts !== undefined) return keptText(texts, members, () => plain(whole));
    const joins = joinedOf(whole);
    const ofBase = joins && textsOf(joins.base);
    if (joins === undefined || ofBase === undefined) return plain(whole);
    const mine = ownOf(joins.names);
    const pieces = keptPieces(ofBase, mine, () => piecesOf(members, joins.base as Json, joins.names));
    return `{${joinedText(mine, pieces, whole)}}`;
  };
};

/** Members under names that nobody foresaw; those that are foreseen come first. */
const openWriter = (members: readonly Member[], other: Write): Write => {
  const foreseen = new Set(members.map(({ name }) => name));
  return (value) => {
    let text = membersText(members, value as Json);
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

const writerFor = (schema: Json): Write => {
  const types = [schema['type'] ?? []].flat() as readonly unknown[] as readonly string[];
  const [type, ...more] = types.filter((one) => one !== 'null');
  const make = type === undefined || more.length > 0 ? undefined : ownEntry(byType, type);
  // Whatever else a schema says of a value, its JSON is its JSON.
  const write = make?.(schema) ?? anything;
  return types.includes('null') ? (value) => (value === null ? 'null' : write(value)) : write;
};

const writers = new WeakMap<object, Write>();

/** Bytes of answers that keep to this schema. */
export const answerWriter = (schema: object): ((value: unknown) => Buffer) => {
  const write = writers.get(schema) ?? writerFor(schema as Json);
  writers.set(schema, write);
  return (value) => Buffer.from(write(value), 'latin1');
};
