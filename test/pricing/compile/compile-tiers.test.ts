/** Tiers of a bundle: which of those that hold is the highest. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileOffer, isRefused } from '../../../src/pricing/compile/compile-offers.ts';
import type { CompiledOffer, Definition } from '../../../src/pricing/compile/offer-types.ts';
import { article, context, price, promotion } from '../carts.ts';

const compiled = (definition: Definition): CompiledOffer => {
  const offer = compileOffer(definition, context);
  return isRefused(offer) ? assert.fail(offer.reason) : offer;
};

describe('which tier is higher', () => {
  /** Tiers of these conditions, each with a rule of its own, lowest first, by their place in the list. */
  const ranked = (type: string, ...conditions: readonly Definition[]): readonly (number | undefined)[] => {
    const rules = Object.fromEntries(conditions.map((each, at) => [`r${at}`, { all_items: true, ...each }]));
    const discount_rules = conditions.map((each, at) => ({
      discount_type: type,
      buy_condition: `r${at}`,
      offer: { discount_percentage: 5, discount_amount: 5, ...(each['offer'] as Definition | undefined) },
    }));
    const { discounts } = compiled({ ...promotion('p', type, {}, { rules }), discount_rules });
    return conditions.map((_, rank) => discounts.find(({ tier }) => tier === rank)?.index);
  };
  const units = (asked: Definition): Definition => ({ cart_quantity: asked });
  const money = (asked: Definition): Definition => ({ cart_total: asked });

  test('the one with the greater lower bound', () => {
    const [wide, five, seven] = [
      units({ greater_than_equals: 2, less_than_equals: 99 }),
      units({ greater_than_equals: 5 }),
      units({ greater_than: 6 }),
    ];
    assert.deepEqual(ranked('bundle_price_percentage', wide, five), [0, 1]);
    assert.deepEqual(ranked('bundle_price_percentage', five, wide), [1, 0]);
    assert.deepEqual(ranked('bundle_price_amount', seven, five, wide), [2, 1, 0]);
  });

  test('of equal lower bounds the narrower one, then the later rule', () => {
    const bound = (most: number): Definition => units({ greater_than_equals: 2, less_than: most });
    assert.deepEqual(
      ranked('bundle_price_percentage', bound(5), bound(9), units({ greater_than_equals: 2 })),
      [2, 1, 0],
    );
    assert.deepEqual(ranked('bundle_price_percentage', bound(5), bound(5)), [0, 1]);
    assert.deepEqual(ranked('bundle_price_percentage', units({ less_than: 9 }), bound(99)), [0, 1]);
  });

  test('counted in units, or in money where the bundle is by amount or nothing asks for units', () => {
    const [few, many] = [
      { ...units({ greater_than_equals: 2 }), ...money({ greater_than_equals: 900 }) },
      { ...units({ greater_than_equals: 3 }), ...money({ greater_than_equals: 500 }) },
    ];
    assert.deepEqual(ranked('bundle_price_percentage', few, many), [0, 1]);
    assert.deepEqual(ranked('bundle_amount_percentage', few, many), [1, 0]);
    const [dear, cheap] = [money({ greater_than_equals: 900 }), money({ greater_than_equals: 500 })];
    assert.deepEqual(ranked('bundle_price_percentage', dear, cheap), [1, 0]);
  });

  test('a least quantity of its own counts like one that is asked for', () => {
    const own = { offer: { min_offer_quantity: 4 } };
    assert.deepEqual(ranked('bundle_price_percentage', own, units({ greater_than_equals: 3 })), [1, 0]);
  });

  test('other kinds have none', () => {
    const { discounts } = compiled(promotion('p', 'percentage', { discount_percentage: 5 }));
    assert.equal(discounts[0]?.tier, null);
  });
});

test('of "2 to 99: 10 %" and "from 5: 20 %" five units get 20 %', () => {
  const rules = {
    'rule#1': { all_items: true, cart_quantity: { greater_than_equals: 2, less_than_equals: 99 } },
    'rule#2': { all_items: true, cart_quantity: { greater_than_equals: 5 } },
  };
  const bundle = promotion('p', 'bundle_price_percentage', {}, { rules });
  const discount_rules = [10, 20].map((points, at) => ({
    discount_type: 'bundle_price_percentage',
    buy_condition: `rule#${at + 1}`,
    offer: { discount_percentage: points },
  }));
  const off = (units: number) =>
    price([[article('a', 10_000), units]], [{ ...bundle, discount_rules }]).breakup.promotion;
  assert.deepEqual([off(1), off(4), off(5), off(100)], [0, -4000, -10_000, -200_000]);
});
