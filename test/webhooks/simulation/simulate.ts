/**
 * One world from one seed: events that commit late, nodes that die and come back, receivers that are down, slow, busy or whose
 * answers get lost, subscribers that are blocked and let in again. The courier, its rules and its SQL are the real ones; time,
 * chance and the network are the world's. In the end everything has arrived, and every promise on the way was kept.
 */
import { outboxStatements } from '../../../src/events/outbox.ts';
import { type Courier, createCourier, type Send } from '../../../src/webhooks/courier/courier.ts';
import { MOST_ATTEMPTS, type Outcome } from '../../../src/webhooks/courier/delivery-rules.ts';
import { renewFailed } from '../../../src/webhooks/courier/replay-store.ts';
import type { Subscriber } from '../../../src/webhooks/subscribers/subscriber.ts';
import {
  insertSubscriber,
  readListening,
  readSubscriberById,
} from '../../../src/webhooks/subscribers/subscriber-store.ts';
import { cartEvent } from '../webhook-server.ts';
import type { MemoryDatabase } from './memory-database.ts';
import { type Mood, moodsOf } from './receiver-moods.ts';
import { type Chance, chanceOf, openTimeline, type Timeline } from './timeline.ts';

const START = 1_700_000_000_000;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const LEASE = 30 * SECOND;
const LANES = { each: 2, all: 5 };
const SUBSCRIBERS = [1, 2];
const NODES = 2;
const END = START + 60 * 24 * HOUR;
const shop = { organizationId: 'o', companyId: 1, applicationId: 'a', applicationToken: '' };

export type Finding = { readonly trace: readonly string[]; readonly broken: readonly string[]; readonly sent: number };

type UnderWay = { readonly node: string; readonly at: number };
/** What the world knows of the deliveries, beside what the database says. */
type Ledger = {
  readonly received: Map<string, number>;
  readonly underWay: Map<string, UnderWay>;
  /** Attempts since the subscriber was last let in, and when the last one failed. */
  readonly attempts: Map<string, number>;
  readonly failedAt: Map<string, number>;
  crashes: number;
  sent: number;
};

const subscriberOf = (id: number): Subscriber => ({
  id,
  companyId: 1,
  name: `receiver ${id}`,
  extensionId: null,
  state: 'active',
  version: 1,
  createdAt: START,
  modifiedAt: START,
  modifiedBy: 'system',
  resumedAt: START,
  document: {
    url: 'https://receiver.example/',
    email: '',
    applicationIds: null,
    type: null,
    headerNames: [],
    subscriptions: [{ slug: 'application/cart/update/v1', filter: null, reducer: null }],
  },
});

type World = {
  readonly db: MemoryDatabase;
  readonly time: Timeline;
  readonly chance: Chance;
  readonly ledger: Ledger;
  readonly moods: ReadonlyMap<number, (at: number) => Mood>;
  readonly say: (line: string) => void;
  readonly blame: (line: string) => void;
};

const outcomeOf = (mood: Mood, chance: Chance): { readonly outcome: Outcome; readonly arrives: boolean } => {
  if (mood === 'down') return { outcome: { kind: 'unreachable', reason: 'ECONNREFUSED' }, arrives: false };
  if (mood === 'failing') return { outcome: { kind: 'answered', status: 500, retryAfterMs: null }, arrives: false };
  if (mood === 'busy') {
    const retryAfterMs = chance.between(1, 60) * SECOND;
    return { outcome: { kind: 'answered', status: 429, retryAfterMs }, arrives: false };
  }
  // The receiver has it and says so, and nobody hears it.
  if (chance.happens(0.05)) return { outcome: { kind: 'unreachable', reason: 'ECONNRESET' }, arrives: true };
  return { outcome: { kind: 'answered', status: 200, retryAfterMs: null }, arrives: true };
};

/** The network of one life of a node; `alive` ends with it. */
const networkOf = (world: World, node: string, alive: () => boolean): Send => {
  const { time, chance, ledger, moods, say, blame } = world;
  const judge = (key: string): void => {
    const other = ledger.underWay.get(key);
    if (other !== undefined && time.now() - other.at < LEASE) blame(`${key} was sent twice at once`);
    const attempts = (ledger.attempts.get(key) ?? 0) + 1;
    if (attempts > MOST_ATTEMPTS + ledger.crashes) blame(`${key} was tried ${attempts} times`);
    if (time.now() - (ledger.failedAt.get(key) ?? 0) < SECOND) blame(`${key} was tried again at once`);
    ledger.attempts.set(key, attempts);
  };
  return ({ subscriberId, eventId }) => {
    const key = `${subscriberId}/${eventId}`;
    judge(key);
    ledger.sent += 1;
    ledger.underWay.set(key, { node, at: time.now() });
    say(`${node} sends ${key}`);
    const mood = moods.get(subscriberId)?.(time.now()) ?? 'up';
    const { outcome, arrives } = outcomeOf(mood, chance);
    if (arrives) ledger.received.set(key, (ledger.received.get(key) ?? 0) + 1);
    return new Promise((resolve) => {
      const takes = mood === 'slow' ? chance.between(5 * SECOND, 15 * SECOND) : chance.between(1, 300);
      time.after(takes, () => {
        if (!alive()) return;
        ledger.underWay.delete(key);
        if (outcome.kind === 'unreachable' || outcome.status !== 200) ledger.failedAt.set(key, time.now());
        say(`${node} hears ${key} ${outcome.kind === 'answered' ? outcome.status : outcome.reason}`);
        resolve({ outcome, answer: '' });
      });
    });
  };
};

