/**
 * The threshold of the One Stop Shop, as a law: over any sequence of sales, goods given back, sales elsewhere and years, an order has
 * the rates of the destination exactly when a plain sum says so, pays what those rates make of the price, and the count is that sum.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import { completeSettings } from '../../src/applications/settings.ts';
import { putElsewhere } from '../../src/delivery/oss/oss-statements.ts';
import { listOss, readOssYear } from '../../src/delivery/oss/oss-store.ts';
import { rupees } from '../cart/response/carts.ts';
import { stores } from '../cart/response/places.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { fill, openOrderServer } from './order-server.ts';

const HOUR = 3_600_000;
const [HOME, THRESHOLD, UNIT, FEE] = [25, 100_000, 15_000, 3_000];
/** Per cent; the United States are no member, and in Italy less is due than at home. */
const rates = { DE: HOME, FR: 50, IT: 20, US: 10 } as const;
type Country = keyof typeof rates;
const codes: Readonly<Record<Country, string>> = { DE: '10115', FR: '75001', IT: '00118', US: '10001' };
const isAcross = (to: Country): boolean => to === 'FR' || to === 'IT';

type Step =
  | { readonly what: 'sell'; readonly to: Country; readonly units: number }
  | { readonly what: 'cancel'; readonly nth: number; readonly units: number }
  | { readonly what: 'elsewhere'; readonly years: number; readonly amount: number }
  | { readonly what: 'time'; readonly to: 'last moment' | 'new year' | 'hour' };
const stepArb = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('sell'),
      to: fc.constantFrom('FR', 'FR', 'IT', 'IT', 'DE', 'US'),
      units: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('cancel'), nth: fc.nat(4), units: fc.integer({ min: 1, max: 6 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('elsewhere'),
      years: fc.nat(1),
      amount: fc.constantFrom(0, 20_000, THRESHOLD, THRESHOLD + 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('time'), to: fc.constantFrom('last moment', 'new year', 'hour') }),
  },
) as fc.Arbitrary<Step>;

/** What is left of an amount that has tax in it, a half rounded up. */
const without = (gross: number, rate: number): number =>
  gross - Math.floor((gross * rate * 2 + 100 + rate) / (200 + 2 * rate));

