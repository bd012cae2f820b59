/** Why an offer does not act, in words for a shopper. Pure. */
import type { Item } from '../../catalog/article-cache.ts';
import type { Named } from '../../catalog/product.ts';
import type { CompiledOffer, Criteria, Dimension, Want } from '../../pricing/compile/offer-types.ts';
import type { WhyNot } from '../../pricing/why-not-types.ts';
import type { Translation } from '../../contract/applications/translation-contract.ts';
import type { Language } from '../../contract/language.ts';
import type { Minor } from '../../shared/money.ts';
import { gapTold } from '../words/gap-told.ts';
import { filled, sentencesIn } from '../words/spoken.ts';

/** What a sentence may name: the offer, the time, and products by which brands and categories are known. */
export type Telling = {
  readonly offer: CompiledOffer;
  readonly now: number;
  readonly items: readonly Item[];
  readonly money: (amount: Minor) => string;
  readonly language: Language;
  /** What the shop's own names are in other languages. */
  readonly translations: readonly Translation[];
};

/** Names of a kind that a product bears; of the other kinds none are known here. */
const namesBy: Readonly<Partial<Record<Dimension, (product: Item['product']) => readonly Named[]>>> = {
  item: (product) => [product],
  brand: ({ brand }) => [brand],
  department: ({ departments }) => departments,
  l1: ({ categories }) => categories.map(({ l1 }) => l1),
  l2: ({ categories }) => categories.map(({ l2 }) => l2),
  l3: ({ categories }) => categories.map(({ l3 }) => l3),
};

const either = (words: readonly string[], language: Language): string => {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : filled(sentencesIn(language).either, { first: words.slice(0, -1).join(', '), last });
};

/** More than these nobody reads. */
const MOST_NAMES = 3;

/** Undefined where some of what is meant has no name that is known here. */
const wantNamed = ({ dimension, values }: Want, telling: Telling): string | undefined => {
  const { items, language, translations } = telling;
  const said = (name: string): string => translations.find(({ text }) => text === name)?.[language] ?? name;
  if (values.size > MOST_NAMES) return undefined;
  const names = [...values].map((value) =>
    dimension === 'tag'
      ? String(value)
      : items.flatMap(({ product }) => namesBy[dimension]?.(product) ?? []).find(({ uid }) => uid === value)?.name,
  );
  return names.includes(undefined) ? undefined : either(names.filter((name) => name !== undefined).map(said), language);
};

/** The goods of a rule by their names: a brand, a category, a product; undefined where there is no short way to say it. */
const goodsNamed = ({ wants }: Criteria, telling: Telling): string | undefined => {
  const [want, ...others] = wants;
  return want === undefined || others.length > 0 ? undefined : wantNamed(want, telling);
};

/** Of the rule that is not met; of an offer with one rule, of that one. */
const goodsMissed = ({ shortfall }: WhyNot, telling: Telling): string | undefined => {
  const { offer } = telling;
  const named = offer.rules.find(({ slug }) => slug === shortfall?.rule);
  const rule = named ?? (offer.rules.length === 1 ? offer.rules[0] : undefined);
  return rule === undefined ? undefined : goodsNamed(rule.criteria, telling);
};

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000] as const;
/** `2 days`, `3 h`, `2 h 59 min`, rounded up to the minute. */
const spanOf = (ms: number, language: Language): string => {
  const texts = sentencesIn(language);
  if (ms >= 2 * DAY) return filled(texts.days, { count: Math.floor(ms / DAY) });
  const all = Math.ceil(ms / MINUTE);
  const [hours, minutes] = [Math.floor(all / (HOUR / MINUTE)), all % (HOUR / MINUTE)];
  const told = [
    { text: texts.hours, count: hours },
    { text: texts.minutes, count: minutes },
  ];
  return told
    .filter(({ count }) => count > 0)
    .map(({ text, count }) => filled(text, { count }))
    .join(' ');
};

const startSentence = ({ offer, now, language }: Telling): string => {
  const { whyNot, startsIn } = sentencesIn(language);
  const starts = offer.periods.map(({ from }) => from).filter((from) => from > now);
  return starts.length === 0
    ? whyNot.not_started
    : filled(startsIn, { span: spanOf(Math.min(...starts) - now, language) });
};

const paymentSentence = ({ offer, language }: Telling): string => {
  const { whyNot, paidBy } = sentencesIn(language);
  const modes = Object.keys(offer.restrictions.payments ?? {});
  return modes.length === 0 || modes.length > MOST_NAMES
    ? whyNot.payment
    : filled(paidBy, { modes: either(modes, language) });
};

const goodsSentence = (why: WhyNot, telling: Telling): string => {
  const { reason, shortfall } = why;
  const texts = sentencesIn(telling.language);
  const goods = goodsMissed(why, telling);
  if (reason === 'no_item') return goods === undefined ? texts.whyNot.no_item : filled(texts.addGoods, { goods });
  if (shortfall === null || shortfall.gap === 0 || reason === 'budget') return texts.whyNot[reason];
  const [plain, named] = shortfall.gap < 0 ? [texts.tooMuch, texts.tooMuchOf] : [texts.more, texts.moreOf];
  const { form, gap } = gapTold(shortfall, telling.money);
  return goods === undefined ? filled(plain[form], { gap }) : filled(named[form], { gap, goods });
};

/** The first condition that fails, with the distance to it. */
export const whyNotSentence = (why: WhyNot, telling: Telling): string => {
  if (why.reason === 'not_started') return startSentence(telling);
  return why.reason === 'payment' ? paymentSentence(telling) : goodsSentence(why, telling);
};
