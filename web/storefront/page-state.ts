/**
 * What the node has to know to draw a page as this visitor sees it: whether he was asked about being counted, his language and
 * his currency. A cookie says it, nothing more, and it is written when one of them was chosen.
 */
import { chosenCurrency, chosenLanguage, consentAnswer, shop } from './shop.ts';

const YEAR_SECONDS = 31_536_000;

const write = (): void => {
  const state = [consentAnswer.get() === '' ? '' : 'answered', chosenLanguage.get(), chosenCurrency.get()].join('.');
  document.cookie = `cw_page=${state}; path=${shop.base}/; max-age=${YEAR_SECONDS}; samesite=lax`;
};

export const keepPageState = (): void => {
  if ([consentAnswer, chosenLanguage, chosenCurrency].some((value) => value.get() !== '')) write();
  for (const value of [consentAnswer, chosenLanguage, chosenCurrency]) value.watch(write);
};
