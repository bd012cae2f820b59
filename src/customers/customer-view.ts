/** A customer in the words of the contract. Pure. */
import type { ApplicationSettings } from '../contract/applications/application-contract.ts';
import type { Segment } from '../contract/applications/segment-settings-contract.ts';
import type { CustomerView } from '../contract/customers/customer-contract.ts';
import { isoTime } from '../shared/clock.ts';
import { currencyOf } from '../shared/currency.ts';
import { toDecimal } from '../shared/money.ts';
import type { StoredCustomer } from './customer-store.ts';
import { knownOf, wholeProfile } from './profile-rules.ts';
import { checkedSegments, isIn, isInSegment } from './segments/segment-rules.ts';
import type { TieredShop } from './tiers/read-tiers.ts';
import type { TierStanding } from './tiers/tier-rules.ts';

type Marks = { readonly active?: boolean; readonly primary?: boolean; readonly verified?: boolean };
const marked = <T extends Marks>(contact: T) => ({ active: true, primary: false, verified: false, ...contact });

type Standing = 'orders' | 'spent' | 'last_order_at' | 'segments' | 'tier';

/** What he is, whatever he did. */
export const profileView = (applicationId: string, customer: StoredCustomer): Omit<CustomerView, Standing> => {
  const { userId, createdAt, modifiedAt, written, claimed } = customer;
  const profile = wholeProfile(written, claimed);
  return {
    _id: userId,
    user_id: userId,
    application_id: applicationId,
    username: profile.username ?? '',
    first_name: profile.first_name ?? '',
    last_name: profile.last_name ?? '',
    gender: profile.gender ?? '',
    account_type: profile.account_type ?? 'user',
    profile_pic_url: profile.profile_pic_url ?? '',
    active: profile.active ?? true,
    emails: (profile.emails ?? []).map(marked),
    phone_numbers: (profile.phone_numbers ?? []).map(marked),
    groups: profile.groups ?? [],
    tags: profile.tags ?? [],
    registered_at: profile.registered_at ?? null,
    created_at: isoTime(createdAt),
    updated_at: isoTime(modifiedAt),
  };
};

/** Whose customers they are, and when they are looked at. */
export type Looking = TieredShop & { readonly settings: Pick<ApplicationSettings, 'segments'> };

/** With the tier he is in at that time. */
export type TieredCustomer = StoredCustomer & { readonly tier: TierStanding };

const known = (customer: TieredCustomer) =>
  knownOf(wholeProfile(customer.written, customer.claimed), customer, customer.tier);
const exponentOf = ({ settings }: Looking): number => currencyOf(settings.currency).exponent;

/** Every segment with what it asks of this customer. */
export const segmentsAround = (looking: Looking, customer: TieredCustomer) =>
  checkedSegments(looking.settings.segments, known(customer), exponentOf(looking), looking.now);

export const isMember = (looking: Looking, customer: TieredCustomer, segment: Segment): boolean =>
  isInSegment(segment, known(customer), exponentOf(looking), looking.now);

export const customerView = (looking: Looking, customer: TieredCustomer): CustomerView => ({
  ...profileView(looking.applicationId, customer),
  orders: customer.orders,
  spent: toDecimal(customer.spent, currencyOf(looking.settings.currency).exponent),
  last_order_at: customer.lastOrderAt === null ? null : isoTime(customer.lastOrderAt),
  segments: segmentsAround(looking, customer)
    .filter(({ checks }) => isIn(checks))
    .map(({ segment }) => segment.slug),
  tier: customer.tier.tier?.slug ?? null,
});
