/** When things arrive: each row is an order in words, and the window it must get. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Calendar, Hours } from '../../src/delivery/opening-hours.ts';
import {
  deliveryWindow,
  hintedWindow,
  type Manufacturing,
  pickupWindow,
  type Travel,
  type WorkTimes,
  windowOfAll,
} from '../../src/delivery/promise-rules.ts';
import { dayOfDate, instantOf } from '../../src/shared/time-zone.ts';

const day: readonly Hours[] = [{ opens: 9 * 60, closes: 21 * 60 }];
const sixDays = [day, day, day, day, day, day, []];
const roundTheClock = Array.from({ length: 7 }, () => [{ opens: 0, closes: 1440 }]);

const calendar = (timeZone: string, more: Partial<Calendar> = {}): Calendar => ({
  timeZone,
  week: sixDays,
  exceptions: {},
  ...more,
});
const store = (calendar: Calendar, more: Partial<WorkTimes> = {}): WorkTimes => ({
  calendar,
  cutOff: 16 * 60,
  processingMinutes: 120,
  handoverMinutes: 0,
  ...more,
});
const mumbai = store(calendar('Asia/Kolkata'));
const newYork = store(calendar('America/New_York'));
const berlin = store(calendar('Europe/Berlin'));
const auckland = store(calendar('Pacific/Auckland'));

/** `2026-11-16 10:00` on the store's own wall. */
const moment = (zone: string, text: string): number => {
  const [date = '', time = ''] = text.split(' ');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return instantOf(zone, dayOfDate(date) ?? Number.NaN, hour * 60 + minute);
};
const wall = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);

const days = (min: number, max: number): Travel => ({ unit: 'days', min, max });
const minutes = (min: number, max: number): Travel => ({ unit: 'minutes', min, max });

const withDay = (date: string, hours: readonly Hours[]): WorkTimes =>
  store(calendar('Asia/Kolkata', { exceptions: { [date]: hours } }));
const noonBreak = Array.from({ length: 7 }, () => [
  { opens: 540, closes: 720 },
  { opens: 840, closes: 1080 },
]);
const stores: Readonly<Record<string, WorkTimes>> = {
  Mumbai: mumbai,
  'Mumbai, closed on the 16th': withDay('2026-11-16', []),
  'Mumbai, closed on the 17th': withDay('2026-11-17', []),
  'Mumbai, open on Sunday the 22nd': withDay('2026-11-22', day),
  'Mumbai, until 10:30 on the 16th': withDay('2026-11-16', [{ opens: 540, closes: 630 }]),
  'Mumbai, closed at noon': store(calendar('Asia/Kolkata', { week: noonBreak })),
  'Mumbai, no cut-off': { ...mumbai, cutOff: null },
  'Mumbai, round the clock': store(calendar('Asia/Kolkata', { week: roundTheClock }), { cutOff: null }),
  'Mumbai, hand-over 45 min': { ...mumbai, handoverMinutes: 45 },
  'New York': newYork,
  'New York, round the clock': store(calendar('America/New_York', { week: roundTheClock }), { cutOff: null }),
  Berlin: berlin,
  Auckland: auckland,
};

