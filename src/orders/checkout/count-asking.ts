/**
 * What a checkout answers may say whether somebody has used a code, or whose it is: a guest is known by contacts, and anybody may
 * make those up. So one that asked with contacts and came to no order is a code that was tried in vain, whatever it was refused
 * for; one that came to an order has used up some of what a guest may order.
 */
import type { CartShop } from '../../cart/call/cart-shop.ts';
import { codesOf } from '../../cart/store/coupon-codes.ts';
import type { PricedView } from '../../cart/price/priced-view.ts';
import type { CartDocument } from '../../cart/store/cart-document.ts';
import { DatabaseError } from '../../db/database.ts';
import { isOnlyTried } from '../../http/dry-run.ts';
import { triedCode } from '../../quotas/quota-rules.ts';
import { quotaReached } from '../../quotas/quota-statements.ts';
import { useAtOnce } from '../../quotas/take-room.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Contact } from '../../privacy/contacts/guest-contact-rules.ts';
import { referralsUsed } from './referrals-used.ts';

/** Somebody's own, in a few spellings each, and those of whoever gets the parcel. */
const MOST_CONTACTS = 24;

export const refuseManyContacts = (contacts: readonly Contact[]): void => {
  if (contacts.length <= MOST_CONTACTS) return;
  const message = 'These are too many telephone numbers and mail addresses for one order; give one or two of each.';
  throw new Refusal('body_invalid', { details: [{ field: 'customer_details', message }] });
};

/** Whether what is answered depends on whose contacts they are. */
export const asksWho = (view: PricedView, document: CartDocument, contacts: readonly Contact[]): boolean =>
  contacts.length > 0 && codesOf(document).length > 0 && (view.userId === null || referralsUsed(view).length > 0);

const countTry = (shop: CartShop): Promise<void> => useAtOnce(shop, shop.taker, triedCode('coupon_tries', true));

const isRefused = (error: unknown): boolean =>
  error instanceof Refusal || (error instanceof DatabaseError && quotaReached(error) !== undefined);

/** Who has no try left is told that alone. */
export const countingAsked = async <T>(shop: CartShop, asked: () => boolean, run: () => Promise<T>): Promise<T> => {
  try {
    const answer = await run();
    if (asked() && isOnlyTried()) await countTry(shop);
    return answer;
  } catch (error) {
    if (asked() && isRefused(error)) await countTry(shop);
    throw error;
  }
};
