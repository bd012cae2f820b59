/**
 * Brings events to the collector: in batches, one tab at a time, again after a failure, and before the page goes. An event is
 * let go only when the collector has answered for it; what arrives twice is stored once.
 */
import type { CollectorConfig, EventVerdicts } from '../../src/contract/events/event-collector-contract.ts';
import { bodyOf, collectorOf, isOurs } from './collector.ts';
import type { EmitterOptions } from './emitter-api.ts';
import type { Envelope } from './envelope.ts';
import {
  ANSWER_WAIT_MS,
  BATCH_BYTES,
  BATCH_EVENTS,
  BATCH_WAIT_MS,
  EVENT_BYTES,
  FIRST_RETRY_MS,
  LONGEST_RETRY_MS,
} from './limits.ts';
import { openQueue, type Waiting } from './queue.ts';
import type { KeptVisitor } from './visitor.ts';

export type Sender = {
  readonly add: (event: Envelope) => void;
  readonly flush: () => Promise<void>;
  readonly clear: () => void;
};

type Own = Waiting & { isSaved?: boolean; isSent?: boolean };

/** Of what is ours to send and not on its way. */
const batchesOf = (events: Iterable<Own>, config: CollectorConfig): readonly (readonly Own[])[] => {
  const batches: Own[][] = [];
  let room = 0;
  for (const event of events) {
    if (event.isSent || !isOurs(event, config)) continue;
    if (room < event.bytes) {
      room = BATCH_BYTES;
      batches.push([]);
    }
    room -= event.bytes;
    batches.at(-1)?.push(event);
  }
  return batches;
};

/** `name` is that of the queue, and of the turn that tabs wait for. */
export const createSender = (name: string, options: EmitterOptions, visitor: KeptVisitor): Sender => {
  const queue = openQueue(name);
  const collector = collectorOf(options, visitor);
  /** Events of this tab that nobody has answered for. */
  const own = new Map<string, Own>();
  /** In a row. While there are any, nothing is sent but by the timer that is set for it. */
  let failures = 0;
  let timer = 0;

  const dropped = (): number => visitor.get()?.dropped ?? 0;
  const drop = (count: number): void => visitor.update({ dropped: dropped() + count });
  const letGo = async (events: readonly Own[]): Promise<void> => {
    for (const { id } of events) own.delete(id);
    await queue.remove(events).catch(() => {});
  };

  const flushIn = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  };
  const retry = (leastMs: number): void => {
    failures += 1;
    flushIn(Math.max(leastMs, Math.random() * Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)));
  };

  /** Whether the batch is done with. What the collector refuses it keeps; what it did not judge is sent again. */
  const send = async (batch: readonly Own[], config: CollectorConfig): Promise<boolean> => {
    const reported = dropped();
    let wait = 0;
    for (const event of batch) event.isSent = true;
    try {
      const response = await fetch(collector.url, {
        method: 'POST',
        headers: collector.headers,
        body: bodyOf(batch, config, reported),
        // An address can hold secrets.
        referrerPolicy: 'origin',
        // Neither a click on a link nor a closed tab ends it.
        keepalive: true,
        signal: AbortSignal.timeout(ANSWER_WAIT_MS),
      });
      if (response.ok || [400, 413, 422].includes(response.status)) {
        // Without verdicts it could make nothing of the batch, and never will.
        const { failures: refused } = (await response.json()) as Partial<EventVerdicts>;
        drop(refused ? -reported : batch.length);
        failures = 0;
        await letGo(batch);
        if (refused?.length) options.onRefused?.(refused);
        return true;
      }
      wait = Number(response.headers.get('retry-after')) * 1000;
    } catch {
      // no network, or no answer that can be read
    } finally {
      for (const event of batch) event.isSent = false;
    }
    retry(wait);
    return false;
  };

  /** All that waits in the queue and in this tab. What this tab put there and is there no more, another tab has sent. */
  const waiting = async (): Promise<readonly Own[]> => {
    const found = await queue.all().catch(() => undefined);
    const all = new Map(found?.map((event): [string, Own] => [event.id, event]));
    for (const event of own.values()) {
      if (found && event.isSaved && !all.has(event.id)) own.delete(event.id);
      else all.set(event.id, event);
    }
    return [...all.values()];
  };
  const work = async (): Promise<void> => {
    try {
      const events = await waiting();
      if (events.length === 0 && visitor.get()?.collector) return;
      const config = await collector.config(failures > 0);
      await letGo(events.filter((event) => !isOurs(event, config)));
      for (const batch of batchesOf(events, config)) {
        if (!(await send(batch, config))) return;
      }
    } catch {
      retry(0);
    }
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = 0;
    if (!visitor.get()) own.clear();
    else if (navigator.onLine) await (navigator.locks?.request(name, work) ?? work());
  };

  /** The page may be gone at any moment: what it has is sent at once, and stays in the queue until it is answered for. */
  const hurry = (): void => {
    const config = visitor.get()?.collector;
    if (!config || failures > 0) return;
    for (const batch of batchesOf(own.values(), config)) {
      if ('keepalive' in Request.prototype) void send(batch, config);
      else navigator.sendBeacon(collector.url, bodyOf(batch, config, 0));
    }
  };
  addEventListener('pagehide', hurry);
  addEventListener('visibilitychange', hurry);
  addEventListener('online', () => void flush());
  void flush();

  const save = async (event: Own): Promise<void> => {
    try {
      drop(await queue.put(event));
      event.isSaved = true;
    } catch {
      // no IndexedDB: it waits in this tab alone
    }
  };
  return {
    add: (envelope) => {
      const { id } = envelope.event;
      const event = { id, event: envelope, bytes: new Blob([JSON.stringify(envelope)]).size };
      if (event.bytes > EVENT_BYTES) return drop(1);
      own.set(id, event);
      void save(event);
      if (document.hidden) hurry();
      if (failures === 0 && own.size % BATCH_EVENTS === 0) void flush();
      else if (timer === 0) flushIn(BATCH_WAIT_MS);
    },
    flush,
    clear: () => {
      own.clear();
      queue.clear().catch(() => {});
    },
  };
};
