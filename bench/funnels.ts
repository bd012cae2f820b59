/**
 * What a report costs over 50 thousand events and over more: figures are counted when events come in, so it should cost about the
 * same. `npm run bench -- funnels` compares with 500 thousand, `npm run bench -- funnels --full` with 5 million, which takes
 * 2 GB of disk and half an hour an engine. Events are written by direct inserts, over 30 days, 2,000 products, and a shopper for
 * every 20 events.
 */
import type { Database } from '../src/db/database.ts';
import { type EventRow, insertEvents } from '../src/events/event-store.ts';
import { countEvents } from '../src/events/funnels/funnel-count.ts';
import { funnelRows } from '../src/events/funnels/insight-rules.ts';
import {
  readCarts,
  readEventCounts,
  readSales,
  readSteps,
  readTopProducts,
  type Period,
} from '../src/events/funnels/insight-store.ts';
import { type Engine, engines } from '../test/databases.ts';
import { compare } from './measure.ts';
import type { Bench, BenchRow } from './report.ts';

const DAY = 86_400_000;
const FIRST_DAY = 20_000;
const DAYS = 30;
const PRODUCTS = 2_000;
const EVENTS_A_SHOPPER = 20;
const days = { first: FIRST_DAY, last: FIRST_DAY + DAYS - 1 };

const FEW = 50_000;
const MANY = process.argv.includes('--full') ? 5_000_000 : 500_000;

/** Of twenty events: what shoppers do, roughly as often as they do it. */
const actions = [
  ...Array<string>(6).fill('product_listing/conversion'),
  ...Array<string>(8).fill('product_view/click'),
  ...Array<string>(3).fill('add_to_cart/engagement'),
  'order_checkout/conversion',
  'order_checkedout/conversion',
  'order_complete/conversion',
];

const payloadOf = (action: string, shopper: number, product: number): object => {
  const order_id = `o${shopper}`;
  const cart_id = `c${shopper}`;
  if (action.startsWith('order_complete')) {
    return { order_id, breakup_values_raw: { total: 500 }, items: [{ id: product, price: 250, quantity: 2 }] };
  }
  if (action.startsWith('order_')) return { order_id, cart_id, order_total: 500, currency: 'INR' };
  return { product_id: product, cart_id, value: '250.00', currency: 'INR' };
};

/** Spread over so many, the same in every run. */
const spread = (number: number, over: number): number => (Math.imul(number, 0x9e3779b1) >>> 0) % over;

const anEvent = (applicationId: string, number: number): EventRow => {
  const shopper = Math.floor(number / EVENTS_A_SHOPPER);
  const action = actions[number % EVENTS_A_SHOPPER] ?? '';
  const happenedAt = (FIRST_DAY + spread(shopper, DAYS)) * DAY + spread(number, DAY);
  return {
    applicationId,
    id: `e${number}`,
    companyId: 1,
    slug: `click/${action}/v1`,
    happenedAt,
    receivedAt: happenedAt + number,
    userId: number % EVENTS_A_SHOPPER > 16 ? `u${shopper}` : null,
    anonymousId: `a${shopper}`,
    flags: '',
    body: JSON.stringify({ payload: payloadOf(action, shopper, spread(number + 1, PRODUCTS)) }),
  };
};

/** Rows of a statement, and statements of a batch. */
const ROWS = 100;
const STATEMENTS = 20;

const load = async (db: Database, applicationId: string, events: number): Promise<void> => {
  for (let from = 0; from < events; from += ROWS * STATEMENTS) {
    const batch = Array.from({ length: Math.min(STATEMENTS, Math.ceil((events - from) / ROWS)) }, (_, statement) =>
      insertEvents(Array.from({ length: ROWS }, (_, row) => anEvent(applicationId, from + statement * ROWS + row))),
    );
    await db.commit(batch);
  }
};

const FIRST_ANALYZE = 20_000;

const countAll = async (db: Database): Promise<number> => {
  const start = process.hrtime.bigint();
  let counted = 0;
  let analyzeAt = FIRST_ANALYZE;
  for (let step = await countEvents(db, 0); step > 0; step = await countEvents(db, 0)) {
    counted += step;
    // A server does this by itself, but not before a minute has passed.
    if (counted >= analyzeAt) {
      await db.commit([{ sql: 'analyze' }]);
      analyzeAt *= 2;
    }
  }
  return counted / (Number(process.hrtime.bigint() - start) / 1e9);
};

const asked = { sort: 'revenue', limit: 50, currency: 'INR', isOwn: true } as const;
const reports: Readonly<Record<string, (db: Database, period: Period) => Promise<unknown>>> = {
  funnel: async (db, period) => funnelRows(days, await readSteps(db, period), await readEventCounts(db, period)),
  sales: (db, period) => readSales(db, period, 'INR'),
  products: (db, period) => readTopProducts(db, period, asked),
  carts: (db, period) => readCarts(db, period, 'INR'),
};

const reportRows = async (db: Database, engine: string): Promise<readonly BenchRow[]> => {
  const rows: BenchRow[] = [];
  for (const [name, read] of Object.entries(reports)) {
    const [little, much] = await compare(
      [
        { name: `${FEW.toLocaleString('en')} events`, once: () => read(db, { ...days, applicationId: 'few' }) },
        { name: `${MANY.toLocaleString('en')} events`, once: () => read(db, { ...days, applicationId: 'many' }) },
      ],
      { concurrency: 1 },
    );
    if (little === undefined || much === undefined) continue;
    const bench = `${engine} report ${name}, ${DAYS} days`;
    const ratio = little.perSecond / much.perSecond;
    rows.push(
      { bench, case: little.name, perSecond: little.perSecond },
      { bench, case: much.name, perSecond: much.perSecond, ratio, wanted: '<= 3', note: 'cost against the fewer' },
    );
  }
  return rows;
};

const rowsFor = async (engine: Engine): Promise<readonly BenchRow[]> => {
  const { db, close } = await engine.open();
  try {
    await load(db, 'few', FEW);
    await load(db, 'many', MANY);
    await db.commit([{ sql: 'analyze' }]);
    const perSecond = await countAll(db);
    const bench = `${engine.name} figures`;
    return [{ bench, case: 'events counted, one node', perSecond }, ...(await reportRows(db, engine.name))];
  } finally {
    await close();
  }
};

export const funnelsBench: Bench = {
  name: 'funnels',
  run: async () => {
    const rows: BenchRow[] = [];
    for (const engine of engines) rows.push(...(await rowsFor(engine)));
    return rows;
  },
};
