/** Every event against its own schema: what must be there, of which type, and what `contains` must say. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EventName } from '../../../src/contract/events/event-payloads-contract.ts';
import type { EventCode } from '../../../src/events/collector/event-codes.ts';
import { judgeEvent, type Verdict } from '../../../src/events/collector/event-rules.ts';
import { findKind } from '../../../src/events/collector/event-schemas.ts';
import { derivedEventId } from '../../../src/events/outbox.ts';
import { hasType, type Shape } from '../../../src/events/collector/event-shape.ts';
import { fieldPath } from '../../../src/http/requests/validation-messages.ts';
import { anEvent, eventNames, type Json, type WholeEvent } from '../samples.ts';

const applicationId = 'a'.repeat(24);
const now = Date.UTC(2026, 10, 15, 12);
const rules = { applicationId, now, strict: false };
const strictRules = { ...rules, strict: true };
const sample = (name: EventName): WholeEvent => anEvent(name, { applicationId, at: now });

type Steps = readonly (string | number)[];
type Place = { readonly steps: Steps; readonly shape: Shape; readonly required: boolean };

/** Every field that a schema names, as it stands in a sample. */
const placesIn = (shape: Shape, value: unknown, steps: Steps = []): readonly Place[] => {
  if (Array.isArray(value)) {
    const { items } = shape;
    return items === undefined ? [] : value.flatMap((entry, at) => placesIn(items, entry, [...steps, at]));
  }
  if (shape.properties === undefined) return [];
  return Object.entries(shape.properties).flatMap(([name, property]) => {
    const next = [...steps, name];
    const member = (value as Json)[name];
    const place = { steps: next, shape: property, required: shape.required?.includes(name) ?? false };
    return member === undefined ? [place] : [place, ...placesIn(property, member, next)];
  });
};

const parentOf = (event: unknown, steps: Steps): Json =>
  steps.slice(0, -1).reduce<unknown>((value, step) => (value as Json)[step], event) as Json;

/** `contains` follows the payload, so that only what a case is about is wrong. */
const following = (event: WholeEvent): WholeEvent =>
  typeof event.payload === 'object' && event.payload !== null && Array.isArray(event.contains)
    ? { ...event, contains: Object.keys(event.payload) }
    : event;

const removed = (event: WholeEvent, steps: Steps): WholeEvent => {
  const copy = structuredClone(event);
  delete parentOf(copy, steps)[String(steps.at(-1))];
  return following(copy);
};
const replaced = (event: WholeEvent, steps: Steps, value: unknown): WholeEvent => {
  const copy = structuredClone(event);
  parentOf(copy, steps)[String(steps.at(-1))] = value;
  return steps.length === 1 ? copy : following(copy);
};

const reasonsOf = (verdict: Verdict) => ('bad' in verdict ? verdict.bad.reasons : []);
const refusedAt = (event: unknown, steps: Steps, code: EventCode): void => {
  const reasons = reasonsOf(judgeEvent(event, rules));
  const path = fieldPath(steps);
  assert.ok(
    reasons.some((one) => one.path === path && one.code === code),
    `${code} at ${path}: ${JSON.stringify(reasons)}`,
  );
};

const shapeOf = (name: EventName): Shape => findKind(name)?.shape ?? assert.fail(name);
const typesOf = ({ type, anyOf }: Shape): readonly string[] =>
  anyOf === undefined ? [type ?? []].flat() : anyOf.flatMap(typesOf);
const valuesOfAllTypes = ['text', 7, 7.5, true, null, ['x'], { a: 1 }];

