/** The console's sentences: one for every kind of offer the API knows, what each begins with is taken, and nothing is lost by writing it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { WhyNotReason } from '../../src/pricing/why-not-types.ts';
import { offerForms } from '../../src/offers/admin/offer-forms.ts';
import { isSaidAt, type Json, numberAt, valueAt, withValue } from '../../web/console/pages/offers/builder/body.ts';
import { comparisonsOf, withComparisons } from '../../web/console/pages/offers/builder/comparison-rules.ts';
import { chosenOf, withChosen } from '../../web/console/pages/offers/builder/goods-rules.ts';
import { cronOf, repeatOf } from '../../web/console/pages/offers/builder/repeat-rules.ts';
import { countedWord } from '../../web/console/pages/offers/builder/sentence-parts.ts';
import { sentenceOf } from '../../web/console/pages/offers/builder/sentences.ts';
import { sumRows } from '../../web/console/pages/offers/builder/tried-sum-rules.ts';
import { withSameGoods } from '../../web/console/pages/offers/builder/tier-rules.ts';
import { whyNot } from '../../web/console/pages/offers/builder/why-not-words.ts';
import { spanOf } from '../../web/console/pages/offers/calendar-rules.ts';
import { engines } from '../databases.ts';
import { offerServer } from '../offers/offer-server.ts';

// What is taken does not depend on the engine.
const [engine] = engines;
assert.ok(engine);
const server = await offerServer(engine);
after(() => server.close());

const GIFT = ['discount_rules', 0, 'item_criteria'];

for (const [at, { entity_type: kind, entity_slug: slug }] of offerForms.entries()) {
  test(`${kind} ${slug} has a sentence, and what it begins with is taken`, async () => {
    const sentence = sentenceOf(kind, slug);
    assert.ok(sentence);
    const coded: Json = kind === 'coupon' ? { ...sentence.fresh, code: `FRESH${at}` } : sentence.fresh;
    const needsGift = JSON.stringify(coded).includes('"item_id":[]');
    const one = [{ kind: 'product', id: '7', isExcept: false }] as const;
    const body = needsGift ? withChosen(coded, GIFT, 'gift', one) : coded;
    const answer = await server.call('POST', `/${kind}`, body);
    assert.equal(answer.statusCode, 201, answer.body);
  });
}

test('units can be reduced by their place, and what was written so is taken and read back', async () => {
  const slices = ['discount_rules', 0, 'offer', 'slices'];
  const sentence = sentenceOf('promotion', 'item_based_discount');
  const steps = sentence?.parts.find((part) => typeof part !== 'string' && part.slot === 'steps');
  assert.ok(sentence && steps && typeof steps !== 'string' && 'fresh' in steps);
  const body = withValue(sentence.fresh, slices, [steps.fresh, { from: 3, discount_amount: 50 }]);
  const made = await server.call('POST', '/promotion', body);
  assert.equal(made.statusCode, 201, made.body);
  assert.deepEqual(valueAt(made.json(), slices), [steps.fresh, { from: 3, discount_amount: 50 }]);
  assert.equal(valueAt(withValue(body, slices, undefined), slices), undefined);
});

test('what few offers ask for is folded for as long as nothing of it is said', () => {
  const at = (restrictions: Json): boolean => isSaidAt({ restrictions }, [['restrictions', 'asked']]);
  for (const asked of [undefined, null, '', [], {}, { minimum: 0, maximum: -1 }, { start: '' }]) {
    assert.equal(at({ asked, other: 1 }), false, JSON.stringify(asked));
  }
  for (const asked of ['web', ['web'], { COD: {} }, { minimum: 2 }, { end: '2026-11-01' }]) {
    assert.equal(at({ asked }), true, JSON.stringify(asked));
  }
});

test('goods, comparisons and members no form shows stay through writing', () => {
  const rule = ['buy_rules', 'rule#1'];
  const body: Json = {
    own: { kept: [1] },
    buy_rules: { 'rule#1': { item_brand: [4], item_exclude_id: [9], item_size: ['M'] } },
  };
  const chosen = chosenOf(body, rule, 'promotion');
  assert.equal(chosen.length, 2);
  assert.deepEqual(withChosen(body, rule, 'promotion', chosen), body);
  const asked = [{ metric: 'cart_total', comparison: 'greater_than_equals', value: 1000 }];
  const met = withComparisons(body, rule, asked);
  assert.deepEqual(comparisonsOf(met, rule), asked);
  assert.deepEqual(withComparisons(met, rule, []), body);
  const bare = withChosen(body, rule, 'promotion', []);
  assert.deepEqual(bare, { own: { kept: [1] }, buy_rules: { 'rule#1': { item_size: ['M'], all_items: true } } });
  assert.equal(
    numberAt(withValue(body, ['discount_rules', 0, 'offer', 'discount_amount'], 5), [
      'discount_rules',
      0,
      'offer',
      'discount_amount',
    ]),
    5,
  );
});

test('what is said of the goods of a step is said of all steps', () => {
  const { parts, fresh } = sentenceOf('promotion', 'bundle_price_amount') ?? { parts: [], fresh: {} };
  const chosen = withSameGoods(withValue(fresh, ['buy_rules', 'rule#1', 'not_on_sale'], true), parts);
  assert.equal(valueAt(chosen, ['buy_rules', 'rule#2', 'not_on_sale']), true);
  assert.equal(numberAt(chosen, ['buy_rules', 'rule#2', 'cart_quantity', 'greater_than_equals']), 3);
});

test('days and hours are a schedule and are read back from it', () => {
  const repeat = { days: ['SAT', 'SUN'], from: '18:05', minutes: 90 };
  assert.equal(cronOf(repeat), '5 18 * * SAT,SUN');
  assert.deepEqual(repeatOf(cronOf(repeat), 90), repeat);
  assert.equal(repeatOf('*/5 * * * *', 90), undefined);
});

