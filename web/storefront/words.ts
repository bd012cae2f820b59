/** What the pages say, in the language that was chosen. */
import { speakIn } from '../ui/money.ts';
import { uiWords } from '../ui/ui-words.ts';
import { english, type Words } from './words/english.ts';

export let words: Words = english;
export const speak = (chosen: Words): void => {
  words = chosen;
  speakIn(chosen.tag);
  const { tryAgain, wentWrong, oneFewer, oneMore } = chosen;
  uiWords.set({ tryAgain, wentWrong, oneFewer, oneMore });
};

/** The word that a table has for what an answer names; the name itself, made readable, for one it does not know. */
export const wordFor = (table: Readonly<Record<string, string>>, name: string): string =>
  new Map(Object.entries(table)).get(name) ?? name.replaceAll('_', ' ');
