/** What holds for every store, lane and moment, clocks that change included. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { type Calendar, type Hours, openIntervals } from '../../src/delivery/opening-hours.ts';
import {
  deliveryWindow,
  hintedWindow,
  type Manufacturing,
  minuteEnd,
  cutOffEdge,
  type OrderTime,
  orderTimes,
  pickupWindow,
  type Travel,
  type Window,
  type WorkTimes,
} from '../../src/delivery/promise-rules.ts';
import { DAY, dateOf, dayOf } from '../../src/shared/time-zone.ts';
import { runs } from '../laws/runs.ts';

const zones = ['Asia/Kolkata', 'America/New_York', 'Europe/Berlin', 'Pacific/Auckland', 'Australia/Lord_Howe', 'UTC'];
const zone = fc.constantFrom(...zones);

const anyHours: fc.Arbitrary<readonly Hours[]> = fc
  .uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 0, maxLength: 4 })
  .map((times) => times.toSorted((a, b) => a - b))
  .map((times) =>
    Array.from({ length: Math.floor(times.length / 2) }, (_, at) => ({
      opens: times[2 * at] ?? 0,
      closes: times[2 * at + 1] ?? 0,
    })),
  );
/** Shops as they are, and shops as only chance would open them. */
const hours = fc.oneof(fc.constant<readonly Hours[]>([{ opens: 540, closes: 1260 }]), anyHours);
/** Half of the moments are within two days of a change of clocks somewhere. */
const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-27', '2026-10-04', '2026-10-25', '2026-11-01'];
const moment = fc.oneof(
  fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -2 * DAY, max: 2 * DAY }))
    .map(([date, apart]) => Date.parse(date) + apart),
);
const date = moment.map((at) => dateOf(Math.floor(at / DAY)));
const calendar: fc.Arbitrary<Calendar> = fc.record({
  timeZone: zone,
  week: fc.array(hours, { minLength: 7, maxLength: 7 }),
  exceptions: fc.dictionary(date, hours, { maxKeys: 5 }),
});
const work = fc.oneof(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 0, max: 3000 }));
const store: fc.Arbitrary<WorkTimes> = fc.record({
  calendar,
  cutOff: fc.option(fc.integer({ min: 0, max: 1439 })),
  processingMinutes: work,
  handoverMinutes: fc.integer({ min: 0, max: 120 }),
});
const made: fc.Arbitrary<Manufacturing | null> = fc.option(
  fc.record({ time: fc.integer({ min: 0, max: 12 }), unit: fc.constantFrom('minutes', 'hours', 'days') }),
);
const travel: fc.Arbitrary<Travel> = fc
  .record({
    unit: fc.constantFrom('minutes', 'days'),
    min: fc.integer({ min: 0, max: 9 }),
    more: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ unit, min, more }) => ({ unit, min, max: min + more }));

const later = fc.oneof(
  fc.integer({ min: 0, max: DAY }),
  fc.integer({ min: 0, max: 5 * DAY }),
  fc.integer({ min: 0, max: 120_000 }),
);
const ahead = fc.integer({ min: 0, max: 12 });

type Way = 'pickup' | 'hinted' | Travel;
const way = fc.oneof(fc.constant('pickup' as const), fc.constant('hinted' as const), { arbitrary: travel, weight: 4 });
const promise = (store: WorkTimes, way: Way, place: string, order: OrderTime): Window | null => {
  if (way === 'pickup') return pickupWindow(store, order);
  return way === 'hinted' ? hintedWindow(store, order, 25) : deliveryWindow(store, way, place, order);
};

/** A store whose opening is out of sight promises nothing, and there is nothing to compare. */
const notEarlier = (before: Window | null, after: Window | null): void => {
  if (before === null || after === null) return;
  assert.ok(before.min <= after.min, `min went back by ${before.min - after.min} ms`);
  assert.ok(before.max <= after.max, `max went back by ${before.max - after.max} ms`);
};
const often = { numRuns: runs(500) };

/** As carts order, whose times are told in steps, and as somebody asks who has none. */
const cartId = fc.option(fc.integer({ min: 0, max: 0xffff }).map((end) => end.toString(16).padStart(24, '0')));
const orderOf = (now: number, id: string | null, manufacturing: Manufacturing | null): OrderTime =>
  id === null ? { at: now, manufacturing } : { ...orderTimes(now, id), manufacturing };

