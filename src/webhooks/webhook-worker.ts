/** The delivery of webhooks as a part of a running node: the courier over the real network, its secrets and its numbers. */
import type { Node } from '../applications/node.ts';
import { keepWorking, type WorkerTools } from '../db/keep-working.ts';
import type { Metrics } from '../http/watch/metrics.ts';
import type { Tracing } from '../http/watch/otlp/tracing.ts';
import { turnFor } from '../shared/slices.ts';
import { tellChanges } from '../shared/tell-changes.ts';
import { type Reach, sharedLookups } from '../http/outgoing/check-address.ts';
import { createCourier, type Send } from './courier/courier.ts';
import { countDeliveries, deliveryGauges } from './courier/delivery-numbers.ts';
import type { Verdict } from './courier/delivery-rules.ts';
import { bodyFor, looksToRead } from './courier/event-body.ts';
import { type CourierRun, runCourier } from './courier/run-courier.ts';
import { ATTEMPT_MS, keptConnections, sendEvent } from './courier/send-delivery.ts';
import type { Subscriber } from './subscribers/subscriber.ts';
import { readReceiver, type Receiver } from './subscribers/subscriber-secrets.ts';
import { readListening, readSubscriberById } from './subscribers/subscriber-store.ts';

const EVERY_MS = 500;
const NUMBERS_MS = 60_000;
const GRACE_MS = 5_000;
/** An attempt, and time to write down what came of it. */
const LEASE_MS = ATTEMPT_MS + 15_000;
const LANES_EACH = 8;
const MOST_KNOWN = 1_000;

export type WebhookWorkerOptions = WorkerTools & {
  readonly node: Node;
  readonly reach: Reach;
  readonly metrics: Metrics;
  /** Left out where there are no traces. */
  readonly handOn?: Tracing['handOn'] | undefined;
  /** Deliveries under way at a time. */
  readonly lanes: number;
};
export type WebhookWorker = { readonly start: () => void; readonly stop: () => Promise<void> };

/** Opened once for each version of a subscriber; a new secret is a new version, and so is a new address. */
const receiversByVersion = (node: Node) => {
  const known = new Map<number, Receiver>();
  return async ({ id, version }: Subscriber): Promise<Receiver> => {
    const found = known.get(id);
    if (found?.version === version) return found;
    const read = await readReceiver(node, id);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(id, read);
    return read;
  };
};

const wordFor = (verdict: Verdict): string =>
  ({ done: 'delivered', waiting: 'retried', failed: 'given_up' })[verdict.state];

export const webhookWorker = (options: WebhookWorkerOptions): WebhookWorker => {
  const { node, reach, metrics, handOn, lanes, chance, onFailure, onRecovery } = options;
  const opening = tellChanges(options);
  const writing = tellChanges(options);
  const { db, now, stopwatch } = node;
  const agents = keptConnections();
  const shared = { ...reach, resolve: sharedLookups(reach.resolve) };
  const receiverOf = receiversByVersion(node);
  const attempts = metrics.counter('cartwright_webhook_attempts_total', 'Attempts to deliver, by what became of them.');
  const stops = metrics.counter('cartwright_webhook_stops_total', 'Subscribers that were stopped, by their new state.');
  const tell = deliveryGauges(metrics, now);

  const send: Send = async ({ event }, subscriber) => {
    const { id, slug, sequence_key: sequenceKey, sequence } = event;
    // A reducer reads all of it, and it is signed: of many that begin at once, each large one has a turn of the loop.
    await turnFor(looksToRead(event.body));
    const sent = { id, slug, sequenceKey, sequence, body: bodyFor(subscriber, event) };
    const receiver = await receiverOf(subscriber).catch((error: unknown) => opening.failed(error));
    if (receiver === undefined)
      return { outcome: { kind: 'unreachable', reason: 'secrets cannot be opened' }, answer: '' };
    opening.worked();
    const sending = { url: receiver.url, secrets: receiver.secrets, reach: shared, agents, now };
    if (handOn === undefined) return sendEvent(sent, sending);
    const leg = {
      name: `webhook ${slug}`,
      attributes: { 'cartwright.event.id': id, 'cartwright.subscriber.id': subscriber.id },
    };
    return handOn(event.body, leg, (traceparent) => sendEvent({ ...sent, traceparent }, sending));
  };
  const courier = createCourier({
    db,
    now,
    stopwatch,
    chance,
    send,
    subscribersOf: (companyIds) => readListening(db, companyIds),
    subscriber: (id) => readSubscriberById(db, id),
    lanes: { each: Math.min(LANES_EACH, lanes), all: lanes },
    leaseMs: LEASE_MS,
    onSettled: (_, __, verdict) => {
      writing.worked();
      attempts({ outcome: wordFor(verdict) });
      if (verdict.state === 'failed') stops({ state: verdict.subscriber });
    },
    onLost: writing.failed,
  });

  let run: CourierRun | undefined;
  let stopCounting = (): Promise<void> => Promise.resolve();
  const count = async (): Promise<number> => {
    tell(await countDeliveries(db));
    return 0;
  };
  return {
    start: () => {
      run = runCourier(courier, { everyMs: EVERY_MS, graceMs: GRACE_MS, chance, onFailure, onRecovery });
      const everyMs = NUMBERS_MS;
      stopCounting = keepWorking({ step: count, everyMs, mostMs: 10 * everyMs, chance, onFailure, onRecovery });
    },
    stop: async () => {
      const running = run;
      run = undefined;
      await Promise.all([running?.stop(), stopCounting()]);
      agents.close();
    },
  };
};
