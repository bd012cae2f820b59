/** Nobody brings himself: an order with the contact of whose code it uses is refused, also where it is a guest's. */
import type { CartShop } from '../../cart/call/cart-shop.ts';
import type { PricedView } from '../../cart/price/priced-view.ts';
import { readCustomer } from '../../customers/customer-store.ts';
import { wholeProfile } from '../../customers/profile-rules.ts';
import { readReferrer } from '../../offers/codes/referral-store.ts';
import { Refusal } from '../../shared/errors.ts';
import { type Contact, contactsIn } from '../../privacy/contacts/guest-contact-rules.ts';
import { referralsUsed } from './referrals-used.ts';

export const refuseOwnReferral = async (
  { node, caller: { applicationId, settings } }: CartShop,
  view: PricedView,
  given: readonly Contact[],
): Promise<void> => {
  const { userId } = view;
  const known = async (id: string): Promise<readonly Contact[]> => {
    const stored = await readCustomer(node.db, applicationId, id);
    if (stored === undefined) return [];
    const { emails = [], phone_numbers: phones = [] } = wholeProfile(stored.written, stored.claimed);
    const said = [...emails.map(({ email }) => ({ email })), ...phones.map(({ phone }) => ({ phone }))];
    return contactsIn(said, settings.country);
  };
  for (const { code } of referralsUsed(view)) {
    const referrer = await readReferrer(node.db, applicationId, code);
    if (referrer === undefined) continue;
    const [his, own] = await Promise.all([known(referrer), userId === null ? [] : known(userId)]);
    const isHis = ({ kind, value }: Contact): boolean => his.some((one) => one.kind === kind && one.value === value);
    if (referrer === userId || [...given, ...own].some(isHis)) throw new Refusal('referral_own_code');
  }
};
