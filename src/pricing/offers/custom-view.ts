/** Answers of the merchant's own rules in the currency of the cart. */
import { type Minor, portionDown, sum } from '../../shared/money.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import type { AskedOff, CustomAnswer } from '../custom-types.ts';
import { fromHome } from '../money/in-currency.ts';
import type { PricedLine } from '../priced-types.ts';
import type { PriceInput } from '../pricing-types.ts';
import type { CustomView } from './taking.ts';

/**
 * Who sends nine of ten units back keeps a tenth of what was taken off all of them: the rule was asked about ten. What each article
 * weighs is what it cost when the rule was asked, so it is the same in every currency. A line that is set aside is not there.
 */
const shareLeft = (amount: Minor, asked: Readonly<Record<string, AskedOff>>, goods: readonly PricedLine[]): Minor => {
  const units = new Map<string, number>();
  for (const { article, quantity, gift } of goods) {
    if (gift === null) units.set(article.uid, (units.get(article.uid) ?? 0) + quantity);
  }
  const of = Object.entries(asked);
  if (of.every(([uid, one]) => (units.get(uid) ?? 0) >= one.units)) return amount;
  const left = of.map(([uid, one]) => portionDown(one.amount, Math.min(units.get(uid) ?? 0, one.units), one.units));
  const all = sum(of.map(([, one]) => one.amount));
  return all === 0 ? 0 : portionDown(amount, sum(left), all);
};

const inCurrencyOf = (answer: CustomAnswer, goods: readonly PricedLine[], input: PriceInput): CustomAnswer => {
  if (answer.kind === 'none') return answer;
  const isHome = input.currency.code === input.home.code;
  if (answer.kind === 'cart') {
    const { amount, asked } = answer;
    const here = isHome ? amount : fromHome(amount, input);
    return { kind: 'cart', amount: asked === undefined ? here : shareLeft(here, asked, goods) };
  }
  if (isHome) return answer;
  const articles = Object.entries(answer.articles).map(([uid, { units, amount }]): readonly [string, AskedOff] => [
    uid,
    { units, amount: fromHome(amount, input) },
  ]);
  return { kind: 'lines', articles: Object.fromEntries(articles) };
};

export const customView = (goods: readonly PricedLine[], input: PriceInput): CustomView => ({
  answerOf: (code) => {
    const answer = ownEntry(input.custom ?? {}, code);
    return answer && inCurrencyOf(answer, goods, input);
  },
  articleAt: (line) => goods[line]?.article.uid ?? '',
});
