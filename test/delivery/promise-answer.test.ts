/** Promises as a cart shows them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  formattedDay,
  fulfillmentModes,
  journeyPromises,
  lineWindow,
  type PromiseAsked,
  type PromiseLane,
  shipmentPromise,
} from '../../src/delivery/promise-answer.ts';
import { hintedMinutes, readHints } from '../../src/delivery/promise-hints.ts';

const allDay = Array.from({ length: 7 }, () => [{ opens: 9 * 60, closes: 21 * 60 }]);
const store = {
  uid: 7,
  name: 'Fort',
  address: '14 Horniman Lane',
  pickup: true,
  calendar: { timeZone: 'Asia/Kolkata', week: allDay, exceptions: {} },
  cutOff: null,
  processingMinutes: 20,
  handoverMinutes: 5,
};
const lane: PromiseLane = {
  journeys: { rush: { unit: 'minutes', min: 15, max: 30 }, standard: { unit: 'days', min: 1, max: 3 } },
  distanceKm: 4,
  meta: { carrier: 'Pedal & Post' },
};
// Thursday, 3 March 2022, 10:00 in Mumbai
const at = Date.UTC(2022, 2, 3, 4, 30);
const asked: PromiseAsked = { store, lane, zone: 'Asia/Kolkata', order: { at, manufacturing: null } };
const rushOf = (given: PromiseAsked) => journeyPromises(given).find(({ journey }) => journey === 'rush');

describe('a promise on the wire', () => {
  test('has three forms, in the time zone of the place, seconds and UTC', () => {
    const window = { min: Date.UTC(2022, 2, 2, 20), max: Date.UTC(2022, 2, 8, 3, 0, 0, 789) };
    assert.deepEqual(shipmentPromise(window, 'Asia/Kolkata'), {
      formatted: { min: '03 Mar, Thursday', max: '08 Mar, Tuesday' },
      timestamp: { min: 1646251200, max: 1646708400 },
      iso: { min: '2022-03-02T20:00:00.000Z', max: '2022-03-08T03:00:00.789Z' },
    });
    assert.equal(formattedDay(window.min, 'America/New_York'), '02 Mar, Wednesday');
  });

  test('is an object with null members where there is none', () => {
    const none = { min: null, max: null };
    assert.deepEqual(shipmentPromise(null, 'UTC'), { formatted: none, timestamp: none, iso: none });
  });

  test('has an entry for each journey the lane offers, and none without a place', () => {
    assert.deepEqual(journeyPromises(asked), [
      {
        journey: 'standard',
        meta: {
          carrier: 'Pedal & Post',
          dynamic_delivery: {
            t1: 20,
            t2: 5,
            t3: null,
            eta_mins: null,
            t1_ttl_min: 5,
            t2_ttl_min: 5,
            t3_ttl_min: null,
            eta_min_ttl: null,
          },
        },
        delivery_promise: {
          min: '2022-03-04T03:30:00.000Z',
          max: '2022-03-06T15:30:00.000Z',
          message: 'Delivery by 06 Mar, Sunday',
          eta_mins: null,
          show_eta: false,
          model_resp: false,
          distance: 4,
        },
      },
      {
        journey: 'rush',
        meta: {
          carrier: 'Pedal & Post',
          dynamic_delivery: {
            t1: 20,
            t2: 5,
            t3: 30,
            eta_mins: 55,
            t1_ttl_min: 5,
            t2_ttl_min: 5,
            t3_ttl_min: 30,
            eta_min_ttl: 5,
          },
        },
        delivery_promise: {
          min: '2022-03-03T05:10:00.000Z',
          max: '2022-03-03T05:25:00.000Z',
          message: 'Delivery in 55 min',
          eta_mins: 55,
          show_eta: true,
          model_resp: false,
          distance: 4,
        },
      },
    ]);
    assert.deepEqual(journeyPromises({ ...asked, lane: null }), []);
  });

  test('is told in minutes only when it is sooner than the limit', () => {
    const limit = (etaLimit: number) =>
      rushOf({ ...asked, settings: { etaLimit, hintTtl: { t1: 5, t2: 5, t3: 30, eta: 5 } } })?.delivery_promise
        ?.eta_mins;
    assert.deepEqual([limit(56), limit(55)], [55, null]);
  });

  test('takes an estimate of the call for rush, and for nothing else', () => {
    const hinted = { ...asked, hints: readHints({ t1: '2', t2: 0, t3: '9.5' }) };
    const [standard] = journeyPromises(hinted);
    const rush = rushOf(hinted);
    assert.deepEqual(standard?.delivery_promise, journeyPromises(asked)[0]?.delivery_promise);
    assert.equal(rush?.delivery_promise?.max, '2022-03-03T04:41:30.000Z');
    assert.equal(rush?.delivery_promise?.model_resp, true);
    assert.deepEqual(rush?.meta?.dynamic_delivery, {
      t1: 2,
      t2: 0,
      t3: 9.5,
      eta_mins: 11.5,
      t1_ttl_min: 5,
      t2_ttl_min: 5,
      t3_ttl_min: 30,
      eta_min_ttl: 5,
    });
  });

  test('passes an estimate of the call on with every journey', () => {
    const shownWith = (sent: Readonly<Record<string, unknown>>) => {
      const [standard] = journeyPromises({ ...asked, hints: readHints(sent) });
      return standard?.meta?.dynamic_delivery;
    };
    const legs = shownWith({ t1: '2', t2: 0, t3: '9.5' });
    assert.deepEqual([legs?.t1, legs?.t2, legs?.t3, legs?.eta_mins, legs?.t3_ttl_min], [2, 0, 9.5, null, 30]);
    assert.equal(shownWith({ eta_mins: 7 })?.eta_mins, 7);
  });

  test('shows a part of an estimate without believing it', () => {
    const rush = rushOf({ ...asked, hints: readHints({ t1: 3 }) });
    assert.equal(rush?.meta?.dynamic_delivery?.t1, 3);
    assert.equal(rush?.delivery_promise?.max, '2022-03-03T05:25:00.000Z');
    assert.equal(rush?.delivery_promise?.model_resp, false);
  });

  test('preserves an estimate of zero', () => {
    const rush = rushOf({ ...asked, hints: readHints({ eta_mins: 0 }) });
    assert.equal(rush?.delivery_promise?.eta_mins, 0);
    assert.equal(rush?.meta?.dynamic_delivery?.eta_mins, 0);
  });

  test('ignores estimates that are nonsense', () => {
    for (const nonsense of [
      '',
      ' ',
      'soon',
      '-1',
      -1,
      'NaN',
      'Infinity',
      Number.POSITIVE_INFINITY,
      null,
      true,
      ['5'],
      {},
    ]) {
      assert.equal(hintedMinutes(readHints({ eta_mins: nonsense })), null, JSON.stringify(nonsense));
      assert.deepEqual(rushOf({ ...asked, hints: readHints({ eta_mins: nonsense }) }), rushOf(asked));
    }
    const aeons = rushOf({ ...asked, hints: readHints({ eta_mins: 1e300 }) });
    assert.deepEqual(aeons?.delivery_promise, rushOf(asked)?.delivery_promise);
  });

  test('of a line is that of its journey, and null when the lane does not offer it', () => {
    assert.equal(lineWindow(asked, 'rush')?.max, at + 55 * 60_000);
    assert.equal(lineWindow(asked, 'priority'), null);
    assert.equal(lineWindow({ ...asked, lane: null }, 'standard'), null);
  });

  test('has an entry for each way the line can reach its shopper', () => {
    const home = {
      slug: 'home_delivery',
      meta: { store_uid: 7, store_name: 'Fort' },
      delivery_promise: {
        min: '2022-03-04T03:30:00.000Z',
        max: '2022-03-06T15:30:00.000Z',
        message: 'Delivery by 06 Mar, Sunday',
      },
    };
    const pickup = {
      slug: 'store_pickup',
      meta: { store_uid: 7, store_name: 'Fort', pickup_address: '14 Horniman Lane' },
      delivery_promise: {
        min: '2022-03-03T04:55:00.000Z',
        max: '2022-03-03T15:30:00.000Z',
        message: 'Ready for pickup on 03 Mar, Thursday',
      },
    };
    assert.deepEqual(fulfillmentModes(asked, 'standard'), [home, pickup]);
    assert.deepEqual(fulfillmentModes({ ...asked, lane: null }, 'standard'), [pickup]);
    assert.deepEqual(fulfillmentModes({ ...asked, store: { ...store, pickup: false } }, 'standard'), [home]);
  });
});
