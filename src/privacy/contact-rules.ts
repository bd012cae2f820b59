/**
 * Whether a document names somebody by his mail address or phone number: as checkout knows one person by them, or alone in a member
 * of what he said. Only what people say is looked at: a price, the number of a product and a time are numbers as well, and who asks
 * to be forgotten may name any. Pure.
 */
import { callingCodeOf, splitPhone } from '../shared/places/calling-codes.ts';
import { contactsIn, phoneFields, plain } from './contacts/guest-contact-rules.ts';
import { nationalNumbers } from './contacts/phone-number-rules.ts';

export type Contact = {
  readonly email?: string;
  readonly phone?: string;
  /** Of the shop, whose numbers are known by their own digits. */
  readonly country?: string;
};

/** A number with fewer digits than this fits too many people. */
export const fewestDigits = 7;
export const digitsOf = (text: string): string => plain(text).replace(/\D/g, '');

/** Members of addresses, carts and orders with what shoppers say, and storefronts for them, at whatever depth. */
const saidMembers: ReadonlySet<string> = new Set([
  'fields',
  'meta',
  'extraMeta',
  'customJson',
  'giftDetails',
  'customer',
  'wrap',
]);
/** Numbers there are nobody's phone: chosen of what the shop offers, or of a place or a business. */
const otherMembers: ReadonlySet<string> = new Set([
  'deliverySlots',
  'staffUserId',
  'vatId',
  'area_code',
  'geo_location',
]);

const contactFields: ReadonlySet<string> = new Set([...phoneFields, 'email']);
const NUMBER = /^[\p{Nd}\s()+.-]+$/u;
const DATE = /^\s*\d{4}-\d\d?-\d\d?/;

/** With or without the code of a country, and the nought before it; nothing that is longer or shorter. */
const spellingsOf = (phone: string, country: string | undefined): ReadonlySet<string> => {
  const digits = digitsOf(phone).replace(/^0+/, '');
  const abroad = splitPhone(plain(phone).replace(/^\s*\++/, '+'));
  const code = country === undefined ? undefined : callingCodeOf(country);
  const own = country === undefined ? [] : nationalNumbers(plain(phone), country);
  const beyond = code !== undefined && digits.startsWith(`${code}`) ? digits.slice(`${code}`.length) : undefined;
  const short = [...own, ...[abroad?.rest, own.length === 0 ? beyond : undefined].filter((one) => one !== undefined)];
  const long = abroad === undefined && code !== undefined ? [...own, digits].map((one) => `${code}${one}`) : [];
  const all = [digits, ...short.map((one) => one.replace(/^0+/, '')), ...long];
  return new Set(all.filter((one) => one.length >= fewestDigits));
};

/** Asked of many documents. */
export const contactFinder = (contact: Contact): ((document: unknown) => boolean) => {
  const { country, ...given } = contact;
  const sought = contactsIn([given], country);
  const spellings = given.phone === undefined ? new Set<string>() : spellingsOf(given.phone, country);
  const isSought = (field: string, said: unknown): boolean =>
    contactsIn([{ [field]: said }], country).some((one) =>
      sought.some(({ kind, value }) => kind === one.kind && value === one.value),
    );
  const isContact = (text: string): boolean =>
    (given.email !== undefined && text.includes('@') && isSought('email', text)) ||
    (spellings.size > 0 && NUMBER.test(text) && !DATE.test(text) && spellings.has(digitsOf(text).replace(/^0+/, '')));
  const says = (value: unknown): boolean => {
    if (typeof value === 'string' || typeof value === 'number') return isContact(String(value));
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(
      ([field, member]) =>
        !otherMembers.has(field) && ((contactFields.has(field) && isSought(field, member)) || says(member)),
    );
  };
  const names = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([name, member]) => (saidMembers.has(name) ? says(member) : names(member)));
  return names;
};
