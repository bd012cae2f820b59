/** A customer in the words of the contract. Pure. */
import type { CustomerView } from '../contract/customers/customer-contract.ts';
import { isoTime } from '../shared/clock.ts';
import type { StoredCustomer } from './customer-store.ts';
import { wholeProfile } from './profile-rules.ts';

type Marks = { readonly active?: boolean; readonly primary?: boolean; readonly verified?: boolean };
const marked = <T extends Marks>(contact: T) => ({ active: true, primary: false, verified: false, ...contact });

export const customerView = (applicationId: string, customer: StoredCustomer): CustomerView => {
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
    registered_at: profile.registered_at ?? null,
    created_at: isoTime(createdAt),
    updated_at: isoTime(modifiedAt),
  };
};
