/**
 * Brings events to whoever subscribed: hands each new event to the subscribers it is meant for, takes what is due and sends
 * it, and writes down what came of it. Every subscriber has lanes of his own, and every company a part of them all, so that who is slow
 * or dead keeps nobody else waiting. Time, chance and the network are given; any number of nodes may do this side by side.
 */
import { randomUUID } from 'node:crypto';
import { type Database, guardFailed } from '../../db/database.ts';
import type { Clock, Stopwatch } from '../../shared/clock.ts';
import { afterAttempt, type Outcome, type Verdict } from './delivery-rules.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryKey,
  type DueSubscriber,
  dueSubscribers,
  type EventRow,
  finishDelivery,
  spreadGuard,
  spreadStatements,
  type TimedEvent,
  unspreadEvents,
} from './delivery-store.ts';
import { looksToRead, payloadOnce } from './event-body.ts';
import type { Answered } from './send-delivery.ts';
import type { Looking } from '../subscribers/filter-rules.ts';
import { isMeant, lookedInTurns, type Subscriber } from '../subscribers/subscriber.ts';

/** What came back, or why nothing did. Never rejects. */
export type Send = (delivery: ClaimedDelivery, subscriber: Subscriber) => Promise<Answered>;
export type CourierOptions = {
  readonly db: Database;
  readonly now: Clock;
  readonly stopwatch: Stopwatch;
  /** From 0 to 1. */
  readonly chance: () => number;
  readonly send: Send;
  /** Subscribers of these companies that are not inactive. */
  readonly subscribersOf: (companyIds: readonly number[]) => Promise<readonly Subscriber[]>;
  readonly subscriber: (id: number) => Promise<Subscriber | undefined>;
  /** Deliveries under way at a time: to one subscriber, and to all. One whose last delivery failed has a single lane. */
  readonly lanes: { readonly each: number; readonly all: number };
  /** Longer than any attempt takes; after it another node may take the delivery. */
  readonly leaseMs: number;
  readonly newClaim?: () => string;
  readonly onSettled?: (delivery: ClaimedDelivery, outcome: Outcome, verdict: Verdict) => void;
  /** What could not be written; the delivery is due again when its lease ends. */
  readonly onLost?: (error: unknown) => void;
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
  /** Writes nothing more of those under way: they are left to the end of their leases. */
  readonly abandon: () => void;
};

const SPREAD_STEP = 200;
/** Deliveries of one batch; on SQLite everybody else waits for it. */
const SPREAD_DELIVERIES = 5_000;
/** Claims that are asked for at once: they share a durable write. */
const CLAIMS = 16;
/** Of all lanes, where there are others: receivers of one company that are slow, however many, leave the rest to them. */
const PART_OF_COMPANY = 3 / 4;

function* deliveriesOf(event: EventRow, subscribers: readonly Subscriber[]): Looking<readonly DeliveryKey[]> {
  const { application_id: applicationId, id: eventId, company_id: companyId, slug } = event;
  const told = { companyId, applicationId, slug, payload: payloadOnce(event.body) };
  const found: DeliveryKey[] = [];
  for (const one of subscribers) {
    if (yield* isMeant(one, told)) found.push({ subscriberId: one.id, applicationId, eventId });
  }
  return found;
}

type SpreadPlan = { readonly taken: readonly TimedEvent[]; readonly deliveries: readonly DeliveryKey[] };

/** As many events as one batch can take, and their deliveries. */
function* planSpread(events: readonly TimedEvent[], subscribers: readonly Subscriber[]): Looking<SpreadPlan> {
  const taken: TimedEvent[] = [];
  const deliveries: DeliveryKey[] = [];
  for (const event of events) {
    yield looksToRead(event.body);
    const own = yield* deliveriesOf(event, subscribers);
    if (taken.length > 0 && deliveries.length + own.length > SPREAD_DELIVERIES) break;
    taken.push(event);
    deliveries.push(...own);
  }
  return { taken, deliveries };
}

