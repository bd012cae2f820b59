/** What the interface says of its members, in the words of a form: descriptions are written for programs. Pure. */
import { foundBy } from './field-keys.ts';
import type { Worded } from './form-words.ts';
import { labelOf } from './labels.ts';
import type { Json, Schema } from '../schema-rules.ts';

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

type Change = readonly [what: RegExp, by: string | ((...found: readonly string[]) => string)];
const changes: readonly Change[] = [
  [/`([^`]+)`/g, (_whole, name = '') => `“${labelOf(name)}”`],
  [/\b[a-z]+(?:_[a-z]+)+\b/g, (name = '') => `“${labelOf(name)}”`],
  // The choices of a field, each with what it means.
  [/(^|[.;] )(?!null|false|true)([a-z]+): /g, (_whole, before = '', choice = '') => `${before}“${sentence(choice)}”: `],
  [/\bISO 4217\b/g, 'three letters such as EUR'],
  [/\bISO 3166-1 alpha-2\b/g, 'two letters such as DE'],
  [/\bIANA name(, such as [\w/]+)?/g, 'a name such as Asia/Kolkata'],
  [/[;,] (true|false) when left out/g, ''],
  [/^false: /, 'Without the tick '],
  [/\b(a day) left out\b/g, '$1 without them'],
  [/\bwhen left out\b/g, 'when empty'],
  [/\bleft out([:,])/g, 'empty$1'],
  [/\bLeft out:/g, 'Empty:'],
  [/\bthat was fed before\b/g, 'that is there already'],
  [/\bAn application\b/g, 'A shop'],
  [/\bapplication\b/g, 'shop'],
];

const FILLERS = new Set(['a', 'an', 'the', 'this', 'it', 'its', 'of']);
const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word));

/** Whether it says anything that stands not in the label already. */
const saysMore = (hint: string, label: string): boolean => {
  const known = new Set(wordsOf(label));
  return wordsOf(hint).some((word) => !known.has(word));
};

/** Of the field with this label; `without` is how nothing is said there: by an empty field, or without a tick. */
export const hintOf = (description: string | undefined, label: string, without = 'empty'): string | undefined => {
  if (description === undefined) return undefined;
  const said = changes.reduce((text, [what, by]) => text.replace(what, by as string), description);
  const hint = sentence(said.replaceAll(/\bnull:/g, `${without}:`));
  return saysMore(hint, label) ? hint : undefined;
};

export type Placed = {
  readonly schema: Schema;
  readonly path: string;
  readonly form: Worded & { readonly whole: Json };
};
const UNSAID = new Map([
  ['from', 'of the first'],
  ['to', 'of the second'],
]);
/** Our own words for it, or what the interface says of it. */
export const hintAt = ({ schema, path, form }: Placed, without?: string): string | undefined => {
  const own = foundBy(form.words.hints, path, form.name);
  if (own === undefined) return hintOf(schema.description, labelOf(path, form), without);
  const whole = new Map(Object.entries(form.whole));
  const saidOf = (name: string): string => {
    const said = whole.get(name);
    return typeof said === 'string' && said !== '' ? said : (UNSAID.get(name) ?? '');
  };
  return own.replaceAll(/\{(\w+)\}/g, (_all, name: string) => saidOf(name)) || undefined;
};
