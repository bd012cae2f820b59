/** The figures that are kept are those that a plain recomputation of all events gives, however the events come in. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import type { Database } from '../../src/db/database.ts';
import { type EventRow, insertEvents } from '../../src/events/event-store.ts';
import { countEvents } from '../../src/events/funnels/funnel-count.ts';
import { figureTableNames, figureTables } from '../../src/events/funnels/funnel-figures.ts';
import { rebuildFigures } from '../../src/events/funnels/funnel-rebuild.ts';
import { allKinds } from '../../src/events/collector/event-schemas.ts';
import { dateOf } from '../../src/shared/time-zone.ts';
import { forEachEngine } from '../databases.ts';
import { type PlainEvent, type PlainFigures, plainFigures } from './funnel-plain.ts';
import { runs } from '../laws/runs.ts';

const NOW = Date.UTC(2026, 2, 29, 12);
const HOUR = 3_600_000;
const ZONE = 'UTC';

const word = (...words: readonly string[]) => fc.constantFrom(...words);
const amount = fc.constantFrom('0', '10.5', '99.99', '250');
const cart = word('c1', 'c2', 'c3');
const currency = word('INR', 'EUR');
const product = fc.integer({ min: 1, max: 3 });
const checkout = fc.record({
  order_id: word('o1', 'o2', 'o3'),
  cart_id: cart,
  order_total: fc.constantFrom(10, 99.5, 250),
  currency,
});
const moved = fc.record({ cart_id: cart, product_id: product, value: amount, currency });
const payloads: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, unknown>>>>> = {
  product_listing: fc.constant({}),
  product_view: fc.record({ product_id: product, currency }),
  add_to_cart: moved,
  remove_from_cart: moved,
  order_checkout: checkout,
  order_checkedout: checkout,
  order_complete: fc.record({
    order_id: word('o1', 'o2', 'o3'),
    breakup_values_raw: fc.record({ total: fc.integer({ min: 0, max: 500 }) }),
    items: fc.array(
      fc.record({ id: product, price: fc.constantFrom(10, 99), quantity: fc.integer({ min: 1, max: 3 }) }),
      {
        maxLength: 3,
      },
    ),
  }),
  user_login: fc.constant({}),
  confirmed: fc
    .record({
      order_id: word('o1', 'o2', 'o3'),
      cart_id: cart,
      currency,
      total: fc.integer({ min: 0, max: 500 }),
      items: fc.array(
        fc.record({ item_id: product, amount: fc.constantFrom(10, 99.5), quantity: fc.integer({ min: 1, max: 3 }) }),
        { maxLength: 3 },
      ),
    })
    .map((order) => ({ order })),
};

const anEvent: fc.Arbitrary<Omit<PlainEvent, 'id'>> = fc.constantFrom(...Object.keys(payloads)).chain((name) =>
  fc.record({
    name: fc.constant(name),
    at: fc.integer({ min: 0, max: 60 }).map((hours) => NOW - hours * HOUR),
    userId: name === 'confirmed' ? fc.constant(null) : fc.option(word('u1', 'u2', 'u3')),
    anonymousId: name === 'confirmed' ? fc.constant(null) : fc.option(word('a1', 'a2', 'a3', 'a4')),
    payload: payloads[name] ?? fc.constant({}),
  }),
);
const history = fc.array(anEvent, { minLength: 1, maxLength: 50, size: 'max' }).chain((events) => {
  const numbered = events.map((event, at): PlainEvent => ({ ...event, id: `e${at}` }));
  const size = { minLength: numbered.length, maxLength: numbered.length };
  return fc.record({
    events: fc.constant(numbered),
    arrival: fc.shuffledSubarray(numbered, size),
    /** How many come in before the next step of counting, and how many that step takes. */
    steps: fc.array(fc.record({ come: fc.integer({ min: 1, max: 6 }), most: fc.integer({ min: 1, max: 6 }) }), {
      maxLength: 12,
      size: 'max',
    }),
  });
});

