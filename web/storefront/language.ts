/** Which language the pages speak. English is in the script; the others are files of their own, which only their readers load. */
import type { OwnWords } from '../../src/contract/catalog/storefront-contract.ts';
import { english, type Words } from './words/english.ts';
import { addressOf, shop } from './shop.ts';
import { speak } from './words.ts';

export const languageNames: readonly (readonly [tag: string, name: string])[] = [
  ['en', 'English'],
  ['hi', 'हिन्दी'],
  ['de', 'Deutsch'],
];

type Translation = { readonly translated: Words };

/** The shop's own texts are in the page, in the language it was sent in. */
const ownWords = (tag: string): OwnWords =>
  document.documentElement.lang === tag
    ? (JSON.parse(document.getElementById('own')?.textContent || '[]') as OwnWords)
    : [];

/** One that cannot be had leaves the pages in English. */
export const speakAs = async (tag: string): Promise<void> => {
  const file = new Map(Object.entries(shop.words)).get(tag);
  if (file === undefined) return speak(english, ownWords(tag));
  try {
    speak(((await import(addressOf(file))) as Translation).translated, ownWords(tag));
  } catch {
    speak(english);
  }
};
