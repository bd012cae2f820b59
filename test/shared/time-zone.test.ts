import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { countedCalls } from '../counted-work.ts';
import { DAY, dateOf, dayOf, dayOfDate, instantOf, isTimeZone, weekdayOf } from '../../src/shared/time-zone.ts';

const at = (zone: string, date: string, time: string): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return new Date(instantOf(zone, dayOfDate(date) ?? 0, hour * 60 + minute)).toISOString();
};

const cases = [
  ['a zone with half hours', 'Asia/Kolkata', '2026-11-15', '09:30', '2026-11-15T04:00:00.000Z'],
  ['a zone with quarter hours', 'Asia/Kathmandu', '2026-11-15', '05:45', '2026-11-15T00:00:00.000Z'],
  ['winter in New York', 'America/New_York', '2026-01-15', '12:00', '2026-01-15T17:00:00.000Z'],
  ['summer in New York', 'America/New_York', '2026-07-15', '12:00', '2026-07-15T16:00:00.000Z'],
  ['the minute before New York skips an hour', 'America/New_York', '2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
  ['a skipped time, as the moment of the jump', 'America/New_York', '2026-03-08', '02:30', '2026-03-08T07:00:00.000Z'],
  ['the first minute after the jump', 'America/New_York', '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
  ['a repeated time, as its first pass', 'America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
  ['the first minute after the repeated hour', 'America/New_York', '2026-11-01', '02:00', '2026-11-01T07:00:00.000Z'],
  ['summer in Berlin', 'Europe/Berlin', '2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
  ['winter in Berlin', 'Europe/Berlin', '2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
  ['summer in Auckland', 'Pacific/Auckland', '2026-01-15', '09:00', '2026-01-14T20:00:00.000Z'],
  ['winter in Auckland', 'Pacific/Auckland', '2026-07-15', '09:00', '2026-07-14T21:00:00.000Z'],
  ['half an hour of summer time', 'Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30:00.000Z'],
  ['a day that a country skipped', 'Pacific/Apia', '2011-12-30', '12:00', '2011-12-30T10:00:00.000Z'],
  ['the end of a day of 23 hours', 'Europe/Berlin', '2026-03-29', '24:00', '2026-03-29T22:00:00.000Z'],
  ['midnight that does not exist', 'Asia/Beirut', '2026-03-29', '00:00', '2026-03-28T22:00:00.000Z'],
] as const;

describe('wall clocks', () => {
  for (const [name, zone, date, time, expected] of cases) {
    test(`${name}: ${date} ${time} in ${zone}`, () => assert.equal(at(zone, date, time), expected));
  }

  const zone = fc.constantFrom(
    'Asia/Kolkata',
    'America/New_York',
    'Europe/Berlin',
    'Pacific/Auckland',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Africa/Casablanca',
    'Pacific/Chatham',
    'UTC',
  );
  // Half of the days are around those on which clocks change somewhere.
  const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-27', '2026-10-04', '2026-10-25', '2026-11-01'];
  const day = fc.oneof(
    fc.integer({ min: dayOfDate('2015-01-01') ?? 0, max: dayOfDate('2036-12-31') ?? 0 }),
    fc.constantFrom(...changes).map((date) => dayOfDate(date) ?? 0),
  );
  const minute = fc.integer({ min: 0, max: 1440 });

  test('a later time on the wall is never an earlier instant', () => {
    fc.assert(
      fc.property(zone, day, minute, fc.integer({ min: 0, max: 400 }), (zone, day, minute, later) => {
        const then = minute + later;
        assert.ok(instantOf(zone, day, minute) <= instantOf(zone, day + Math.floor(then / 1440), then % 1440));
      }),
      { numRuns: 2000 },
    );
  });

  test('an instant is on the day whose midnight is the last before it', () => {
    fc.assert(
      fc.property(zone, day, fc.integer({ min: 0, max: DAY }), (zone, day, part) => {
        const instant = day * DAY + part;
        const found = dayOf(zone, instant);
        assert.ok(instantOf(zone, found, 0) <= instant && instant < instantOf(zone, found + 1, 0));
      }),
    );
  });

  test('what Intl shows for an instant is the time it was made from', () => {
    fc.assert(
      fc.property(zone, day, fc.integer({ min: 240, max: 1439 }), (zone, day, minute) => {
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
        const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        assert.equal(shown.format(instantOf(zone, day, minute)), `${dateOf(day)} ${clock}`);
      }),
    );
  });
});

describe('days', () => {
  test('a date is a day of the calendar or nothing', () => {
    assert.equal(dayOfDate('1970-01-02'), 1);
    assert.deepEqual(['2026-02-29', '2026-13-01', '26-1-1', ''].map(dayOfDate), Array(4).fill(undefined));
  });
  test('the first centuries have their days as any other', () => {
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
      for (const date of ['0001-01-01', '0001-01-02', '0001-01-31', '0050-06-01', '0099-12-31', '0100-01-01']) {
        const day = dayOfDate(date) ?? assert.fail(date);
        for (const minute of [0, 720, 1439])
          assert.equal(dayOf(zone, instantOf(zone, day, minute)), day, `${zone} ${date}`);
      }
    }
  });
  test('weeks begin on Monday', () => {
    assert.deepEqual(
      ['2026-11-16', '2026-11-15', '1969-12-29'].map((date) => weekdayOf(dayOfDate(date) ?? 0)),
      [0, 6, 0],
    );
  });
  test('a time zone is an IANA name', () => {
    assert.deepEqual(['Asia/Kolkata', 'UTC', '+05:30', 'Mars/Base', ''].map(isTimeZone), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a zone in thousands of spellings', () => {
  const spelled = (name: string, at: number): string =>
    name
      .split('')
      .map((sign, place) => ((at >> place) & 1 ? sign.toUpperCase() : sign.toLowerCase()))
      .join('');

  test('is one clock', async () => {
    const made = await countedCalls('newClock', () => {
      for (let one = 0; one < 1_500; one += 1) {
        const name = spelled('Asia/Thimphu', one);
        assert.ok(isTimeZone(name));
        assert.equal(dayOf(name, Date.UTC(2026, 10, 15, 18)), dayOf('Asia/Thimphu', Date.UTC(2026, 10, 15, 18)));
      }
    });
    assert.equal(made, 1);
  });
});
