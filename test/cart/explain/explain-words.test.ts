/** The sentences of an explained price: every language has all of them, in its own words, and names what pays by its name. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { wordFor } from '../../../src/cart/explain/explain-sentence-rules.ts';
import { english } from '../../../src/cart/explain/words/english.ts';
import { german } from '../../../src/cart/explain/words/german.ts';
import { hindi } from '../../../src/cart/explain/words/hindi.ts';
import { saySameThings } from '../words/same-things.ts';

describe('words that explain a price', () => {
  for (const [language, words] of Object.entries({ german, hindi })) {
    test(`are all there in ${language}, translated, and say the same`, () => {
      saySameThings(words, english, ['about']);
    });
  }

  test('call what pays by its name, and a gift card is not the gift wrapping', () => {
    const tenders = ['loyalty', 'store_credit', 'gift_card', 'mop'];
    assert.deepEqual(
      tenders.map((kind) => wordFor({ what: 'tender' }, kind, 'en')),
      ['points', 'store credit', 'gift card', 'another way of paying'],
    );
    assert.equal(wordFor({ what: 'tender_most' }, 'gift_card', 'de'), 'Geschenkkarte');
    assert.equal(wordFor({ what: 'charge' }, 'gift_card', 'en'), 'gift wrapping');
    assert.equal(wordFor({ what: 'charge' }, 'Engraving', 'hi'), 'Engraving');
  });
});