export const createCourier = (options: CourierOptions): Courier => {
  const { db, now, stopwatch, chance, send, subscribersOf, subscriber } = options;
  const { lanes, leaseMs, newClaim = randomUUID } = options;
  const underWay = new Map<number, Set<Promise<void>>>();
  /** Whose last delivery failed, as far as this node knows. */
  const failing = new Set<number>();
  /** Lanes in use of each company to which anything was brought. */
  const byCompany = new Map<number, number>();
  let inUse = 0;
  let turn = 0;
  let abandoned = false;

  const spread = async (): Promise<number> => {
    const events = await unspreadEvents(db, SPREAD_STEP);
    if (events.length === 0) return 0;
    const subscribers = await subscribersOf([...new Set(events.map(({ company_id }) => company_id))]);
    const { taken, deliveries } = await lookedInTurns(planSpread(events, subscribers));
    try {
      await db.commit(spreadStatements(taken, deliveries, now()));
    } catch (error) {
      if (!guardFailed(error, spreadGuard)) throw error; // another node was faster: there may be more
    }
    return taken.length;
  };

  const attempt = async (delivery: ClaimedDelivery, receiver: Subscriber): Promise<void> => {
    const at = now();
    const begun = stopwatch.ms();
    const { outcome, answer } = await send(delivery, receiver);
    if (abandoned) return;
    const ended = now();
    const tookMs = Math.round(stopwatch.ms() - begun);
    const verdict = afterAttempt(delivery, outcome, ended, chance());
    if (verdict.state === 'done') failing.delete(receiver.id);
    else failing.add(receiver.id);
    await finishDelivery(db, delivery, { at, tookMs, outcome, answer }, { verdict, at: ended });
    options.onSettled?.(delivery, outcome, verdict);
  };

  const take = ({ companyId }: DueSubscriber, count: number): void => {
    inUse += count;
    byCompany.set(companyId, (byCompany.get(companyId) ?? 0) + count);
  };
  const freeFor = ({ id, companyId }: DueSubscriber): number => {
    const each = failing.has(id) ? 1 : lanes.each;
    const most = byCompany.size > 1 ? Math.max(1, Math.floor(lanes.all * PART_OF_COMPANY)) : lanes.all;
    const ofCompany = most - (byCompany.get(companyId) ?? 0);
    return Math.max(0, Math.min(each - (underWay.get(id)?.size ?? 0), lanes.all - inUse, ofCompany));
  };

  const start = (delivery: ClaimedDelivery, receiver: Subscriber): void => {
    const own = underWay.get(receiver.id) ?? new Set();
    underWay.set(receiver.id, own);
    const running = attempt(delivery, receiver)
      .catch((error: unknown) => options.onLost?.(error))
      .finally(() => {
        take(receiver, -1);
        own.delete(running);
        if (own.size === 0) underWay.delete(receiver.id);
      });
    own.add(running);
  };

  /** Lanes are taken before the claim is asked for, so that claims at once never take more than there are. */
  const beginFor = async (receiver: Subscriber): Promise<number> => {
    const { id } = receiver;
    const free = freeFor(receiver);
    if (free === 0) return 0;
    take(receiver, free);
    let begun = 0;
    try {
      const at = now();
      const { resumedAt } = receiver;
      const claim = { now: at, leaseEnd: at + leaseMs, claim: newClaim(), resumedAt };
      const taken = await claimDeliveries(db, id, free, claim);
      begun = taken.length;
      for (const delivery of taken) start(delivery, receiver);
      return begun;
    } finally {
      take(receiver, begun - free);
    }
  };

  /** Only those who have a free lane: each may have as much to say as a body holds. */
  const receiversOf = async (due: readonly DueSubscriber[]): Promise<readonly Subscriber[]> => {
    const found = await Promise.all(due.filter((one) => freeFor(one) > 0).map(({ id }) => subscriber(id)));
    return found.flatMap((one) => (one?.state === 'active' ? [one] : []));
  };
  const beginForAll = async (due: readonly DueSubscriber[]): Promise<number> => {
    const counts = await Promise.all((await receiversOf(due)).map(beginFor));
    return counts.reduce((sum, count) => sum + count, 0);
  };

  const all = (): readonly Promise<void>[] => [...underWay.values()].flatMap((attempts) => [...attempts]);
  return {
    spread,
    begin: async () => {
      const found = await dueSubscribers(db, now());
      // All of them before any has a lane: who is the only one of his kind has them all.
      for (const one of found) take(one, 0);
      // Another one comes first each time: when lanes are short, nobody is always last.
      turn = found.length === 0 ? 0 : (turn + 1) % found.length;
      const due = [...found.slice(turn), ...found.slice(0, turn)];
      let begun = 0;
      for (let at = 0; at < due.length; at += CLAIMS) {
        begun += await beginForAll(due.slice(at, at + CLAIMS));
      }
      return begun;
    },
    next: () => Promise.race(all()),
    idle: async () => {
      while (underWay.size > 0) await Promise.all(all());
    },
    abandon: () => {
      abandoned = true;
    },
  };
};
