/** The phone numbers and e-mail addresses that an order is made with, each in one spelling. Pure. */
import { ownEntry } from '../shared/own-entry.ts';
import type { JsonObject } from '../cart/store/cart-document.ts';
import type { CheckoutAddresses } from './checkout/checkout-address.ts';

export type Contact = { readonly kind: 'phone' | 'email'; readonly value: string };

const FEWEST_DIGITS = 7;
/** With or without the code of a country, a number is the same: its last digits count. */
const MOST_DIGITS = 10;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const phones = (fields: JsonObject): readonly string[] =>
  ['phone', 'mobile', 'mobile_no']
    .map((name) => textOf(ownEntry(fields, name)).replace(/\D/g, ''))
    .filter((digits) => digits.length >= FEWEST_DIGITS)
    .map((digits) => digits.slice(-MOST_DIGITS));

const emails = (fields: JsonObject): readonly string[] =>
  [textOf(fields['email']).trim().toLowerCase()].filter((email) => email.includes('@'));

export const contactsOf = (
  { delivery, billing }: CheckoutAddresses,
  customer: JsonObject | null,
): readonly Contact[] => {
  const said = [delivery?.fields, billing?.fields, customer].filter(
    (fields) => fields !== null && fields !== undefined,
  );
  return contactsIn(said);
};

export const contactsIn = (said: readonly JsonObject[]): readonly Contact[] => [
  ...new Set(said.flatMap(phones)).values().map((value) => ({ kind: 'phone', value }) as const),
  ...new Set(said.flatMap(emails)).values().map((value) => ({ kind: 'email', value }) as const),
];
