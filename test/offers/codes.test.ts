/** Bulk coupons: many codes made in bounded steps, each for one use, exported as a file. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { after, test } from 'node:test';
import { codesInPortions, wantCodes } from '../../src/offers/codes/code-store.ts';
import { sweepCodeJobs, workOnCodes } from '../../src/offers/codes/make-codes.ts';
import { findCoupon, offerReader } from '../../src/offers/read-offers.ts';
import { limitsOf } from '../../src/offers/uses/use-rules.ts';
import { forEachEngine } from '../databases.ts';
import { holdUses } from './hold-uses.ts';
import { type Answer, couponBody, offerServer } from './offer-server.ts';

const bulk = (coupon_counts: number, change: object = {}) =>
  couponBody({ code: '', coupon_type: 'bulk', coupon_prefix: 'FEST-', coupon_counts, ...change });

forEachEngine(async (engine) => {
  const server = await offerServer(engine);
  after(() => server.close());

  const add = async (body: unknown): Promise<string> => {
    const answer = await server.call('POST', '/coupon', body);
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json<Answer>()['_id'];
  };
  const progress = async (id: string): Promise<Answer> =>
    (await server.call('GET', `/coupon/${id}/codes/progress`)).json<Answer>();
  const complete = async (id: string): Promise<Answer> => {
    for (;;) {
      const now = await progress(id);
      if (now['is_complete']) return now;
      await wait(10);
    }
  };
  const codesOf = async (id: string): Promise<readonly string[]> => {
    const file = await server.call('GET', `/coupon/${id}/codes`);
    assert.match(String(file.headers['content-type']), /^text\/csv/);
    return file.body.trim().split('\r\n').slice(1);
  };

  test('all codes are made, all different, all with the prefix, and come out as a file', async () => {
    const id = await add(bulk(2_300));
    const { wanted, made } = await complete(id);
    assert.deepEqual([wanted, made], [2_300, 2_300]);
    const lines = await codesOf(id);
    assert.equal(new Set(lines.map((line) => line.split(',')[0])).size, 2_300);
    const one = lines[7]?.split(',')[0] ?? '';
    const looked = await server.call('GET', `/coupon/${id}/codes/${one.toLowerCase()}`);
    assert.deepEqual([looked.json<Answer>()['code'], looked.json<Answer>()['is_used']], [one, false]);
    assert.equal((await server.call('GET', `/coupon/${id}/codes/FEST-NONE`)).statusCode, 404);
    assert.ok(
      lines.every((line) => /^FEST-[0-9A-HJKMNP-TV-Z]{10},\d{4}-.*Z,false$/.test(line)),
      lines[0],
    );
  });

  test('who reads the file slowly holds nothing of the database, however many they are', async () => {
    const id = await add(bulk(1_100));
    await complete(id);
    const { db } = server.node;
    const readers = Array.from({ length: 8 }, () => codesInPortions(db, server.shop.applicationId, id));
    for (const reader of readers) assert.equal((await reader.next()).value?.length, 500);
    const scanned = await Array.fromAsync(db.scan<{ n: number }>('select count(*) as n from offer_code_job'));
    assert.ok((scanned[0]?.[0]?.n ?? 0) > 0);
    const rest = (await Array.fromAsync(readers[0] ?? [])).map((codes) => codes.length);
    assert.deepEqual(rest, [500, 100]);
  });

  test('workers that race make no code too many', async () => {
    const { applicationId } = server.shop;
    await server.node.db.commit([wantCodes(applicationId, 'raced', { prefix: '', wanted: 1_700, at: 1 })]);
    const worker = async (): Promise<void> => {
      const job = await workOnCodes(server.node, applicationId, 'raced');
      if (job !== undefined && job.made < job.wanted) await worker();
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    const row = await server.node.db.one<{ made: number }>('select made from offer_code_job where offer_id = ?', [
      'raced',
    ]);
    const count = await server.node.db.one<{ n: number }>('select count(*) as n from offer_code where offer_id = ?', [
      'raced',
    ]);
    assert.deepEqual([row?.made, count?.n], [1_700, 1_700]);
  });

  test('what a stopped node left undone is continued by the sweep', async () => {
    const { applicationId } = server.shop;
    await server.node.db.commit([wantCodes(applicationId, 'left', { prefix: '', wanted: 600, at: 1 })]);
    assert.equal(await sweepCodeJobs(server.node), 600);
    assert.equal(await sweepCodeJobs(server.node), 0);
  });

  test('codes of a removed coupon are unknown at once and cleared away by the sweep', async () => {
    const id = await add(bulk(700));
    await complete(id);
    assert.equal((await server.call('DELETE', `/coupon/${id}`)).statusCode, 200);
    assert.equal((await server.call('GET', `/coupon/${id}/codes`)).statusCode, 404);
    assert.equal(await sweepCodeJobs(server.node), 700);
    const left = await server.node.db.one<{ n: number }>('select count(*) as n from offer_code where offer_id = ?', [
      id,
    ]);
    assert.equal(left?.n, 0);
  });

  test('each code is good for one use, and the file tells which were used', async () => {
    const id = await add(bulk(3));
    await complete(id);
    const [line = ''] = await codesOf(id);
    const code = line.split(',')[0] ?? '';
    const { applicationId } = server.shop;
    const { db } = server.node;
    const settings = { currency: 'INR', time_zone: 'UTC' };
    const active = await offerReader(db)({ applicationId, settings }, server.node.now());
    const found = await findCoupon(db, { applicationId, userId: null }, active, code.toLowerCase());
    assert.equal(found?.offer.id, id);
    assert.ok(found);
    const limits = limitsOf(found.offer, { userId: null, guests: [], bulkCode: found.bulkCode, paymentMode: null });
    const hold = (holdKey: string) =>
      holdUses(db, {
        applicationId,
        holdKey,
        uses: [{ applicationId, offerId: id, holdKey, limits }],
        expiresAt: server.node.now() + 1_000,
        now: server.node.now(),
      });
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => hold(`cart:${n}`)));
    assert.equal(outcomes.filter(({ held }) => held).length, 1);
    assert.deepEqual(
      (await codesOf(id)).filter((one) => one.endsWith(',true')),
      [line.replace(',false', ',true')],
    );
  });

  test('more codes can be asked for later, fewer cannot', async () => {
    const id = await add(bulk(10));
    await complete(id);
    assert.equal((await server.call('PUT', `/coupon/${id}`, bulk(25))).statusCode, 200);
    assert.equal((await complete(id))['made'], 25);
    const fewer = await server.call('PUT', `/coupon/${id}`, bulk(5));
    assert.deepEqual([fewer.statusCode, fewer.json<Answer>().details?.[0]?.field], [422, 'coupon_counts']);
    const single = await server.call('PUT', `/coupon/${id}`, couponBody({ code: 'SINGLE' }));
    assert.deepEqual([single.statusCode, single.json<Answer>().details?.[0]?.field], [422, 'coupon_type']);
  });

  test('a single coupon has no progress, and more than 100,000 codes are refused', async () => {
    const id = await add(couponBody({ code: 'ALONE' }));
    assert.equal((await server.call('GET', `/coupon/${id}/codes/progress`)).statusCode, 404);
    assert.equal((await server.call('POST', '/coupon', bulk(100_001))).statusCode, 400);
  });
});
