/** The wire of an offer as it stands to a cart, with the smallest change as steps and as sentences. Pure. */
import type { Search, Step } from './change-types.ts';
import type { Found } from './find-addables.ts';
import type { PricedView } from '../../price/priced-view.ts';
import { offerWords } from '../../response/offer-shown.ts';
import { whyNotSentence } from '../../response/offer-words-rules.ts';
import { filled, sentencesIn } from '../../words/spoken.ts';
import type {
  OfferChange,
  OfferDistance,
  OfferStanding,
  OfferStep,
} from '../../../contract/cart/cart-why-not-contract.ts';
import type { CompiledOffer } from '../../../pricing/compile/offer-types.ts';
import type { PricedLine } from '../../../pricing/priced-types.ts';
import type { Shortfall, WhyNot } from '../../../pricing/why-not-types.ts';
import { type Amounts, amountsIn } from '../../../shared/amounts.ts';
import { isoTime } from '../../../shared/clock.ts';
import type { Minor } from '../../../shared/money.ts';
import { unreachable } from '../../../shared/unreachable.ts';

export type Standing = {
  readonly offer: CompiledOffer;
  readonly applied: boolean;
  readonly off: Minor;
  /** Null: nothing stands in the way, once the steps that are begun are done. */
  readonly why: WhyNot | null;
  readonly begun: readonly Step[];
};
type Around = { readonly view: PricedView; readonly found: Found };

const moneyMetrics: ReadonlySet<string> = new Set(['cart_total', 'cart_unique_item_amount', 'budget']);

const distanceOf = (shortfall: Shortfall, { number }: Amounts): OfferDistance => {
  const { metric, comparison, need, have, gap, rule } = shortfall;
  const told = (value: number): number => (moneyMetrics.has(metric) ? number(value) : value);
  const figures = { need: told(need), have: told(have), gap: told(gap) };
  return { metric, comparison, ...figures, ...(rule === null ? {} : { rule }) };
};

const goodsFields = (line: PricedLine, units: number, { view, found }: Around) => {
  const { itemId, size } = line.article;
  const product = (view.items.get(itemId) ?? found.items.get(itemId))?.product;
  const isLine = view.lines.some(({ identifier }) => identifier === line.asked.key);
  return {
    quantity: units,
    item_id: itemId,
    size,
    ...(product === undefined ? {} : { slug: product.slug, name: product.name }),
    ...(isLine ? { identifier: line.asked.key } : {}),
    amount: amountsIn(view.currency).number(line.selling * units),
  };
};

/** Of a step: its sentence in the language of the answer. */
const stepSayer = ({ view: { language, currency } }: Around) => {
  const { steps, someProduct } = sentencesIn(language);
  const text = amountsIn(currency).textIn(language);
  return {
    say: (kind: Step['kind'], values: Readonly<Record<string, string>> = {}): string => filled(steps[kind], values),
    goods: ({ name, size, quantity }: ReturnType<typeof goodsFields>, cost: Minor) => ({
      name: name ?? someProduct,
      size,
      quantity: String(quantity),
      amount: text(cost),
    }),
  };
};

const stepAnswer = (step: Step, around: Around): OfferStep => {
  const { kind } = step;
  const { say, goods: named } = stepSayer(around);
  switch (kind) {
    case 'add': {
      const goods = goodsFields(step.addable.line, step.units, around);
      const deal = step.promoId === null ? {} : { promo_id: step.promoId };
      const cost = step.addable.line.selling * step.units;
      return { kind, message: say(kind, named(goods, cost)), ...goods, ...deal };
    }
    case 'remove': {
      const goods = goodsFields(step.line, step.units, around);
      return { kind, message: say(kind, named(goods, 0)), ...goods };
    }
    case 'pay':
      return { kind, message: say(kind, { mode: step.payment.mode }), payment: step.payment };
    case 'ship':
      return { kind, message: say(kind, { method: step.method.name }), shipping_method: step.method.id };
    case 'code':
      return { kind, message: say(kind, { code: step.offer.code ?? '' }), code: step.offer.code ?? '' };
    case 'sign_in':
      return { kind, message: say(kind) };
    case 'platform':
      return { kind, message: say(kind, { platform: step.platform }), platform: step.platform };
    case 'wait':
      return { kind, message: say(kind, { time: isoTime(step.until) }), until: isoTime(step.until) };
    case 'take_gift':
      return { kind, message: say(kind) };
    default:
      return unreachable(step);
  }
};

