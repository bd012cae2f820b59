/**
 * The live tail of a node: looks into the database for each application that somebody listens to, so it shows what any node
 * took in. Every look covers the last half minute again and where that was sent is remembered, because events commit in another
 * order than they are received in. Bodies are read for those who lack them, some at a time, and kept by nobody.
 */
import type { TailQuery } from '../../contract/events/tail-contract.ts';
import type { Database } from '../../db/database.ts';
import { keepWorking } from '../../db/keep-working.ts';
import { Refusal } from '../../shared/errors.ts';
import { newListener, type TailListener } from './tail-listener.ts';
import { heartbeat, noticeMessage, type TailKind, type TailPlace } from './tail-rules.ts';
import { readEntries, recentPlaces } from './tail-store.ts';

export type TailLimits = {
  readonly everyMs: number;
  readonly heartbeatMs: number;
  /** How far back every look goes. */
  readonly overlapMs: number;
  /** How far back a listener that comes again is served. */
  readonly resumeMs: number;
  /** Entries of a kind in one look. */
  readonly most: number;
  /** What may wait for a listener that reads slowly. */
  readonly mostBytes: number;
  /** Then it has to come again, with a credential that still holds. */
  readonly longestMs: number;
  readonly listenersOfApplication: number;
  readonly listeners: number;
};
export const tailLimits: TailLimits = {
  everyMs: 1_000,
  heartbeatMs: 10_000,
  overlapMs: 30_000,
  resumeMs: 300_000,
  most: 1_000,
  mostBytes: 1_048_576,
  longestMs: 900_000,
  listenersOfApplication: 10,
  listeners: 100,
};

export type TailHub = {
  /** `mayStill`: whether it may be shown what there is now, which somebody may have ended since it came. */
  readonly listen: (
    applicationId: string,
    query: TailQuery,
    last: TailPlace | undefined,
    mayStill: () => Promise<boolean>,
  ) => TailListener;
  readonly listeners: () => number;
  readonly close: () => Promise<void>;
};
type Watch = {
  readonly listeners: Set<TailListener>;
  stop: () => Promise<void>;
};

const kinds = ['good', 'bad'] as const;

export const openTail = (
  db: Database,
  now: () => number,
  onFailure: (error: unknown) => void,
  limits: TailLimits = tailLimits,
): TailHub => {
  const watches = new Map<string, Watch>();
  /** Nobody listens any more, and a look may still be under way: closing waits for it. */
  const leaving = new Set<Watch>();
  const count = (): number => watches.values().reduce((sum, { listeners }) => sum + listeners.size, 0);

  const look = async (applicationId: string, kind: TailKind, from: number) => {
    const places = await recentPlaces(db, kind, applicationId, { from, most: limits.most });
    return { kind, places: places.toReversed(), isCut: places.length === limits.most };
  };
  type Look = Awaited<ReturnType<typeof look>>;
  const wants = ({ query }: TailListener, kind: TailKind): boolean => query.kind === 'all' || query.kind === kind;

  const show = async (applicationId: string, listeners: readonly TailListener[], { kind, places, isCut }: Look) => {
    const whoLacks = (place: TailPlace) => listeners.filter((listener) => listener.lacks(kind, place));
    if (isCut)
      for (const listener of places.slice(0, 1).flatMap(whoLacks)) listener.say(noticeMessage('skipped', 'too_many'));
    const lacked = places.filter((place) => whoLacks(place).length > 0).map(({ id }) => id);
    for await (const entry of readEntries(db, kind, applicationId, lacked)) {
      for (const listener of whoLacks(entry)) listener.offer(entry);
    }
  };

  /** Who joins while it is at work is served by the next one. */
  const round = async (applicationId: string, watch: Watch): Promise<number> => {
    const listeners = [...watch.listeners];
    const settled = now() - limits.overlapMs;
    const from = Math.min(...listeners.map((listener) => listener.from()));
    const found: Look[] = [];
    for (const kind of kinds) {
      if (listeners.some((listener) => wants(listener, kind))) found.push(await look(applicationId, kind, from));
    }
    for (const listener of listeners) {
      // Asked when it is known which events there are: nobody is shown what came after he was sent away.
      if (!(await listener.mayStill())) listener.end('no_longer_permitted');
    }
    for (const one of found) {
      const his = listeners.filter((listener) => wants(listener, one.kind));
      await show(applicationId, his, one);
    }
    for (const listener of listeners) listener.forgetBefore(settled);
    return 0;
  };

  const watchOf = (applicationId: string): Watch => {
    const known = watches.get(applicationId);
    if (known !== undefined) return known;
    const watch: Watch = { listeners: new Set(), stop: () => Promise.resolve() };
    watches.set(applicationId, watch);
    return watch;
  };
  const leave = (applicationId: string, watch: Watch, listener: TailListener): void => {
    watch.listeners.delete(listener);
    if (watch.listeners.size > 0) return;
    watches.delete(applicationId);
    leaving.add(watch);
    void watch.stop().finally(() => leaving.delete(watch));
  };

  return {
    listeners: count,
    listen: (applicationId, query, last, mayStill) => {
      const own = watches.get(applicationId)?.listeners.size ?? 0;
      if (own >= limits.listenersOfApplication || count() >= limits.listeners) {
        throw new Refusal('too_many_listeners', { headers: { 'retry-after': '10' } });
      }
      const watch = watchOf(applicationId);
      const at = now();
      const since = { receivedAt: Math.max(last?.receivedAt ?? at, at - limits.resumeMs), id: last?.id ?? '' };
      const listener = newListener(query, since, { mostBytes: limits.mostBytes, mayStill });
      if (last !== undefined && last.receivedAt < since.receivedAt)
        listener.say(noticeMessage('skipped', 'too_long_ago'));
      watch.listeners.add(listener);
      const beat = setInterval(() => listener.say(heartbeat), limits.heartbeatMs).unref();
      const limit = setTimeout(() => listener.end('time_is_up'), limits.longestMs).unref();
      listener.stream.once('close', () => {
        clearInterval(beat);
        clearTimeout(limit);
        leave(applicationId, watch, listener);
      });
      if (own === 0) {
        const step = (): Promise<number> => round(applicationId, watch);
        const { everyMs } = limits;
        watch.stop = keepWorking({ step, everyMs, mostMs: 10 * everyMs, chance: () => 0.5, onFailure });
      }
      return listener;
    },
    close: async () => {
      const open = [...watches.values()];
      for (const { listeners } of open) for (const listener of listeners) listener.end('closing');
      await Promise.all([...open, ...leaving].map(({ stop }) => stop()));
    },
  };
};