for (const name of eventNames) {
  describe(name, () => {
    const event = sample(name);
    const places = placesIn(shapeOf(name), event);

    test('a valid event is accepted, in live and in strict mode', () => {
      assert.deepEqual(reasonsOf(judgeEvent(event, rules)), []);
      assert.deepEqual(reasonsOf(judgeEvent(event, strictRules)), []);
    });

    test('each required field, when it is left out, is named as missing', () => {
      const required = places.filter((place) => place.required);
      assert.ok(required.length > 15);
      for (const { steps } of required) refusedAt(removed(event, steps), steps, 'event_field_missing');
    });

    test('each optional field may be left out', () => {
      for (const { steps, required } of places) {
        if (!required) assert.deepEqual(reasonsOf(judgeEvent(removed(event, steps), strictRules)), []);
      }
    });

    test('each field, with a value of any other type, is named with its path', () => {
      for (const { steps, shape } of places) {
        for (const value of valuesOfAllTypes) {
          const types = typesOf(shape);
          if (types.length === 0 || hasType(value, types)) continue;
          refusedAt(replaced(event, steps, value), steps, 'event_field_type');
        }
      }
    });

    test('contains that is not exactly the keys of the payload is refused, in whichever way it differs', () => {
      const { contains } = event;
      const [first = ''] = contains;
      const wrong: readonly (readonly string[])[] = [
        contains.slice(1),
        [...contains, 'coupon'],
        [...contains.slice(1), first.toUpperCase()],
        [...contains.slice(1), contains.at(-1) ?? ''],
        [...contains, first],
        [],
      ];
      for (const list of wrong) refusedAt({ ...event, contains: list }, ['contains'], 'event_contains');
      assert.deepEqual(reasonsOf(judgeEvent({ ...event, contains: contains.toReversed() }, rules)), []);
    });

    test('another type, category or version is another event, which there is not', () => {
      for (const member of ['type', 'category', 'version']) {
        refusedAt(replaced(event, ['event', member], 'other'), ['event', member], 'event_unknown');
      }
    });

    test('an unknown field, wherever it stands, is left out and told; in strict mode it is refused', () => {
      const objects = [[], ['event'], ['payload'], ['payload', 'context'], ['payload', 'context', 'os']];
      for (const steps of objects) {
        const at = [...steps, 'surprise'];
        const given = replaced(event, at, { deep: 1 });
        const verdict = judgeEvent(steps.length === 1 && steps[0] === 'payload' ? following(given) : given, rules);
        assert.ok('good' in verdict, JSON.stringify(verdict));
        assert.deepEqual(verdict.good.flags, ['fields_dropped']);
        assert.deepEqual(verdict.good.envelope, event);
        const reasons = reasonsOf(judgeEvent(following(given), strictRules));
        assert.deepEqual(
          reasons.map(({ path, code }) => ({ path, code })),
          [{ path: fieldPath(at), code: 'event_field_unknown' }],
        );
      }
    });
  });
}

