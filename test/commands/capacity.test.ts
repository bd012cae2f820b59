import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { bytes, capacityFor, costs, type ShopFigures, usualShop } from '../../src/commands/capacity/capacity-rules.ts';
import { runHere } from './run-here.ts';

/** Which row of the page says it. */
const rowOf: Readonly<Record<keyof typeof costs | keyof typeof bytes | 'eventBytes', string>> = {
  cartKept: 'the whole cart, given again from memory',
  cartMade: 'the whole cart, made anew by a node that just started',
  cartWritten: 'a durable change, answered with the priced cart',
  listing: 'a page of the list of products, given again',
  checkout: 'a checkout with its new session and its filled cart',
  event: 'an analytics event, in batches',
  cart: 'a cart of five lines, with its price and its history of one write',
  cartWrite: 'each further write of it',
  eventBytes: 'an analytics event',
  seenId: 'its id, once its week is over',
  toldEvent: 'what a write tells subscribers, kept for 14 days at the most',
  order: 'an order, with its snapshot, its figures and what it tells',
};

describe('cartwright capacity', () => {
  test('reckons with the figures of the page', () => {
    const page = readFileSync(new URL('../../docs/operations/scale.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| (.+?) \| ([\d.,]+) \| .*\|$/gm)];
    const told = new Map(rows.map(([, what, figure]) => [what, Number(figure?.replaceAll(',', ''))]));
    const { event: eventBytes, ...stored } = bytes;
    const reckoned = Object.entries({ ...costs, ...stored, eventBytes });
    assert.deepEqual(
      reckoned.map(([name]) => [name, told.get(rowOf[name as keyof typeof rowOf])]),
      reckoned,
    );
  });

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