describe('promises', () => {
  test('a later order never gets an earlier promise', () => {
    fc.assert(
      fc.property(store, way, zone, made, moment, later, cartId, (store, way, place, manufacturing, at, later, id) => {
        notEarlier(
          promise(store, way, place, orderOf(at, id, manufacturing)),
          promise(store, way, place, orderOf(at + later, id, manufacturing)),
        );
      }),
      often,
    );
  });

  test('a promise stays the same until the cut-off, the end of the step, or that of the minute where minutes count', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    fc.assert(
      fc.property(store, way, zone, made, moment, cartId, share, (store, way, place, manufacturing, now, id, share) => {
        const { at, stepUntil } = orderTimes(now, id ?? '');
        const isExact = way === 'hinted' || (way !== 'pickup' && way.unit === 'minutes');
        const turn = isExact ? minuteEnd(at) : cutOffEdge(store, at);
        const until = Math.min(stepUntil, turn - (at - now));
        const then = now + Math.floor(share * (until - now));
        assert.deepEqual(
          promise(store, way, place, orderOf(then, id ?? '', manufacturing)),
          promise(store, way, place, orderOf(now, id ?? '', manufacturing)),
        );
      }),
      often,
    );
  });

  test('a promise begins before it ends, and never before the order', () => {
    fc.assert(
      fc.property(store, way, zone, made, moment, cartId, (store, way, place, manufacturing, at, id) => {
        const window = promise(store, way, place, orderOf(at, id, manufacturing));
        assert.ok(window === null || (at <= window.min && window.min <= window.max));
      }),
      often,
    );
  });

  test('more work never makes it earlier', () => {
    fc.assert(
      fc.property(store, way, zone, made, moment, work, (store, way, place, manufacturing, at, more) => {
        const busier = { ...store, processingMinutes: store.processingMinutes + more };
        const order = { at, manufacturing };
        notEarlier(promise(store, way, place, order), promise(busier, way, place, order));
        const slower = manufacturing && { ...manufacturing, time: manufacturing.time + (more % 5) };
        notEarlier(promise(store, way, place, order), promise(store, way, place, { at, manufacturing: slower }));
      }),
      often,
    );
  });

  test('one more holiday never makes it earlier', () => {
    fc.assert(
      fc.property(store, way, zone, made, moment, ahead, (store, way, place, manufacturing, at, ahead) => {
        const holiday = dateOf(dayOf(store.calendar.timeZone, at) + ahead);
        const calendar = { ...store.calendar, exceptions: { ...store.calendar.exceptions, [holiday]: [] } };
        const order = { at, manufacturing };
        notEarlier(promise(store, way, place, order), promise({ ...store, calendar }, way, place, order));
      }),
      often,
    );
  });

  test('what is picked up is picked up while the store is open', () => {
    fc.assert(
      fc.property(store, made, moment, (store, manufacturing, at) => {
        const window = pickupWindow(store, { at, manufacturing });
        if (window === null) return;
        const opening = openIntervals(store.calendar, window.min).next().value;
        assert.deepEqual(opening, { from: window.min, to: window.max });
      }),
      often,
    );
  });

  test('what travels in days arrives in the daytime of its place', () => {
    const hour = (place: string, at: number): number =>
      Number(new Intl.DateTimeFormat('en', { timeZone: place, hour: 'numeric', hourCycle: 'h23' }).format(at));
    fc.assert(
      fc.property(store, fc.integer({ min: 0, max: 9 }), zone, made, moment, (store, min, place, manufacturing, at) => {
        const window = deliveryWindow(store, { unit: 'days', min, max: min + 2 }, place, { at, manufacturing });
        if (window === null) return;
        assert.equal(hour(place, window.max), 21);
        if (min > 0) assert.equal(hour(place, window.min), 9);
        else assert.ok(hour(place, window.min) >= 9 && hour(place, window.min) <= 21);
      }),
      often,
    );
  });
});

test('carts count as ordered within a minute and end within a step, spread over both by their identifiers', () => {
  const ids = Array.from({ length: 600 }, (_, at) =>
    createHash('sha256').update(String(at)).digest('hex').slice(0, 24),
  );
  const now = 1_000_001;
  const times = ids.map((id) => orderTimes(now, id));
  const isSpread = (all: readonly number[], within: number): void => {
    assert.ok(all.every((ms) => ms >= 0 && ms <= within));
    const tenths = Map.groupBy(all, (ms) => Math.min(9, Math.floor((ms * 10) / within)));
    assert.ok(tenths.size === 10 && [...tenths.values()].every(({ length }) => length < 120));
  };
  isSpread(
    times.map(({ at }) => at - now),
    60_000,
  );
  isSpread(
    times.map(({ stepUntil }) => stepUntil - now),
    300_000,
  );
  assert.ok(times.every(({ at, stepEnd }) => at <= stepEnd && stepEnd < now + 600_000));
  assert.equal(orderTimes(now, undefined).at, now);
});
