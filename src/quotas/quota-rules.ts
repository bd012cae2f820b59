/** Which quotas are counted, over which time, and how much of each an application allows. Pure. */
import type { QuotaSettings } from '../contract/quota-settings-contract.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Each begins anew when its time is over. */
const windows = { carts: DAY, shares: DAY, addresses: DAY, bytes: DAY } as const satisfies Readonly<
  Record<string, number>
>;
export type CountedQuota = keyof typeof windows;

/** Further ones are no counts over time: they bound what is there at once. */
export type QuotaName = CountedQuota | 'cart_lines' | 'cart_data';
export const quotaNames: readonly QuotaName[] = [
  'cart_lines',
  'cart_data',
  ...(Object.keys(windows) as CountedQuota[]),
];

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