const slugOf = (name: string): string => (name === 'confirmed' ? 'application/order/confirmed/v1' : slugOfClick(name));
const slugOfClick = (name: string): string => allKinds.find((kind) => kind.name === name)?.slug ?? '';
const rowOf = (applicationId: string, { id, name, at, userId, anonymousId, payload }: PlainEvent): EventRow => ({
  applicationId,
  id,
  companyId: 1,
  slug: slugOf(name),
  happenedAt: at,
  receivedAt: NOW,
  userId,
  anonymousId,
  flags: '',
  body: JSON.stringify({ payload }),
});

const kept = async (db: Database, applicationId: string): Promise<PlainFigures> => {
  const found: Record<string, readonly number[]> = {};
  for (const table of figureTableNames) {
    const { keys, sums } = figureTables[table];
    const rows = await db.all<Record<string, string | number>>(`select * from ${table} where application_id = ?`, [
      applicationId,
    ]);
    for (const row of rows) {
      const key = keys.map((name) => (name === 'day' ? dateOf(Number(row[name])) : row[name]));
      const amounts = sums.map((name) => Number(row[name]));
      if (amounts.some((sum) => sum !== 0)) found[[table, ...key].join(' ')] = amounts;
    }
  }
  return found;
};

const countAll = async (db: Database, most = 500): Promise<void> => {
  while ((await countEvents(db, NOW, most)) > 0);
};

forEachEngine(async (engine) => {
  let shops = 0;
  const open = await engine.open();
  after(() => open.close());
  const newShop = (): string => {
    shops += 1;
    return `shop-${shops}`;
  };

  test('the figures are those of a plain recomputation, in whatever order and portions events come and are counted', async () => {
    const { db } = open;
    await fc.assert(
      fc.asyncProperty(history, async ({ events, arrival, steps }) => {
        const shop = newShop();
        const expected = plainFigures(events, ZONE);
        let come = 0;
        for (const step of steps) {
          const some = arrival.slice(come, come + step.come);
          come += some.length;
          if (some.length > 0) await db.commit([insertEvents(some.map((event) => rowOf(shop, event)))]);
          await countEvents(db, NOW, step.most);
        }
        const rest = arrival.slice(come);
        if (rest.length > 0) await db.commit([insertEvents(rest.map((event) => rowOf(shop, event)))]);
        await countAll(db, 5);
        assert.deepEqual(await kept(db, shop), expected);
      }),
      { numRuns: runs(engine.name === 'sqlite' ? 30 : 12) },
    );
  });

  test('a rebuild gives the same figures, and events that come meanwhile are in them once', async () => {
    const { db } = open;
    await fc.assert(
      fc.asyncProperty(history, async ({ events, arrival }) => {
        const shop = newShop();
        const half = Math.ceil(arrival.length / 2);
        await db.commit([insertEvents(arrival.slice(0, half).map((event) => rowOf(shop, event)))]);
        await countAll(db);
        const rebuilding = rebuildFigures(db, shop);
        const late = arrival.slice(half);
        if (late.length > 0) await db.commit([insertEvents(late.map((event) => rowOf(shop, event)))]);
        await countEvents(db, NOW, 7);
        await rebuilding;
        await countAll(db);
        assert.deepEqual(await kept(db, shop), plainFigures(events, ZONE));
      }),
      { numRuns: runs(engine.name === 'sqlite' ? 15 : 8) },
    );
  });

  test('nodes that count side by side count every event once', async () => {
    const { db } = open;
    const shop = newShop();
    const events = fc.sample(anEvent, 200).map((event, at): PlainEvent => ({ ...event, id: `e${at}` }));
    await db.commit([insertEvents(events.slice(0, 100).map((event) => rowOf(shop, event)))]);
    await db.commit([insertEvents(events.slice(100).map((event) => rowOf(shop, event)))]);
    while ((await Promise.all([1, 2, 3].map((most) => countEvents(db, NOW, most * 9)))).some((counted) => counted > 0));
    await countAll(db);
    assert.deepEqual(await kept(db, shop), plainFigures(events, ZONE));
  });
});
