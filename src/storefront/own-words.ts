/** The shop's own texts in one language, as pages of that language carry them. Pure. */
import type { Translation } from '../contract/applications/translation-contract.ts';
import type { OwnWords } from '../contract/catalog/storefront-contract.ts';
import { languages } from '../contract/language.ts';

export const ownWords = (translations: readonly Translation[], asked: string): OwnWords => {
  const language = languages.find((one) => one === asked);
  if (language === undefined) return [];
  return translations.flatMap(({ text, [language]: ours }) => (ours === undefined ? [] : [[text, ours] as const]));
};
