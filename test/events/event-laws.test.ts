/** What must hold for every event anybody could send. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { judgeEvent } from '../../src/events/collector/event-rules.ts';
import { differences } from '../../src/events/collector/event-shape.ts';
import { eventKeys } from '../../src/events/event-keys.ts';
import { withPrivacy } from '../../src/events/privacy/privacy-rules.ts';
import { refusedEvent } from '../../src/events/refusals/refuse-event.ts';
import { findKind } from '../../src/events/collector/event-schemas.ts';
import { runs } from '../laws/runs.ts';
import { anEvent, eventNames, type Json } from './samples.ts';

const applicationId = 'a'.repeat(24);
const now = Date.UTC(2026, 10, 15, 12);
const hash = eventKeys(new Uint8Array(32).fill(3)).hashOf(applicationId);
const rules = fc.record({ applicationId: fc.constant(applicationId), now: fc.constant(now), strict: fc.boolean() });

/** Every place of a value, as the steps to it. */
const placesIn = (
  value: unknown,
  steps: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] => {
  if (typeof value !== 'object' || value === null) return [steps];
  const inside = Object.entries(value).flatMap(([name, member]) => placesIn(member, [...steps, name]));
  return steps.length === 0 ? inside : [steps, ...inside];
};
const put = (value: unknown, [step, ...rest]: readonly (string | number)[], member: unknown): unknown => {
  if (step === undefined) return member;
  const copy = structuredClone(value) as Json;
  copy[step] = put((value as Json)[step], rest, member);
  return copy;
};

/** An event of which some places hold something else. */
const bentEvent = fc.constantFrom(...eventNames).chain((name) => {
  const event = anEvent(name, { applicationId, at: now, id: 'e-1' });
  const change = fc.tuple(fc.constantFrom(...placesIn(event)), fc.jsonValue({ maxDepth: 2 }));
  return fc.array(change, { maxLength: 3 }).map((changes) => {
    // A later place may be gone by an earlier change; then it stays as it is.
    return changes.reduce<unknown>((bent, [steps, value]) => {
      try {
        return put(bent, steps, value);
      } catch {
        return bent;
      }
    }, event);
  });
});

test('whatever is sent, it is judged: taken, or refused with a reason for each thing that is wrong', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), bentEvent), rules, (sent, given) => {
      const verdict = judgeEvent(sent, given);
      if ('bad' in verdict) assert.ok(verdict.bad.reasons.length > 0 && verdict.bad.reasons.length <= 20);
      else assert.deepEqual(differences(verdict.good.kind.shape, verdict.good.envelope, []), []);
    }),
    { numRuns: runs(100) },
  );
});

test('what is taken still fits its schema after any treatment of personal data', () => {
  const treatment = fc.constantFrom('keep' as const, 'hash' as const, 'drop' as const);
  fc.assert(
    fc.property(bentEvent, fc.record({ direct: treatment, quasi: treatment }), (sent, policy) => {
      const verdict = judgeEvent(sent, { applicationId, now, strict: false });
      if ('bad' in verdict) return;
      const { kind, envelope } = verdict.good;
      const payload = withPrivacy(kind.payload, envelope.payload, policy, hash);
      const again = judgeEvent(
        { ...envelope, contains: Object.keys(payload), payload },
        { applicationId, now, strict: true },
      );
      assert.ok('good' in again, JSON.stringify(again));
    }),
  );
});

test('a refused event is refused again as it is kept: redacting makes nothing right', () => {
  fc.assert(
    fc.property(bentEvent, (sent) => {
      const verdict = judgeEvent(sent, { applicationId, now, strict: false });
      if ('good' in verdict) return;
      const kept: unknown = JSON.parse(refusedEvent(verdict.bad, now, hash).body);
      assert.ok('bad' in judgeEvent(kept, { applicationId, now, strict: false }), JSON.stringify(kept));
    }),
  );
});

test('nothing that a person could be told by is in what is kept of a refused event', () => {
  const secret = 'asha.rao@example.com';
  const kind = findKind('order_complete') ?? assert.fail();
  const order = anEvent('order_complete', { applicationId, at: now, id: 'e-1' });
  fc.assert(
    fc.property(
      fc.constantFrom(...placesIn(order)),
      fc.constantFrom(secret, [secret], { [secret]: secret }),
      (steps, value) => {
        const verdict = judgeEvent(
          { ...(put(order, steps, value) as Json), contains: [] },
          { applicationId, now, strict: true },
        );
        assert.ok('bad' in verdict);
        assert.ok(
          !JSON.stringify(refusedEvent(verdict.bad, now, hash)).includes(secret),
          `${kind.name} ${steps.join('.')}`,
        );
      },
    ),
  );
});
