/** Which language a call is answered in, and texts with what they name. Pure. */
import { type Language, languages } from '../../contract/language.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import { hindi } from './hindi.ts';
import type { OfferSentences } from './offer-sentences.ts';

const texts: Readonly<Record<Language, OfferSentences>> = { en: english, hi: hindi, de: german };

export const sentencesIn = (language: Language): OfferSentences => texts[language];

/** As `de-AT` and `DE` are German; undefined: none that we have. */
export const languageNamed = (tag: string | undefined): Language | undefined => {
  const wanted = tag?.trim().slice(0, 2).toLowerCase();
  return languages.find((one) => one === wanted);
};

type Asking = Readonly<Record<string, string | readonly string[] | undefined>>;
const textOf = (value: Asking[string]): string => (typeof value === 'string' ? value : '');

/**
 * Of an answer that nobody keeps: what its query or `x-language-code` names, else the first language that the reader names
 * and we have. Undefined: as the shop speaks.
 */
export const languageAsked = (named: string | undefined, headers: Asking): Language | undefined =>
  [named, textOf(headers['x-language-code']), ...textOf(headers['accept-language']).split(',')]
    .map(languageNamed)
    .find((one) => one !== undefined);

/** `{name}` of a text is what the values have under it. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(ownEntry(values, name) ?? ''));