/** Products that were not looked at cost at least so much for one unit. */
const isSmallest = (steps: readonly Step[], offer: CompiledOffer, { view, found }: Around): boolean => {
  const added = steps.filter((step) => step.kind === 'add');
  const beyond = found.beyond.get(offer.id) ?? null;
  if (added.length === 0 || beyond === null) return true;
  const cost = added.reduce((sum, { addable, units }) => sum + addable.line.selling * units, 0);
  return view.currency.code === view.home.code && cost <= beyond;
};

const changeOf = ({ steps, after }: Search, { offer }: Standing, around: Around): OfferChange | null => {
  if (after === null) return null;
  const { number } = amountsIn(around.view.currency);
  const told = steps.map((step) => stepAnswer(step, around));
  return {
    steps: told,
    message: told.map(({ message }) => message).join('. '),
    discount: number(after.off),
    total: number(after.total),
    total_change: number(after.total - around.view.priced.breakup.total),
    is_smallest: isSmallest(steps, offer, around),
  };
};

const blockerOf = ({ by }: WhyNot, { offers, input }: PricedView): Pick<OfferStanding, 'blocked_by'> => {
  if (by === undefined) return {};
  const other = offers.byId.get(by);
  return { blocked_by: { id: by, name: other === undefined ? '' : offerWords(other, input).name } };
};

/** Where products were left out, "none" would say too much. */
const outcomeOf = ({ outcome }: Search, { offer, applied }: Standing, { found }: Around): string => {
  if (applied) return 'applied';
  const isCut = outcome === 'none' && (found.beyond.get(offer.id) ?? null) !== null;
  return isCut ? 'cut_short' : outcome;
};

const whyFields = ({ why }: Standing, view: PricedView): Partial<OfferStanding> => {
  if (why === null) return {};
  const { reason, shortfall } = why;
  const distance = shortfall === null ? {} : { distance: distanceOf(shortfall, amountsIn(view.currency)) };
  return { reason, ...distance, ...blockerOf(why, view) };
};

const sentenceOf = (
  { offer, applied, off, why }: Standing,
  change: OfferChange | null,
  { view: { now, items, currency, language, application }, found }: Around,
): string => {
  const money = amountsIn(currency).textIn(language);
  if (applied) return filled(sentencesIn(language).off, { amount: money(off) });
  const known = [...items.values(), ...found.items.values()];
  const { translations } = application;
  return why === null
    ? (change?.message ?? '')
    : whyNotSentence(why, { offer, now, items: known, money, language, translations });
};

export const standingAnswer = (standing: Standing, search: Search, around: Around): OfferStanding => {
  const { offer, applied, off } = standing;
  const amounts = amountsIn(around.view.currency);
  const words = offerWords(offer, around.view.input);
  const change = changeOf(search, standing, around);
  return {
    id: offer.id,
    mode: offer.mode,
    type: offer.type,
    ...(offer.mode === 'coupon' && offer.code !== null ? { code: offer.code } : {}),
    name: words.name,
    offer_text: words.text,
    is_applied: applied,
    discount: amounts.number(off),
    message: sentenceOf(standing, change, around),
    ...(applied ? {} : whyFields(standing, around.view)),
    search: outcomeOf(search, standing, around),
    ...(change === null ? {} : { change }),
  };
};
