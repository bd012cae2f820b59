import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { Database } from '../../../src/db/database.ts';
import { type EventRow, insertEvents } from '../../../src/events/event-store.ts';
import { countEvents } from '../../../src/events/funnels/funnel-count.ts';
import { rebuildFigures } from '../../../src/events/funnels/funnel-rebuild.ts';
import { createMetrics } from '../../../src/http/watch/metrics.ts';
import { processStopwatch } from '../../../src/shared/clock.ts';
import { openBroker } from '../../../src/webhooks/sinks/nats-broker.ts';
import { natsSink, natsSinkName } from '../../../src/webhooks/sinks/nats-sink.ts';
import { forgetSinks, serveSink } from '../../../src/webhooks/sinks/sink-store.ts';
import { forEachEngine, type TestDatabase } from '../../databases.ts';
import { type NatsServer, newNatsServer, whyNoNats } from './nats-server.ts';

const NOW = Date.UTC(2026, 10, 15);
const DAY = 86_400_000;
const skip = whyNoNats();

const events = (from: number, count: number): readonly EventRow[] =>
  Array.from({ length: count }, (_, at) => ({
    applicationId: 'shop',
    id: `e-${from + at}`,
    companyId: 1,
    slug: 'click/product_view/click/v1',
    happenedAt: NOW,
    receivedAt: NOW + from + at,
    userId: null,
    anonymousId: null,
    flags: '',
    body: JSON.stringify({ event: { id: `e-${from + at}` }, payload: { product_id: 7 } }),
  }));