// Open 09:00–21:00 but on Sundays, cut-off 16:00, two hours of processing. 2026-11-16 is a Monday.
const table = `
in the morning counts today | Mumbai | 1-3 days | 2026-11-16 10:00 | 2026-11-17 09:00 | 2026-11-19 21:00
a minute before the cut-off counts today | Mumbai | 1-3 days | 2026-11-16 15:59 | 2026-11-17 09:00 | 2026-11-19 21:00
at the cut-off counts tomorrow | Mumbai | 1-3 days | 2026-11-16 16:00 | 2026-11-18 09:00 | 2026-11-20 21:00
before opening counts today | Mumbai | 0-1 days | 2026-11-16 03:00 | 2026-11-16 11:00 | 2026-11-17 21:00
after closing counts tomorrow | Mumbai | 0-1 days | 2026-11-16 22:00 | 2026-11-17 11:00 | 2026-11-18 21:00
on Saturday after the cut-off waits for Monday | Mumbai | 1-2 days | 2026-11-21 17:00 | 2026-11-24 09:00 | 2026-11-25 21:00
on a closed Sunday waits for Monday | Mumbai | 1-2 days | 2026-11-22 10:00 | 2026-11-24 09:00 | 2026-11-25 21:00
once it has left, a holiday does not hold it up | Mumbai, closed on the 17th | 1-2 days | 2026-11-16 10:00 | 2026-11-17 09:00 | 2026-11-18 21:00
on a holiday waits for the next working day | Mumbai, closed on the 16th | 1-2 days | 2026-11-16 10:00 | 2026-11-18 09:00 | 2026-11-19 21:00
on a Sunday that is open for once counts | Mumbai, open on Sunday the 22nd | 1-2 days | 2026-11-22 10:00 | 2026-11-23 09:00 | 2026-11-24 21:00
on a short day goes on the next day with what is left to do | Mumbai, until 10:30 on the 16th | 0-0 minutes | 2026-11-16 09:30 | 2026-11-17 10:00 | 2026-11-17 10:00
over a closed noon is worked on before and after it | Mumbai, closed at noon | 30-60 minutes | 2026-11-16 11:00 | 2026-11-16 15:30 | 2026-11-16 16:00
without a cut-off counts whenever the store is open | Mumbai, no cut-off | 0-0 days | 2026-11-16 18:00 | 2026-11-16 20:00 | 2026-11-16 21:00
ready after the last delivery of the day counts from the next | Mumbai, round the clock | 0-0 days | 2026-11-16 20:00 | 2026-11-17 09:00 | 2026-11-17 21:00
hand-over comes on top of processing | Mumbai, hand-over 45 min | 15-30 minutes | 2026-11-16 10:00 | 2026-11-16 13:00 | 2026-11-16 13:15
rush minds no cut-off | Mumbai | 20-40 minutes | 2026-11-16 18:00 | 2026-11-16 20:20 | 2026-11-16 20:40
rush may arrive after closing when it left before | Mumbai | 20-40 minutes | 2026-11-16 19:00 | 2026-11-16 21:20 | 2026-11-16 21:40
rush that cannot be ready today is ready tomorrow | Mumbai | 20-40 minutes | 2026-11-16 20:00 | 2026-11-17 10:20 | 2026-11-17 10:40
rush at night begins in the morning | Mumbai | 20-40 minutes | 2026-11-17 02:00 | 2026-11-17 11:20 | 2026-11-17 11:40
made in three days leaves on the third working day after | Mumbai | 1-2 days, made in 3 days | 2026-11-16 10:00 | 2026-11-20 09:00 | 2026-11-21 21:00
made over a Sunday does not count it | Mumbai | 1-2 days, made in 2 days | 2026-11-20 10:00 | 2026-11-24 09:00 | 2026-11-25 21:00
made from a closed day begins with the next open one | Mumbai | 1-1 days, made in 1 days | 2026-11-22 10:00 | 2026-11-25 09:00 | 2026-11-25 21:00
made in hours takes opening time | Mumbai | 10-10 minutes, made in 11 hours | 2026-11-16 12:00 | 2026-11-17 13:10 | 2026-11-17 13:10
made in minutes takes opening time | Mumbai | 10-10 minutes, made in 50 minutes | 2026-11-16 12:00 | 2026-11-16 15:00 | 2026-11-16 15:00
made in no time is like any other | Mumbai | 10-10 minutes, made in 0 days | 2026-11-16 12:00 | 2026-11-16 14:10 | 2026-11-16 14:10
picked up from the hour it is ready until closing | Mumbai | pickup | 2026-11-16 10:00 | 2026-11-16 12:00 | 2026-11-16 21:00
picked up the next morning when it is ready as the store closes | Mumbai | pickup | 2026-11-16 19:00 | 2026-11-17 09:00 | 2026-11-17 21:00
picked up on Monday when ordered late on Saturday | Mumbai | pickup | 2026-11-21 20:00 | 2026-11-23 10:00 | 2026-11-23 21:00
over the night that clocks go forward | New York | 1-3 days | 2026-03-07 10:00 | 2026-03-08 09:00 | 2026-03-10 21:00
over the night that clocks go back | New York | 1-3 days | 2026-10-31 10:00 | 2026-11-01 09:00 | 2026-11-03 21:00
through the skipped hour, which is no working hour | New York, round the clock | 0-0 minutes | 2026-03-08 01:00 | 2026-03-08 04:00 | 2026-03-08 04:00
through the repeated hour, which is worked twice | New York, round the clock | 0-0 minutes | 2026-11-01 00:30 | 2026-11-01 01:30 | 2026-11-01 01:30
on the last day of summer time | Berlin | 1-1 days | 2026-10-24 15:00 | 2026-10-25 09:00 | 2026-10-25 21:00
where summer begins in September | Auckland | 2-4 days | 2026-09-26 11:00 | 2026-09-28 09:00 | 2026-09-30 21:00
abroad arrives in the daytime of its place | Mumbai | 5-7 days to America/New_York | 2026-11-16 10:00 | 2026-11-21 09:00 | 2026-11-23 21:00
from Auckland counts from the day it is in Berlin | Auckland | 5-7 days to Europe/Berlin | 2026-11-17 09:30 | 2026-11-22 09:00 | 2026-11-24 21:00
`;

