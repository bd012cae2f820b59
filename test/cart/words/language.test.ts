/** In which language a shop's service speaks: as a call asks, else as the shop is set, and never in that of somebody else. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { english } from '../../../src/cart/words/english.ts';
import { german } from '../../../src/cart/words/german.ts';
import { hindi } from '../../../src/cart/words/hindi.ts';
import { languageAsked, languageNamed } from '../../../src/cart/words/spoken.ts';
import type { CartWhyNot } from '../../../src/contract/cart/cart-why-not-contract.ts';
import { forEachEngine } from '../../databases.ts';
import type { Answer, Body, Shopper } from '../cart-server.ts';
import { openOfferShop } from '../offers/offer-shop.ts';
import { saySameThings } from './same-things.ts';

describe('sentences about offers and coupons', () => {
  for (const [language, words] of Object.entries({ german, hindi })) {
    test(`are all there in ${language}, translated, and name the same`, () => {
      saySameThings(words, english);
    });
  }
});

describe('a language', () => {
  test('is known by its tag in any spelling, and any other word counts for nothing', () => {
    assert.deepEqual(['de', 'DE-at', ' hi ', 'fr', 'constructor', '', undefined].map(languageNamed), [
      'de',
      'de',
      'hi',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is that of the query, else of the header, else the first that the reader names', () => {
    const read = { 'accept-language': 'fr, hi;q=0.8, de' };
    assert.equal(languageAsked('de', { ...read, 'x-language-code': 'en' }), 'de');
    assert.equal(languageAsked(undefined, { ...read, 'x-language-code': 'en' }), 'en');
    assert.equal(languageAsked(undefined, read), 'hi');
    assert.equal(languageAsked(undefined, { 'accept-language': 'fr' }), undefined);
  });
});

const speaking = (language: string) => ({ 'x-language-code': language });
/** Of an answer that is the cart. */
const couponOf = ({ body }: Answer): string => (body as unknown as Body['cart']).coupon?.message ?? '';

forEachEngine(async (engine) => {
  const { server } = await openOfferShop(engine);
  after(() => server.close());
  const detail = '/v1.0/detail?i=true&b=true';
  const shopper = server.visitor();
  await shopper('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity: 2 }] });

  const offerWords = async (headers = {}): Promise<readonly string[]> => {
    const { body } = await shopper('GET', '/v1.0/offer', undefined, headers);
    const offers = body['available_offers'] as readonly { readonly name: string; readonly message: string }[];
    return ['Rich', 'MORE'].map((name) => offers.find((one) => one.name === name)?.message ?? '');
  };
  const changeOf = async (query: string, headers = {}) => {
    const { body, headers: got } = await shopper(
      'GET',
      `/v1.0/detail/why-not?page_size=25${query}`,
      undefined,
      headers,
    );
    const { offers } = body as unknown as CartWhyNot;
    const { message, change } = offers.find(({ name }) => name === 'Rich') ?? {};
    return [got['content-language'], message, change?.message];
  };
  const typed = async (who: Shopper, headers = {}) =>
    couponOf(await who('POST', '/v1.0/coupon', { coupon_code: 'NONE' }, headers));

  describe(`the language of a call on ${engine.name}`, () => {
    test('is English where neither the call nor the shop says another, whatever a browser reads', async () => {
      const english = ['Add ₹4,810.00 more to get this offer', 'Add ₹310.00 more to use this coupon'];
      assert.deepEqual(await offerWords(), english);
      assert.deepEqual(await offerWords({ 'accept-language': 'de' }), english);
      assert.deepEqual(await offerWords(speaking('fr')), english);
    });

    test('is that of its header: distances, changes, coupons', async () => {
      assert.deepEqual(await offerWords(speaking('de')), [
        'Noch 4.810,00\u00a0₹, dann gilt diese Aktion',
        'Noch 310,00\u00a0₹, dann gilt dieser Gutschein',
      ]);
      assert.deepEqual(await offerWords(speaking('hi')), [
        'यह ऑफ़र पाने के लिए ₹4,810.00 का सामान और जोड़ें',
        'इस कूपन के लिए ₹310.00 का सामान और जोड़ें',
      ]);
      const [language, message, change] = await changeOf('', speaking('de'));
      assert.deepEqual([language, message], ['de', 'Noch 4.810,00\u00a0₹, dann gilt diese Aktion']);
      assert.equal(change, '51 × Linen shirt 1, M für 5.100,00\u00a0₹ hinzufügen');
      assert.deepEqual(
        [await typed(shopper), await typed(shopper, speaking('de')), await typed(shopper, speaking('hi'))],
        [english, german, hindi].map(({ coupon }) => coupon.unknown),
      );
    });

    test('of what nobody keeps may also be that of the reader, and the query goes before all', async () => {
      assert.equal((await changeOf('', { 'accept-language': 'hi,en' }))[0], 'hi');
      assert.equal((await changeOf('&language=de', speaking('hi')))[0], 'de');
    });

    test('tells answers apart: the tag of one is not that of another', async () => {
      await shopper('POST', '/v1.0/coupon', { coupon_code: 'MORE' });
      const first = await shopper('GET', detail);
      const tag = { 'if-none-match': first.headers['etag'] ?? '' };
      assert.equal((await shopper('GET', detail, undefined, tag)).status, 304);
      const second = await shopper('GET', detail, undefined, { ...tag, ...speaking('de') });
      assert.equal(second.status, 200);
      assert.deepEqual(
        [couponOf(first), couponOf(second)],
        ['Add ₹310.00 more to use this coupon', 'Noch 310,00\u00a0₹, dann gilt dieser Gutschein'],
      );
      await shopper('DELETE', '/v1.0/coupon');
    });

    test('is that of the shop where the call names none', async () => {
      await server.set({ language: 'de' });
      assert.equal((await offerWords())[0], 'Noch 4.810,00\u00a0₹, dann gilt diese Aktion');
      assert.equal((await offerWords(speaking('en')))[0], 'Add ₹4,810.00 more to get this offer');
      assert.equal((await changeOf(''))[0], 'de');
      const { body } = await shopper('GET', '/v1.0/detail/explain?path=breakup_values.raw.total');
      assert.equal(body['language'], 'de');
      await server.set({ language: 'en' });
    });
  });
});
