/** The figures that are kept are those that a plain recomputation of all events gives, however the events come in. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import type { Database } from '../../src/db/database.ts';
import { eventIntake } from '../../src/events/collector/event-intake.ts';
import { type EventRow, insertEvents } from '../../src/events/event-store.ts';
import { eventCounting } from '../../src/events/funnels/event-counting.ts';
import { countEvents } from '../../src/events/funnels/funnel-count.ts';
import { figureTableNames, figureTables } from '../../src/events/funnels/funnel-figures.ts';
import { rebuildFigures } from '../../src/events/funnels/funnel-rebuild.ts';
import { allKinds } from '../../src/events/collector/event-schemas.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
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

  const figuresBeside = (db: Database) => eventCounting(db, () => NOW, createMetrics());
  const waiting = async (db: Database, shop: string): Promise<number> => {
    const rows = await db.all('select id from event where application_id = ? and counted = 0 limit 500 offset 0', [
      shop,
    ]);
    return rows.length;
  };
  const manyViews = (count: number): readonly PlainEvent[] =>
    Array.from({ length: count }, (_, at): PlainEvent => {
      const payload = { product_id: 1, currency: 'INR' };
      return { id: `v${at}`, name: 'product_view', at: NOW, userId: `u${at % 3}`, anonymousId: null, payload };
    });

  test('events that come together are counted with their coming, and none is written again', async () => {
    const { db } = open;
    const shop = newShop();
    const counting = figuresBeside(db);
    const events = manyViews(40);
    await eventIntake(db, counting)(
      events.map((event) => rowOf(shop, event)),
      [],
    );
    assert.equal(await waiting(db, shop), 0);
    assert.deepEqual(await kept(db, shop), plainFigures(events, ZONE));
    assert.deepEqual(await counting.step(500), { counted: 0, waited: 0 });
  });

  test('what is counted with its coming and breaks on a known event is stored all the same, for the worker', async () => {
    const { db } = open;
    const shop = newShop();
    const counting = figuresBeside(db);
    const intake = eventIntake(db, counting);
    const events = manyViews(40);
    const rows = events.map((event) => rowOf(shop, event));
    await intake(rows.slice(0, 20), []);
    const fresh = await intake(rows.slice(10), []);
    assert.deepEqual(fresh, [...Array<boolean>(10).fill(false), ...Array<boolean>(20).fill(true)]);
    assert.equal(await waiting(db, shop), 20);
    await counting.step(500);
    assert.deepEqual(await kept(db, shop), plainFigures(events, ZONE));
  });

  test('what another process counts meanwhile leaves the events to the worker', async () => {
    const { db } = open;
    const shop = newShop();
    const counting = figuresBeside(db);
    const events = manyViews(40);
    const rows = events.map((event) => rowOf(shop, event));
    await db.commit([insertEvents(rows.slice(0, 1))]);
    const slow: typeof counting = {
      ...counting,
      plan: async (...asked) => {
        const planned = await counting.plan(...asked);
        await countEvents(db, NOW);
        return planned;
      },
    };
    const fresh = await eventIntake(db, slow)(rows.slice(1), []);
    assert.ok(fresh.every(Boolean));
    assert.equal(await waiting(db, shop), 39);
    await countAll(db);
    assert.deepEqual(await kept(db, shop), plainFigures(events, ZONE));
  });

  test('events whose figures cannot be written are stored', async () => {
    const { db } = open;
    const shop = newShop();
    const counting = figuresBeside(db);
    const broken: typeof counting = {
      ...counting,
      plan: async (...asked) => {
        const planned = await counting.plan(...asked);
        return planned && { ...planned, statements: [{ sql: 'update funnel_nothing set day = 1' }] };
      },
    };
    const rows = manyViews(20).map((event) => rowOf(shop, event));
    assert.ok((await eventIntake(db, broken)(rows, [])).every(Boolean));
    assert.equal(await waiting(db, shop), 20);
    await countAll(db);
  });

  test('counted with their coming or by the worker, both at once, repeats and all: the figures are those of a plain recomputation', async () => {
    const { db } = open;
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(
          fc.record({
            come: fc.integer({ min: 1, max: 40 }),
            again: fc.nat(3),
            works: word('worker', 'rebuild', 'nobody'),
          }),
          {
            minLength: 4,
            maxLength: 8,
          },
        ),
        async ({ events, arrival }, portions) => {
          const shop = newShop();
          const counting = figuresBeside(db);
          const intake = eventIntake(db, counting);
          const row = (event: PlainEvent, at: number): EventRow => ({
            ...rowOf(shop, event),
            ...(at % 2 === 0 ? { payload: event.payload } : {}),
          });
          let come = 0;
          const working: Promise<unknown>[] = [];
          for (const { come: count, again, works } of [...portions, { come: 50, again: 1, works: 'worker' }]) {
            const some = arrival.slice(Math.max(0, come - again), come + count);
            come += count;
            const taken = intake(some.map(row), []);
            if (works === 'worker') working.push(counting.step(7));
            if (works === 'rebuild') working.push(rebuildFigures(db, shop));
            if (some.length % 2 === 0) await taken;
            working.push(taken);
          }
          await Promise.all(working);
          await countAll(db);
          assert.deepEqual(await kept(db, shop), plainFigures(events, ZONE));
        },
      ),
      { numRuns: runs(engine.name === 'sqlite' ? 30 : 12) },
    );
  });
});
