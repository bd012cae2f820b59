/** When offers run: cron on the wall clock of a time zone, through every change of the clocks. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { parseCron } from '../../../src/offers/rules/cron-rules.ts';
import { edgesOf, periodsBetween, readSchedule, scheduleProblems } from '../../../src/offers/rules/schedule-rules.ts';
import { dayOf, instantOf } from '../../../src/shared/time-zone.ts';
import { countedCalls, countedWork } from '../../counted-work.ts';

const at = (text: string): number => Date.parse(text);
const iso = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');
const HOUR = 3_600_000;
const ENDLESS = Number.MAX_SAFE_INTEGER;

/** The begins of the first repeats of a cron in a zone. */
const begins = (cron: string, zone: string, from: string, count: number, minutes = 1): readonly string[] =>
  periodsBetween(readSchedule({ cron, duration: minutes }), zone, {
    from: at(from),
    to: at(from) + 400 * 24 * HOUR,
    most: count,
  })
    .periods.slice(0, count)
    .map((period) => iso(period.from));

describe('cron', () => {
  const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['0 18 * * FRI', 'UTC', '2026-11-15T00:00:00Z', ['2026-11-20T18:00:00Z', '2026-11-27T18:00:00Z']],
    ['0 18 * * 5', 'Asia/Kolkata', '2026-11-15T00:00:00Z', ['2026-11-20T12:30:00Z', '2026-11-27T12:30:00Z']],
    [
      '*/20 9-10 * * *',
      'UTC',
      '2026-11-15T10:10:00Z',
      ['2026-11-15T10:20:00Z', '2026-11-15T10:40:00Z', '2026-11-16T09:00:00Z'],
    ],
    ['0 0 31 * *', 'UTC', '2026-01-31T00:01:00Z', ['2026-03-31T00:00:00Z', '2026-05-31T00:00:00Z']],
    ['0 0 29 2 *', 'UTC', '2027-06-01T00:00:00Z', ['2028-02-29T00:00:00Z']],
    [
      '0 12 1 * MON',
      'UTC',
      '2026-11-15T00:00:00Z',
      ['2026-11-16T12:00:00Z', '2026-11-23T12:00:00Z', '2026-11-30T12:00:00Z', '2026-12-01T12:00:00Z'],
    ],
    ['0 12 * * 7', 'UTC', '2026-11-15T00:00:00Z', ['2026-11-15T12:00:00Z', '2026-11-22T12:00:00Z']],
    ['0 0 1 JAN-MAR/2 *', 'UTC', '2026-11-15T00:00:00Z', ['2027-01-01T00:00:00Z', '2027-03-01T00:00:00Z']],
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z']],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z']],
    [
      '0 * * * *',
      'America/New_York',
      '2026-03-08T05:30:00Z',
      ['2026-03-08T06:00:00Z', '2026-03-08T07:00:00Z', '2026-03-08T08:00:00Z'],
    ],
    ['0 0 * * *', 'America/Sao_Paulo', '2018-11-03T12:00:00Z', ['2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z']],
    ['0 8 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', ['2026-10-03T21:00:00Z', '2026-10-04T21:00:00Z']],
  ];
  for (const [cron, zone, from, expected] of cases) {
    test(`${cron} in ${zone} after ${from} fires at ${expected.join(', ')}`, () => {
      assert.deepEqual(begins(cron, zone, from, expected.length), expected);
    });
  }

  test('what is not five readable fields is no cron', () => {
    for (const text of [
      '',
      '* * * *',
      '* * * * * *',
      '60 * * * *',
      '* 24 * * *',
      '* * 0 * *',
      '* * * 13 *',
      '* * * * 8',
    ]) {
      assert.equal(parseCron(text), undefined, text);
    }
    for (const text of ['5-1 * * * *', '*/0 * * * *', '1-2-3 * * * *', 'a * * * *', '*-5 * * * *', ', * * * *']) {
      assert.equal(parseCron(text), undefined, text);
    }
  });
});

