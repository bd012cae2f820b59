/** Which article a line is given: the strategies one by one, and what holds for all of them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import {
  articlesAsked,
  assignArticle,
  type AssignAsked,
  type Candidate,
} from '../../../src/cart/lines/assign-article.ts';
import type { Article } from '../../../src/catalog/article.ts';
import { vectorArticle } from '../../pricing/vectors/vector-merge.ts';
import { askedFor } from '../response/carts.ts';

const article = (uid: string, changes: Partial<Article> = {}): Article => ({
  ...vectorArticle(1),
  uid,
  size: 'M',
  quantity: 10,
  prices: [],
  ...changes,
});
type About = Partial<Omit<Candidate, 'arrives'>> & { readonly arrives?: number };
const candidate = (uid: string, { arrives = 0, ...about }: About = {}): Candidate => ({
  article: article(uid),
  price: 100,
  deliverable: true,
  arrives: () => arrives,
  ...about,
});
const asked = (changes: Partial<AssignAsked> = {}): AssignAsked => ({
  quantity: 1,
  current: '',
  assignment: null,
  usual: { strategy: 'optimal', level: 'multi-companies' },
  ...changes,
});
const by = (strategy: string | null, level: string | null = null) => ({ assignment: { strategy, level } });

describe('assignment', () => {
  const far = candidate('far', { price: 50, deliverable: false });
  const dear = candidate('dear', { price: 90 });
  const slow = candidate('slow', { price: 80, arrives: 9 });
  const fast = candidate('fast', { price: 80, arrives: 3 });

  test('optimal takes what can be delivered, then the cheapest, then the earliest', () => {
    assert.equal(assignArticle([far, dear, slow, fast], asked(by('optimal')))?.uid, 'fast');
    assert.equal(assignArticle([far, dear], asked(by('optimal')))?.uid, 'dear');
  });

  test('low-price takes the cheapest, wherever it goes', () => {
    assert.equal(assignArticle([dear, slow, far], asked(by('low-price')))?.uid, 'far');
  });

  test('app-config and an unknown strategy are what the application usually does', () => {
    const usual = { strategy: 'low-price', level: 'multi-companies' };
    for (const named of ['app-config', 'astrology', null]) {
      assert.equal(assignArticle([dear, far], asked({ ...by(named), usual }))?.uid, 'far');
    }
    assert.equal(assignArticle([dear, far], asked({ usual: { ...usual, strategy: '?' } }))?.uid, 'dear');
  });

  test('enough in stock comes before a lower price; made to order counts as enough', () => {
    const few = candidate('few', { article: article('few', { quantity: 1 }), price: 10 });
    const made = candidate('made', {
      article: article('made', { quantity: 0, customOrder: { time: 1, unit: 'days' } }),
      price: 20,
    });
    assert.equal(assignArticle([few, dear], asked({ quantity: 5 }))?.uid, 'dear');
    assert.equal(assignArticle([few, made, dear], asked({ quantity: 5 }))?.uid, 'made');
    assert.equal(assignArticle([few, dear], asked({ quantity: 1 }))?.uid, 'few');
  });

  test('with all else equal a line keeps the article it had', () => {
    assert.equal(assignArticle([candidate('a'), candidate('b')], asked({ current: 'b' }))?.uid, 'b');
  });

  test('a level keeps the line with its seller or its store', () => {
    const mine = candidate('mine', { article: article('mine', { sellerId: 1, storeId: 1 }), price: 90 });
    const sister = candidate('sister', { article: article('sister', { sellerId: 1, storeId: 2 }), price: 80 });
    const rival = candidate('rival', { article: article('rival', { sellerId: 2, storeId: 3 }), price: 70 });
    const given = (level: string) =>
      assignArticle([mine, sister, rival], asked({ ...by('low-price', level), current: 'mine' }))?.uid;
    assert.deepEqual([given('multi-companies'), given('single-company'), given('store')], ['rival', 'sister', 'mine']);
  });

  test('what the shopper named himself is all there is to choose from', () => {
    const all = [article('a'), article('b', { storeId: 2 }), article('c', { sellerId: 2, sellerIdentifier: 'S' })];
    const left = (changes: Parameters<typeof askedFor>[1], counter: number | null = null) =>
      articlesAsked(all, askedFor(1, changes), counter).map(({ uid }) => uid);
    assert.deepEqual(left({}), ['a', 'b', 'c']);
    assert.deepEqual(left({ articleId: 'b', storeId: 1 }), ['b']);
    assert.deepEqual(left({ storeId: 2 }), ['b']);
    assert.deepEqual(left({ sellerId: 2 }), ['c']);
    assert.deepEqual(left({ sellerIdentifier: 'S' }), ['c']);
    assert.deepEqual(left({}, 2), ['b']);
    assert.deepEqual(left({ size: 'L' }), []);
  });

  test('the order of the candidates never matters', () => {
    const some = fc.uniqueArray(
      fc.record({
        uid: fc.string({ minLength: 1, maxLength: 3 }),
        price: fc.option(fc.integer({ min: 1, max: 3 })),
        deliverable: fc.boolean(),
        arrives: fc.integer({ min: 0, max: 2 }),
        quantity: fc.integer({ min: 0, max: 2 }),
      }),
      { selector: ({ uid }) => uid, maxLength: 6 },
    );
    fc.assert(
      fc.property(some, fc.constantFrom('optimal', 'low-price'), fc.integer({ min: 1, max: 2 }), (given, named, n) => {
        const candidates = given.map(({ uid, quantity, ...about }) =>
          candidate(uid, { ...about, article: article(uid, { quantity }) }),
        );
        const question = asked({ ...by(named), quantity: n });
        const straight = assignArticle(candidates, question)?.uid;
        assert.equal(assignArticle(candidates.toReversed(), question)?.uid, straight);
      }),
    );
  });
});
