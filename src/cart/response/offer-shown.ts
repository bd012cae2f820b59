/** What an offer says of itself to shoppers, whatever list it stands in. Pure. */
import { offerIn } from '../../pricing/money/in-currency.ts';
import type { CompiledOffer, Definition, Period } from '../../pricing/compile/offer-types.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { list, record, strings, text } from '../../pricing/compile/read-definition.ts';
import { isoTime } from '../../shared/clock.ts';
import type { Minor } from '../../shared/money.ts';
import type { PricedView } from '../price/priced-view.ts';
import { shownTexts } from './offer-texts.ts';

/** Earlier and later than any calendar: it never began, it does not end. */
const ALWAYS = Date.UTC(1970, 0);
const ENDLESS = Date.UTC(9999, 0);

/** The period that holds now; undefined outside of all of them. */
export const runningPeriod = ({ periods }: CompiledOffer, now: number): Period | undefined =>
  periods.length === 0
    ? { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }
    : periods.find(({ from, to }) => from <= now && now < to);

export const offerTimes = (offer: CompiledOffer, now: number) => {
  const { from, to } = runningPeriod(offer, now) ?? { from: ALWAYS, to: ENDLESS };
  return { start: from <= ALWAYS ? null : isoTime(from), end: to >= ENDLESS ? null : isoTime(to) };
};

/** A coupon has titles, a promotion texts. */
export const offerWords = (offer: CompiledOffer, input: PriceInput) => {
  const shown = shownTexts(offer, input);
  const { code } = offer;
  return {
    name: text(shown.name) ?? text(shown.title) ?? code ?? '',
    text: text(shown.offer_text) ?? text(shown.subtitle) ?? text(shown.title) ?? '',
    label: text(shown.offer_label) ?? text(record(shown.apply).title) ?? '',
    description: text(shown.description),
  };
};

export const isBankOffer = ({ restrictions }: CompiledOffer): boolean => restrictions.payments !== null;

/** Most that all its rules take off together; 0 where one of them has no limit. */
export const mostOff = (offer: CompiledOffer, input: PriceInput): Minor => {
  const own = offerIn(offer, input);
  const limits = (typeof own === 'string' ? [] : own.discounts).map(
    ({ limits: { maximumDiscount } }) => maximumDiscount,
  );
  return limits.some((limit) => limit === null)
    ? 0
    : limits.reduce<number>((most, limit) => Math.max(most, limit ?? 0), 0);
};

export const tagsOf = ({ definition }: CompiledOffer): string[] => [...strings(definition.tags)];

const buyRules = ({ definition }: CompiledOffer): Definition => record(definition.buy_rules);

/** The fields that every list of promotions has. */
export const promotionFields = (offer: CompiledOffer, { now, input }: Pick<PricedView, 'now' | 'input'>) => {
  const words = offerWords(offer, input);
  return {
    id: offer.id,
    offer_text: words.text,
    promotion_type: offer.type,
    promotion_group: offer.group,
    valid_till: offerTimes(offer, now).end,
    description: words.description,
    discount_rules: list(offer.definition.discount_rules).map(record),
  };
};
export const rulesBySlug = (offer: CompiledOffer): Definition => buyRules(offer);
export const rulesInOrder = (offer: CompiledOffer): readonly Definition[] =>
  Object.entries(buyRules(offer)).map(([slug, rule]) => ({ slug, ...record(rule) }));
export const calculatedOn = ({ onMarked }: CompiledOffer): string => (onMarked ? 'mrp' : 'esp');

/** Shown beside a product unless the shop hides it there. */
export const isShownOnProducts = ({ definition }: CompiledOffer): boolean =>
  record(definition.visiblility).pdp !== false;
