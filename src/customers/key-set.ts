/**
 * The public keys at a JWKS address, kept so that a sign-in provider is asked seldom and its outage is not ours.
 *
 * Keys are taken as good for ten minutes and kept for a day when the provider does not answer. A key id we do not know
 * makes us ask again, but never sooner than thirty seconds after the last question: unknown ids cost an attacker
 * nothing and must not cost the provider anything either. Requests that need the same answer wait for one question.
 */
import { createLocalJWKSet, type JSONWebKeySet, type JWSHeaderParameters, type LocalJWKSet } from 'jose';
import type { Stopwatch } from '../shared/clock.ts';
import { whileOutside } from '../http/outgoing/while-outside.ts';
import { sharedLoads } from '../shared/shared-load.ts';

export type KeySetSource = {
  /** The text behind an address; rejects when it cannot be had. */
  readonly fetchText: (url: string) => Promise<string>;
  /** Told of every question that brought no keys, while the kept ones go on serving. */
  readonly onFailure: (url: string, error: unknown) => void;
};

type Key = Awaited<ReturnType<LocalJWKSet>>;
/** unknown: the provider has no such key. unavailable: we cannot tell, because the provider does not answer. */
type KeyAnswer = { readonly key: Key } | { readonly none: 'unknown' | 'unavailable' };
export type FindKey = (url: string, header: JWSHeaderParameters) => Promise<KeyAnswer>;

const goodFor = 10 * 60_000;
const staleFor = 24 * 60 * 60_000;
const coolDown = 30_000;
const mostAddresses = 1_000;
const mostKeys = 100;
/** For a source that does not answer and does not say so; a shopper waits for it. */
const answerWithin = 5_000;

/** fetchedAt and askedAt differ when the last question brought no keys. */
type KeptKeys = {
  keys: LocalJWKSet | undefined;
  fetchedAt: number;
  askedAt: number;
};

export const keySets = (source: KeySetSource, stopwatch: Stopwatch, deadlineMs = answerWithin): FindKey => {
  const known = new Map<string, KeptKeys>();
  const onLate = (what: string, url: string): void => source.onFailure(url, new Error(`${what}: no answer`));
  const asking = sharedLoads<void>({ what: 'a key set', deadlineMs, onLate });
  /** Waits for the question under way, or asks one if the last is long enough ago. */
  const refresh = (kept: KeptKeys, url: string, now: number): Promise<void> =>
    whileOutside(() => asking(url, () => ask(kept, url, source, now))).catch(() => undefined);

  return async (url, header) => {
    const now = stopwatch.ms();
    const kept = keptFor(known, url);
    if (now - kept.fetchedAt >= goodFor) await refresh(kept, url, now);
    const found = await keyOf(kept, header, now);
    if (found !== undefined) return { key: found };
    await refresh(kept, url, now);
    const foundNow = await keyOf(kept, header, now);
    if (foundNow !== undefined) return { key: foundNow };
    return { none: kept.fetchedAt === kept.askedAt ? 'unknown' : 'unavailable' };
  };
};

const keptFor = (known: Map<string, KeptKeys>, url: string): KeptKeys => {
  const kept = known.get(url);
  if (kept !== undefined) return kept;
  const [oldest] = known.keys();
  if (known.size >= mostAddresses && oldest !== undefined) known.delete(oldest);
  const fresh = { keys: undefined, fetchedAt: -Infinity, askedAt: -Infinity };
  known.set(url, fresh);
  return fresh;
};

const ask = async (kept: KeptKeys, url: string, source: KeySetSource, now: number): Promise<void> => {
  if (now - kept.askedAt < coolDown) return;
  kept.askedAt = now;
  try {
    kept.keys = createLocalJWKSet(readKeySet(await source.fetchText(url)));
    kept.fetchedAt = now;
  } catch (error) {
    source.onFailure(url, error);
  }
};

const readKeySet = (text: string): JSONWebKeySet => {
  const set = JSON.parse(text) as JSONWebKeySet;
  if (!Array.isArray(set.keys) || set.keys.length > mostKeys) throw new Error('not a key set');
  return set;
};

/** The one key that fits. Several that fit are none: the provider must tell them apart by `kid`. */
const keyOf = async (kept: KeptKeys, header: JWSHeaderParameters, now: number): Promise<Key | undefined> => {
  if (kept.keys === undefined || now - kept.fetchedAt >= staleFor) return undefined;
  try {
    return await kept.keys(header);
  } catch {
    return undefined; // no match, several matches, or a key that cannot be used
  }
};
