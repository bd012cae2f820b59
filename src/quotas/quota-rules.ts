/** Which quotas are counted, over which time, and how much of each an application allows. Pure. */
import type { QuotaSettings } from '../contract/applications/quota-settings-contract.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Each begins anew when its time is over. */
const windows = {
  carts: DAY,
  shares: DAY,
  addresses: DAY,
  bytes: DAY,
  vat_checks: DAY,
  orders: DAY,
  coupon_tries: HOUR,
  gift_card_tries: HOUR,
} as const satisfies Readonly<Record<string, number>>;
export type CountedQuota = keyof typeof windows;

/** Further ones are no counts over time: they bound what is there at once. */
const standing = ['cart_lines', 'cart_data', 'unpaid_orders', 'held_stock', 'held_uses'] as const;
export type StandingQuota = (typeof standing)[number];
export type QuotaName = CountedQuota | StandingQuota;
export const quotaNames: readonly QuotaName[] = [...standing, ...(Object.keys(windows) as CountedQuota[])];

export const isCounted = (quota: QuotaName): quota is CountedQuota => Object.hasOwn(windows, quota);

/** Whom it is counted for. */
export type By = 'shopper' | 'address';

/** What a write adds to a quota. */
export type QuotaUse = {
  readonly quota: CountedQuota;
  readonly amount: number;
  /** What has to be left for it; the amount, when left out. */
  readonly room?: number;
};

export const limitOf = (settings: QuotaSettings, quota: CountedQuota, by: By): number => settings[`${quota}_per_${by}`];

export type Window = { readonly start: number; readonly end: number };
export const windowAt = (quota: CountedQuota, now: number): Window => {
  const length = windows[quota];
  const start = Math.floor(now / length) * length;
  return { start, end: start + length };
};

/** A code that is tried: in vain it counts, else it only asks whether another try is left. So who is over learns nothing. */
export const triedCode = (quota: 'coupon_tries' | 'gift_card_tries', inVain: boolean): QuotaUse => ({
  quota,
  amount: inVain ? 1 : 0,
  room: 1,
});
