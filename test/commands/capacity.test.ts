import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { capacityFor, type ShopFigures, usualShop } from '../../src/commands/capacity/capacity-rules.ts';
import { runHere } from './run-here.ts';

describe('cartwright capacity', () => {
  test('more of anything never needs less, and twice the orders need twice the cores', () => {
    const once = capacityFor(usualShop);
    const twice = capacityFor({ ...usualShop, ordersPerDay: 2 * usualShop.ordersPerDay });
    assert.ok(Math.abs(twice.nodeCores / once.nodeCores - 2) < 1e-9);
    assert.ok(Math.abs(twice.databaseGigabytes / once.databaseGigabytes - 2) < 1e-9);
    const less = new Set<keyof ShopFigures>(['conversionPercent', 'coresPerNode', 'fullPercent']);
    for (const figure of Object.keys(usualShop) as (keyof ShopFigures)[]) {
      const more = capacityFor({ ...usualShop, [figure]: usualShop[figure] * (less.has(figure) ? 0.5 : 2) });
      for (const key of ['requestsPerSecond', 'nodeCores', 'nodes', 'databaseGigabytes'] as const) {
        assert.ok(more[key] >= once[key], `${figure}: ${key}`);
      }
    }
  });

  test('says when one machine is enough and when a pooler is needed, and names figures that are none', async () => {
    const small = await runHere(['capacity', '--orders-per-day', '200'], {});
    assert.equal(small.code, 0, small.err);
    assert.match(small.out, /^visits a day +8,000$/m);
    assert.match(small.out, /One machine with SQLite is enough/);
    const large = await runHere(['capacity', '--orders-per-day', '1000000'], {});
    assert.match(large.out, /Put PgBouncer before PostgreSQL/);
    for (const wrong of ['0', '-1', 'many', '', '1e12']) {
      const { code, err } = await runHere(['capacity', `--peak=${wrong}`], {});
      assert.equal(code, 2);
      assert.match(err, /--peak must be a number above 0/);
    }
  });
});
