/**
 * In which tier of the loyalty programme a customer is: what he spent or earned on the days of a period that ends today. Nothing is
 * stored for it, so it is always current; time alone can take a tier away, never give one. Pure.
 */
import type { Tier } from '../../contract/applications/cart-settings-contract.ts';
import { type Minor, toDecimal, toMinor } from '../../shared/money.ts';

const DAY = 86_400_000;

/** What orders of one day are worth now, by the day's number since 1970 in UTC. */
export type DayWorth = { readonly day: number; readonly money: Minor; readonly points: number };

type TierCheck = {
  readonly tier: Tier;
  /** Money in the application's currency, or points. */
  readonly value: number;
  readonly holds: boolean;
  /** When it ends if nothing more is bought; null where it does not hold, or asks for nothing. */
  readonly until: number | null;
};
export type TierStanding = {
  /** The highest that holds. */
  readonly tier: Tier | null;
  /** When time alone takes it away. */
  readonly until: number | null;
  readonly checks: readonly TierCheck[];
};
export const noTier: TierStanding = { tier: null, until: null, checks: [] };

/** Groups with this beginning are given by tiers alone. */
const PREFIX = 'tier:';
export const tierGroup = (slug: string): string => `${PREFIX}${slug}`;
export const isTierGroup = (group: string): boolean => group.startsWith(PREFIX);

const dayOf = (at: number): number => Math.floor(at / DAY);

/** The same date so many months away; the last day of a month that is too short for it. */
const monthsFrom = (day: number, months: number): number => {
  const at = new Date(day * DAY);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(at.getUTCDate(), last)));
};

/** The first day of the period that ends with this one. */
const firstDay = ({ days, months = 0 }: Tier, today: number): number =>
  (days === undefined ? monthsFrom(today, -months) : today - days) + 1;

/** The first day on whose period this one has no part any more. */
const dayOfLeaving = (tier: Tier, day: number): number => {
  let leaving = tier.days === undefined ? monthsFrom(day, tier.months ?? 0) - 3 : day + tier.days;
  while (firstDay(tier, leaving) <= day) leaving += 1;
  return leaving;
};

const checkOf = (tier: Tier, worth: readonly DayWorth[], exponent: number, today: number): TierCheck => {
  const least = tier.of === 'points' ? tier.min : (toMinor(tier.min, exponent) ?? 0);
  const from = firstDay(tier, today);
  const within = worth.filter(({ day }) => day >= from && day <= today).toSorted((a, b) => a.day - b.day);
  const amountOf = ({ money, points }: DayWorth): number => (tier.of === 'points' ? points : money);
  const value = within.reduce((sum, one) => Math.min(sum + amountOf(one), Number.MAX_SAFE_INTEGER), 0);
  let left = value;
  const lost = value < least ? undefined : within.find((one) => (left -= amountOf(one)) < least);
  return {
    tier,
    value: tier.of === 'points' ? value : toDecimal(value, exponent),
    holds: value >= least,
    until: lost === undefined ? null : dayOfLeaving(tier, lost.day) * DAY,
  };
};

/** `tiers` from the lowest to the highest. */
export const tierStanding = (
  tiers: readonly Tier[],
  worth: readonly DayWorth[],
  exponent: number,
  now: number,
): TierStanding => {
  const checks = tiers.map((tier) => checkOf(tier, worth, exponent, dayOf(now)));
  const highest = checks.findLast(({ holds }) => holds);
  return { tier: highest?.tier ?? null, until: highest?.until ?? null, checks };
};

/** The beginning of the longest period. */
export const earliestDay = (tiers: readonly Tier[], now: number): number =>
  Math.min(...tiers.map((tier) => firstDay(tier, dayOf(now)))) * DAY;
