/** What a priced answer depends on beside the cart's version: everything read, by version, and the next moment that changes it. */
import { createHash } from 'node:crypto';
import type { CartAsk } from '../call/cart-ask.ts';
import type { PricedShop } from '../call/cart-shop.ts';
import type { OffersInForce } from './offers-in-force.ts';
import type { EtagPart, PricedView } from './priced-view.ts';
import type { Goods } from './read-goods.ts';
import type { Surroundings } from './read-surroundings.ts';
import type { ApplicationSettings } from '../../contract/applications/application-contract.ts';
import { nextTaxEdge } from '../../delivery/tax-table-rules.ts';
import { minuteEnd } from '../../delivery/promise-rules.ts';
import { oncePer } from '../../shared/once-per.ts';

/** Settings are parsed once per version, so the same object is the same settings. */
const settingsHash = oncePer((settings: ApplicationSettings) =>
  createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 16),
);

const HOUR = 3_600_000;

/** The first moment at which an offer begins or ends, a rate begins or is let go, an adjustment or a gift card expires, a rate of tax or a price changes, a customer comes into a segment or leaves one. */
const nextBoundary = (around: Surroundings, { delivery, items }: Pick<Goods, 'delivery' | 'items'>): number | null => {
  const { active, money, adjustments, snapshot, settings, balances, facts, now } = around;
  const pinnedUntil = snapshot === undefined ? [] : [snapshot.at + settings.rate_max_age_hours * HOUR];
  const expiries = adjustments.flatMap(({ body: { apply_expiry: expiry = '' } }) => [Date.parse(expiry)]);
  const known = [
    nextTaxEdge(delivery.taxes, now),
    active.nextEdge(now),
    money.nextRate,
    balances.nextExpiry,
    facts.until ?? null,
    ...[...items.values()].flatMap(({ pricedUntil }) => pricedUntil ?? []),
    ...pinnedUntil,
    ...expiries,
  ];
  const later = known.filter((at) => at !== null && at > now);
  return later.length === 0 ? null : Math.min(...(later as number[]));
};

/** How long the answer is the same if nothing is written. Promises are given to the minute. */
export const sameUntil = (around: Surroundings, goods: Goods): number =>
  Math.min(nextBoundary(around, goods) ?? Infinity, goods.lines.length > 0 ? minuteEnd(around.now) : Infinity);

type WhatCounts = {
  readonly around: Surroundings;
  readonly goods: Goods;
  readonly inForce: OffersInForce;
  readonly sellers: PricedView['sellers'];
};

export const etagParts = (
  { caller, platform = null }: PricedShop,
  ask: CartAsk,
  { around, goods: { items, delivery, context, place, lines }, inForce: { usedUp, budgets }, sellers }: WhatCounts,
): readonly EtagPart[] => {
  const { money, active, balances, facts, snapshot, address, adjustments, now } = around;
  const asked = [ask.items, ask.breakup, ask.cod, place, ask.orderType, ask.orderingStore, ask.assignCardId, platform];
  const read = [
    settingsHash(caller.settings),
    active.version,
    delivery.version,
    balances.version,
    JSON.stringify(facts),
    snapshot?.at ?? null,
  ];
  return [
    ...asked,
    ...Object.values(context.hints),
    ...read,
    money.currency.code,
    money.rate?.id ?? null,
    JSON.stringify(address ?? null),
    ...[...items.values()].flatMap(({ product, versions, part }) => [
      product.uid,
      versions.product,
      part?.said ?? versions.articles,
    ]),
    ...[...sellers.values()].flatMap(({ uid, version }) => [uid, version]),
    ...adjustments.flatMap(({ id, version }) => [id, version]),
    ...usedUp,
    ...Object.entries(budgets).flat(),
    nextBoundary(around, { delivery, items }),
    // Promises are given to the minute.
    lines.length === 0 ? null : minuteEnd(now),
  ];
};
