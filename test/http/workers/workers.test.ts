/** What the workers of one node share: limits, counts of guesses, the page of numbers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { slidingWindow } from '../../../src/http/limits/sliding-window.ts';
import { createMetrics } from '../../../src/http/watch/metrics.ts';
import { gatheredMetrics } from '../../../src/http/workers/gathered-metrics.ts';
import { secretThrottle, WRONG_SECRETS_A_MINUTE } from '../../../src/oauth/tokens/token-throttle.ts';
import { signInThrottle } from '../../../src/operators/sign-in-throttle.ts';
import { peersInMemory } from './peers-in-memory.ts';

const window = { windowMs: 60_000, slices: 12, maximumKeys: 100 };
const TOLD_MS = 100;
const stopwatch = { ms: () => 0 };

describe('workers of one node', () => {
  test('law: together they allow what one would, whoever is asked and whenever they hear of each other', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const step = fc.oneof({ weight: 9, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.constant('told' as const) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 200 }), (limit, steps) => {
        const { peers, pass } = peersInMemory(4);
        const limiters = peers.map((one) => slidingWindow({ stopwatch, ...window, shared: { name: 'a', peers: one } }));
        let allowed = 0;
        const hear = (): void => {
          t.mock.timers.tick(TOLD_MS);
          pass();
        };
        for (const one of steps) {
          if (one === 'told') hear();
          else if (limiters[one]?.take('key', limit).allowed === true) allowed += 1;
        }
        // Each may be the one who is let in last.
        assert.ok(allowed < limit + peers.length, `${allowed} of ${limit}`);
        // Nobody is kept from what is left for long: once they have heard, it can be had at any of them.
        for (let round = 0; round <= limit; round += 1) {
          hear();
          if (limiters[round % 4]?.take('key', limit).allowed === true) allowed += 1;
        }
        assert.ok(allowed >= limit, `${allowed} of ${limit} in the end`);
      }),
      { numRuns: 100 },
    );
  });

  test('a wrong secret shown to one counts at all of them', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { peers, pass } = peersInMemory(2);
    const [first, second] = peers.map((one) => secretThrottle({ stopwatch, peers: one }));
    for (let tries = 0; tries < WRONG_SECRETS_A_MINUTE; tries += 1) {
      first?.failed('client', 'address');
      t.mock.timers.tick(TOLD_MS);
      pass();
    }
    assert.ok((second?.waitMs('client', 'address') ?? 0) > 0);
    assert.equal(second?.waitMs('client', 'elsewhere'), 0);
  });

  test('a wrong password counts at all of them, and a right one is forgiven by all of them', () => {
    const { peers, pass } = peersInMemory(2);
    const [first, second] = peers.map((one) =>
      signInThrottle({ stopwatch, free: 2, maximumKeys: 10, shared: { name: 'account', peers: one } }),
    );
    for (let tries = 0; tries < 3; tries += 1) first?.count('ann');
    pass();
    assert.ok((second?.waitMs('ann') ?? 0) > 0);
    second?.forget('ann');
    pass();
    assert.equal(first?.waitMs('ann'), 0);
  });

  test('the page of numbers is that of all, each number with its worker, each family once', async () => {
    const { peers, pass } = peersInMemory(2);
    const pages = peers.map((one) => {
      const metrics = createMetrics();
      const requests = metrics.counter('cartwright_things_total', 'Things.');
      requests({ kind: 'a' }, one.number);
      metrics.gauge('cartwright_size', 'How large.', () => one.number * 10);
      return gatheredMetrics(one, metrics);
    });
    const page = pages[0]?.();
    pass(); // the question
    pass(); // the answer
    assert.equal(
      await page,
      [
        '# HELP cartwright_workers Workers of this node that serve.',
        '# TYPE cartwright_workers gauge',
        'cartwright_workers 2',
        '# HELP cartwright_worker_restarts_total Workers that ended and were started again.',
        '# TYPE cartwright_worker_restarts_total counter',
        'cartwright_worker_restarts_total 0',
        '# HELP cartwright_things_total Things.',
        '# TYPE cartwright_things_total counter',
        'cartwright_things_total{worker="1",kind="a"} 1',
        'cartwright_things_total{worker="2",kind="a"} 2',
        '# HELP cartwright_size How large.',
        '# TYPE cartwright_size gauge',
        'cartwright_size{worker="1"} 10',
        'cartwright_size{worker="2"} 20',
        '',
      ].join('\n'),
    );
  });
});
