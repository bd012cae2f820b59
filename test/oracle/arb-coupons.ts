/** Coupons: in their own shape with tiers, or in the shape of a promotion. */
import * as fc from 'fast-check';
import { promotionArb } from './arb-offers.ts';
import { restrictionsArb, scheduleArb } from './arb-restrictions.ts';
import { positive, threshold } from './arb-rules.ts';
import { percent } from './arb-terms.ts';
import { currencies, often, pick, rarely } from './arb-world.ts';
import type { Definition } from './case.ts';

const identifiersArb: fc.Arbitrary<Definition | undefined> = rarely(
  2,
  fc.oneof(
    pick([1], [2]).map((brand_id): Definition => ({ brand_id })),
    pick([100], [101]).map((category_id): Definition => ({ category_id })),
    pick([1], [2, 3]).map((item_id): Definition => ({ item_id })),
    pick([1], [2]).map((store_id): Definition => ({ store_id })),
    pick(['a'], ['c', 'd']).map((article_id): Definition => ({ article_id })),
    pick([2]).map((exclude_brand_id): Definition => ({ exclude_brand_id })),
    pick([4], ['4'], [9]).map((zones_id): Definition => ({ zones_id })),
    pick(['cart.example'], ['cart.example'], ['other.example']).map((email_domain): Definition => ({ email_domain })),
    pick(['u1'], ['u2']).map((user_id): Definition => ({ user_id })),
  ),
);
const kindOf = (type: string, value_type: string, applicable_on: string) => ({ type, value_type, applicable_on });
const couponKinds = pick(
  kindOf('percentage', 'percentage', 'quantity'),
  kindOf('percentage', 'percentage', 'amount'),
  kindOf('absolute', 'absolute', 'quantity'),
  kindOf('absolute', 'absolute', 'amount'),
  kindOf('bogo', 'quantity', 'quantity'),
  kindOf('bogo', 'percentage', 'quantity'),
  kindOf('bundle', 'flat_price', 'quantity'),
  kindOf('bundle', 'percentage', 'quantity'),
);
/** A coupon in its own shape, with one to three tiers. */
const ownCouponArb: fc.Arbitrary<Definition> = couponKinds.chain((about) =>
  fc
    .record({
      rule: fc.array(
        fc.record({
          key: about.applicable_on === 'amount' ? threshold : pick(1, 1, 2, 3, undefined),
          value: about.value_type === 'percentage' ? percent : about.type === 'bogo' ? fc.constant(0) : positive,
          min: rarely(3, threshold),
          max: rarely(3, positive),
          discount_qty: about.type === 'bogo' || about.type === 'bundle' ? often(pick(1, 2)) : fc.constant(undefined),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      calculate_on: rarely(6, fc.constant('mrp')),
      is_exact: rarely(5, fc.constant(true)),
      currency_code: rarely(12, pick(...currencies)),
      identifiers: identifiersArb,
      restrictions: restrictionsArb,
      price_range: rarely(8, fc.record({ min: threshold })),
      stack_group: rarely(6, pick('a', 'b')),
      excludes: rarely(8, pick(['p0'], ['coupon'], ['coupon0', 'p1'])),
      validity: rarely(4, pick({ priority: 1 }, { priority: 2 })),
      apply_all_discount: rarely(4, fc.constant(true)),
      apply_exclusive: rarely(8, pick('cart', 'article')),
      cashback: rarely(8, fc.constant(true)),
      anonymous: rarely(12, fc.boolean()),
      coupon_type: rarely(4, fc.constant('referral')),
      _schedule: scheduleArb,
    })
    .map(
      ({
        rule,
        calculate_on,
        is_exact,
        currency_code,
        price_range,
        cashback,
        anonymous,
        restrictions,
        ...rest
      }): Definition => ({
        rule,
        rule_definition: { ...about, calculate_on, is_exact, currency_code },
        ...rest,
        restrictions: price_range === undefined ? restrictions : { ...restrictions, price_range },
        ...(cashback === true ? { action: { txn_mode: 'cashback' } } : {}),
        ...(anonymous === undefined ? {} : { validation: { anonymous } }),
      }),
    ),
);
export const couponArb = (wanted: readonly string[]): fc.Arbitrary<Definition> =>
  fc.oneof(
    { weight: 3, arbitrary: ownCouponArb },
    {
      weight: 1,
      arbitrary: fc
        .tuple(promotionArb(wanted), rarely(3, fc.constant(true)))
        .map(([definition, all]): Definition => ({ ...definition, mode: 'coupon', apply_all_discount: all })),
    },
    ...(wanted.includes('shipping_price')
      ? [{ weight: 1, arbitrary: promotionArb(['shipping_price']).map((made) => ({ ...made, mode: 'coupon' })) }]
      : []),
  );
