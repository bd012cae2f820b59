/** What takes a store hundreds of its days, or of its minutes, costs a promise little. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { afterOpenTime, type Calendar, openingAfterDays, openIntervals } from '../../src/delivery/opening-hours.ts';
import { deliveryWindow, type Manufacturing } from '../../src/delivery/promise-rules.ts';
import { dayOf, instantOf, MINUTE } from '../../src/shared/time-zone.ts';
import { countedCalls } from '../counted-work.ts';
import { runs } from '../laws/runs.ts';

const mondays: Calendar = {
  timeZone: 'Asia/Kolkata',
  week: [[{ opens: 540, closes: 1080 }], [], [], [], [], [], []],
  exceptions: {},
};
const eightMinutes = Array.from({ length: 8 }, (_, at) => ({ opens: 60 * at, closes: 60 * at + 1 }));
const rarelyOpen: Calendar = {
  timeZone: 'America/New_York',
  week: Array.from({ length: 7 }, () => eightMinutes),
  exceptions: { '2026-12-25': [] },
};
const at = Date.UTC(2026, 10, 15, 12);
const promised = (calendar: Calendar, manufacturing: Manufacturing) =>
  deliveryWindow(
    { calendar, cutOff: null, processingMinutes: 0, handoverMinutes: 0 },
    { unit: 'days', min: 1, max: 2 },
    calendar.timeZone,
    { at, manufacturing },
  );

test('what takes more than 400 days of its store is not promised, and nobody counts them', async () => {
  assert.notEqual(promised(mondays, { time: 400, unit: 'days' }), null);
  const asked = await countedCalls('instantOf', () => {
    assert.equal(promised(mondays, { time: 100_000, unit: 'days' }), null);
  });
  assert.ok(asked < 100, `${asked} moments`);
});

test('days on which a store works are looked for once, whatever has to be made', async () => {
  const calendar: Calendar = { ...rarelyOpen, week: rarelyOpen.week.slice(0, 1).concat(mondays.week.slice(1)) };
  const asked = await countedCalls('instantOf', () => {
    for (let time = 1; time <= 400; time += 1) assert.notEqual(promised(calendar, { time, unit: 'days' }), null);
  });
  assert.ok(asked < 400 * 100, `${asked} moments`);
});

test('the n-th working day is the one that is found day by day', () => {
  const hours = fc.constantFrom(
    [],
    [{ opens: 120, closes: 150 }],
    [
      { opens: 540, closes: 600 },
      { opens: 610, closes: 1440 },
    ],
  );
  const calendar: fc.Arbitrary<Calendar> = fc.record({
    timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'),
    week: fc.array(hours, { minLength: 7, maxLength: 7 }),
    exceptions: fc.dictionary(fc.constantFrom('2026-10-25', '2026-11-01', '2026-11-16', '2027-03-28'), hours),
  });
  const from = fc.integer({ min: Date.UTC(2026, 9, 20), max: Date.UTC(2026, 10, 5) });
  const asks = fc.array(fc.tuple(from, fc.integer({ min: 1, max: 60 })), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(calendar, asks, (calendar, asked) => {
      for (const [from, days] of asked) {
        const today = dayOf(calendar.timeZone, from);
        const openings = new Map<number, number>();
        for (const opening of openIntervals(calendar, instantOf(calendar.timeZone, today + 1, 0))) {
          const day = dayOf(calendar.timeZone, opening.from);
          if (!openings.has(day)) openings.set(day, opening.from);
        }
        // `openIntervals` sees no further.
        const seen = [...openings.values()];
        if (days <= seen.length) assert.equal(openingAfterDays(calendar, from, days), seen[days - 1]);
      }
    }),
    { numRuns: runs(100) },
  );
});

test('days of opening time pass at once', async () => {
  const asked = await countedCalls('instantOf', () => {
    assert.notEqual(promised(rarelyOpen, { time: 2_500, unit: 'minutes' }), null);
  });
  assert.ok(asked < 300, `${asked} moments`);
});

test('opening time passes as its intervals say, over every change of clocks', () => {
  const hours = fc
    .uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 0, maxLength: 6 })
    .map((times) => times.toSorted((a, b) => a - b))
    .map((times) =>
      Array.from({ length: Math.floor(times.length / 2) }, (_, one) => ({
        opens: times[2 * one] ?? 0,
        closes: times[2 * one + 1] ?? 0,
      })),
    );
  const calendar: fc.Arbitrary<Calendar> = fc.record({
    timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'),
    week: fc.array(hours, { minLength: 7, maxLength: 7 }),
    exceptions: fc.dictionary(fc.constantFrom('2026-10-25', '2026-11-01', '2026-11-16', '2027-03-28'), hours),
  });
  const from = fc.integer({ min: Date.UTC(2026, 9, 20), max: Date.UTC(2026, 10, 5) });
  fc.assert(
    fc.property(calendar, from, fc.integer({ min: 0, max: 120_000 }), (calendar, from, minutes) => {
      let left = minutes * MINUTE;
      let expected: { readonly at: number; readonly closes: number } | undefined;
      for (const opening of openIntervals(calendar, from)) {
        if (opening.from + left <= opening.to) {
          expected = { at: opening.from + left, closes: opening.to };
          break;
        }
        left -= opening.to - opening.from;
      }
      assert.deepEqual(afterOpenTime(calendar, from, minutes), expected);
    }),
    { numRuns: runs(200) },
  );
});
