/** Brings what orders tell to whoever writes their letters, while mail is on. */
import { randomUUID } from 'node:crypto';
import type { Node } from './applications/node.ts';
import { startable, type WorkerTools } from './db/keep-working.ts';
import { mailSinkName } from './events/sink-queue-statements.ts';
import { writeOrderLetter } from './orders/letters/order-letters.ts';
import { drainSink } from './webhooks/sinks/drain-sink.ts';
import { serveSink } from './webhooks/sinks/sink-store.ts';

const EVERY_MS = 2_000;
const MOST_PAUSE_MS = 30_000;
const TELL_MS = 60_000;

export type OrderPostOptions = WorkerTools & {
  readonly node: Pick<Node, 'db' | 'keyring' | 'now' | 'random' | 'stopwatch'>;
};

export const orderPost = ({ node, chance, onFailure, onRecovery }: OrderPostOptions) => {
  const { db, now, stopwatch } = node;
  let toldAt = Number.NEGATIVE_INFINITY;
  const step = async (): Promise<number> => {
    if (stopwatch.ms() - toldAt >= TELL_MS) {
      await serveSink(db, mailSinkName, now());
      toldAt = stopwatch.ms();
    }
    const publish = (event: Parameters<typeof writeOrderLetter>[1]) => writeOrderLetter(node, event);
    return drainSink({ db, sink: mailSinkName, now, newClaim: randomUUID, publish });
  };
  return {
    step,
    ...startable({ step, everyMs: EVERY_MS, mostMs: MOST_PAUSE_MS, chance, onFailure, onRecovery }),
  };
};
