/** What a customer can pay a cart with at a moment, as pricing takes it. */
import type { Database } from '../db/database.ts';
import type { Minor } from '../shared/money.ts';
import type { BalanceKind } from './balance-statements.ts';
import { readBalances, type StoredBalance } from './balance-store.ts';

export type PayableBalances = {
  readonly points: number;
  readonly storeCredit: Minor;
  /** In the order in which they pay. */
  readonly giftCards: readonly { readonly id: string; readonly balance: Minor }[];
  /** Differs whenever any of it does. */
  readonly version: string;
  /** When the first of them ends; null when none does. */
  readonly nextExpiry: number | null;
};

/** Pure: what is owed pays nothing, nor does an expired card, which leaves the version too. */
const payableBalances = (stored: readonly StoredBalance[], now: number): PayableBalances => {
  const live = stored.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  const amountOf = (kind: BalanceKind): number => Math.max(0, live.find((one) => one.kind === kind)?.amount ?? 0);
  const expiries = live.flatMap(({ expiresAt, nextEnd }) => [expiresAt ?? [], nextEnd ?? []].flat());
  return {
    nextExpiry: expiries.length === 0 ? null : Math.min(...expiries),
    points: amountOf('points'),
    storeCredit: amountOf('store_credit'),
    giftCards: live
      .filter(({ kind }) => kind === 'gift_card')
      .map(({ account, amount }) => ({ id: account, balance: amount })),
    version: live
      .map(
        ({ kind, account, version, amount }) => `${kind}/${account}:${version}${kind === 'points' ? `=${amount}` : ''}`,
      )
      .join(' '),
  };
};

export const readPayable = async (
  db: Database,
  applicationId: string,
  userId: string,
  now: number,
): Promise<PayableBalances> => payableBalances(await readBalances(db, applicationId, userId, now), now);
