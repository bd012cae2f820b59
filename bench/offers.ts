/**
 * What offers cost: saving 2,000 of them, compiling their index, compiling it again after one change, reading it while nothing
 * changes, holding uses, and making 100,000 codes. How long the event loop was held up meanwhile is in the notes.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from './measure.ts';
import type { Bench, BenchRow } from './report.ts';
import { addApplication } from '../src/applications/add-application.ts';
import { addOrganization } from '../src/applications/add-organization.ts';
import { type Node, system } from '../src/applications/node.ts';
import { migrate } from '../src/db/migrate.ts';
import { parseKeyring } from '../src/db/sealing/keyring.ts';
import { openSqlite } from '../src/db/sqlite/sqlite.ts';
import { addOffer, type OfferRequest, replaceOffer } from '../src/offers/change-offer.ts';
import { wantCodes } from '../src/offers/codes/code-store.ts';
import { makeAllCodes } from '../src/offers/codes/make-codes.ts';
import { offerReader } from '../src/offers/read-offers.ts';
import { processStopwatch } from '../src/shared/clock.ts';
import { holdUses } from '../test/offers/hold-uses.ts';

const OFFERS = 2_000;
const CODES = 100_000;
const BENCH = 'offers, sqlite';
const request: OfferRequest = { ...system, checkVersion: () => {}, remember: () => [] };

const promotion = (n: number, percentage: number) => ({
  mode: 'promotion',
  promo_group: n % 3 === 0 ? 'cart' : 'product',
  promotion_type: 'percentage',
  display_meta: { name: `Offer ${n}`, offer_text: `${percentage}% off` },
  buy_rules: { 'rule#1': { item_brand: [n % 400, 1_000 + n], cart_quantity: { greater_than_equals: 1 } } },
  discount_rules: [
    {
      buy_condition: '( rule#1 )',
      discount_type: 'percentage',
      item_criteria: { buy_rules: ['rule#1'] },
      offer: { discount_percentage: percentage },
    },
  ],
  _schedule: { start: '2026-01-01T00:00:00Z', end: '2036-01-01T00:00:00Z', published: true },
});

/** How long it took, and the longest time in which nothing else could run. */
const timed = async (work: () => Promise<unknown>): Promise<{ readonly ms: number; readonly pause: string }> => {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  loop.disable();
  return { ms, pause: `longest pause ${(loop.max / 1e6).toFixed(1)} ms` };
};
const row = (
  name: string,
  count: number,
  { ms, pause }: { readonly ms: number; readonly pause: string },
): BenchRow => ({
  bench: BENCH,
  case: name,
  perSecond: (count * 1_000) / ms,
  note: `${ms.toFixed(1)} ms, ${pause}`,
});

const run = async (): Promise<readonly BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-bench-'));
  const db = await openSqlite(join(folder, 'offers.db'));
  await migrate(db, new URL('../migrations/', import.meta.url), 0);
  const keyring = parseKeyring(randomBytes(32).toString('hex'), 'CARTWRIGHT_KEY');
  const node: Node = { db, keyring, now: Date.now, stopwatch: processStopwatch, random: randomBytes };
  const company = await addOrganization(node, { name: 'Org', companyName: 'Co' }, system);
  const { applicationId } = await addApplication(
    node,
    company,
    { name: 'Shop', currency: 'INR', country: 'IN' },
    system,
  );
  const place = { ...company, applicationId };
  const application = { applicationId, settings: { currency: 'INR', time_zone: 'Asia/Kolkata' } };
  const read = offerReader(db);
  const rows: BenchRow[] = [];

  const ids: string[] = [];
  const saving = await timed(async () => {
    for (let n = 0; n < OFFERS; n += 1)
      ids.push((await addOffer(node, place, { kind: 'promotion', body: promotion(n, 10) }, request)).id);
  });
  rows.push(row(`save ${OFFERS} offers, one by one`, OFFERS, saving));
  rows.push(row(`first index of ${OFFERS}`, 1, await timed(() => read(application, Date.now()))));
  await replaceOffer(node, place, { key: ['promotion', ids[7] ?? ''], body: promotion(7, 20) }, request);
  rows.push(row('index again after one change', 1, await timed(() => read(application, Date.now()))));

  const [warm] = await compare([{ name: 'read', once: () => read(application, Date.now()) }], { concurrency: 32 });
  if (warm !== undefined) {
    rows.push({ bench: BENCH, case: 'read, nothing changed', perSecond: warm.perSecond, cpuMicros: warm.cpuMicros });
  }
  let cart = 0;
  const hold = () => {
    const holdKey = `cart:${(cart += 1)}`;
    const uses = [{ applicationId, offerId: 'held', holdKey, limits: [{ holder: '', most: 1e9 }] }];
    return holdUses(db, { applicationId, holdKey, uses, expiresAt: Date.now() + 900_000, now: Date.now() });
  };
  const [holds] = await compare([{ name: 'hold', once: hold }], { concurrency: 32 });
  if (holds !== undefined) {
    rows.push({
      bench: BENCH,
      case: 'hold a use of one offer',
      perSecond: holds.perSecond,
      cpuMicros: holds.cpuMicros,
    });
  }
  await db.commit([wantCodes(applicationId, 'bulk', { prefix: 'BENCH-', wanted: CODES, at: 0 })]);
  rows.push(row(`make ${CODES} codes`, CODES, await timed(() => makeAllCodes(node, applicationId, 'bulk'))));
  await db.close();
  rmSync(folder, { recursive: true });
  return rows;
};

export const offersBench: Bench = { name: 'offers', run };
