/** What the pages say, in the language that was chosen. */
import { english, type Words } from './words/english.ts';

export const words: Words = english;

/** The word that a table has for what an answer names; the name itself, made readable, for one it does not know. */
export const wordFor = (table: Readonly<Record<string, string>>, name: string): string =>
  new Map(Object.entries(table)).get(name) ?? name.replaceAll('_', ' ');
