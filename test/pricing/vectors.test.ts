import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { VectorCase } from '../../src/commands/vector-families.ts';
import { runVector } from '../../src/commands/vectors.ts';

const cases = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as readonly VectorCase[];

describe('recorded cases of seven systems', () => {
  for (const status of ['agreed', 'policy'] as const) {
    const ofStatus = cases.filter((vector) => vector.status === status);
    test(`all ${ofStatus.length} cases marked ${status} hold`, () => {
      assert.ok(ofStatus.length > 20);
      const differing = ofStatus.map(runVector).filter(({ outcome }) => outcome !== 'holds');
      assert.deepEqual(differing, []);
    });
  }

  test('a case that expects something else is reported with both numbers', () => {
    const [first] = cases.filter(({ id }) => id === 'vendure-034');
    assert.ok(first !== undefined);
    const report = runVector({ ...first, expected: { subtotal: 421 } });
    assert.equal(report.outcome, 'differs');
    assert.deepEqual(report.differences, ['subtotal: expected 421, got 420']);
  });

  test('a family nobody runs is named', () => {
    const [first] = cases;
    assert.ok(first !== undefined);
    assert.equal(runVector({ ...first, family: 'weather' }).outcome, 'unknown_family');
  });
});
