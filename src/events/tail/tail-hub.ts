/**
 * The live tail of a node: looks into the database for each application that somebody listens to, so it shows what any node
 * took in. Every look covers the last half minute again and what was sent is remembered, because events commit in another order
 * than they are received in.
 */
import type { TailQuery } from '../../contract/events/tail-contract.ts';
import type { Database } from '../../db/database.ts';
import { keepWorking } from '../../db/keep-working.ts';
import { Refusal } from '../../shared/errors.ts';
import { newListener, type TailListener } from './tail-listener.ts';
import { heartbeat, noticeMessage, type TailEntry, type TailKind, type TailPlace } from './tail-rules.ts';
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
  /** Entries of recent looks by kind and id, so that bodies are read once. */
  readonly known: Map<string, TailEntry>;
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

  const look = async (applicationId: string, { known }: Watch, kind: TailKind, from: number) => {
    const places = await recentPlaces(db, kind, applicationId, { from, most: limits.most });
    const unread = places.map(({ id }) => id).filter((id) => !known.has(`${kind} ${id}`));
    for (const entry of await readEntries(db, kind, applicationId, unread)) known.set(`${kind} ${entry.id}`, entry);
    const entries = places.map(({ id }) => known.get(`${kind} ${id}`)).filter((entry) => entry !== undefined);
    return { entries: entries.toReversed(), isCut: places.length === limits.most };
  };

  /** Who joins while it is at work is served by the next one. */
  const round = async (applicationId: string, watch: Watch): Promise<number> => {
    const listeners = [...watch.listeners];
    const settled = now() - limits.overlapMs;
    const from = Math.min(...listeners.map((listener) => listener.from()));
    const wants = ({ query }: TailListener, kind: TailKind): boolean => query.kind === 'all' || query.kind === kind;
    const wanted = kinds.filter((kind) => listeners.some((listener) => wants(listener, kind)));
    const found: (Awaited<ReturnType<typeof look>> & { readonly kind: TailKind })[] = [];
    for (const kind of wanted) found.push({ kind, ...(await look(applicationId, watch, kind, from)) });
    for (const listener of listeners) {
      // Asked when the events are read: nobody is shown what came after he was sent away.
      if (!(await listener.mayStill())) listener.end('no_longer_permitted');
      const his = found.filter(({ kind }) => wants(listener, kind));
      for (const { entries, isCut } of his) listener.offer(entries, isCut);
    }
    for (const listener of listeners) listener.forgetBefore(settled);
    for (const [key, { receivedAt }] of watch.known) if (receivedAt < settled) watch.known.delete(key);
    return 0;
  };

  const watchOf = (applicationId: string): Watch => {
    const known = watches.get(applicationId);
    if (known !== undefined) return known;
    const watch: Watch = { listeners: new Set(), known: new Map(), stop: () => Promise.resolve() };
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