describe('the header', () => {
  const event = sample('user_logout');

  test('an event that is not in the catalogue is refused by its name', () => {
    refusedAt(replaced(event, ['event', 'name'], 'cart_view'), ['event', 'name'], 'event_unknown');
  });

  test('an id that the service would give to what it tells itself is refused, any other is taken', () => {
    const ours = derivedEventId('order', 'placed', applicationId, 'FY1');
    refusedAt(replaced(event, ['event', 'id'], ours), ['event', 'id'], 'event_id');
    const others = [ours.replace(/-8(?=...-)/, '-4'), ours.toUpperCase(), `${ours} `, `x${ours.slice(1)}`, 'e-1'];
    for (const id of others)
      assert.deepEqual(reasonsOf(judgeEvent(replaced(event, ['event', 'id'], id), rules)), [], id);
  });

  test('an event of another application is refused, also in a list with the own one', () => {
    const stranger = 'b'.repeat(24);
    refusedAt({ ...event, application_id: stranger }, ['application_id'], 'event_application');
    refusedAt({ ...event, application_id: [applicationId, stranger] }, ['application_id'], 'event_application');
    const verdict = judgeEvent({ ...event, application_id: [applicationId] }, rules);
    assert.ok('good' in verdict);
    assert.equal(verdict.good.envelope.application_id, applicationId);
  });

  test('a clock that is a little wrong is told, one that is far off is refused', () => {
    const minute = 60_000;
    const day = 24 * 60 * minute;
    const flagsAt = (at: number): unknown => {
      const verdict = judgeEvent(anEvent('user_logout', { applicationId, at }), rules);
      return 'good' in verdict ? verdict.good.flags : verdict.bad.reasons.map(({ path, code }) => `${code} ${path}`);
    };
    assert.deepEqual(flagsAt(now + 5 * minute), []);
    assert.deepEqual(flagsAt(now + 5 * minute + 1), ['clock_ahead']);
    assert.deepEqual(flagsAt(now + day), ['clock_ahead']);
    assert.deepEqual(flagsAt(now + day + 1), ['event_clock event.created_timestamp']);
    assert.deepEqual(flagsAt(now - 7 * day), []);
    assert.deepEqual(flagsAt(now - 7 * day - 1), ['clock_behind']);
    assert.deepEqual(flagsAt(Date.UTC(2000, 0, 1)), ['clock_behind']);
    assert.deepEqual(flagsAt(Date.UTC(2000, 0, 1) - 1), ['event_clock event.created_timestamp']);
  });

  test('ids that no index could hold are refused, however few characters people see in them', () => {
    const long = `e${'\u0301'.repeat(400)}`;
    refusedAt(replaced(event, ['event', 'id'], long), ['event', 'id'], 'event_field_type');
    refusedAt(replaced(event, ['payload', 'user_id'], long), ['payload', 'user_id'], 'event_field_type');
    refusedAt(replaced(event, ['event', 'id'], ''), ['event', 'id'], 'event_field_type');
  });

  test('what is not an object is refused as a whole', () => {
    for (const sent of [null, 7, 'event', [event]]) refusedAt(sent, [], 'event_field_type');
  });
});

describe('other forms', () => {
  test('the newer casing of the context is read as ours', () => {
    const event = sample('product_view');
    const { userAgent, device, ...rest } = event.payload['context'] as Json;
    const newer = { ...rest, user_agent: userAgent, device: { is_mobile: (device as Json)['isMobile'] } };
    const verdict = judgeEvent(replaced(event, ['payload', 'context'], newer), strictRules);
    assert.ok('good' in verdict, JSON.stringify(verdict));
    assert.deepEqual(verdict.good.envelope.payload, event.payload);
  });

  test('the flat form of every event is read as the whole event it stands for', () => {
    for (const name of eventNames) {
      const whole = sample(name);
      const { context, user_id, anonymous_id, version: _version, ...properties } = whole.payload;
      const { userAgent, device, ...rest } = context as Json;
      const flat = {
        event_id: whole.event.id,
        event_name: name,
        event_timestamp: new Date(now).toISOString(),
        context: {
          ...rest,
          user_agent: userAgent,
          referrer: 'https://search.example',
          device: { is_mobile: (device as Json)['isMobile'], type: 'desktop', name: 'PC' },
        },
        properties: { event_type: whole.event['type'], ...properties },
        user_id,
        anonymous_id,
        session_id: 's-1',
      };
      const verdict = judgeEvent(flat, strictRules);
      assert.ok('good' in verdict, JSON.stringify(verdict));
      assert.deepEqual(verdict.good.envelope.payload, whole.payload);
      assert.equal(verdict.good.envelope.event.created_timestamp, now);
    }
  });

  test('reasons name places of the flat form as its sender knows them', () => {
    const verdict = judgeEvent(
      { event_id: 7, event_name: 'user_login', event_timestamp: 'soon', context: { os: 1 }, properties: { method: 1 } },
      rules,
    );
    const paths = reasonsOf(verdict).map(({ path }) => path);
    for (const path of ['event_id', 'event_timestamp', 'context.os', 'properties.method', 'properties.login_value']) {
      assert.ok(paths.includes(path), `${path} in ${paths.join(' ')}`);
    }
  });
});
