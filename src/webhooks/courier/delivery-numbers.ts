/** How much waits and for how long, for whoever watches this node: looked up now and then, because counting takes a while. */
import type { Database } from '../../db/database.ts';
import type { Metrics, Sample } from '../../http/watch/metrics.ts';
import type { SubscriberState } from '../subscribers/subscriber.ts';

type Waiting = { readonly state: SubscriberState; readonly n: number; readonly oldest: number };
export type DeliveryNumbers = {
  /** Waiting deliveries by the state of their subscriber, with the time the oldest of them began. */
  readonly waiting: readonly Waiting[];
  /** When the oldest event came that has not been handed out yet; null when there is none. */
  readonly unspreadSince: number | null;
};

export const countDeliveries = async (db: Database): Promise<DeliveryNumbers> => {
  const waiting: Waiting[] = [];
  for await (const rows of db.scan<Waiting>(
    `select s.state, count(*) as n, min(d.began_at) as oldest from webhook_delivery d
      join webhook_subscriber s on s.id = d.subscriber_id where d.state = 'waiting' group by s.state order by s.state`,
  )) {
    waiting.push(...rows);
  }
  const first = await db.one<{ at: number }>(
    'select received_at as at from event where spread = 0 order by received_at limit 1',
  );
  return { waiting, unspreadSince: first?.at ?? null };
};

const seconds = (since: number, now: number): number => Math.max(0, now - since) / 1000;

/** Registers the gauges; they show what the last `tell` told. */
export const deliveryGauges = (metrics: Metrics, now: () => number): ((numbers: DeliveryNumbers) => void) => {
  let known: DeliveryNumbers = { waiting: [], unspreadSince: null };
  const byState = (value: (one: Waiting) => number): readonly Sample[] =>
    known.waiting.map((one) => ({ value: value(one), labels: { subscriber: one.state } }));
  metrics.gauge('cartwright_webhook_waiting', 'Deliveries that wait, by the state of their subscriber.', () =>
    byState(({ n }) => n),
  );
  metrics.gauge('cartwright_webhook_oldest_waiting_seconds', 'How long the oldest of them has waited.', () =>
    byState(({ oldest }) => seconds(oldest, now())),
  );
  metrics.gauge('cartwright_events_unspread_seconds', 'How long the oldest event waits to be handed out.', () =>
    known.unspreadSince === null ? 0 : seconds(known.unspreadSince, now()),
  );
  return (numbers) => {
    known = numbers;
  };
};