test('a calendar shows the part of an offer that lies in it', () => {
  assert.deepEqual(spanOf({ start: undefined, end: undefined }, 42), { from: 0, days: 42 });
  assert.deepEqual(spanOf({ start: 3, end: 5 }, 42), { from: 3, days: 2 });
  assert.equal(spanOf({ start: 50, end: undefined }, 42), undefined);
});

test('what a tried cart costs is told row by row, and the rows add up', () => {
  const offer = (offer_id: string, stage: string, amount: number) => ({
    offer_id,
    name: `Offer ${offer_id}`,
    stage,
    amount,
  });
  const answer = {
    as_of: '2026-05-01T00:00:00.000Z',
    currency: 'INR',
    breakup: { subtotal: 1118, delivery_charge: 49, total: 1016.2 },
    items: [],
    applied: [offer('new-coupon-0', 'coupon', 111.8), offer('free', 'shipping', 49), offer('later', 'cashback', 30)],
    not_applied: [],
    unreadable: [],
  };
  const told = (total: number) =>
    sumRows({ ...answer, breakup: { ...answer.breakup, total } }, 'new-coupon-0').map(({ name, value }) => [
      name,
      value,
    ]);
  const known = [
    ['Goods', 1118],
    ['This offer', -111.8],
    ['Offer free', -49],
    ['Delivery', 49],
  ];
  assert.deepEqual(told(1006.2), known);
  assert.deepEqual(told(1016.2).slice(0, -1), known);
  assert.equal(told(1016.2).at(-1)?.[0], 'Tax and other charges');
  assert.equal(Number(told(1016.2).at(-1)?.[1]).toFixed(2), '10.00');
});

test('what is counted in a sentence is one unit or several units', () => {
  const { parts } = sentenceOf('coupon', 'percentage_quantity_percentage') ?? { parts: [] };
  const units = parts.find((part) => typeof part !== 'string' && part.name === 'Units at least');
  assert.ok(units && typeof units !== 'string' && 'counted' in units && units.counted);
  assert.deepEqual(
    [1, 2, undefined].map((count) => countedWord(units.counted ?? ['', ''], count)),
    ['unit', 'units', 'units'],
  );
});

/** All there are: the compiler says which one is missing. */
const reasons: Readonly<Record<WhyNotReason, true>> = {
  not_started: true,
  ended: true,
  platform: true,
  login: true,
  user: true,
  user_group: true,
  registration: true,
  ordering_store: true,
  place: true,
  payment: true,
  shipping_method: true,
  used_up: true,
  budget: true,
  order_quantity: true,
  no_item: true,
  condition: true,
  too_few_units: true,
  closed: true,
  exclusive: true,
  excluded: true,
  not_cheaper: true,
  nothing_left: true,
  floor_price: true,
  better_offer: true,
  line_not_added: true,
  gift_out_of_stock: true,
  gift_out_of_reach: true,
  gift_declined: true,
  no_charge: true,
  no_adjustment: true,
  no_extension: true,
  custom_late: true,
  custom_failed: true,
  custom_nothing: true,
  rate_missing: true,
};
test('every reason why an offer does nothing is told as a sentence', () => {
  for (const reason of Object.keys(reasons)) assert.match(whyNot(reason), /^[A-Z].*\.$/, reason);
});