forEachEngine((engine) => {
  describe('events are published to NATS', skip === undefined ? {} : { skip }, () => {
    let open: TestDatabase;
    let nats: NatsServer;
    let streams = 0;
    before(async () => {
      open = await engine.open();
      nats = await newNatsServer();
    });
    after(async () => {
      await nats.remove();
      await open.close();
    });

    const newSettings = () => {
      streams += 1;
      const urls: readonly [URL, ...URL[]] = [nats.url];
      return { urls, stream: `EVENTS_${streams}`, subject: `shop${streams}.events`, keptDays: 2, replicas: 1 };
    };
    type Settings = ReturnType<typeof newSettings>;
    const sinkOf = (settings: Settings) =>
      natsSink({
        db: open.db,
        now: Date.now,
        stopwatch: processStopwatch,
        metrics: createMetrics(),
        settings,
        chance: () => 0.5,
        onFailure: () => undefined,
        onNotice: assert.fail,
        everyMs: 20,
      });
    const write = async (db: Database, rows: readonly EventRow[]): Promise<void> => {
      await db.commit([insertEvents(rows)]);
      while ((await countEvents(db, NOW)) > 0);
    };
    const waiting = async (): Promise<number> => {
      const row = await open.db.one<{ n: number }>('select count(*) as n from event_sink_queue');
      return row?.n ?? 0;
    };
    const drained = async (): Promise<void> => {
      for (let tries = 0; tries < 600 && (await waiting()) > 0; tries += 1) await pause(50);
      assert.equal(await waiting(), 0);
    };
    const inStream = async ({ urls: [url], stream }: Settings) => {
      const connection = await connect({ servers: url.host, reconnect: false });
      try {
        const manager = await jetstreamManager(connection);
        const { state, config } = await manager.streams.info(stream);
        const consumer = await jetstream(connection).consumers.get(stream);
        const ids: string[] = [];
        const subjects = new Set<string>();
        while (ids.length < state.messages) {
          for await (const message of await consumer.fetch({
            max_messages: Math.min(500, state.messages - ids.length),
            expires: 1_000,
          })) {
            ids.push(message.headers?.get('Nats-Msg-Id') ?? '');
            subjects.add(message.subject);
          }
        }
        return { ids, subjects: [...subjects], config };
      } finally {
        await connection.close();
      }
    };
    const clear = (): Promise<unknown> =>
      open.db.commit(['event_sink_queue', 'event_sink', 'event'].map((table) => ({ sql: `delete from ${table}` })));

    test('without a sink nothing waits', async () => {
      await write(open.db, events(0, 10));
      assert.equal(await waiting(), 0);
      await clear();
    });

    test('any server of the cluster will do, and as many keep the stream as are to', async () => {
      const settings = newSettings();
      const broker = await openBroker({ ...settings, urls: [new URL('nats://127.0.0.1:1'), nats.url] }, () =>
        assert.fail(),
      );
      await broker.close();
      const three = { ...newSettings(), replicas: 3 };
      await assert.rejects(
        openBroker(three, () => assert.fail()),
        /replicas|peers/,
        'a server alone cannot keep three',
      );
    });

    test('the stream is made with its limits, and an event is in it under its application and kind', async () => {
      const settings = newSettings();
      await serveSink(open.db, natsSinkName, Date.now());
      await write(open.db, events(0, 3));
      const sink = sinkOf(settings);
      sink.start();
      await drained();
      await sink.stop();
      const { ids, subjects, config } = await inStream(settings);
      assert.deepEqual(ids.toSorted(), ['shop/e-0', 'shop/e-1', 'shop/e-2']);
      assert.deepEqual(subjects, [`${settings.subject}.shop.click.product_view.click.v1`]);
      assert.equal(config.duplicate_window, 2 * 3_600_000 * 1e6);
      assert.equal(config.max_age, 2 * DAY * 1e6);
      await clear();
    });

    test('an event whose publisher died before it could note that it arrived is in the stream once', async () => {
      const settings = newSettings();
      await serveSink(open.db, natsSinkName, Date.now());
      await write(open.db, events(0, 5));
      const broker = await openBroker(settings, () => assert.fail());
      const [first] = events(0, 1);
      assert.ok(first);
      const { id, slug, body } = first;
      await broker.publish({ application_id: 'shop', id, slug, body, sequence_key: null, sequence: null });
      await broker.close();
      const sink = sinkOf(settings);
      sink.start();
      await drained();
      await sink.stop();
      assert.equal((await inStream(settings)).ids.length, 5);
      await clear();
    });

    test('a rebuild of the figures publishes nothing again', async () => {
      await serveSink(open.db, natsSinkName, Date.now());
      await write(open.db, events(0, 5));
      await open.db.commit([{ sql: 'delete from event_sink_queue' }]);
      await rebuildFigures(open.db, 'shop');
      while ((await countEvents(open.db, NOW)) > 0);
      assert.equal(await waiting(), 0);
      await clear();
    });

    test('a sink that nobody serves for a week is forgotten with what waits for it', async () => {
      await serveSink(open.db, natsSinkName, NOW);
      await write(open.db, events(0, 5));
      await forgetSinks(open.db, NOW + 6 * DAY);
      assert.equal(await waiting(), 5);
      await forgetSinks(open.db, NOW + 8 * DAY);
      assert.equal(await waiting(), 0);
      await clear();
    });

    test('a broker killed and started again under load has every event once', async () => {
      const settings = newSettings();
      await serveSink(open.db, natsSinkName, Date.now());
      const nodes = [sinkOf(settings), sinkOf(settings)];
      for (const node of nodes) node.start();
      const restarts = new Map([
        [300, nats.kill],
        [700, nats.start],
        [1_000, nats.kill],
        [1_200, nats.start],
      ]);
      for (let written = 0; written < 1_600; written += 100) {
        const restarting = restarts.get(written)?.();
        await write(open.db, events(written, 100));
        await restarting;
        await pause(20);
      }
      await drained();
      for (const node of nodes) await node.stop();
      const { ids } = await inStream(settings);
      assert.equal(new Set(ids).size, 1_600);
      assert.equal(ids.length, 1_600);
      await clear();
    });
  });
});