describe('periods', () => {
  test('repeats that overlap are one period, cut at the end', () => {
    const schedule = readSchedule({
      start: '2026-11-15T00:00:00Z',
      end: '2026-11-15T02:30:00Z',
      cron: '0 * * * *',
      duration: 90,
    });
    const { periods, until } = periodsBetween(schedule, 'UTC', {
      from: at('2026-11-15T00:10:00Z'),
      to: at('2026-11-16T00:00:00Z'),
      most: 10,
    });
    assert.deepEqual(
      periods.map(({ from, to }) => [iso(from), iso(to)]),
      [['2026-11-15T00:00:00Z', '2026-11-15T02:30:00Z']],
    );
    assert.equal(until, ENDLESS);
  });

  test('a repeat that began before now and still runs is among them', () => {
    const schedule = readSchedule({ cron: '0 18 * * *', duration: 600 });
    const { periods } = periodsBetween(schedule, 'UTC', {
      from: at('2026-11-15T03:00:00Z'),
      to: at('2026-11-15T04:00:00Z'),
      most: 10,
    });
    assert.deepEqual(
      periods.map(({ from }) => iso(from)),
      ['2026-11-14T18:00:00Z'],
    );
  });

  for (const duration of [1, 10_080, 525_600]) {
    test(`a cron of every minute that lasts ${duration} of them is one period, known as far ahead as was asked`, () => {
      const from = at('2026-11-15T00:00:00Z');
      const to = from + 32 * 24 * HOUR;
      const schedule = readSchedule({ cron: '* * * * *', duration });
      const { periods, until } = periodsBetween(schedule, 'Europe/Berlin', { from, to, most: 10 });
      assert.deepEqual([periods.length, until], [1, to]);
      assert.ok((periods[0]?.from ?? to) <= from && (periods[0]?.to ?? 0) >= to);
    });
  }

  test('what is asked of a cron does not grow with how often it fires, nor on days when the clocks change', async () => {
    const from = at('2026-11-15T00:00:00Z');
    const range = { from, to: from + 32 * 24 * HOUR, most: 1_000 };
    const workOf = (cron: string): Promise<number> =>
      countedWork(() => periodsBetween(readSchedule({ cron, duration: 525_600 }), 'Europe/Berlin', range));
    const daily = await workOf('0 12 * * *');
    for (const cron of ['* * * * *', '*/3 * * * *', '* * 25-31 3,10 */7']) {
      assert.ok((await workOf(cron)) < 12 * daily, cron);
    }
  });

  test('no clock is asked about days on which it does not fire, of which there may be eight years', async () => {
    const never = { cron: '0 0 30 2 *', duration: 5, start: '2061-01-01T00:00:00Z' };
    const asked = await countedCalls('askIntl', () => {
      assert.equal(scheduleProblems(never, 'Europe/Berlin', 0).length, 1);
    });
    assert.ok(asked < 10, `asked ${asked} times`);
  });

  test('edges are the begins and ends, each once and in order; no bound is none', () => {
    const periods = [
      { from: 30, to: ENDLESS },
      { from: 10, to: 20 },
      { from: -ENDLESS, to: 10 },
    ];
    assert.deepEqual(edgesOf(periods), [10, 20, 30]);
  });

  test('without a cron it runs from start to end, or without a bound that is missing', () => {
    const both = periodsBetween(readSchedule({ start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' }), 'UTC', {
      from: 0,
      to: 1,
      most: 5,
    });
    assert.deepEqual(both.periods, [{ from: at('2026-01-01T00:00:00Z'), to: at('2026-02-01T00:00:00Z') }]);
    assert.deepEqual(periodsBetween(readSchedule(null), 'UTC', { from: 0, to: 1, most: 5 }).periods, [
      { from: -ENDLESS, to: ENDLESS },
    ]);
  });
});

describe('problems of a schedule', () => {
  const now = at('2026-11-15T12:00:00Z');
  const cases: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['none', { start: '2026-11-15T00:00:00Z', end: null }, []],
    ['an end before its start', { start: '2026-11-15T00:00:00Z', end: '2026-11-14T00:00:00Z' }, ['_schedule.end']],
    ['an unreadable time', { start: 'tomorrow' }, ['_schedule.start']],
    ['a cron that no calendar has', { cron: '0 0 30 2 *', duration: 60 }, ['_schedule.cron']],
    [
      'a cron outside start and end',
      { start: '2026-11-16T00:00:00Z', end: '2026-11-17T00:00:00Z', cron: '0 0 * * FRI', duration: 5 },
      ['_schedule.cron'],
    ],
    ['a cron without a duration', { cron: '0 0 * * *' }, ['_schedule.duration']],
    ['a cron of six fields', { cron: '0 0 0 * * *', duration: 5 }, ['_schedule.cron']],
  ];
  for (const [name, schedule, fields] of cases) {
    test(name, () =>
      assert.deepEqual(
        scheduleProblems(schedule, 'Asia/Kolkata', now).map(({ field }) => field),
        fields,
      ),
    );
  }
});

