/** What a simulation found, for the wire. Pure. */
import { filled } from '../../cart/words/spoken.ts';
import type { Language } from '../../contract/language.ts';
import type { SimulationResult } from '../../contract/offers/simulation-contract.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { record, text } from '../../pricing/compile/read-definition.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { isoTime } from '../../shared/clock.ts';
import { currencyOf } from '../../shared/currency.ts';
import type { RecordedPeriod } from './recorded-carts.ts';
import type { SimulatedSet, Tally, WorstCart } from './simulation-types.ts';
import { stacksInOrder } from './tally-rules.ts';

const MOST_STACKS = 20;

const nameOf = (offer: CompiledOffer | undefined, id: string): string => {
  const shown = record(offer?.definition['display_meta']);
  return text(shown['name']) ?? text(shown['title']) ?? offer?.code ?? id;
};

/** What was left out, so that nobody takes it for counted. */
const notes: Readonly<Record<Language, string>> = {
  en: 'Carts priced without a custom rule that is called or did not answer: {count}.',
  hi: 'बिना ऐसे कस्टम नियम के मूल्य निकाले गए कार्ट, जिसे बुलाना पड़ता है या जिसने जवाब नहीं दिया: {count}।',
  de: 'Warenkörbe, die ohne eine eigene Regel berechnet wurden, weil sie gerufen wird oder nicht antwortete: {count}.',
};

export const resultOf = (
  tally: Tally,
  {
    set,
    period,
    worst,
    currency,
    withoutRules,
    language,
  }: {
    readonly set: SimulatedSet;
    readonly period: RecordedPeriod;
    readonly worst: readonly { readonly cart: WorstCart; readonly explanation: readonly string[] }[];
    readonly currency: string;
    readonly withoutRules: number;
    readonly language: Language;
  },
): SimulationResult => {
  const { number } = amountsIn(currencyOf(currency));
  const byId = new Map([...set.base, ...set.added].map((offer) => [offer.id, offer]));
  const cost = tally.before - tally.after;
  const tried = [...set.added, ...(set.coupon === null || set.added.includes(set.coupon) ? [] : [set.coupon])];
  return {
    from_date: isoTime(period.from),
    to_date: isoTime(period.to),
    currency,
    orders: tally.orders,
    carts: tally.carts,
    reproduced: tally.reproduced,
    unpriced: tally.unpriced,
    without_rules: withoutRules,
    note: withoutRules === 0 ? '' : filled(notes[language], { count: withoutRules }),
    before: number(tally.before),
    after: number(tally.after),
    cost: number(cost),
    cashback: number(tally.cashback),
    touched: tally.touched,
    dearer: tally.dearer,
    average_saving: tally.touched === 0 ? 0 : number(Math.round(cost / tally.touched)),
    margin_breaches: tally.tooCheap,
    floor_reached: tally.atFloor,
    stacking_accidents: tally.accidents,
    offers: tried.map((offer) => {
      const { carts, amount, cashback } = tally.offers.get(offer.id) ?? { carts: 0, amount: 0, cashback: 0 };
      return {
        offer_id: offer.id,
        name: nameOf(offer, offer.id),
        carts,
        amount: number(amount),
        cashback: number(cashback),
      };
    }),
    stacks: stacksInOrder(tally.stacks)
      .slice(0, MOST_STACKS)
      .map(([key, { carts, accidents, deepest }]) => {
        const ids = JSON.parse(key) as readonly string[];
        return {
          offers: ids.map((id) => ({ offer_id: id, name: nameOf(byId.get(id), id) })),
          carts,
          accidents,
          deepest_percent: deepest,
        };
      }),
    worst: worst.map(({ cart: { kind, id, before, after, saving }, explanation }) => ({
      kind,
      id,
      before: number(before),
      after: number(after),
      saving: number(saving),
      explanation: [...explanation],
    })),
  };
};
