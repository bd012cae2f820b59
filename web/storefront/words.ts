/** What the pages say, in the language that was chosen. */
import type { OwnWords } from '../../src/contract/catalog/storefront-contract.ts';
import { speakIn } from '../ui/money.ts';
import { uiWords } from '../ui/ui-words.ts';
import { english, type Words } from './words/english.ts';
import { lookupOf } from './words/lookup.ts';

export let words: Words = english;
let lookup = lookupOf(english, []);

/** `own`: the shop's own texts in that language. */
export const speak = (chosen: Words, own: OwnWords = []): void => {
  words = chosen;
  lookup = lookupOf(chosen, own);
  speakIn(chosen.tag);
  const { tryAgain, wentWrong, oneFewer, oneMore } = chosen;
  uiWords.set({ tryAgain, wentWrong, oneFewer, oneMore });
};

export const named = (name?: string): string => lookup.named(name);
export const said = (sentence?: string): string => lookup.said(sentence);

/** An amount in a sentence of the service as the pages write it: without what it has of no paise. */
export const brief = (sentence = ''): string => sentence.replace(/\.00(?!\d)|,00(?=\u00a0)/g, '');

/** The word that a table has for what an answer names; the name itself, made readable, for one it does not know. */
export const wordFor = (table: Readonly<Record<string, string>>, name: string): string =>
  new Map(Object.entries(table)).get(name) ?? name.replaceAll('_', ' ');
