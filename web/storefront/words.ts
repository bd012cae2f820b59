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

/** A sentence of the service in the reader's words, where his language has any. */
export const said = (sentence: string): string => {
  for (const [service, ours] of words.said) {
    const parts = new RegExp(`^${service.replaceAll('.', '\\.').replaceAll('{}', '(.+)')}$`).exec(sentence)?.slice(1);
    if (parts !== undefined) return ours.replaceAll('{}', () => words.amount(parts.shift() ?? ''));
  }
  return sentence;
};

/** An amount in a sentence of the service as the pages write it: without what it has of no paise. */
export const brief = (sentence = ''): string => sentence.replace(/\.00(?!\d)|,00(?=\u00a0)/g, '');

/** The word that a table has for what an answer names; the name itself, made readable, for one it does not know. */
export const wordFor = (table: Readonly<Record<string, string>>, name: string): string =>
  new Map(Object.entries(table)).get(name) ?? name.replaceAll('_', ' ');
