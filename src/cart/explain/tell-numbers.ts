/** Numbers by their paths, each with the sums behind it, in words and for programs. Of a large cart in slices. */
import type { ExplainedNumber, ExplainedSum } from '../../contract/cart/cart-explain-contract.ts';
import type { Language } from '../../contract/language.ts';
import type { Derivation } from '../../pricing/explain/derivation-types.ts';
import { type Amounts, amountsIn } from '../../shared/amounts.ts';
import type { Currency } from '../../shared/currency.ts';
import { decimalText } from '../../shared/money.ts';
import { inSlices, turnFor } from '../../shared/slices.ts';
import { unreachable } from '../../shared/unreachable.ts';
import { text } from '../../pricing/compile/read-definition.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { nameOf, sentenceOf, type Telling, wordFor } from './explain-sentence-rules.ts';
import { shownTexts } from '../response/offer-texts.ts';

export type Shown = { readonly path: string; readonly of: Derivation };

type NamedOffers = Pick<PriceInput, 'coupon' | 'moreCoupons' | 'offers' | 'currency' | 'home' | 'rates'>;

/** Shoppers know an offer by what it says to them, the shop's own people by its name. */
const offerName = ({ input, viewer }: Pick<TellingOf, 'input' | 'viewer'>, id: string): string => {
  const { coupon, moreCoupons = [], offers } = input;
  const coupons = coupon === null ? moreCoupons : [coupon, ...moreCoupons];
  const offer = [...coupons, ...offers.offers].find((one) => one.id === id);
  const shown = offer === undefined ? {} : shownTexts(offer, input);
  const said = viewer === 'owner' ? text(shown['offer_text']) : undefined;
  return said ?? text(shown['name']) ?? text(shown['title']) ?? offer?.code ?? id;
};

/** A line, as whoever asks knows it. */
export type NamedLine = { readonly identifier: string; readonly name: string };

/** One line, one offer, one charge: the last that a derivation names says best what it is. */
const thingsOf = ({ input, lines, language, viewer }: TellingOf): Telling['thingOf'] => {
  const offers = new Map<string, string>();
  return ({ what, about: { line, source, name } }) => {
    if (source?.kind === 'offer') {
      if (!offers.has(source.id)) offers.set(source.id, offerName({ input, viewer }, source.id));
      return offers.get(source.id);
    }
    if (name !== undefined) return wordFor({ what }, name, language);
    const known = line === undefined ? undefined : lines.get(line);
    return known?.name ?? source?.id;
  };
};

const unitFields = (formula: Extract<Derivation['formula'], { readonly units: number }>): Partial<ExplainedSum> => ({
  units: formula.units,
  ...('of' in formula ? { of_units: formula.of } : {}),
  ...('rounding' in formula ? { rounding: formula.rounding } : {}),
});

const formulaFields = ({ formula }: Derivation, { number }: Amounts): Partial<ExplainedSum> => {
  if ('units' in formula) return unitFields(formula);
  if ('residue' in formula) {
    return { rate: formula.rate / 10_000, rounding: formula.rounding, residue: formula.residue };
  }
  switch (formula.op) {
    case 'steps':
      return { step: number(formula.step), rounding: formula.mode };
    case 'share':
      return { at: formula.at, weights: formula.weights.map(number) };
    case 'converted':
      return { exchange_rate: decimalText(formula.exchange) };
    case 'part':
      return { lots: formula.lots.map(({ units, each }) => ({ units, each: number(each) })) };
    case 'given':
    case 'sum':
    case 'less':
    case 'minus':
    case 'least':
    case 'most':
    case 'pro_rata':
      return {};
    default:
      return unreachable(formula);
  }
};

/** Sums and numbers that are told in one turn of the loop; what is shared among all lines says the weight of each. */
const A_SLICE = 100;

export type Told = { readonly numbers: readonly ExplainedNumber[]; readonly sums: readonly ExplainedSum[] };

export type TellingOf = {
  readonly input: NamedOffers;
  readonly lines: ReadonlyMap<string, NamedLine>;
  readonly currency: Currency;
  readonly language: Language;
  /** Who reads it. */
  readonly viewer: 'owner' | 'staff';
};

/** The shown numbers and all that they are made of, under ids that begin at `first`. */
export const toldNumbers = async (
  derivations: readonly Derivation[],
  shown: readonly Shown[],
  asked: TellingOf,
  first = 0,
): Promise<Told> => {
  const { lines, currency, language } = asked;
  const amountsOf = ({ about }: Derivation): Amounts => amountsIn(about.currency ?? currency);
  const telling: Telling = {
    language,
    money: (amount, of) => amountsOf(of).textIn(language)(amount),
    thingOf: thingsOf(asked),
  };
  const wanted = new Set(shown.map(({ of }) => of.id));
  for (const { id, of } of derivations.toReversed()) if (wanted.has(id)) for (const part of of) wanted.add(part);
  const places = new Map([...wanted].toSorted((a, b) => a - b).map((id, at) => [id, first + at]));
  const partsOf = ({ of }: Derivation): readonly Derivation[] => of.flatMap((id) => derivations[id] ?? []);
  const sumOf = (one: Derivation): ExplainedSum => {
    const identifier = lines.get(one.about.line ?? '')?.identifier;
    return {
      id: places.get(one.id) ?? 0,
      what: one.what,
      name: nameOf(one, telling),
      value: amountsOf(one).number(one.value),
      currency_code: amountsOf(one).currency.code,
      operation: one.formula.op,
      of: one.of.map((id) => places.get(id) ?? 0),
      sentence: sentenceOf(one, partsOf(one), telling),
      ...formulaFields(one, amountsOf(one)),
      ...(identifier === undefined ? {} : { identifier }),
      ...(one.about.source === undefined ? {} : { source: one.about.source }),
    };
  };
  await turnFor(places.size);
  const sums = await inSlices(
    derivations.filter(({ id }) => places.has(id)),
    A_SLICE,
    sumOf,
  );
  const numbers = await inSlices(shown, A_SLICE, ({ path, of }) => ({
    path,
    value: amountsOf(of).number(of.value),
    sum: places.get(of.id) ?? 0,
    sentence: sentenceOf(of, partsOf(of), telling),
  }));
  return { numbers, sums };
};

/** `items[0].price` is `items.0.price`; a path stands for all that is below it. */
export const onlyAt = (shown: readonly Shown[], path: string | undefined): readonly Shown[] => {
  if (path === undefined) return shown;
  const wanted = path.replace(/\[(\d+)\]/g, '.$1');
  return shown.filter((one) => one.path === wanted || one.path.startsWith(`${wanted}.`));
};