type Way = {
  readonly travel: Travel | undefined;
  readonly made: Manufacturing | null;
  readonly zone: string | undefined;
};
const wayOf = (text: string): Way => {
  const travel = /^(\d+)-(\d+) (days|minutes)/.exec(text);
  const made = /made in (\d+) (\w+)/.exec(text);
  return {
    travel:
      travel === null
        ? undefined
        : { unit: travel[3] as Travel['unit'], min: Number(travel[1]), max: Number(travel[2]) },
    made: made === null ? null : { time: Number(made[1]), unit: made[2] as Manufacturing['unit'] },
    zone: /to (\S+)/.exec(text)?.[1],
  };
};

describe('a promise', () => {
  for (const row of table.trim().split('\n')) {
    const [name = '', where = '', how = '', ordered = '', min = '', max = ''] = row.split(' | ');
    test(`${name} (${where})`, () => {
      const from = stores[where];
      const { travel, made, zone } = wayOf(how);
      assert.ok(from !== undefined && (travel !== undefined || how === 'pickup'));
      const home = from.calendar.timeZone;
      const order = { at: moment(home, ordered), manufacturing: made };
      const window =
        travel === undefined ? pickupWindow(from, order) : deliveryWindow(from, travel, zone ?? home, order);
      assert.ok(window !== null);
      assert.deepEqual(
        [window.min, window.max].map((at) => wall(zone ?? home, at)),
        [min, max],
      );
    });
  }

  test('is made to the minute: two orders of one minute get the same', () => {
    const at = moment('Asia/Kolkata', '2026-11-16 10:00');
    const [first, second] = [1, 59_999].map((more) =>
      deliveryWindow(mumbai, minutes(20, 40), 'Asia/Kolkata', { at: at + more, manufacturing: null }),
    );
    assert.deepEqual(first, second);
    assert.equal(first?.min, at + (1 + 120 + 20) * 60_000);
  });

  test('is not given by a store that never opens', () => {
    const shut = store(calendar('Asia/Kolkata', { week: [] }));
    const order = { at: moment('Asia/Kolkata', '2026-11-16 10:00'), manufacturing: null };
    assert.equal(deliveryWindow(shut, days(1, 2), 'Asia/Kolkata', order), null);
    assert.equal(pickupWindow(shut, order), null);
    assert.equal(hintedWindow(shut, order, 10), null);
  });

  test('of an estimate counts from the moment the store can begin', () => {
    const when = (ordered: string, manufacturing: Manufacturing | null = null) =>
      hintedWindow(mumbai, { at: moment('Asia/Kolkata', ordered), manufacturing }, 25);
    const expected = (text: string) => ({ min: moment('Asia/Kolkata', text), max: moment('Asia/Kolkata', text) });
    assert.deepEqual(when('2026-11-16 18:00'), expected('2026-11-16 18:25'));
    assert.deepEqual(when('2026-11-16 23:00'), expected('2026-11-17 09:25'));
    assert.deepEqual(when('2026-11-16 10:00', { time: 1, unit: 'days' }), expected('2026-11-17 09:25'));
  });

  test('of an estimate beyond a year is no promise', () => {
    assert.equal(hintedWindow(mumbai, { at: 0, manufacturing: null }, 1e300), null);
  });

  test('of a cart is the earliest min and the latest max of its lines', () => {
    assert.deepEqual(windowOfAll([{ min: 5, max: 9 }, null, { min: 3, max: 4 }]), { min: 3, max: 9 });
    assert.equal(windowOfAll([null]), null);
    assert.equal(windowOfAll([]), null);
  });
});
