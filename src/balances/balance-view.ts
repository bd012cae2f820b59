/** Balances in the words of the contract. Pure. */
import type { TierView } from '../contract/customers/tier-contract.ts';
import type { TierStanding } from '../customers/tiers/tier-rules.ts';
import type { BalanceEntry, BalancesView, GiftCardView } from '../contract/customers/balance-contract.ts';
import { isoTime } from '../shared/clock.ts';
import { currencyOf } from '../shared/currency.ts';
import { toDecimal } from '../shared/money.ts';
import type { BalanceKind } from './balance-statements.ts';
import type { CustomerBalances, StoredEntry } from './balance-store.ts';
import type { GiftCard } from './gift-card-store.ts';

const timeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at));

/** Points are counted; the rest is money. */
const shownAmount = (kind: BalanceKind, amount: number, currency: string): number =>
  kind === 'points' ? amount : toDecimal(amount, currencyOf(currency).exponent);

export const balancesView = (
  { stored, pending, ending }: CustomerBalances,
  currency: string,
  now: number,
): BalancesView => {
  const amountOf = (kind: BalanceKind): number =>
    shownAmount(kind, stored.find((one) => one.kind === kind)?.amount ?? 0, currency);
  return {
    currency,
    points: amountOf('points'),
    store_credit: amountOf('store_credit'),
    pending: {
      points: pending.points,
      store_credit: shownAmount('store_credit', pending.storeCredit, currency),
    },
    points_ending: ending.map(({ points, expiresAt }) => ({ points, expires_at: isoTime(expiresAt) })),
    gift_cards: stored
      .filter(({ kind }) => kind === 'gift_card')
      .map(({ account, amount, hint, expiresAt }) => ({
        id: account,
        hint: hint ?? '',
        balance: shownAmount('gift_card', amount, currency),
        expires_at: timeOrNull(expiresAt),
        is_expired: expiresAt !== null && expiresAt <= now,
      })),
  };
};

export const entryView = (entry: StoredEntry, currency: string): BalanceEntry => ({
  id: entry.id,
  kind: entry.kind,
  gift_card_id: entry.kind === 'gift_card' ? entry.account : null,
  direction: entry.direction,
  amount: shownAmount(entry.kind, entry.amount, currency),
  balance: shownAmount(entry.kind, entry.balance, currency),
  reason: entry.reason,
  source: entry.source,
  created_at: isoTime(entry.createdAt),
});

export const giftCardView = (card: GiftCard, currency: string): GiftCardView => ({
  id: card.id,
  hint: card.hint,
  value: shownAmount('gift_card', card.value, currency),
  currency,
  state: card.state,
  user_id: card.userId,
  created_at: isoTime(card.createdAt),
  expires_at: timeOrNull(card.expiresAt),
  redeemed_at: timeOrNull(card.redeemedAt),
  created_by: card.createdBy,
  note: card.note,
});

/** Money is subtracted as it is written: both have the decimals of the currency. */
const missingOf = (min: number, value: number): number => Math.max(0, Math.round((min - value) * 1e6) / 1e6);

export const tierView = ({ tier, until, checks }: TierStanding): TierView => ({
  tier: tier?.slug ?? null,
  name: tier?.name ?? null,
  until: timeOrNull(until),
  tiers: checks.map((check) => ({
    slug: check.tier.slug,
    name: check.tier.name,
    of: check.tier.of,
    min: check.tier.min,
    days: check.tier.days ?? null,
    months: check.tier.months ?? null,
    value: check.value,
    missing: missingOf(check.tier.min, check.value),
    holds: check.holds,
    until: timeOrNull(check.until),
  })),
});
