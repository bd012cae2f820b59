/** Offers name only what is there: restrictions that somebody reads, other offers that exist. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Refusal } from '../../src/shared/errors.ts';
import { openAnswerShop } from '../cart/response/answer-shop.ts';
import { forEachEngine } from '../databases.ts';
import { unknownRestrictions } from '../../src/offers/rules/named-rules.ts';

test('a restriction that nobody reads is named, unless it says nothing or was there before', () => {
  const fields = (restrictions: object, before: object = {}) =>
    unknownRestrictions({ restrictions }, { restrictions: before }).map(({ field }) => field);
  assert.deepEqual(fields({ platforms: ['ios'], uses: {}, post_order: { return_allowed: false } }), []);
  assert.deepEqual(fields({ stack_group: 'sale', platform: ['ios'] }), [
    'restrictions.stack_group',
    'restrictions.platform',
  ]);
  assert.deepEqual(fields({ user_ids: [], email_domain: null, other: '' }), []);
  assert.deepEqual(fields({ platform: ['ios'] }, { platform: ['web'] }), []);
  assert.deepEqual(fields({ constructor: 'x' }), ['restrictions.constructor']);
});

forEachEngine(async (engine) => {
  const shop = await openAnswerShop(engine);
  after(() => shop.close());
  const body = (more: object) => ({
    promotion_type: 'percentage',
    display_meta: { name: 'Ten' },
    buy_rules: { 'rule#1': { all_items: true } },
    discount_rules: [{ discount_type: 'percentage', buy_condition: '( rule#1 )', offer: { discount_percentage: 10 } }],
    ...more,
  });
  const refusedFields = async (more: object): Promise<readonly string[]> => {
    const error = await shop.promotion(body(more)).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error === undefined) return [];
    assert.ok(error instanceof Refusal);
    assert.equal(error.code, 'offer_invalid');
    return (error.options.details ?? []).map(({ field }) => field);
  };

  describe('an offer', () => {
    test('excludes offers that exist, and no others', async () => {
      const id = await shop.promotion(body({}));
      assert.deepEqual(await refusedFields({ excludes: [id] }), []);
      assert.deepEqual(await refusedFields({ excludes: [id, 'nobody', id] }), ['excludes[1]']);
    });

    test('has its stack group beside its restrictions', async () => {
      assert.deepEqual(await refusedFields({ stack_group: 'sale' }), []);
      assert.deepEqual(await refusedFields({ restrictions: { stack_group: 'sale' } }), ['restrictions.stack_group']);
    });

    test('runs in years that there are', async () => {
      const end = '+275760-09-13T00:00:00.000Z';
      assert.deepEqual(await refusedFields({ _schedule: { end } }), ['_schedule.end']);
      const registered = { user_registered: { start: '-000001-01-01T00:00:00Z' } };
      assert.deepEqual(await refusedFields({ restrictions: registered }), ['restrictions.user_registered.start']);
    });
  });
});
