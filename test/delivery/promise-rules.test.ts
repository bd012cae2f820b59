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
import { dayOfDate, instantOf } from '../../src/delivery/time-zone.ts';

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

type Case = {
  readonly name: string;
  readonly store?: WorkTimes;
  readonly travel: Travel | 'pickup';
  readonly ordered: string;
  readonly made?: Manufacturing;
  readonly zone?: string;
  readonly min: string;
  readonly max: string;
};

// 2026-11-16 is a Monday.
const cases: readonly Case[] = [
  {
    name: 'in the morning counts today',
    travel: days(1, 3),
    ordered: '2026-11-16 10:00',
    min: '2026-11-17 09:00',
    max: '2026-11-19 21:00',
  },
  {
    name: 'a minute before the cut-off counts today',
    travel: days(1, 3),
    ordered: '2026-11-16 15:59',
    min: '2026-11-17 09:00',
    max: '2026-11-19 21:00',
  },
  {
    name: 'at the cut-off counts tomorrow',
    travel: days(1, 3),
    ordered: '2026-11-16 16:00',
    min: '2026-11-18 09:00',
    max: '2026-11-20 21:00',
  },
  {
    name: 'before opening counts today',
    travel: days(0, 1),
    ordered: '2026-11-16 03:00',
    min: '2026-11-16 11:00',
    max: '2026-11-17 21:00',
  },
  {
    name: 'after closing counts tomorrow',
    travel: days(0, 1),
    ordered: '2026-11-16 22:00',
    min: '2026-11-17 11:00',
    max: '2026-11-18 21:00',
  },
  {
    name: 'on Saturday after the cut-off waits for Monday',
    travel: days(1, 2),
    ordered: '2026-11-21 17:00',
    min: '2026-11-24 09:00',
    max: '2026-11-25 21:00',
  },
  {
    name: 'on a closed Sunday waits for Monday',
    travel: days(1, 2),
    ordered: '2026-11-22 10:00',
    min: '2026-11-24 09:00',
    max: '2026-11-25 21:00',
  },
  {
    name: 'before a holiday is not held up by it once it has left',
    store: store(calendar('Asia/Kolkata', { exceptions: { '2026-11-17': [] } })),
    travel: days(1, 2),
    ordered: '2026-11-16 10:00',
    min: '2026-11-17 09:00',
    max: '2026-11-18 21:00',
  },
  {
    name: 'on a holiday waits for the next working day',
    store: store(calendar('Asia/Kolkata', { exceptions: { '2026-11-16': [] } })),
    travel: days(1, 2),
    ordered: '2026-11-16 10:00',
    min: '2026-11-18 09:00',
    max: '2026-11-19 21:00',
  },
  {
    name: 'on a Sunday that is open for once counts',
    store: store(calendar('Asia/Kolkata', { exceptions: { '2026-11-22': day } })),
    travel: days(1, 2),
    ordered: '2026-11-22 10:00',
    min: '2026-11-23 09:00',
    max: '2026-11-24 21:00',
  },
  {
    name: 'on a short day goes on the next day with what is left to do',
    store: store(calendar('Asia/Kolkata', { exceptions: { '2026-11-16': [{ opens: 540, closes: 630 }] } })),
    travel: minutes(0, 0),
    ordered: '2026-11-16 09:30',
    min: '2026-11-17 10:00',
    max: '2026-11-17 10:00',
  },
  {
    name: 'over a closed noon is worked on before and after it',
    store: store(
      calendar('Asia/Kolkata', {
        week: Array.from({ length: 7 }, () => [
          { opens: 540, closes: 720 },
          { opens: 840, closes: 1080 },
        ]),
      }),
    ),
    travel: minutes(30, 60),
    ordered: '2026-11-16 11:00',
    min: '2026-11-16 15:30',
    max: '2026-11-16 16:00',
  },
  {
    name: 'without a cut-off counts whenever the store is open',
    store: { ...mumbai, cutOff: null },
    travel: days(0, 0),
    ordered: '2026-11-16 18:00',
    min: '2026-11-16 20:00',
    max: '2026-11-16 21:00',
  },
  {
    name: 'ready after the last delivery of the day counts from the next',
    store: store(calendar('Asia/Kolkata', { week: roundTheClock }), { cutOff: null }),
    travel: days(0, 0),
    ordered: '2026-11-16 20:00',
    min: '2026-11-17 09:00',
    max: '2026-11-17 21:00',
  },
  {
    name: 'hand-over comes on top of processing',
    store: { ...mumbai, handoverMinutes: 45 },
    travel: minutes(15, 30),
    ordered: '2026-11-16 10:00',
    min: '2026-11-16 13:00',
    max: '2026-11-16 13:15',
  },

  {
    name: 'rush minds no cut-off',
    travel: minutes(20, 40),
    ordered: '2026-11-16 18:00',
    min: '2026-11-16 20:20',
    max: '2026-11-16 20:40',
  },
  {
    name: 'rush may arrive after closing when it left before',
    travel: minutes(20, 40),
    ordered: '2026-11-16 19:00',
    min: '2026-11-16 21:20',
    max: '2026-11-16 21:40',
  },
  {
    name: 'rush that cannot be ready today is ready tomorrow',
    travel: minutes(20, 40),
    ordered: '2026-11-16 20:00',
    min: '2026-11-17 10:20',
    max: '2026-11-17 10:40',
  },
  {
    name: 'rush at night begins in the morning',
    travel: minutes(20, 40),
    ordered: '2026-11-17 02:00',
    min: '2026-11-17 11:20',
    max: '2026-11-17 11:40',
  },

  {
    name: 'made in three days leaves on the third working day after',
    travel: days(1, 2),
    made: { time: 3, unit: 'days' },
    ordered: '2026-11-16 10:00',
    min: '2026-11-20 09:00',
    max: '2026-11-21 21:00',
  },
  {
    name: 'made over a Sunday does not count it',
    travel: days(1, 2),
    made: { time: 2, unit: 'days' },
    ordered: '2026-11-20 10:00',
    min: '2026-11-24 09:00',
    max: '2026-11-25 21:00',
  },
  {
    name: 'made from a closed day begins with the next open one',
    travel: days(1, 1),
    made: { time: 1, unit: 'days' },
    ordered: '2026-11-22 10:00',
    min: '2026-11-25 09:00',
    max: '2026-11-25 21:00',
  },
  {
    name: 'made in hours takes opening time',
    travel: minutes(10, 10),
    made: { time: 11, unit: 'hours' },
    ordered: '2026-11-16 12:00',
    min: '2026-11-17 13:10',
    max: '2026-11-17 13:10',
  },
  {
    name: 'made in minutes takes opening time',
    travel: minutes(10, 10),
    made: { time: 50, unit: 'minutes' },
    ordered: '2026-11-16 12:00',
    min: '2026-11-16 15:00',
    max: '2026-11-16 15:00',
  },
  {
    name: 'made in no time is like any other',
    travel: minutes(10, 10),
    made: { time: 0, unit: 'days' },
    ordered: '2026-11-16 12:00',
    min: '2026-11-16 14:10',
    max: '2026-11-16 14:10',
  },

  {
    name: 'picked up from the hour it is ready until closing',
    travel: 'pickup',
    ordered: '2026-11-16 10:00',
    min: '2026-11-16 12:00',
    max: '2026-11-16 21:00',
  },
  {
    name: 'picked up the next morning when it is ready as the store closes',
    travel: 'pickup',
    ordered: '2026-11-16 19:00',
    min: '2026-11-17 09:00',
    max: '2026-11-17 21:00',
  },
  {
    name: 'picked up on Monday when ordered late on Saturday',
    travel: 'pickup',
    ordered: '2026-11-21 20:00',
    min: '2026-11-23 10:00',
    max: '2026-11-23 21:00',
  },

  {
    name: 'New York, over the night that clocks go forward',
    store: newYork,
    travel: days(1, 3),
    ordered: '2026-03-07 10:00',
    min: '2026-03-08 09:00',
    max: '2026-03-10 21:00',
  },
  {
    name: 'New York, over the night that clocks go back',
    store: newYork,
    travel: days(1, 3),
    ordered: '2026-10-31 10:00',
    min: '2026-11-01 09:00',
    max: '2026-11-03 21:00',
  },
  {
    name: 'New York, open all night: the skipped hour is no working hour',
    store: { ...newYork, calendar: calendar('America/New_York', { week: roundTheClock }), cutOff: null },
    travel: minutes(0, 0),
    ordered: '2026-03-08 01:00',
    min: '2026-03-08 04:00',
    max: '2026-03-08 04:00',
  },
  {
    name: 'New York, open all night: the repeated hour is worked twice',
    store: { ...newYork, calendar: calendar('America/New_York', { week: roundTheClock }), cutOff: null },
    travel: minutes(0, 0),
    ordered: '2026-11-01 00:30',
    min: '2026-11-01 01:30',
    max: '2026-11-01 01:30',
  },
  {
    name: 'Berlin, the last day of summer time',
    store: berlin,
    travel: days(1, 1),
    ordered: '2026-10-24 15:00',
    min: '2026-10-25 09:00',
    max: '2026-10-25 21:00',
  },
  {
    name: 'Auckland, where summer begins in September',
    store: auckland,
    travel: days(2, 4),
    ordered: '2026-09-26 11:00',
    min: '2026-09-28 09:00',
    max: '2026-09-30 21:00',
  },
  {
    name: 'from Mumbai to New York arrives in New York’s daytime',
    travel: days(5, 7),
    zone: 'America/New_York',
    ordered: '2026-11-16 10:00',
    min: '2026-11-21 09:00',
    max: '2026-11-23 21:00',
  },
  {
    name: 'from Auckland to Berlin counts from the day it is in Berlin',
    store: auckland,
    travel: days(5, 7),
    zone: 'Europe/Berlin',
    ordered: '2026-11-17 09:30',
    min: '2026-11-22 09:00',
    max: '2026-11-24 21:00',
  },
];

describe('a promise', () => {
  for (const { name, store: from = mumbai, travel, ordered, made, zone, min, max } of cases) {
    test(name, () => {
      const home = from.calendar.timeZone;
      const order = { at: moment(home, ordered), manufacturing: made ?? null };
      const window =
        travel === 'pickup' ? pickupWindow(from, order) : deliveryWindow(from, travel, zone ?? home, order);
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
