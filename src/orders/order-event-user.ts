/** The customer as order_complete tells of him: his profile, or of a guest what his address says. Pure. */
import type { EventPayloads } from '../contract/events/event-payloads-contract.ts';
import type { StoredCustomer } from '../customers/customer-store.ts';
import { profileView } from '../customers/customer-view.ts';
import { callingCodeOf, splitPhone } from '../shared/places/calling-codes.ts';
import type { OrderAddress, StoredOrder } from './order-document.ts';
import { ownEntry } from '../shared/own-entry.ts';

export type ToldUser = EventPayloads['order_complete']['user'];

const textIn = (address: OrderAddress | null, name: string): string => {
  const value = ownEntry(address?.fields, name);
  return typeof value === 'string' ? value : '';
};

/** Addresses name the code of a country as they like, or not at all: then the number itself says it, or the country. */
const phonesIn = (address: OrderAddress | null): ToldUser['phone_numbers'] => {
  const said = textIn(address, 'phone');
  if (address === null || said === '') return [];
  const [named] = /\d{1,3}$/.exec(textIn(address, 'country_phone_code')) ?? [];
  const split = splitPhone(said);
  const code = Number(named ?? split?.code ?? callingCodeOf(address.country) ?? 0);
  const phone = split?.code === code ? split.rest : said;
  return [{ phone, active: true, primary: true, verified: false, country_code: code }];
};

/** An address has one field for a name; its last word is the family's where there are two. */
const namesIn = (address: OrderAddress | null): Pick<ToldUser, 'first_name' | 'last_name'> => {
  const words = textIn(address, 'name').split(/\s+/).filter(Boolean);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return { first_name: words.slice(0, last === undefined ? 1 : -1).join(' '), last_name: last ?? '' };
};

const nobody = {
  username: '',
  emails: [],
  gender: '',
  active: true,
  first_name: '',
  last_name: '',
  phone_numbers: [],
  account_type: 'user',
  profile_pic_url: '',
  created_at: '',
  updated_at: '',
};

/** `customer` is undefined for a guest, and for a customer of whom nothing is known but his id. */
export const toldUser = (
  { applicationId, owner, document }: StoredOrder,
  customer: StoredCustomer | undefined,
  anonymousId: string,
): ToldUser => {
  if (owner.kind === 'anonymous') {
    const { delivery } = document;
    const said = { ...namesIn(delivery), phone_numbers: phonesIn(delivery), account_type: 'guest' };
    return { ...nobody, ...said, _id: anonymousId, user_id: '', application_id: applicationId };
  }
  if (customer === undefined) return { ...nobody, _id: owner.id, user_id: owner.id, application_id: applicationId };
  const { groups: _groups, tags: _tags, registered_at: _registered, ...user } = profileView(applicationId, customer);
  return user;
};