describe('laws', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Africa/Casablanca',
  ];
  const zone = fc.constantFrom(...zones);
  const instant = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') });
  const crons = fc
    .tuple(
      fc.integer({ min: 0, max: 59 }),
      fc.integer({ min: 0, max: 23 }),
      fc.constantFrom('*', '1', '15', '28', '31'),
      fc.constantFrom('*', '0', '1-5'),
    )
    .map(([minute, hour, day, weekday]) => `${minute} ${hour} ${day} * ${weekday}`);

  test('a later time on the wall is never an earlier instant', () => {
    fc.assert(
      fc.property(
        zone,
        instant,
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 1439 }),
        (name, time, a, b) => {
          const day = dayOf(name, time);
          assert.ok(instantOf(name, day, Math.min(a, b)) <= instantOf(name, day, Math.max(a, b)));
          assert.equal(dayOf(name, instantOf(name, day, a)), day);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('periods are those of every single repeat, joined where they touch', () => {
    const often = fc
      .tuple(fc.constantFrom('*', '*/7', '0-29', '5,6,40'), fc.constantFrom('*', '0-4', '23', '*/6'))
      .map(([minute, hour]) => `${minute} ${hour} * * *`);
    const nearChange = fc
      .constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01', '2026-06-10')
      .chain((date) =>
        fc.integer({ min: -2 * 1440, max: 1440 }).map((minute) => at(`${date}T00:00:00Z`) + minute * 60_000),
      );
    fc.assert(
      fc.property(zone, nearChange, often, fc.integer({ min: 1, max: 3_000 }), (name, from, cron, duration) => {
        const to = from + 3 * 24 * HOUR;
        const { minutes = [] } = parseCron(cron) ?? {};
        const first = dayOf(name, from - duration * 60_000);
        const fires = Array.from({ length: dayOf(name, to) - first + 1 }, (_, day) =>
          minutes.map((minute) => instantOf(name, first + day, minute)),
        ).flat();
        const joined: { from: number; to: number }[] = [];
        for (const fire of fires.filter((one) => one > from - duration * 60_000 && one < to)) {
          const last = joined.at(-1);
          if (last !== undefined && fire <= last.to) last.to = fire + duration * 60_000;
          else joined.push({ from: fire, to: fire + duration * 60_000 });
        }
        const { periods } = periodsBetween(readSchedule({ cron, duration }), name, { from, to, most: 10_000 });
        assert.deepEqual(periods, joined);
      }),
      { numRuns: 200 },
    );
  });

  test('periods are in order, apart, and last no longer than asked; asking from later finds the same ones', () => {
    fc.assert(
      fc.property(zone, instant, crons, fc.integer({ min: 1, max: 600 }), (name, from, cron, duration) => {
        const schedule = readSchedule({ cron, duration });
        const to = from + 90 * 24 * HOUR;
        const { periods } = periodsBetween(schedule, name, { from, to, most: 1_000 });
        for (const [index, period] of periods.entries()) {
          assert.ok(period.to > from && period.from < to && period.to - period.from === duration * 60_000);
          assert.ok(index === 0 || period.from > (periods[index - 1]?.to ?? 0));
        }
        const [, second] = periods;
        if (second === undefined) return;
        assert.deepEqual(
          periodsBetween(schedule, name, { from: second.from, to, most: 1_000 }).periods,
          periods.slice(1),
        );
      }),
      { numRuns: 150 },
    );
  });
});
