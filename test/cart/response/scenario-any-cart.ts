/** Any cart at all of what the scenarios before put on sale: the contract and the laws hold, and reading twice gives the same. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { answerCart } from '../../../src/cart/response/cart-answer.ts';
import { createArticleCache } from '../../../src/catalog/article-cache.ts';
import { catalogReader } from '../../../src/catalog/read-articles.ts';
import { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import { answerWriter } from '../../../src/http/answers/answer-writer.ts';
import type { AnswerShop, Asking } from './answer-shop.ts';
import { aCart, aLine, anAsk, paidBy } from './carts.ts';
import { runs } from '../../laws/runs.ts';

const items = [
  100, 103, 104, 107, 108, 201, 202, 206, 300, 301, 302, 303, 305, 307, 310, 311, 400, 402, 403, 503, 600, 601, 603,
  604,
];
const codes = [null, 'TEN', 'BIG', 'BACK', 'PROMO', 'HALF', 'ELM', 'NOBODY'];

const lines = fc.uniqueArray(
  fc.record({
    itemId: fc.constantFrom(...items, 999),
    quantity: fc.integer({ min: 1, max: 15 }),
    journey: fc.constantFrom(null, 'standard', 'rush'),
    pos: fc.boolean(),
    wrapped: fc.boolean(),
  }),
  { selector: ({ itemId }) => itemId, maxLength: 6 },
);
const asking = fc.record({
  currency: fc.constantFrom(null, 'USD', 'JPY'),
  areaCode: fc.constantFrom(null, '400001', '560001', '10001', '999'),
  orderType: fc.constantFrom(null, 'HomeDelivery', 'PickAtStore'),
  cod: fc.boolean(),
});
const paying = fc.record({
  couponCode: fc.constantFrom(...codes),
  mode: fc.constantFrom(null, 'COD', 'UPI', 'EMI'),
  redeemPoints: fc.boolean(),
  taxInside: fc.boolean(),
  wholeUnits: fc.boolean(),
});

export const anyCartScenarios = (given: () => AnswerShop): void => {
  describe('any cart', () => {
    test('is answered by the contract and its laws, twice the same', async () => {
      const shop = given();
      const { policy } = shop.shop().caller.settings;
      const loyalty = { worth: 1, per_points: 3, cap_bp: 5000, earn_points: 1, earn_for: 10 };
      const readers = {
        balances: async () => ({ points: 900, storeCredit: 1234, giftCards: [], version: '1', nextExpiry: null }),
      };
      const plan = {
        id: 'p',
        emi_type: 'low_cost',
        instrument_type: 'cardless',
        bank: { code: 'B', name: 'Bank' },
        tenure_months: 9,
        interest_bp: 1333,
        absorbed_bp: 5000,
        fee: { bp: 150, min: 3 },
        fee_gst_bp: 1800,
      } as const;
      await fc.assert(
        fc.asyncProperty(lines, asking, paying, async (wanted, ask, paid) => {
          const { couponCode, redeemPoints, mode, taxInside, wholeUnits } = paid;
          const own = wanted.map(({ itemId, quantity, journey, pos }) =>
            aLine(itemId, quantity, { asked: { journey, pos } }),
          );
          const wraps = wanted.filter(({ wrapped }) => wrapped).map(({ itemId }) => `${itemId}_M_1`);
          const giftDetails = Object.fromEntries(wraps.map((uid) => [uid, { applied: true, message: '' }]));
          const cart = aCart(own, {
            document: {
              couponCode,
              redeemPoints,
              giftDetails,
              storeCredit: true,
              ...(mode === null ? {} : paidBy(mode, 'p')),
            },
          });
          const how: Asking = {
            ask,
            customer: 'u1',
            readers,
            settings: { policy: { ...policy, prices_include_tax: taxInside } },
            cartSettings: {
              loyalty,
              emi_plans: [plan],
              whole_unit_display: wholeUnits,
              cod: { flat: 11, bp: 33 },
              convenience_fees: { UPI: { bp: 77 } },
              charge_gst_bp: 1800,
            },
          };
          const answer = await shop.cart(cart, how);
          const names = own.map(({ identifier }) => identifier);
          const isOwn = ({ identifiers }: (typeof answer.items)[number]) =>
            names.includes(identifiers.identifier ?? '');
          assert.equal(answer.items.filter(isOwn).length, own.length);
          for (const gift of answer.items.filter((item) => !isOwn(item))) {
            assert.deepEqual([gift.availability.is_valid, gift.message, gift.allow_remove], [true, '', true]);
          }
          assert.deepEqual(await shop.cart(cart, how), answer);
        }),
        { numRuns: runs(30) },
      );
    });

    test('shows lines as they are made for it alone, whatever carts were answered before it', async () => {
      const shop = given();
      const { node } = shop;
      const { policy } = shop.shop().caller.settings;
      const write = answerWriter(CartDetail);
      // Settings of one version are one object, by which what was made of them is known again.
      const [inside, outside] = [true, false].map((taxInside) =>
        shop.shop({ settings: { policy: { ...policy, prices_include_tax: taxInside } } }),
      );
      const seen = new WeakSet<object>();
      let again = 0;
      const few = fc.uniqueArray(
        fc.record({
          itemId: fc.constantFrom(...items.slice(0, 6)),
          quantity: fc.integer({ min: 1, max: 2 }),
          pos: fc.constantFrom(false, false, false, true),
          comment: fc.constantFrom('', '', '', 'blue, please'),
          wrapped: fc.constantFrom(false, false, false, true),
        }),
        { selector: ({ itemId }) => itemId, minLength: 1, maxLength: 4 },
      );
      const changes = fc.record({
        stock: fc.integer({ min: 1, max: 40 }),
        taxInside: fc.boolean(),
        code: fc.constantFrom(null, null, 'TEN'),
      });
      await fc.assert(
        fc.asyncProperty(few, asking, changes, async (wanted, ask, { stock, taxInside, code }) => {
          if (stock <= 20) await shop.stock('100_M_1', stock);
          const own = wanted.map(({ itemId, quantity, pos, comment }) =>
            aLine(itemId, quantity, { asked: { pos, meta: comment === '' ? {} : { comment } } }),
          );
          const wraps = wanted.filter(({ wrapped }) => wrapped).map(({ itemId }) => `${itemId}_M_1`);
          const giftDetails = Object.fromEntries(wraps.map((uid) => [uid, { applied: true, message: 'for you' }]));
          const cart = aCart(own, { document: { couponCode: code, giftDetails } });
          const known = (taxInside ? inside : outside) ?? shop.shop();
          const catalog = catalogReader(node.db, createArticleCache(node.db, { now: node.now }));
          const answered = await answerCart(known, cart, anAsk(ask));
          const alone = await answerCart({ ...known, catalog }, cart, anAsk(ask));
          assert.equal(String(write(answered.answer)), String(write(alone.answer)));
          assert.equal(String(write(alone.answer)), String(write(JSON.parse(JSON.stringify(alone.answer)))));
          for (const { article } of answered.answer.items ?? []) {
            if (article === undefined) continue;
            again += seen.has(article) ? 1 : 0;
            seen.add(article);
          }
        }),
        { numRuns: runs(60) },
      );
      assert.ok(again > 0, 'no line was there already');
    });
  });
};
