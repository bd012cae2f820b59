/** In which tiers customers are now. A shop without tiers is asked nothing. */
import type { ApplicationSettings } from '../../contract/applications/application-contract.ts';
import type { Database } from '../../db/database.ts';
import { readWorth } from '../../orders/money/worth-statements.ts';
import { currencyOf } from '../../shared/currency.ts';
import { earliestDay, noTier, type TierStanding, tierStanding } from './tier-rules.ts';

export type TieredShop = {
  readonly applicationId: string;
  readonly settings: Pick<ApplicationSettings, 'currency' | 'cart'>;
  readonly now: number;
};

const readTiers = async (
  db: Database,
  { applicationId, settings, now }: TieredShop,
  userIds: readonly string[],
): Promise<(userId: string) => TierStanding> => {
  const tiers = settings.cart.loyalty?.tiers ?? [];
  if (tiers.length === 0) return () => noTier;
  const worth = await readWorth(db, applicationId, userIds, earliestDay(tiers, now));
  const { exponent } = currencyOf(settings.currency);
  return (userId) => tierStanding(tiers, worth.get(userId) ?? [], exponent, now);
};

export const readTier = async (db: Database, shop: TieredShop, userId: string): Promise<TierStanding> =>
  (await readTiers(db, shop, [userId]))(userId);

/** Each with the tier he is in. */
export const tieredCustomers = async <T extends { readonly userId: string }>(
  { db }: { readonly db: Database },
  shop: TieredShop,
  customers: readonly T[],
): Promise<readonly (T & { readonly tier: TierStanding })[]> => {
  const tierOf = await readTiers(
    db,
    shop,
    customers.map(({ userId }) => userId),
  );
  return customers.map((customer) => ({ ...customer, tier: tierOf(customer.userId) }));
};
