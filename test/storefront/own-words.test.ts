/** What the shop calls things is said in the reader's words; amounts in its sentences stay what they are. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changeApplication } from '../../src/applications/change-application.ts';
import { system } from '../../src/applications/node.ts';
import type { Translation } from '../../src/contract/applications/translation-contract.ts';
import { ownWords } from '../../src/storefront/own-words.ts';
import { translated as german } from '../../web/storefront/words/german.ts';
import { lookupOf } from '../../web/storefront/words/lookup.ts';
import { anArticle, aProduct, aSeller } from '../catalog/shop.ts';
import { forEachEngine } from '../databases.ts';
import { aStore, openEmptyFront } from './shop-front.ts';

describe('the shop’s own words', () => {
  test('are those of one language, and none of one that nobody speaks', () => {
    const translations = [{ text: 'New', de: 'Neu', hi: 'नया' }, { text: 'Set', de: 'Set' }, { text: 'Old' }];
    assert.deepEqual(ownWords(translations, 'hi'), [['New', 'नया']]);
    assert.deepEqual(ownWords(translations, 'de'), [
      ['New', 'Neu'],
      ['Set', 'Set'],
    ]);
    assert.deepEqual(ownWords(translations, 'constructor'), []);
  });

  const cases: readonly (readonly [string, string])[] = [
    ['New', 'Neu'],
    ['Newer', 'Newer'],
    ['constructor', 'constructor'],
    ['₹100 off from ₹1,999', '100\u00a0₹ weniger ab 1.999\u00a0₹'],
    ['₹100 off from ₹999 in the big cities', '100\u00a0₹ weniger ab 999\u00a0₹ in großen Städten'],
    ['A (very) good one. ₹5?', 'Sehr gut: 5\u00a0₹'],
    ['Only 3 left in stock', 'Nur noch 3 da'],
    ['Something else', 'Something else'],
  ];
  for (const [text, ours] of cases) {
    test(`${text} is ${ours}`, () => {
      const { said } = lookupOf(german, [
        ['New', 'Neu'],
        ['{} off from {}', '{} weniger ab {}'],
        ['{} off from {} in the big cities', '{} weniger ab {} in großen Städten'],
        ['A (very) good one. {}?', 'Sehr gut: {}'],
      ]);
      assert.equal(said(text), ours);
    });
  }

  test('are names as they stand, without what a sentence names', () => {
    const { named } = lookupOf(german, [['{} off', '{} weniger']]);
    assert.deepEqual([named('₹5 off'), named('New'), named()], ['₹5 off', 'New', '']);
  });
});

forEachEngine(async (engine) => {
  const { node, shop, app, feed } = await openEmptyFront(engine);

  describe('the shop’s own words on pages', () => {
    test('are in the language of the page, where the shop has any', async () => {
      await feed('sellers', [aSeller]);
      await feed('stores', [aStore]);
      await feed('products', [aProduct(1)]);
      await feed('articles', [anArticle(1)]);
      const german = async (url = '/') =>
        (await app.inject({ url, headers: { 'accept-language': 'de', cookie: 'cw_page=answered.de.' } })).body;
      const say = async (...translations: Translation[]): Promise<void> =>
        void (await changeApplication(
          node,
          shop,
          { translations },
          { ...system, checkVersion: () => {}, remember: () => [] },
        ));
      assert.match(await german(), />Fashion<\/a>/);
      await say(
        { text: 'Fashion', de: 'Mode', hi: 'फ़ैशन' },
        { text: 'Material', de: 'Stoff' },
        { text: 'Linen', hi: 'सन' },
      );
      assert.match(await german(), />Mode<\/a>/);
      assert.doesNotMatch(await german(), />Fashion<\/a>/);
      assert.match(await german('/product/product-1'), /<dt>Stoff<\/dt><dd>Linen<\/dd>/);
      assert.match(await german('/?category=1'), /<title>Mode · /);
      // A page that the browser draws carries them, too; one in a language without any carries none.
      assert.match(await german('/cart'), /id="own">\[\["Fashion","Mode"\],\["Material","Stoff"\]\]<\/script>/);
      const english = (await app.inject({ url: '/' })).body;
      assert.match(english, />Fashion<\/a>/);
      assert.doesNotMatch(english, /id="own"/);
      await say({ text: 'Fashion', de: 'Kleider' });
      assert.match(await german(), />Kleider<\/a>/);
      await say();
      assert.match(await german(), />Fashion<\/a>/);
    });
  });
});