type Sold = { readonly id: string; readonly user: string; readonly year: number; readonly rate: number; left: number };

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  const { node, companyId } = shop;
  const { db, clock } = node;
  const [fort] = stores;
  await shop.feed('stores', [
    { ...fort, uid: 3, store_code: 'S3', country: 'DE', state: 'Berlin', area_code: codes.DE },
  ]);
  const all = Object.keys(rates) as readonly Country[];
  await shop.feed(
    'areas',
    all.map((country) => ({ area: codes[country], country, time_zone: 'Europe/Berlin' })),
  );
  const standard = { unit: 'days', min: 1, max: 3 };
  await shop.feed(
    'lanes',
    all.map((country) => ({ store_uid: 3, area: codes[country], journeys: { standard } })),
  );
  await shop.feed(
    'tax-rates',
    all.map((country) => ({ id: country, name: 'VAT', country, rate: rates[country] })),
  );
  await shop.sell(901, [{ ...rupees(UNIT / 100, UNIT / 100), store_id: 3, gst_rate: 0, quantity: 1_000_000 }]);
  const { cart } = completeSettings({ name: 'Shop', currency: 'INR', country: 'IN' });
  const setBasis = (price_basis: 'gross' | 'net') =>
    server.set({
      time_zone: 'Asia/Kolkata',
      cart: {
        ...cart,
        cod: { flat: FEE / 100 },
        tax: { ...cart.tax, price_basis, oss: 'counted', oss_threshold: THRESHOLD / 100 },
      },
    });

  /** By the shop's clock, which is five hours and a half ahead. */
  const yearNow = (): number => new Date(clock.at + 5.5 * HOUR).getUTCFullYear();
  const newYear = (year: number): number => Date.UTC(year, 0, 1) - 5.5 * HOUR;
  /** A unit that is priced for home, at another rate. */
  const unitAt = (basis: 'gross' | 'net', rate: number): number =>
    basis === 'gross' ? UNIT : (UNIT * (100 + rate)) / (100 + HOME);
  let customers = 0;

  const sell = async (user: string, to: Country, units: number) => {
    const shopper = await server.customer(user);
    await fill(shopper, 901, units, 'M', `&area_code=${codes[to]}`);
    const state = to === 'US' ? 'New York' : '';
    const address = { area_code: codes[to], country_iso_code: to, name: 'Ada', address: '1 Way', city: 'City', state };
    const { status, body } = await shopper('POST', '/v1.0/checkout', {
      payment_mode: 'COD',
      delivery_address: address,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return server.order(String(body['order_id']));
  };
  const cancel = async ({ id, user }: Sold, quantity: number): Promise<void> => {
    const { document } = await server.order(id);
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: `/service/application/order/v1.0/orders/${id}/cancel`,
      headers: { authorization: server.authorization, ...(await server.customer(user)).known() },
      payload: { reason: 'test', items: [{ identifier: document.lines[0]?.identifier, quantity }] },
    });
    assert.equal(statusCode, 200, body);
  };

  /** What a plain reader keeps of years and orders. */
  const booksOf = (basis: 'gross' | 'net') => {
    const elsewhere = new Map<number, number>();
    const orders: Sold[] = [];
    const countOf = (year: number): number =>
      orders
        .filter((one) => one.year === year && one.left > 0)
        .reduce((sum, { left, rate }) => sum + without(left * unitAt(basis, rate), rate) + without(FEE, rate), 0);
    const totalOf = (year: number): number => countOf(year) + (elsewhere.get(year) ?? 0);
    return { elsewhere, orders, countOf, totalOf };
  };
  type Books = ReturnType<typeof booksOf>;

  const sellTo = async (
    { totalOf, orders }: Books,
    basis: 'gross' | 'net',
    { to, units }: Extract<Step, { what: 'sell' }>,
  ): Promise<void> => {
    const [user, year] = [`ada-${(customers += 1)}`, yearNow()];
    const atOrigin = without(units * UNIT, HOME) + without(FEE, HOME);
    const fits = totalOf(year - 1) <= THRESHOLD && totalOf(year) + atOrigin <= THRESHOLD;
    const rate = isAcross(to) && fits ? HOME : rates[to];
    const { id, total, document } = await sell(user, to, units);
    const expected = fits ? 'origin' : 'destination';
    assert.equal(document.oss?.basis, isAcross(to) ? expected : undefined);
    const goods = units * unitAt(basis, rate);
    assert.deepEqual(
      [total, document.lines[0]?.tax.rate, document.lines[0]?.tax.tax],
      [goods + FEE, rate * 10_000, goods - without(goods, rate)],
    );
    if (isAcross(to)) orders.push({ id, user, year, rate, left: units });
  };
  const sayElsewhere = async ({ elsewhere }: Books, year: number, amount: number): Promise<void> => {
    const asked = { companyId, year, currency: 'INR' };
    const version = (await readOssYear(db, asked))?.version ?? null;
    await db.commit([putElsewhere(asked, amount, version)]);
    elsewhere.set(year, amount);
  };
  const takeBack = async ({ orders }: Books, nth: number, units: number): Promise<void> => {
    const sold = orders.filter(({ left }) => left > 0)[nth];
    if (sold === undefined) return;
    const some = Math.min(units, sold.left);
    await cancel(sold, some);
    sold.left -= some;
  };
  const moveTime = (to: 'last moment' | 'new year' | 'hour'): void => {
    const next = newYear(yearNow() + 1);
    const at = { hour: clock.at + HOUR, 'new year': next, 'last moment': next - 1 }[to];
    clock.at = Math.max(clock.at, at);
  };
  const live = async (books: Books, basis: 'gross' | 'net', step: Step): Promise<void> => {
    if (step.what === 'time') moveTime(step.to);
    else if (step.what === 'elsewhere') await sayElsewhere(books, yearNow() - step.years, step.amount);
    else if (step.what === 'cancel') await takeBack(books, step.nth, step.units);
    else await sellTo(books, basis, step);
  };

  const law = async (basis: 'gross' | 'net', steps: readonly Step[]): Promise<void> => {
    await setBasis(basis);
    // No year of an earlier run is the one before.
    clock.at = newYear(yearNow() + 3) + 2000 * HOUR;
    const first = yearNow();
    const books = booksOf(basis);
    for (const step of steps) {
      await live(books, basis, step);
      const rows = (await listOss(db, companyId)).filter((row) => row.year >= first - 1);
      for (const row of rows) {
        const counted = [books.countOf(row.year), books.elsewhere.get(row.year) ?? 0];
        assert.deepEqual([row.sold, row.elsewhere], counted, `${row.year}`);
      }
      assert.ok(books.orders.every(({ year }) => rows.some((row) => row.year === year)));
    }
  };

  test('rates change exactly where the plain sum crosses the threshold, and prices follow them', async () => {
    const sale = (to: Country, units: number): Step => ({ what: 'sell', to, units });
    // Two units and their fee are 26,400 without tax: with 73,600 elsewhere the threshold is met and not passed.
    const elsewhere: Step = { what: 'elsewhere', years: 0, amount: 73_600 };
    const all: Step = { what: 'cancel', nth: 0, units: 6 };
    await law('gross', [elsewhere, sale('FR', 2), sale('IT', 1), all, sale('FR', 1), { ...elsewhere, amount: 73_601 }]);
    await law('net', [
      { ...elsewhere, amount: 73_601 },
      sale('FR', 2),
      { what: 'time', to: 'new year' },
      sale('FR', 2),
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('gross' as const, 'net' as const),
        fc.array(stepArb, { minLength: 3, maxLength: 9 }),
        law,
      ),
      { numRuns: runs(5) },
    );
  });
});
