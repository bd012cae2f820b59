import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import {
  afterAttempt,
  LONGEST_MS,
  MOST_ATTEMPTS,
  type Outcome,
  pauseAfter,
  retryAfterOf,
} from '../../../src/webhooks/courier/delivery-rules.ts';

const HOUR = 3_600_000;
const answered = (status: number, retryAfterMs: number | null = null): Outcome => ({
  kind: 'answered',
  status,
  retryAfterMs,
});
const failure = fc.oneof(
  fc.constant<Outcome>({ kind: 'unreachable', reason: 'ECONNRESET' }),
  fc
    .tuple(fc.integer({ min: 100, max: 599 }), fc.option(fc.integer({ min: 0, max: 10 * LONGEST_MS })))
    .filter(([status]) => (status < 200 || status > 299) && status !== 410)
    .map(([status, retryAfterMs]) => answered(status, retryAfterMs)),
);
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('after an attempt', () => {
  test('2xx is done, and nothing else is', () => {
    for (let status = 100; status < 600; status += 1) {
      const { state } = afterAttempt({ attempts: 1, beganAt: 0 }, answered(status), 0, 0.5);
      assert.equal(state === 'done', status >= 200 && status < 300, String(status));
    }
  });

  test('410 ends the subscription at once', () => {
    assert.deepEqual(afterAttempt({ attempts: 1, beganAt: 0 }, answered(410), 0, 0.5), {
      state: 'failed',
      subscriber: 'inactive',
    });
  });

  test('a failure waits a second to twelve hours, and never past the end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MOST_ATTEMPTS }), failure, chance, (attempts, outcome, share) => {
        const verdict = afterAttempt({ attempts, beganAt: 0 }, outcome, HOUR, share);
        if (verdict.state !== 'waiting') {
          assert.deepEqual(verdict, { state: 'failed', subscriber: 'blocked' });
          return;
        }
        assert.ok(attempts < MOST_ATTEMPTS);
        assert.ok(verdict.dueAt >= HOUR + 1_000 && verdict.dueAt <= HOUR + 12 * HOUR);
      }),
    );
  });

  test('failing all the time ends after 20 attempts, or after 48 hours', () => {
    fc.assert(
      fc.property(fc.array(chance, { minLength: 25, maxLength: 25 }), fc.boolean(), (shares, patient) => {
        let [at, attempts] = [0, 0];
        for (const share of shares) {
          attempts += 1;
          const outcome = answered(patient ? 503 : 500, patient ? 5 * HOUR : null);
          const verdict = afterAttempt({ attempts, beganAt: 0 }, outcome, at, share);
          if (verdict.state === 'failed') {
            assert.ok(attempts <= MOST_ATTEMPTS && at <= LONGEST_MS);
            return;
          }
          assert.ok(verdict.state === 'waiting' && verdict.dueAt > at);
          at = verdict.dueAt;
        }
        assert.fail('it goes on for ever');
      }),
    );
  });

  test('the pause doubles, and chance takes a part of it', () => {
    assert.deepEqual(
      [1, 2, 3, 4].map((attempts) => pauseAfter(attempts, 0.999_999)),
      [4_999, 9_999, 19_999, 39_999],
    );
    assert.equal(pauseAfter(20, 0.5), 2 * HOUR);
    assert.equal(pauseAfter(20, 0), 1_000);
  });
});

test('Retry-After is seconds or a date', () => {
  const now = Date.UTC(2026, 0, 1);
  assert.equal(retryAfterOf('120', now), 120_000);
  assert.equal(retryAfterOf('Thu, 01 Jan 2026 00:01:00 GMT', now), 60_000);
  assert.equal(retryAfterOf('Thu, 01 Jan 2025 00:00:00 GMT', now), 0);
  for (const nonsense of [undefined, '', 'soon', '-5', '1e9'])
    assert.equal(retryAfterOf(nonsense, now), null, nonsense);
});
