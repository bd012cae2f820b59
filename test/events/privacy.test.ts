/** What of a person is stored, and how a person is forgotten. */
import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { guardFailed } from '../../src/db/database.ts';
import { judgeEvent } from '../../src/events/collector/event-rules.ts';
import { type EventRow, insertEvents } from '../../src/events/event-store.ts';
import { planBeside } from '../../src/events/funnels/count-at-once.ts';
import { countEvents } from '../../src/events/funnels/funnel-count.ts';
import { progressGuard } from '../../src/events/funnels/funnel-store.ts';
import { sweepEvents } from '../../src/events/retention.ts';
import { forEachEngine } from '../databases.ts';
import { eventServer } from './event-server.ts';
import { anEvent, eventNames, type Json } from './samples.ts';

const DAY = 86_400_000;

forEachEngine(async (engine) => {
  const server = await eventServer(engine);
  after(() => server.close());
  beforeEach(async () => {
    await server.node.db.commit(
      ['event', 'event_refused', 'event_suppression', 'event_erasure'].map((table) => ({
        sql: `delete from ${table}`,
      })),
    );
    await server.set({ consent: 'not_required', personal_direct: 'keep', personal_quasi: 'keep', kept_days: 396 });
  });
  const event = (name: Parameters<typeof anEvent>[0], payload: Json = {}) =>
    anEvent(name, { applicationId: server.shop.applicationId, at: server.node.now(), payload });
  /** Everything stored, each event still as its schema wants it. */
  const dump = async (): Promise<string> => {
    const stored = await server.stored();
    for (const { body } of stored) {
      const rules = { applicationId: server.shop.applicationId, now: server.node.now(), strict: true };
      const verdict = judgeEvent(body, rules);
      assert.ok('good' in verdict, JSON.stringify(verdict));
    }
    return JSON.stringify(stored);
  };
  const directWords = ['asha.rao@example.com', '9876543210', 'Asha', 'asha.jpg', 'asha@example.org'];
  const quasiWords = ['u-1', '0192f0aa', 'Chrome/140', 'p-1', 'female'];

  describe('personal data', () => {
    for (const treatment of ['hash', 'drop'] as const) {
      test(`that is to ${treatment} is nowhere to be found, in any of the twelve events`, async () => {
        await server.set({ personal_direct: treatment, personal_quasi: treatment });
        const { body } = await server.send(eventNames.map((name) => event(name)));
        assert.equal(body.success_count, 12);
        const stored = await dump();
        for (const word of [...directWords, ...quasiWords]) assert.ok(!stored.includes(word), word);
      });
    }

    test('can be treated class by class', async () => {
      await server.set({ personal_direct: 'drop' });
      await server.send([event('user_login'), event('order_complete')]);
      const stored = await dump();
      for (const word of directWords) assert.ok(!stored.includes(word), word);
      for (const word of quasiWords) assert.ok(stored.includes(word), word);
    });

    test('that is dropped leaves the payload with its name, or leaves an empty value where one must be', async () => {
      await server.set({ personal_direct: 'drop', personal_quasi: 'drop' });
      await server.send([event('user_login')]);
      const [row] = await server.stored();
      assert.ok(row !== undefined && !('email' in row.body.payload) && !row.body.contains.includes('email'));
      assert.deepEqual([row.body.payload['login_value'], row.body.payload['user_id'], row.user_id], ['', null, null]);
    });

    test('that is hashed is the same each time, so that what one shopper did stays together', async () => {
      await server.set({ personal_quasi: 'hash' });
      await server.send([event('product_view'), event('user_logout'), event('user_logout', { user_id: 'u-2' })]);
      const ids = (await server.stored()).map(({ user_id }) => user_id);
      assert.equal(new Set(ids).size, 2);
      assert.ok(ids.every((id) => /^[0-9a-f]{32}$/.test(String(id))));
      const other = server.keys.hashOf(server.otherShop.applicationId)('u-1');
      assert.ok(!ids.includes(other), 'another application hashes differently');
    });
  });

  describe('consent', () => {
    test('that is withheld leaves the event and takes the person out of it', async () => {
      await server.send([event('user_login')], { consent: false });
      const stored = await dump();
      for (const word of [...directWords, ...quasiWords]) assert.ok(!stored.includes(word), word);
      assert.equal((await server.stored())[0]?.flags, 'no_consent');
    });

    test('that is required has to be said', async () => {
      await server.set({ consent: 'required' });
      await server.send([event('user_logout')]);
      await server.send([event('user_logout')], { consent: true });
      const ids = (await server.stored()).map(({ user_id }) => user_id);
      assert.deepEqual(new Set(ids), new Set(['u-1', null]));
    });
  });

  describe('a shopper who is to be forgotten', () => {
    const erase = async (body: Json): Promise<Json> => {
      const { statusCode, payload } = await server.call('POST', '/erasures', body);
      assert.equal(statusCode, 200, payload);
      return JSON.parse(payload) as Json;
    };

    test('loses his events, those before he signed in, and the refused ones; others lose nothing', async () => {
      await server.send([
        event('user_login', { user_id: 'u-1', anonymous_id: 'a-1' }),
        event('product_view', { user_id: null, anonymous_id: 'a-1' }),
        event('product_view', { user_id: 'u-2', anonymous_id: 'a-2' }),
        event('product_view', { user_id: null, anonymous_id: 'a-3' }),
        { ...event('user_logout', { user_id: 'u-1', anonymous_id: 'a-9' }), contains: [] },
        { ...event('user_logout', { user_id: 'u-2', anonymous_id: 'a-2' }), contains: [] },
      ]);
      const receipt = await erase({ user_id: 'u-1' });
      assert.deepEqual(receipt['erased'], { event: 2, event_refused: 1 });
      assert.deepEqual((await server.stored()).map(({ anonymous_id }) => String(anonymous_id)).toSorted(), [
        'a-2',
        'a-3',
      ]);
      const again = await server.call('GET', `/erasures/${String(receipt['id'])}`);
      assert.deepEqual(JSON.parse(again.payload), receipt);
      assert.deepEqual([receipt['state'], (await erase({ user_id: 'u-1' }))['erased']], ['done', {}]);
      assert.doesNotMatch(await server.node.dump(), /u-1\\?"/);
    });

    test('is nobody’s visitor any more for whoever was counting meanwhile', async () => {
      const { db, now } = server.node;
      const { applicationId, companyId } = server.shop;
      await server.send([event('user_login', { user_id: 'seen-while-counting', anonymous_id: 'a-4' })]);
      while ((await countEvents(db, now())) > 0);
      const viewed = (id: number): EventRow => {
        const times = { happenedAt: now(), receivedAt: now() };
        const who = { userId: null, anonymousId: 'a-4', flags: '', body: '{}', payload: {} };
        return { applicationId, id: `a-4/${id}`, companyId, slug: 'click/product_view/click/v1', ...times, ...who };
      };
      const rows = Array.from({ length: 16 }, (_, id) => viewed(id));
      const planned = await planBeside(db, now(), applicationId, rows);
      assert.ok(planned !== undefined);
      await erase({ user_id: 'seen-while-counting' });
      const counted = db.commit([planned.move, insertEvents(rows, planned.round), ...planned.statements]);
      await assert.rejects(counted, (error) => guardFailed(error, progressGuard));
      assert.ok(!(await server.node.dump()).includes('seen-while-counting'));
    });

    test('is found where ids are hashed, too', async () => {
      await server.set({ personal_quasi: 'hash' });
      await server.send([event('user_logout'), event('product_view', { user_id: 'u-2' })]);
      assert.deepEqual((await erase({ user_id: 'u-1' }))['erased'], { event: 1 });
    });

    test('can be suppressed: what comes later is taken and not kept', async () => {
      await server.send([event('user_logout')]);
      await erase({ user_id: 'u-1', suppress: true });
      const { body } = await server.send([event('user_logout'), event('product_view', { user_id: 'u-2' })]);
      assert.deepEqual([body.success_count, body.failed_count, body.duplicate_count], [2, 0, 0]);
      assert.deepEqual(
        (await server.stored()).map(({ user_id }) => user_id),
        ['u-2'],
      );
      assert.match(server.metrics(), /cartwright_events_total\{outcome="suppressed"\} [1-9]/);
      const allowed = await server.call('DELETE', '/suppressions', { user_id: 'u-1' });
      assert.deepEqual(JSON.parse(allowed.payload), { suppressed: false });
      await server.send([event('user_logout')]);
      assert.equal((await server.stored()).length, 2);
    });

    test('can be suppressed by the id of a visitor, without erasing', async () => {
      await server.call('PUT', '/suppressions', { anonymous_id: 'a-5' });
      await server.send([event('product_view', { user_id: null, anonymous_id: 'a-5' })]);
      assert.equal((await server.stored()).length, 0);
    });

    test('has to be named, by somebody who may, of this organization', async () => {
      assert.equal((await server.call('POST', '/erasures', {})).statusCode, 400);
      assert.equal((await server.call('POST', '/erasures', { user_id: 'x' }, ['company/events/read'])).statusCode, 403);
      assert.equal(
        (await server.call('POST', '/erasures', { user_id: 'x' }, ['company/*'], server.otherShop)).statusCode,
        404,
      );
      assert.equal((await server.call('GET', '/erasures/none')).statusCode, 404);
    });

    test('leaves a trace in the audit that does not name him', async () => {
      await erase({ user_id: 'u-77' });
      const rows = await server.node.db.all<{ document: string }>(
        "select document from audit where action = 'events.erase' order by created_at desc, id desc limit 1 offset 0",
      );
      assert.equal(rows.length, 1);
      assert.ok(!String(rows[0]?.document).includes('u-77'));
    });
  });

  test('events and refused events go when the application’s days for each are over', async () => {
    await server.set({ kept_days: 10, refused_kept_days: 2 });
    await server.send([event('user_logout'), { ...event('user_logout'), contains: [] }]);
    const counts = async (): Promise<readonly number[]> => {
      const tables = ['event', 'event_refused'];
      const rows = await Promise.all(tables.map((table) => server.node.db.one(`select count(*) as n from ${table}`)));
      return rows.map((row) => Number(row?.['n']));
    };
    const start = server.node.now();
    assert.equal(await sweepEvents(server.node.db, start + 2 * DAY), 0);
    assert.deepEqual(await counts(), [1, 1]);
    assert.equal(await sweepEvents(server.node.db, start + 2 * DAY + 1), 1);
    assert.deepEqual(await counts(), [1, 0]);
    await sweepEvents(server.node.db, start + 10 * DAY + 1);
    assert.deepEqual(await counts(), [0, 0]);
  });
});
