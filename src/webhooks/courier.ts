/**
 * Brings events to whoever subscribed: hands each new event to the subscribers it is meant for, takes what is due and sends
 * it, and writes down what came of it. Every subscriber has lanes of his own, so one that is slow or dead keeps nobody else
 * waiting. Time, chance and the network are given; any number of nodes may do this side by side.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { afterAttempt, type Outcome } from './delivery-rules.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  dueSubscribers,
  finishStatements,
  spreadStatements,
  unspreadEvents,
} from './delivery-store.ts';
import { isMeant, type Subscriber } from './subscriber.ts';

/** What came back, or why nothing did. Never rejects. */
export type Send = (
  delivery: ClaimedDelivery,
  subscriber: Subscriber,
) => Promise<{
  readonly outcome: Outcome;
  readonly answer: string;
}>;
export type CourierOptions = {
  readonly db: Database;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly chance: () => number;
  readonly send: Send;
  /** Subscribers of these companies that are not inactive. */
  readonly subscribersOf: (companyIds: readonly number[]) => Promise<readonly Subscriber[]>;
  readonly subscriber: (id: number) => Promise<Subscriber | undefined>;
  /** Deliveries under way at a time: to one subscriber, and to all. */
  readonly lanes: { readonly each: number; readonly all: number };
  /** Longer than any attempt takes; after it another node may take the delivery. */
  readonly leaseMs: number;
  readonly newClaim?: () => string;
  readonly onSettled?: (delivery: ClaimedDelivery, outcome: Outcome, state: 'done' | 'waiting' | 'failed') => void;
};
export type Courier = {
  /** Hands out one step of new events; how many there were. */
  readonly spread: () => Promise<number>;
  /** Takes what is due as far as there are free lanes; how many were begun. They go on by themselves. */
  readonly begin: () => Promise<number>;
  /** Resolves when one of those under way ends, and never when there is none. */
  readonly next: () => Promise<void>;
  /** Resolves when none is under way. */
  readonly idle: () => Promise<void>;
};

const SPREAD_STEP = 200;

export const createCourier = (options: CourierOptions): Courier => {
  const {
    db,
    now,
    chance,
    send,
    subscribersOf,
    subscriber,
    lanes,
    leaseMs,
    newClaim = randomUUID,
    onSettled,
  } = options;
  const underWay = new Map<number, Set<Promise<void>>>();
  const all = (): readonly Promise<void>[] => [...underWay.values()].flatMap((attempts) => [...attempts]);

  const spread = async (): Promise<number> => {
    const events = await unspreadEvents(db, SPREAD_STEP);
    if (events.length === 0) return 0;
    const subscribers = await subscribersOf([...new Set(events.map(({ company_id }) => company_id))]);
    const deliveries = events.flatMap(({ application_id: applicationId, id: eventId, company_id: companyId, slug }) =>
      subscribers
        .filter((one) => isMeant(one, { companyId, applicationId, slug }))
        .map(({ id: subscriberId }) => ({ subscriberId, applicationId, eventId })),
    );
    await db.commit(spreadStatements(events, deliveries, now()));
    return events.length;
  };

  const attempt = async (delivery: ClaimedDelivery, receiver: Subscriber): Promise<void> => {
    const at = now();
    const { outcome, answer } = await send(delivery, receiver);
    const ended = now();
    const verdict = afterAttempt(delivery, outcome, ended, chance());
    await db.commit(finishStatements(delivery, { at, tookMs: ended - at, outcome, answer }, verdict, ended));
    onSettled?.(delivery, outcome, verdict.state);
  };

  /** A commit that fails is left to the end of the lease: the delivery is due again then. */
  const start = (delivery: ClaimedDelivery, receiver: Subscriber): void => {
    const own = underWay.get(receiver.id) ?? new Set();
    underWay.set(receiver.id, own);
    const running = attempt(delivery, receiver)
      .catch(() => undefined)
      .finally(() => {
        own.delete(running);
        if (own.size === 0) underWay.delete(receiver.id);
      });
    own.add(running);
  };

  const beginFor = async (id: number): Promise<number> => {
    const free = Math.min(lanes.each - (underWay.get(id)?.size ?? 0), lanes.all - all().length);
    if (free <= 0) return 0;
    const receiver = await subscriber(id);
    if (receiver === undefined) return 0;
    const at = now();
    const taken = await claimDeliveries(db, id, free, { now: at, leaseEnd: at + leaseMs, claim: newClaim() });
    for (const delivery of taken) start(delivery, receiver);
    return taken.length;
  };

  return {
    spread,
    begin: async () => {
      let begun = 0;
      for (const id of await dueSubscribers(db, now())) begun += await beginFor(id);
      return begun;
    },
    next: () => Promise.race(all()),
    idle: async () => {
      while (underWay.size > 0) await Promise.all(all());
    },
  };
};
