/**
 * What a shop wrote about an offer, with its amounts in the currency of the answer: “from ₹999” is “from $11.89” for who pays in
 * dollars, because that is what counts for him. What an amount is, its sign says; the rest stays as it was written. Pure.
 */
import type { CompiledOffer, Definition } from '../../pricing/compile/offer-types.ts';
import { inCurrency } from '../../pricing/money/in-currency.ts';
import { record } from '../../pricing/compile/read-definition.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { currencyOf } from '../../shared/currency.ts';
import { toMinor } from '../../shared/money.ts';

type Currencies = Pick<PriceInput, 'currency' | 'home' | 'rates'>;

const FIGURE = /^\s?(\d+(?:,\d+)*(?:\.\d+)?)/u;
const LETTER_LAST = /\p{L}$/u;

/** `₹1,499 with a card`: what stands behind a sign. Undefined where that is no amount. */
const convertedRest = (rest: string, code: string, input: Currencies): string | undefined => {
  const [whole = '', figure = ''] = FIGURE.exec(rest) ?? [];
  const minor = toMinor(figure.replaceAll(',', ''), currencyOf(code).exponent);
  const amount = figure === '' || minor === null ? null : inCurrency(minor, code, input);
  if (amount === null) return undefined;
  const { exponent, code: to } = input.currency;
  const text = amountsIn(currencyOf(to)).text(amount);
  const zeros = `.${'0'.repeat(exponent)}`;
  return `${exponent > 0 && text.endsWith(zeros) ? text.slice(0, -zeros.length) : text}${rest.slice(whole.length)}`;
};

const convertedText = (text: string, code: string, input: Currencies): string => {
  const { symbol } = currencyOf(code);
  const [first = '', ...rest] = text.split(symbol);
  return rest.reduce((done, part) => {
    // The sign of another currency may end with this one: A$ is not $.
    const shown = LETTER_LAST.test(done) ? undefined : convertedRest(part, code, input);
    return `${done}${shown ?? `${symbol}${part}`}`;
  }, first);
};

/** `display_meta` of an offer, as the shopper of this cart reads it. */
export const shownTexts = (
  { definition, currency }: Pick<CompiledOffer, 'definition' | 'currency'>,
  input: Currencies,
): Definition => {
  const shown = record(definition['display_meta']);
  if (currency === input.currency.code) return shown;
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [
      name,
      typeof value === 'string' ? convertedText(value, currency, input) : value,
    ]),
  );
};
