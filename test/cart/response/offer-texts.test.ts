/** The words of an offer in another currency: its amounts are what counts there, everything else is as it was written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownTexts } from '../../../src/cart/response/offer-texts.ts';
import { currencyOf } from '../../../src/shared/currency.ts';
import { readExchangeRate } from '../../../src/shared/rates.ts';

const rateOf = (text: string) => {
  const rate = readExchangeRate(text);
  assert.ok(rate);
  return rate;
};
const rates = { USD: rateOf('0.012'), JPY: rateOf('1.79') };
const shown = (offer_text: unknown, to = 'USD', of = 'INR'): unknown =>
  shownTexts(
    { definition: { display_meta: { offer_text } }, currency: of },
    { currency: currencyOf(to), home: currencyOf('INR'), rates },
  )['offer_text'];

const cases: readonly (readonly [text: string, inDollars: string])[] = [
  ['Free delivery from ₹999', 'Free delivery from $11.99'],
  ['₹100 off from ₹1,000, ₹400 from ₹2,50,000', '$1.20 off from $12, $4.80 from $3,000'],
  ['Any 3 scarves for ₹ 3,999.50.', 'Any 3 scarves for $47.99.'],
  ['10% off, 3 for 2, ₹', '10% off, 3 for 2, ₹'],
  ['₹₹5 ₹x', '₹$0.06 ₹x'],
  ['INR₹5 is of another sign', 'INR₹5 is of another sign'],
  ['', ''],
];
for (const [text, inDollars] of cases) {
  test(`“${text}” is “${inDollars}”`, () => assert.equal(shown(text), inDollars));
}

test('nothing is said of what has no rate, of the offer’s own currency, and of what is no text', () => {
  assert.equal(shown('from ₹999', 'EUR'), 'from ₹999');
  assert.equal(shown('from ₹999', 'INR'), 'from ₹999');
  assert.equal(shown('from ₹999', 'JPY'), 'from ¥1,788');
  assert.equal(shown('from ₹999', 'USD', 'USD'), 'from ₹999');
  assert.equal(shown(7), 7);
});
