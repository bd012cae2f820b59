/** Answers of the merchant's own rules in the currency of the cart. */
import { ownEntry } from '../../shared/own-entry.ts';
import type { AskedOff, CustomAnswer } from '../custom-types.ts';
import { fromHome } from '../money/in-currency.ts';
import type { PricedLine } from '../priced-types.ts';
import type { PriceInput } from '../pricing-types.ts';
import type { CustomView } from './taking.ts';

const inCurrencyOf = (answer: CustomAnswer, input: PriceInput): CustomAnswer => {
  if (answer.kind === 'none' || input.currency.code === input.home.code) return answer;
  if (answer.kind === 'cart') return { kind: 'cart', amount: fromHome(answer.amount, input) };
  const articles = Object.entries(answer.articles).map(([uid, { units, amount }]): readonly [string, AskedOff] => [
    uid,
    { units, amount: fromHome(amount, input) },
  ]);
  return { kind: 'lines', articles: Object.fromEntries(articles) };
};

export const customView = (goods: readonly PricedLine[], input: PriceInput): CustomView => ({
  answerOf: (code) => {
    const answer = ownEntry(input.custom ?? {}, code);
    return answer && inCurrencyOf(answer, input);
  },
  articleAt: (line) => goods[line]?.article.uid ?? '',
});
