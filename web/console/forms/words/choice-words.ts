/** What the choices of a field are called, and which of them counts while none is made. Pure. */
import { keysOf } from './field-keys.ts';
import type { Worded } from './form-words.ts';
import type { Schema } from '../schema-rules.ts';

/** “Credit card” of `credit_card`, where nothing else is said. */
const plain = (word: string): string => {
  const spoken = word.replaceAll(/[_-]/g, ' ');
  return `${spoken.slice(0, 1).toUpperCase()}${spoken.slice(1)}`;
};

const ofField = (path: string, { name, words }: Worded): ReadonlyMap<string, string> =>
  new Map(
    keysOf(path, name)
      .toReversed()
      .flatMap((key) => [...(words.choices.get(key) ?? [])]),
  );

export const choiceName = (word: string, path: string, form: Worded): string =>
  ofField(path, form).get(word) ?? plain(word);
/** What it means to choose none, if anybody says so. */
export const noneName = (path: string, form: Worded): string | undefined => ofField(path, form).get('');

/** The choice that counts where none was made. */
export const usualChoice = (schema: Schema, path: string, { name, words }: Worded): string | undefined => {
  const { default: standard, description = '', enum: choices = [] } = schema;
  const said = /^(\w+) when left out/.exec(description)?.[1];
  const named = keysOf(path, name).flatMap((key) => words.usuals.get(key) ?? []);
  return [standard, said, ...named].find(
    (word): word is string => typeof word === 'string' && choices.some((choice) => choice === word),
  );
};
