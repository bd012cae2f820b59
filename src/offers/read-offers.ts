/**
 * What pricing reads of an application's offers: the compiled index, coupons, cart configurations. Every read asks for the
 * application's offer version, one row by key; what was compiled under that version is answered from memory. So a published
 * change counts from the next read on, on every node.
 *
 * After a change only the offers that changed are loaded and compiled, in small portions between which other requests run.
 * Reads that follow the change wait for the new index; reads that have the old one go on with it.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { isRefused } from '../pricing/compile/compile-offers.ts';
import { indexing, type OfferIndex } from '../pricing/compile/offer-index.ts';
import type { CompiledOffer } from '../pricing/compile/offer-types.ts';
import { MEETINGS_A_TURN } from '../pricing/price-cart.ts';
import { LOAD_DEADLINE_MS, type OnLate, sharedLoads } from '../shared/shared-load.ts';
import { workInTurns } from '../shared/slices.ts';
import { type CompiledAt, compileStored, type OfferSettings } from './compilable.ts';
import { type CartConfiguration, completeConfiguration } from './configurations/configuration-rules.ts';
import { listConfigurations } from './configurations/configuration-store.ts';
import { listCustomRules } from './logic/custom-rule-store.ts';
import type { CustomRule } from './logic/custom-rule.ts';
import { type ActiveRules, activeRules } from './logic/ruled-input.ts';
import { folded, type Offer } from './offer.ts';
import { findCode, listRunning, offersInTurns, readOfferVersion } from './offer-store.ts';
import { edgesOf } from './rules/schedule-rules.ts';
import { isLimited } from './uses/use-rules.ts';

export type ActiveOffers = ActiveRules & {
  /** Rises with every change of offers and configurations: part of what a priced answer depends on. */
  readonly version: number;
  /** Published promotions, running and upcoming; coupons that have a code of their own by that code. */
  readonly index: OfferIndex;
  /** All of them, bulk coupons too. */
  readonly byId: ReadonlyMap<string, CompiledOffer>;
  /** Coupons, also promotions that need a code. */
  readonly coupons: readonly CompiledOffer[];
  /** Those whose uses are counted: pricing has to ask whether any is left. */
  readonly limited: readonly CompiledOffer[];
  readonly universal: CartConfiguration;
  /** Custom carts, oldest first. */
  readonly custom: readonly CartConfiguration[];
  /** The first instant after `now` at which one of them begins or ends; null when none will. */
  readonly nextEdge: (now: number) => number | null;
};
export type OfferReader = (
  application: { readonly applicationId: string; readonly settings: OfferSettings },
  now: number,
) => Promise<ActiveOffers>;

type Kept = {
  readonly version: number;
  /** The settings it was compiled with. */
  readonly settings: OfferSettings;
  /** Outside of this time, schedules have to be written out anew. */
  readonly since: number;
  readonly until: number;
  readonly active: ActiveOffers;
  readonly compiled: ReadonlyMap<string, CompiledAt & { readonly version: number }>;
};

/** An application counts one, and each of its offers one more: a thousand shops with a few are as large as a few with many. */
const MOST_OFFERS = 20_000;
const sizeOf = ({ compiled }: Kept): number => 1 + compiled.size;
/** How far back an index reaches, so that a clock that is set back a little does not make it useless. */
const REACH_BACK = 3_600_000;
const ENDLESS = Number.MAX_SAFE_INTEGER;

const sameSettings = (a: OfferSettings, b: OfferSettings): boolean =>
  a.currency === b.currency && a.time_zone === b.time_zone;

const isGood = ({ settings, since, until }: Kept, asked: OfferSettings, now: number): boolean =>
  sameSettings(settings, asked) && since <= now && now < until;

/** The first of a sorted list that is greater. */
const firstAfter = (sorted: readonly number[], now: number): number | null => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? ENDLESS) > now) high = middle;
    else low = middle + 1;
  }
  return sorted[low] ?? null;
};

const activeOf = async (
  version: number,
  compiled: readonly CompiledAt[],
  [universal, ...custom]: readonly CartConfiguration[],
  rules: readonly CustomRule[],
): Promise<ActiveOffers> => {
  const all = compiled.map(({ offer }) => offer);
  const offers = all.filter((offer): offer is CompiledOffer => !isRefused(offer));
  const edges = edgesOf(offers.flatMap(({ periods }) => periods));
  if (universal === undefined) throw new Error('An application has a universal cart.');
  return {
    version,
    index: await workInTurns(indexing(offers, all.filter(isRefused)), MEETINGS_A_TURN, turn),
    byId: new Map(offers.map((offer) => [offer.id, offer])),
    coupons: offers.filter(({ mode }) => mode === 'coupon'),
    limited: offers.filter(isLimited),
    universal,
    custom,
    nextEdge: (now) => firstAfter(edges, now),
    ...activeRules(rules, offers),
  };
};