/** A node that works, dies now and then, and comes back as another. */
const liveNode = (world: World, name: string, isTold: () => boolean): void => {
  const { db, time, chance, ledger, say, blame } = world;
  let life = 0;
  let courier: Courier;
  const begin = (): void => {
    life += 1;
    const own = life;
    const node = `${name}.${own}`;
    let claims = 0;
    courier = createCourier({
      db,
      now: time.now,
      stopwatch: { ms: time.now },
      chance: chance.share,
      send: networkOf(world, node, () => own === life),
      subscribersOf: (companyIds) => readListening(db, companyIds),
      subscriber: (id) => readSubscriberById(db, id),
      lanes: LANES,
      leaseMs: LEASE,
      newClaim: () => `${node}/${(claims += 1)}`,
      onLost: (error) => blame(`${node} lost ${String(error)}`),
    });
    say(`${node} begins`);
  };
  const die = (): void => {
    ledger.crashes += 1;
    say(`${name}.${life} dies`);
    courier.abandon();
    for (const [key, { node }] of ledger.underWay) if (node === `${name}.${life}`) ledger.underWay.delete(key);
    begin();
  };
  /** Looks again soon while something is due soon, and otherwise when the next thing is. */
  const work = async (): Promise<void> => {
    if (chance.happens(0.03) && ledger.crashes < 10) die();
    await courier.spread();
    await courier.begin();
    const due = await db.one<{ at: number | null }>(
      `select min(d.due_at) as at from webhook_delivery d join webhook_subscriber s on s.id = d.subscriber_id
        where d.state = 'waiting' and s.state = 'active'`,
    );
    const next = due?.at ?? time.now() + (isTold() ? HOUR : SECOND);
    const wait = Math.min(Math.max(0, next - time.now()), HOUR);
    time.after(wait + chance.between(200, 2 * SECOND), work);
  };
  begin();
  time.after(chance.between(0, SECOND), work);
};

/** Somebody who looks now and then, lets the blocked in again and sends again what was given up. */
const operator = ({ db, time, ledger, say, moods }: World): void => {
  const look = async (): Promise<void> => {
    const blocked = await db.all<{ id: number }>(
      `select id from webhook_subscriber where state = 'blocked' order by id limit 10 offset 0`,
    );
    for (const { id } of blocked.filter(({ id: one }) => moods.get(one)?.(time.now()) === 'up')) {
      const now = time.now();
      const resume = {
        sql: `update webhook_subscriber set state = 'active', resumed_at = ?, version = version + 1 where id = ?`,
        params: [now, id],
      };
      const { queued, cleared } = renewFailed(id, 0, now, 100);
      await db.commit([resume, ...queued, ...cleared]);
      for (const key of ledger.attempts.keys()) if (key.startsWith(`${id}/`)) ledger.attempts.delete(key);
      say(`operator lets ${id} in`);
    }
    time.after(6 * HOUR, look);
  };
  time.after(HOUR, look);
};

export const simulate = async (db: MemoryDatabase, seed: number): Promise<Finding> => {
  db.empty();
  const [trace, broken]: [string[], string[]] = [[], []];
  const chance = chanceOf(seed);
  const time = openTimeline(START);
  const say = (line: string): void => void trace.push(`${time.now() - START} ${line}`);
  const ledger: Ledger = {
    received: new Map(),
    underWay: new Map(),
    attempts: new Map(),
    failedAt: new Map(),
    crashes: 0,
    sent: 0,
  };
  const moods = new Map(SUBSCRIBERS.map((id) => [id, moodsOf(chance, START)] as const));
  const world: World = { db, time, chance, ledger, moods, say, blame: (line) => void broken.push(`${seed}: ${line}`) };

  await db.commit(SUBSCRIBERS.map((id) => insertSubscriber(subscriberOf(id))));
  const events = Array.from({ length: chance.between(1, 4) }, (_, number) => cartEvent(shop, number));
  let told = 0;
  for (const event of events) {
    const late = chance.between(0, 10 * SECOND);
    time.after(chance.between(0, 60 * SECOND), async () => {
      await db.commit(outboxStatements([event], time.now() - late));
      told += 1;
      say(`event ${event.id}`);
    });
  }
  for (let at = 0; at < NODES; at += 1) liveNode(world, `node${at}`, () => told === events.length);
  operator(world);

  const isDone = async (): Promise<boolean> => {
    if (told < events.length) return false;
    const open = await db.one<{ n: number }>(
      `select (select count(*) from event where spread = 0) +
        (select count(*) from webhook_delivery) + (select count(*) from webhook_settled where state <> 'done') as n`,
    );
    return open?.n === 0;
  };
  if (!(await time.run(isDone, END))) broken.push(`${seed}: it did not come to an end`);
  for (const id of SUBSCRIBERS) {
    for (const event of events) {
      const times = ledger.received.get(`${id}/${event.id}`) ?? 0;
      if (times === 0) broken.push(`${seed}: ${event.id} never reached ${id}`);
      say(`${id}/${event.id} was received ${times} times`);
    }
  }
  return { trace, broken, sent: ledger.sent };
};
