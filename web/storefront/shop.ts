/** The shop this page was made for, as the node wrote it into the page; and what the visitor chose about it. */
import type { StorefrontShop } from '../../src/contract/catalog/storefront-contract.ts';
import { keptValue } from '../ui/kept-value.ts';
import { ownAddress } from '../ui/own-address.ts';

export const shop = JSON.parse(document.getElementById('shop')?.textContent ?? '{}') as StorefrontShop;

/** Names are the application's, so that two shops under one address keep theirs apart. */
const kept = (name: string) => keptValue(`${shop.application_id}/${name}`);

export const anonymousToken = kept('anonymous');
/** Of the customer who is signed in: his token, his name and who he is; empty without one. */
export const customerToken = kept('customer');
export const customerName = kept('customer-name');
export const customerUser = kept('customer-user');
export const areaCode = kept('area');
/** The currency the visitor chose; empty: the shop's own. */
export const chosenCurrency = kept('currency');
/** Carts that were put aside, as text. */
export const savedCarts = kept('saved-carts');
/** The cart as it was last read, and whose it is; changes of it that wait for a connection; and those that are on their way. */
export const knownCart = kept('cart');
export const waitingChanges = kept('waiting');
export const waitingSent = kept('waiting-sent');
export const chosenLanguage = kept('language');
/** Whether visits may be counted: yes, no, or empty while that was not answered. */
export const consentAnswer = kept('consent');

export const currencies: readonly string[] = [...new Set([shop.currency, ...shop.currencies])];

export const addressOf = (address: string): string => ownAddress(address, shop);