export type OfferLoads = { readonly deadlineMs?: number; readonly onLate?: OnLate };

export const offerReader = (db: Database, { deadlineMs = LOAD_DEADLINE_MS, onLate }: OfferLoads = {}): OfferReader => {
  const kept = new Map<string, Kept>();
  const shared = sharedLoads<Kept>({ what: 'offers', deadlineMs, onLate });

  let held = 0;
  const drop = (applicationId: string): void => {
    const known = kept.get(applicationId);
    if (known !== undefined) held -= sizeOf(known);
    kept.delete(applicationId);
  };
  const keep = (applicationId: string, made: Kept): void => {
    if ((kept.get(applicationId)?.version ?? -1) > made.version) return;
    drop(applicationId);
    held += sizeOf(made);
    for (const oldest of kept.keys()) {
      if (held <= MOST_OFFERS) break;
      drop(oldest);
    }
    kept.set(applicationId, made);
  };

  /** `version` was read before anything else is: what is built may hold more than it says, never less. */
  const build = async (applicationId: string, version: number, settings: OfferSettings, now: number): Promise<Kept> => {
    const before = kept.get(applicationId);
    const since = now - REACH_BACK;
    const known =
      before !== undefined && before.since <= now && sameSettings(before.settings, settings)
        ? before.compiled
        : new Map();
    const compiled = new Map<string, CompiledAt & { readonly version: number }>();
    const missing: string[] = [];
    for await (const rows of listRunning(db, applicationId, since)) {
      for (const { id, version: current } of rows) {
        const entry = known.get(id);
        if (entry !== undefined && entry.version === current && entry.until > now) compiled.set(id, entry);
        else missing.push(id);
      }
    }
    const compile = (offer: Offer): void => {
      compiled.set(offer.id, { version: offer.version, ...compileStored(offer, settings, since) });
    };
    await offersInTurns(db, { applicationId, ids: missing }, compile, turn);
    const stored = await listConfigurations(db, applicationId, 0);
    const configurations = stored.map(({ id, given }) => completeConfiguration(id, given));
    const rules = await listCustomRules(db, applicationId);
    const entries = [...compiled.values()];
    const until = entries.reduce((least, entry) => Math.min(least, entry.until), ENDLESS);
    const active = await activeOf(version, entries, configurations, rules);
    return { version, settings, since, until, active, compiled };
  };

  /** One build for each version, whoever waits for it. */
  const built = (applicationId: string, version: number, settings: OfferSettings, now: number): Promise<Kept> =>
    shared(JSON.stringify([applicationId, version, settings.currency, settings.time_zone]), async () => {
      const made = await build(applicationId, version, settings, now);
      keep(applicationId, made);
      return made;
    });

  return async ({ applicationId, settings }, now) => {
    const version = await readOfferVersion(db, applicationId);
    const known = kept.get(applicationId);
    if (known?.version === version && isGood(known, settings, now)) return known.active;
    return (await built(applicationId, version, settings, now)).active;
  };
};

export type FoundCoupon = {
  readonly offer: CompiledOffer;
  /** The one of many codes that was typed, folded; null for a coupon with a code of its own. */
  readonly bulkCode: string | null;
  /** Who brought the shopper; null: nobody. */
  readonly referrerId: string | null;
};

/** Where a code is typed, and by whom; null: by a guest. */
export type Typing = { readonly applicationId: string; readonly userId: string | null };

/**
 * The coupon that a shopper means by this code. Codes of bulk coupons are looked up by key: there may be many. Nobody brings
 * himself: his own code is none to him.
 */
export const findCoupon = async (
  db: Database,
  { applicationId, userId }: Typing,
  { index, byId }: ActiveOffers,
  typed: string,
): Promise<FoundCoupon | undefined> => {
  const code = folded(typed);
  if (code === '') return undefined;
  const own = index.coupons.get(code);
  if (own !== undefined) return { offer: own, bulkCode: null, referrerId: null };
  const found = await findCode(db, applicationId, code);
  if (found === undefined || (userId !== null && found.referrerId === userId)) return undefined;
  const offer = found.isBulk ? byId.get(found.offerId) : undefined;
  return offer && { offer, bulkCode: code, referrerId: found.referrerId };
};
