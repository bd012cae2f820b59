/**
 * Members of an object as text, by code that is made for their names: a name that stands in the code is found at once, one that
 * is a value is looked for in every object anew, and an answer has a thousand of them.
 */
import { compileFunction } from 'node:vm';
import { quoted } from './quoted.ts';

export type Json = Readonly<Record<string, unknown>>;
export type Write = (value: unknown) => string;
/** What a value usually is, and how that is written without a call; whatever else it is, `write` writes. */
export type Usual = 'text' | 'number' | 'integer' | 'flag' | 'part';
/** `head` is the comma and the name. */
export type Member = { readonly name: string; readonly head: string; readonly write: Write; readonly usual: Usual };

const usualCode: Readonly<Record<Exclude<Usual, 'part'>, (rare: string) => string>> = {
  text: (rare) => `(typeof v === 'string' ? quoted(v) : ${rare})`,
  number: (rare) => `(Number.isFinite(v) ? v : ${rare})`,
  integer: (rare) => `(Number.isInteger(v) ? v : ${rare})`,
  flag: (rare) => `(v === true ? 'true' : v === false ? 'false' : ${rare})`,
};

/** The price at home and abroad is often one object: what follows itself under the same schema is written once. */
const partCode = (at: number, members: readonly Member[]): string => {
  const rare = `write[${at}](v)`;
  const [before, after] = [members[at - 1], members[at + 1]];
  const write = members[at]?.write;
  const keeps = after?.write === write ? `lastText = ${rare}` : rare;
  return before?.write === write ? `(v === last ? lastText : (${keeps}))` : `(${keeps})`;
};

const memberCode = (at: number, members: readonly Member[]): string => {
  const { name, head, usual } = members[at] ?? { name: '', head: ',', usual: 'part' };
  const value = usual === 'part' ? partCode(at, members) : usualCode[usual](`write[${at}](v)`);
  return `v = value[${JSON.stringify(name)}];
    if (v !== undefined) text += (text === '' ? ${JSON.stringify(head.slice(1))} : ${JSON.stringify(head)}) + ${value};
    ${usual === 'part' ? 'last = v;' : ''}`;
};

type Written = (value: Json, pieces: readonly string[]) => string;
const compile = (members: readonly Member[], body: string): Written => {
  const code = `'use strict'; return (value, pieces) => { let text = '', v, last, lastText = ''; ${body} return text; }`;
  // Made of the names and kinds of a schema of ours, never of anything that anybody sends.
  const make = compileFunction(code, ['write', 'quoted']) as (write: readonly Write[], text: typeof quoted) => Written;
  return make(
    members.map(({ write }) => write),
    quoted,
  );
};

/** Made when it is first needed: most schemas of the program never are. */
const whenNeeded = (make: () => Written): Written => {
  let made: Written | undefined;
  return (value, pieces) => {
    made ??= make();
    return made(value, pieces);
  };
};
const noPieces: readonly string[] = [];

/** Members in their order, commas between them, without the braces. */
export const membersWriter = (members: readonly Member[]): ((value: Json) => string) => {
  const written = whenNeeded(() => compile(members, members.map((_, at) => memberCode(at, members)).join('\n')));
  return (value) => written(value, noPieces);
};

/** The same, between texts that are there already: one before each member and one behind the last. */
export const joinedWriter = (members: readonly Member[]): Written =>
  whenNeeded(() => {
    const piece = (at: number): string =>
      `if (pieces[${at}] !== '') text += text === '' ? pieces[${at}] : ',' + pieces[${at}];`;
    const body = members.map((_, at) => `${memberCode(at, members)}\n${piece(at + 1)}`);
    return compile(members, `${piece(0)}\n${body.join('\n')}`);
  });
