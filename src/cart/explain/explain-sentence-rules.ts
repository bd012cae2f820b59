/** A sum as a sentence. Pure. */
import type { Derivation } from '../../pricing/explain/derivation-types.ts';
import type { OfferChoice } from '../../pricing/priced-types.ts';
import { decimalText, type Minor } from '../../shared/money.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import type { Language } from '../../contract/language.ts';
import { filled } from '../words/spoken.ts';
import { english } from './words/english.ts';
import type { ExplainWords } from './words/explain-words.ts';
import { german } from './words/german.ts';
import { hindi } from './words/hindi.ts';

const languages: Readonly<Record<Language, ExplainWords>> = { en: english, hi: hindi, de: german };

/** What a sentence asks of the cart around it. */
export type Telling = {
  readonly language: Language;
  /** In the currency of the derivation. */
  readonly money: (amount: Minor, of: Derivation) => string;
  /** What a derivation is about: a product, an offer, a charge; undefined: nothing in particular. */
  readonly thingOf: (derivation: Derivation) => string | undefined;
};

/** Numbers of what pays. */
const ofTender: ReadonlySet<Derivation['what']> = new Set([
  'tender',
  'tender_most',
  'refund_part',
  'balance_spent',
  'balance_all',
  'smallest',
  'paid_back',
  'balance_before',
  'balance_back',
]);

/** What a charge, or what pays, is called where it is one of ours; any other keeps its own name. */
export const wordFor = ({ what }: Pick<Derivation, 'what'>, name: string, language: Language): string => {
  const { names, tenders } = languages[language];
  const isTender = ofTender.has(what);
  return (isTender ? ownEntry(tenders, name) : ownEntry(names, name)) ?? name;
};

const wordsOf = ({ language }: Telling): ExplainWords => languages[language];

export const nameOf = (derivation: Derivation, telling: Telling): string => {
  const words = wordsOf(telling);
  const name = words.names[derivation.what];
  const thing = telling.thingOf(derivation);
  return thing === undefined ? name : filled(words.about, { name, thing });
};

const joint = { sum: ' + ', less: ' − ' } as const;

const partsOf = (derivation: Derivation, of: readonly Derivation[], telling: Telling): string => {
  const { formula } = derivation;
  const told = of.map((one) => `${nameOf(one, telling)} ${telling.money(one.value, one)}`);
  if (told.length === 0) return wordsOf(telling).nothing;
  if (formula.op === 'times') return `${told[0]} × ${formula.units}`;
  if (formula.op === 'minus') return `− ${told[0]}`;
  return told.join(formula.op === 'less' ? joint.less : formula.op === 'sum' ? joint.sum : ', ');
};

/** Sums, differences and multiples are told alike: as their parts. */
const patternOf = ({
  formula,
}: Derivation): Exclude<keyof ExplainWords, 'names' | 'tenders' | 'roundings' | 'choice' | 'oss'> => {
  const { op } = formula;
  if (op === 'each') return formula.rounding === undefined ? 'each' : 'average';
  return op === 'sum' || op === 'less' || op === 'minus' || op === 'times' ? 'made' : op;
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const exchangeWords = ({ exchange, from, to }: Extract<Derivation['formula'], { readonly op: 'converted' }>) => ({
  exchange: decimalText(exchange),
  from: from.code,
  to: to.code,
});

export const sentenceOf = (derivation: Derivation, of: readonly Derivation[], telling: Telling): string => {
  const words = wordsOf(telling);
  const { formula } = derivation;
  const values = {
    name: nameOf(derivation, telling),
    value: telling.money(derivation.value, derivation),
    parts: partsOf(derivation, of, telling),
    ...('units' in formula ? { units: String(formula.units) } : {}),
    ...(formula.op === 'units' ? { all: String(formula.of) } : {}),
    ...('step' in formula ? { step: telling.money(formula.step, derivation) } : {}),
    ...(formula.op === 'converted' ? exchangeWords(formula) : {}),
    ...('rate' in formula ? { rate: String(formula.rate / 10_000) } : {}),
    ...('rounding' in formula && formula.rounding !== undefined ? { rounding: words.roundings[formula.rounding] } : {}),
  };
  return capital(filled(words[patternOf(derivation)], values));
};

/** Why these promotions act and no others, where the shop gives the best combination. */
export const choiceSentence = (
  { optimal, gap, payable, inTurn, steps }: OfferChoice,
  language: Language,
  money: (amount: Minor) => string,
): string => {
  const { choice } = languages[language];
  const saved = steps === null ? choice.inTurn : choice.saved;
  const values = { value: money(payable), saving: money(inTurn - payable), gap: money(gap) };
  return [saved, optimal ? choice.optimal : choice.gap].map((text) => filled(text, values)).join(' ');
};

/** Whose rates of tax goods over a border of the European Union have. */
export const ossSentence = (basis: 'origin' | 'destination', language: Language): string =>
  languages[language].oss[basis];
