/**
 * Publishing to NATS as a part of a running node. While the broker is away events wait in the database, nothing else does, and
 * attempts to reach it become rarer; any number of nodes may publish side by side.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { startable, type WorkerTools } from '../../db/keep-working.ts';
import type { Metrics } from '../../http/watch/metrics.ts';
import type { Tracing } from '../../http/watch/otlp/tracing.ts';
import type { Clock, Stopwatch } from '../../shared/clock.ts';
import { drainSink } from './drain-sink.ts';
import { type Broker, duplicateWindowMs, type NatsSettings, openBroker } from './nats-broker.ts';
import { countQueued, serveSink, type SinkEvent } from './sink-store.ts';

export const natsSinkName = 'nats';

const EVERY_MS = 500;
const MOST_PAUSE_MS = 30_000;
const TELL_MS = 60_000;
const MOST_COUNTED = 1_000_000;

export type NatsSinkOptions = WorkerTools & {
  readonly db: Database;
  readonly now: Clock;
  readonly stopwatch: Stopwatch;
  readonly metrics: Metrics;
  /** Left out where there are no traces. */
  readonly handOn?: Tracing['handOn'] | undefined;
  readonly settings: NatsSettings;
  readonly onNotice: (sentence: string) => void;
  readonly everyMs?: number;
};

const shortWindow = (ms: number): string =>
  `The NATS stream recognises repeated events for ${ms / 1000} s only; ${duplicateWindowMs / 1000} s are recommended.`;

export const natsSink = (options: NatsSinkOptions) => {
  const { db, now, stopwatch, metrics, settings, chance, everyMs = EVERY_MS } = options;
  const { onFailure, onRecovery, onNotice, handOn } = options;
  const published = metrics.counter('cartwright_nats_events_total', 'Events that NATS acknowledged.');
  let waiting = 0;
  metrics.gauge('cartwright_nats_waiting', 'Events that wait to be published to NATS.', () => waiting);
  let broker: Broker | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;

  const disconnect = async (): Promise<void> => {
    const open = broker;
    broker = undefined;
    await open?.close();
  };
  /** Events are kept for us from the first time on, whether the broker is there or not. */
  const tellWeServe = async (): Promise<void> => {
    if (stopwatch.ms() - toldAt < TELL_MS) return;
    await serveSink(db, natsSinkName, now());
    waiting = await countQueued(db, natsSinkName, MOST_COUNTED);
    toldAt = stopwatch.ms();
  };
  const connected = async (): Promise<Broker> => {
    if (broker?.isOpen() === true) return broker;
    broker = await openBroker(settings, (ms) => onNotice(shortWindow(ms)));
    return broker;
  };
  const step = async (): Promise<number> => {
    await tellWeServe();
    try {
      const { publish } = await connected();
      const counted = async (event: SinkEvent): Promise<void> => {
        const leg = { name: `publish ${event.slug}`, attributes: { 'cartwright.event.id': event.id } };
        await (handOn === undefined ? publish(event) : handOn(event.body, leg, (header) => publish(event, header)));
        published({});
      };
      return await drainSink({ db, sink: natsSinkName, now, newClaim: randomUUID, publish: counted });
    } catch (error) {
      await disconnect();
      throw error;
    }
  };

  const { start, stop } = startable({ step, everyMs, mostMs: MOST_PAUSE_MS, chance, onFailure, onRecovery });
  return {
    start,
    stop: async (): Promise<void> => {
      await stop();
      await disconnect();
    },
  };
};
