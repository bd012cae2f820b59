/** Offers on delivery: what they waive, on which lines it shows, and when there is nothing to waive. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import { article, type Bought, coupon, price, promotion, reasonFor } from '../carts.ts';
import { blankInput } from '../price-inputs.ts';

const lines: readonly Bought[] = [
  [article('a', 3000), 1],
  [article('b', 1000), 1],
  [article('c', 0), 2],
];
const fee = { flat: 700, rate: 0, of: 'sum' } as const;
const delivered = (charge: number) => ({
  charges: { ...blankInput.charges, delivery: [{ threshold: -1, charge }], convenience: { UPI: fee } },
});
const waive = (offer: Definition, more: Parameters<typeof promotion>[3] = {}) =>
  promotion('s', 'shipping_price', offer, more);
const priced = (offer: Definition, charge = 400, more = {}) => price(lines, [offer], { ...delivered(charge), ...more });

describe('an offer on delivery', () => {
  test('shows on the lines by what they cost, on none that costs nothing, and on no gift', () => {
    const mug = article('m', 4000, { itemId: 500 });
    const gift = promotion('g', 'free_gift_items', {}, { criteria: { item_id: [500] } });
    const { adjustments } = price(lines, [gift, waive({})], {
      ...delivered(400),
      giftArticles: new Map([[500, [mug]]]),
    });
    const { id, shares, amount, room, eligibleUnits } =
      adjustments.find(({ stage }) => stage === 'shipping') ?? assert.fail('nothing waived');
    assert.deepEqual([id, amount, room, eligibleUnits], ['shipping:s:0', 400, 400, 5]);
    assert.deepEqual(shares, [
      { line: 'a', units: 1, amount: 300, lots: [] },
      { line: 'b', units: 1, amount: 100, lots: [] },
    ]);
  });

  test('may need a code: it waives after the promotions, and says why when it does not', () => {
    const code = (offer: Definition, more = {}) =>
      coupon({ ...waive(offer, more), _id: 'code', mode: 'coupon', code: 'SHIP' });
    const with50 = (compiled: ReturnType<typeof coupon>, charge = 400, offers: readonly Definition[] = []) =>
      price(lines, offers, { ...delivered(charge), coupon: compiled });
    const free = with50(code({}));
    assert.deepEqual([free.coupon?.applied, free.coupon?.discount, free.applied], [true, 400, ['code']]);
    assert.deepEqual([free.breakup.promotion_shipping, free.breakup.coupon, free.breakup.total], [-400, 0, 4000]);
    const second = with50(code({ discount_percentage: 50 }), 400, [waive({ discount_amount: 1 })]);
    assert.deepEqual([second.applied, second.coupon?.discount], [['s', 'code'], 150]);
    assert.equal(with50(code({}), 0).coupon?.whyNot?.reason, 'no_charge');
    const dear = { rules: { r: { all_items: true, cart_total: { greater_than_equals: 50 } } } };
    const short = with50(code({}, dear)).coupon;
    assert.deepEqual([short?.applied, short?.whyNot?.shortfall?.gap], [false, 1000]);
  });

  test('takes an amount, a share, or all above a price, up to its cap', () => {
    const waived = (offer: Definition) => {
      const [adjustment] = priced(waive(offer)).adjustments;
      return [adjustment?.amount, adjustment?.steps[0]?.formula];
    };
    assert.deepEqual(waived({ discount_amount: 1 }), [100, 'flat']);
    assert.deepEqual(waived({ discount_amount: 9 }), [400, 'flat']);
    assert.deepEqual(waived({ discount_percentage: 50 }), [200, 'rate']);
    assert.deepEqual(waived({ discount_price: 1 }), [300, 'down_to']);
    assert.deepEqual(waived({ discount_percentage: 50, max_discount_amount: 1.5 }), [150, 'rate']);
    assert.deepEqual(waived({ discount_percentage: 50, max_discount_amount: 3 }), [200, 'rate']);
  });

  test('down to a price that is not reached waives nothing', () => {
    const dear = priced(waive({ discount_price: 5 }));
    assert.deepEqual([dear.adjustments, reasonFor(dear, 's')?.reason], [[], 'nothing_left']);
    assert.equal(dear.breakup.delivery_charge, 400);
  });

  test('is about delivery only, whatever else is charged', () => {
    const paid = priced(waive({}), 0, { payment: { mode: 'UPI' } });
    assert.deepEqual([paid.breakup.convenience_fee, reasonFor(paid, 's')?.reason], [700, 'no_charge']);
  });

  test('is for those who may have it', () => {
    const app = priced(waive({}, { restrictions: { platforms: ['ios'] } }));
    assert.deepEqual([app.adjustments, reasonFor(app, 's')?.reason], [[], 'platform']);
  });
});
