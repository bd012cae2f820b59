/** What pricing reads: a published change is seen by the next read on every node, and only what changed is compiled again. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { type ActiveOffers, findCoupon, offerReader } from '../../src/offers/read-offers.ts';
import { isLimited, limitsOf } from '../../src/offers/uses/use-rules.ts';
import type { Refusal } from '../../src/shared/errors.ts';
import { forEachEngine } from '../databases.ts';
import { type Answer, couponBody, offerServer, promotionBody } from './offer-server.ts';

const DAY = 86_400_000;

/** Counts documents that are loaded. */
const counting = (db: Database): { readonly db: Database; readonly loaded: () => number } => {
  let loaded = 0;
  const all: Database['all'] = async (sql, params) => {
    const rows = await db.all(sql, params);
    if (sql.includes('from offer o where')) loaded += rows.length;
    return rows as never;
  };
  return { db: { ...db, all }, loaded: () => loaded };
};

forEachEngine(async (engine) => {
  const server = await offerServer(engine);
  after(() => server.close());
  const application = { applicationId: server.shop.applicationId, settings: { currency: 'INR', time_zone: 'UTC' } };

  const add = async (path: string, body: unknown): Promise<string> => {
    const answer = await server.call('POST', path, body);
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json<Answer>()['_id'];
  };
  const names = ({ index }: ActiveOffers): readonly unknown[] =>
    index.offers.map(({ definition }) => (definition['display_meta'] as { name: string }).name).toSorted();

  test('an application without offers has a universal cart and nothing else', async () => {
    const active = await offerReader(server.node.db)(application, server.node.now());
    assert.deepEqual([active.version, active.index.offers.length, active.coupons.length], [0, 0, 0]);
    assert.deepEqual([active.universal.slug, active.universal.id], ['universal', server.shop.applicationId]);
    assert.equal(active.nextEdge(0), null);
  });

  test('two nodes see a change with their next read, and load only what changed', async () => {
    const counted = counting(server.node.db);
    const [here, there] = [offerReader(server.node.db), offerReader(counted.db)];
    for (const name of ['a', 'b', 'c']) await add('/promotion', promotionBody({ display_meta: { name } }));
    assert.deepEqual(names(await here(application, server.node.now())), ['a', 'b', 'c']);
    assert.deepEqual(names(await there(application, server.node.now())), ['a', 'b', 'c']);
    assert.equal(counted.loaded(), 3);
    const id = await add('/promotion', promotionBody({ display_meta: { name: 'd' } }));
    assert.deepEqual(names(await there(application, server.node.now())), ['a', 'b', 'c', 'd']);
    assert.equal(counted.loaded(), 4);
    await server.call('PUT', `/promotion/${id}`, promotionBody({ display_meta: { name: 'e' } }));
    assert.deepEqual(names(await here(application, server.node.now())), ['a', 'b', 'c', 'e']);
    await server.call('PATCH', `/promotion/${id}`, { archive: true });
    assert.deepEqual(names(await there(application, server.node.now())), ['a', 'b', 'c']);
    await server.call('PATCH', `/promotion/${id}`, { archive: false });
    await server.call('DELETE', `/promotion/${id}`);
    assert.deepEqual(names(await there(application, server.node.now())), ['a', 'b', 'c']);
    const same = await there(application, server.node.now());
    assert.equal(same, await there(application, server.node.now()));
  });

  test('reads that come while it is built share one build', async () => {
    const counted = counting(server.node.db);
    const read = offerReader(counted.db);
    const all = await Promise.all(Array.from({ length: 10 }, () => read(application, server.node.now())));
    assert.equal(new Set(all).size, 1);
    assert.equal(counted.loaded(), 3);
  });

  test('of a thousand applications that are asked in turn each is built once', async () => {
    const built: string[] = [];
    const all: Database['all'] = (sql, params = []) => {
      if (sql.includes('from custom_rule')) built.push(String(params[0]));
      return server.node.db.all(sql, params);
    };
    const read = offerReader({ ...server.node.db, all });
    const ids = Array.from({ length: 1_000 }, (_, at) => at.toString(16).padStart(24, '0'));
    for (let turn = 0; turn < 2; turn += 1) {
      for (const applicationId of ids) await read({ ...application, applicationId }, server.node.now());
    }
    assert.deepEqual(built, ids);
  });

  test('drafts are not there, upcoming offers are, and offers that are over are not', async () => {
    await add('/promotion', promotionBody({ display_meta: { name: 'draft' }, _schedule: {} }));
    await add(
      '/promotion',
      promotionBody({ display_meta: { name: 'soon' }, _schedule: { start: '2027-01-01T00:00:00Z', published: true } }),
    );
    await add(
      '/promotion',
      promotionBody({ display_meta: { name: 'over' }, _schedule: { end: '2026-11-01T00:00:00Z', published: true } }),
    );
    const active = await offerReader(server.node.db)(application, server.node.now());
    assert.deepEqual(names(active), ['a', 'b', 'c', 'soon']);
    const edges = [active.nextEdge(server.node.now()), active.nextEdge(Date.parse('2026-12-15T00:00:00Z'))];
    assert.deepEqual(edges, [Date.parse('2026-12-01T00:00:00Z'), Date.parse('2027-01-01T00:00:00Z')]);
  });

  test('a cron is written out for the coming weeks, and again when they are over', async () => {
    const read = offerReader(server.node.db);
    const id = await add(
      '/coupon',
      couponBody({ code: 'HAPPY', _schedule: { cron: '0 18 * * *', duration: 120, published: true } }),
    );
    const at = (now: number) => read(application, now).then(({ byId }) => byId.get(id)?.periods ?? []);
    const now = Date.parse('2026-11-15T19:00:00Z');
    const today = { from: now - 3_600_000, to: now + 3_600_000 };
    assert.deepEqual((await at(now))[0], today);
    const later = now + 60 * DAY;
    assert.ok((await at(later)).some(({ from, to }) => from <= later && later < to));
    const active = await read(application, now);
    assert.equal(active.nextEdge(now), today.to);
    const rare = await add(
      '/coupon',
      couponBody({ code: 'LEAP', _schedule: { cron: '0 0 29 2 *', duration: 60, published: true } }),
    );
    const { byId } = await read(application, now);
    assert.equal(byId.get(rare)?.periods[0]?.from, Date.parse('2028-02-29T00:00:00Z'));
  });

  test('another time zone of the application counts at once', async () => {
    const read = offerReader(server.node.db);
    const now = server.node.now();
    const inZone = async (time_zone: string): Promise<number | undefined> => {
      const { coupons } = await read({ ...application, settings: { currency: 'INR', time_zone } }, now);
      return coupons.find(({ code }) => code === 'HAPPY')?.periods[0]?.from;
    };
    assert.equal(((await inZone('UTC')) ?? 0) - ((await inZone('Asia/Kolkata')) ?? 0), 5.5 * 3_600_000);
  });

  test('a coupon is found however its code is typed, and a code nobody has is not', async () => {
    const uses = { maximum: { total: -1, app: 5, user: 1 } };
    await add('/coupon', couponBody({ code: 'Welcome5', restrictions: { uses } }));
    const active = await offerReader(server.node.db)(application, server.node.now());
    const { applicationId } = application;
    const found = await findCoupon(server.node.db, { applicationId, userId: null }, active, ' WELCOME5 ');
    assert.equal(found?.offer.code, 'Welcome5');
    assert.equal(found?.bulkCode, null);
    assert.ok(found && isLimited(found.offer) && active.limited.includes(found.offer));
    const about = { userId: 'u1', guests: [], bulkCode: null, paymentMode: 'COD' };
    assert.deepEqual(found && limitsOf(found.offer, about), [
      { holder: '', most: 5 },
      { holder: 'user:u1', most: 1 },
    ]);
    for (const typed of ['', '  ', 'WELCOME', 'none']) {
      assert.equal(await findCoupon(server.node.db, { applicationId, userId: null }, active, typed), undefined);
    }
  });

  test('a build that never ends is dropped at its deadline, and the next read builds anew', async () => {
    const late: string[] = [];
    const silent = { ...server.node.db, scans: 0 };
    const db: Database = {
      ...silent,
      scan: (sql, params) => {
        silent.scans += 1;
        if (silent.scans > 1) return server.node.db.scan(sql, params);
        return { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
      },
    };
    const read = offerReader(db, { deadlineMs: 200, onLate: (what) => late.push(what) });
    const now = server.node.now();
    const stuck = [read(application, now), read(application, now)];
    for (const outcome of await Promise.allSettled(stuck)) {
      assert.equal(outcome.status === 'rejected' && (outcome.reason as Refusal).code, 'overloaded');
    }
    assert.deepEqual(late, ['offers']);
    assert.ok((await read(application, now)).universal);
  });

  test('a changed cart configuration is seen by the next read', async () => {
    const read = offerReader(server.node.db);
    await read(application, server.node.now());
    const path = `/cart_configuration/${server.shop.applicationId}`;
    assert.equal((await server.call('PUT', path, { max_cart_items: 9 })).statusCode, 200);
    const { universal } = await read(application, server.node.now());
    assert.equal(universal.max_cart_items, 9);
  });
});
