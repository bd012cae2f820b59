/**
 * Hours of an ordinary day: visits that look, fill carts, change their minds, use a code and order, a few a second, and what the
 * node takes up every ten seconds. `--minutes 120` is the long one. Of four quarters the first warms up; what the last takes up
 * is held against the second. Whatever is not answered as it should be is counted.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { uuid7 } from '../src/shared/identifiers.ts';
import { randomBytes } from 'node:crypto';
import { dataFolder, serving, type Variables } from '../test/commands/run-cartwright.ts';
import { collectorUrl } from '../test/events/event-server.ts';
import { anEvent } from '../test/events/samples.ts';
import { cart, catalog, type DemoCarts, fillDemoShop, unlimited } from './demo-carts.ts';
import { cpuSeconds, megabytesOf } from './process-figures.ts';
import { median } from './quantiles.ts';
import type { Bench, BenchRow } from './report.ts';
import { onAskedEngines } from './served.ts';
import { MINUTES } from './settings.ts';

const VISITS_A_SECOND = 3;
const LOOK_MS = 10_000;
/** Every so manieth visit ends in an order. */
const ORDERS_EACH = 5;
const BLANKS_MS = 50;

type Tally = { asked: number; orders: number; readonly wrong: Map<string, number> };

/** Somebody who looks around and puts things into a cart; every fifth orders. */
const visit = async (shop: DemoCarts, number: number, tally: Tally): Promise<void> => {
  const { base, authorization, items, credentials } = shop;
  const from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  let shopper: Readonly<Record<string, string>> = {};
  const ask = async (name: string, path: string, body?: unknown, method = 'POST'): Promise<unknown> => {
    tally.asked += 1;
    const answer = await fetch(`${base}${path}`, {
      method: body === undefined ? 'GET' : method,
      headers: { authorization, 'x-forwarded-for': from, ...shopper, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const id = answer.headers.get('x-anonymous-id');
    if (id !== null) shopper = { 'x-anonymous-id': id };
    const text = await answer.text();
    const says = answer.ok ? (JSON.parse(text) as { success?: boolean; message?: string }) : undefined;
    if (!answer.ok || says?.success === false) {
      const what = `${name}: ${answer.status} ${says?.message ?? text.slice(0, 200)}`;
      tally.wrong.set(what, (tally.wrong.get(what) ?? 0) + 1);
    }
    await pause(BLANKS_MS);
    return says;
  };
  const one = (step: number) => ({ ...items[(number * 7 + step * 389) % items.length], quantity: 1 });
  const whole = `${cart}/v1.0/detail?i=true&b=true`;
  await ask('list', `${catalog}?page_size=12&page_no=${(number % 20) + 1}`);
  await ask('search', `${catalog}?q=shirt&page_size=12`);
  await ask('product', `${catalog}/${shop.slug}`);
  await ask('add', whole, { items: [one(0), one(1)] });
  await ask('add again', whole, { items: [one(2)] });
  await ask('read', whole);
  await ask('change', whole, { operation: 'update_item', items: [{ ...one(2), quantity: 2 }] }, 'PUT');
  await ask('light', `${cart}/v3.0/detail-light`);
  await ask('explain', `${cart}/v1.0/detail/explain?path=breakup_values.raw.total`);
  const ids = { applicationId: credentials.application_id, at: Date.now() };
  const batch = (['product_view', 'add_to_cart'] as const).map((event) =>
    anEvent(event, { ...ids, id: uuid7(Date.now(), randomBytes) }),
  );
  await ask('events', collectorUrl, { batch, sent_at: new Date().toISOString() });
  if (number % ORDERS_EACH !== 0) return;
  const order = { payment_mode: 'CARD', delivery_address: { area_code: '400001' } };
  await ask('order', `${cart}/v1.0/checkout`, order);
  tally.orders += 1;
};

const quarter = (sizes: readonly number[], which: number): number =>
  median(sizes.slice(Math.floor((sizes.length * which) / 4), Math.ceil((sizes.length * (which + 1)) / 4)));

const soakedBy = async (engine: string, databaseUrl?: string): Promise<readonly BenchRow[]> => {
  const { folder, remove } = dataFolder();
  const address: Variables = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await serving({ ...unlimited, ...address, CARTWRIGHT_DATA: folder }, []);
  try {
    const shop = await fillDemoShop(server.url, folder, 1);
    const tally: Tally = { asked: 0, orders: 0, wrong: new Map() };
    const sizes: number[] = [];
    const open = new Set<Promise<void>>();
    const [began, cpu] = [performance.now(), cpuSeconds(server.pid)];
    const sinceMs = (): number => performance.now() - began;
    for (let next = 0; sinceMs() < MINUTES * 60_000; await pause(BLANKS_MS)) {
      for (; next < (sinceMs() * VISITS_A_SECOND) / 1000; next += 1) {
        const one = visit(shop, next, tally)
          .catch((error: unknown) => {
            const what = String(error);
            tally.wrong.set(what, (tally.wrong.get(what) ?? 0) + 1);
          })
          .finally(() => open.delete(one));
        open.add(one);
      }
      if (sizes.length >= sinceMs() / LOOK_MS) continue;
      sizes.push(megabytesOf(server.pid));
      if (sizes.length % 30 === 0) {
        console.error(
          `  ${Math.round(sinceMs() / 60_000)} min, ${tally.asked} asked, ${Math.round(sizes.at(-1) ?? 0)} MB`,
        );
      }
    }
    await Promise.all(open);
    const used = cpuSeconds(server.pid) - cpu;
    const quarters = [0, 1, 2, 3].map((which) => quarter(sizes, which));
    const wrong = [...tally.wrong].map(([what, times]) => `${times} × ${what}`);
    const bench = `${engine} soak, ${MINUTES} min`;
    return [
      {
        bench,
        case: 'memory of the last quarter against the second',
        megabytes: quarters[3] ?? 0,
        ratio: (quarters[3] ?? 0) / (quarters[1] ?? 1),
        wanted: '<= 1.05',
        note: `quarters ${quarters.map(Math.round).join(', ')} MB, at most ${Math.round(Math.max(...sizes))}`,
      },
      {
        bench,
        case: 'not answered as it should be',
        perSecond: (tally.asked * 1000) / sinceMs(),
        cpuMicros: (used * 1e6) / tally.asked,
        ratio: wrong.length,
        wanted: '<= 0',
        note: [`${tally.asked} asked, ${tally.orders} orders`, ...wrong.slice(0, 5)].join('; '),
      },
    ];
  } finally {
    await server.stop();
    remove();
  }
};

export const soakBench: Bench = {
  name: 'soak',
  run: () => onAskedEngines(soakedBy, { durable: true }),
};
