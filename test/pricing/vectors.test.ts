import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { VectorCase } from './vectors/vector-families.ts';
import { promotionOf, type VectorAction } from './vectors/vector-language.ts';
import { namedPolicies } from './vectors/vector-policies.ts';
import { runVector } from './vectors/vector-report.ts';
import { printedJson } from '../printed-json.ts';

const cases = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as readonly VectorCase[];

describe('recorded cases of seven systems', () => {
  for (const status of ['agreed', 'policy'] as const) {
    const ofStatus = cases.filter((vector) => vector.status === status);
    test(`all ${ofStatus.length} cases marked ${status} hold`, () => {
      assert.ok(ofStatus.length > 20);
      const differing = ofStatus.map((vector) => runVector(vector)).filter(({ outcome }) => outcome !== 'holds');
      assert.deepEqual(differing, []);
    });
  }

  for (const { name, system, policy } of namedPolicies) {
    test(`every case of ${system} holds under the policy ${name}`, () => {
      const own = cases.filter(({ id, status }) => id.startsWith(`${system}-`) && status !== 'quirk');
      assert.ok(own.length >= 7, system);
      const differing = own.map((vector) => runVector(vector, policy)).filter(({ outcome }) => outcome !== 'holds');
      assert.deepEqual(differing, []);
    });
  }

  test('a named policy counts where a case says nothing, and not where it does', () => {
    const cart = { lines: [{ id: 'a', unit_price: 105, quantity: 3, tax_bp: 1000 }] };
    const under = (name: string, input: object) =>
      runVector(
        { id: 'x', name, family: 'cart', status: 'agreed', input: { ...cart, ...input }, expected: { tax_total: 33 } },
        namedPolicies.find((one) => one.name === name)?.policy,
      ).outcome;
    assert.deepEqual([under('magento_unit', {}), under('magento_row', {})], ['holds', 'differs']);
    assert.equal(under('magento_unit', { policy: { tax_round: 'line' } }), 'differs');
  });

  test('the guide for those who move lists every policy, and its case holds', () => {
    const guide = readFileSync(new URL('../../docs/how-to/14-prove-equal-totals.md', import.meta.url), 'utf8');
    for (const { name, policy } of namedPolicies) {
      assert.ok(guide.includes(`| \`${name}\` | \`${JSON.stringify(policy)}\` |`), name);
    }
    const own = printedJson('how-to/14-prove-equal-totals.md', 'cases') as readonly VectorCase[];
    assert.deepEqual(
      own.map((vector) => runVector(vector).outcome),
      ['holds'],
    );
  });

  test('a case that expects something else is reported with both numbers', () => {
    const [first] = cases.filter(({ id }) => id === 'vendure-034');
    assert.ok(first !== undefined);
    const report = runVector({ ...first, expected: { subtotal: 421 } });
    assert.equal(report.outcome, 'differs');
    assert.deepEqual(report.differences, ['subtotal: expected 421, got 420']);
  });

  const run = (family: string, input: VectorCase['input'], expected: VectorCase['expected']) =>
    runVector({ id: 'x', name: 'x', family, status: 'agreed', input, expected });
  const holds = (...given: Parameters<typeof run>): void => assert.deepEqual(run(...given).differences, []);
  const two = [{ id: 'a', unit_price: 105, quantity: 3 }];
  const off = (action: VectorAction) => [promotionOf('p', action)];

  test('what a case says about rounding, taxes and lines counts', () => {
    const half = off({ type: 'percent_items', percent_bp: 1000 });
    holds('cart', { lines: two, promotions: half }, { line_discounts: { a: 32 } });
    holds('cart', { lines: two, promotions: half, policy: { discount_round: 'unit' } }, { line_discounts: { a: 33 } });
    holds('cart', { lines: two, promotions: off({ type: 'fixed_items', amount: 5 }) }, { line_discounts: { a: 15 } });
    const once = off({ type: 'fixed_items', amount: 5, per: 'line' });
    holds('cart', { lines: two, promotions: once }, { line_discounts: { a: 5 } });
    const taxed = [{ id: 'a', unit_price: 1000, quantity: 1, tax_bp: [900, 900] }];
    holds('cart', { lines: taxed }, { tax_total: 180 });
  });

  test('lines of merged carts meet only when they say the same', () => {
    const line = (quantity: number, engraving: string) => ({ product: 'v', quantity, meta: { engraving } });
    const input = { strategy: 'sum', existing: [line(1, 'A')], guest: [line(2, 'A'), line(4, 'B')] };
    holds('merge', input, { lines: [line(3, 'A'), line(4, 'B')] });
  });

  test('a price abroad is that of a unit', () => {
    const input = { base: 'USD', display: 'EUR', rate: '0.9737', lines: [{ id: 'm', unit_price: 700, quantity: 2 }] };
    holds('currency', input, { display_unit: 682, display_total: 1364, base_total: 1400 });
  });

  test('a case that says what we do not understand is reported, not run', () => {
    const unread = (family: string, input: VectorCase['input']) => run(family, input, {}).outcome;
    assert.equal(unread('cart', { lines: two, policy: { tax_round: 'sometimes' } }), 'unread');
    assert.equal(unread('cart', { lines: two, weather: 'fine' }), 'unread');
    assert.equal(unread('cart', { lines: [{ ...two[0], colour: 'red' }] }), 'unread');
    assert.equal(unread('cart', { lines: two, promotions: off({ type: 'percent_items', by: 'moon' }) }), 'unread');
    assert.equal(unread('merge', { strategy: 'fight', existing: [], guest: [] }), 'unread');
  });

  test('a family nobody runs is named', () => {
    const [first] = cases;
    assert.ok(first !== undefined);
    assert.equal(runVector({ ...first, family: 'weather' }).outcome, 'unknown_family');
  });
});
