/**
 * Whether a document names somebody by his mail address or phone number: in a field for one, or alone in what he said, or the
 * storefront for him. Nothing else is looked at: a price, the number of a product and a time are numbers as well, and who asks to be
 * forgotten may name any. Pure.
 */
import { contactsIn, phoneFields } from './contacts/guest-contact-rules.ts';
import { aloneAsPhone, phoneReadings } from './contacts/same-phone-rules.ts';

export type Contact = {
  readonly email?: string;
  readonly phone?: string;
  /** Of the shop, whose numbers are known by their own digits. */
  readonly country?: string;
};

/** Members of addresses, carts and orders with what shoppers say, and storefronts for them, at whatever depth. */
const saidMembers: ReadonlySet<string> = new Set([
  'fields',
  'meta',
  'extraMeta',
  'customJson',
  'display',
  'giftDetails',
  'customer',
  'wrap',
]);
const phones: ReadonlySet<string> = new Set(phoneFields);

const wordsIn = (name: string): readonly string[] =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
const namedBy = (words: string) => {
  const known: ReadonlySet<string> = new Set(words.split(' '));
  return (name: string): boolean => wordsIn(name).some((word) => known.has(word));
};
/** Names of numbers that are of no person: of a thing, an amount, a place, a business or a time. */
const isOfThing = namedBy(
  'id ids uid uids slug code pin pincode zip postcode postal ean gtin upc sku cart order product item article invoice store staff ' +
    'gst gstin tax vat pan price amount total value cost fee quantity qty weight width height length size ' +
    'geo location map point lat latitude lng lon long longitude coordinates at on time times timestamp date day slots expire version',
);
const isOfPhone = namedBy('phone phones mobile mob tel telephone cell whatsapp fax');
const isOfMail = namedBy('email emails mail');

/** A mailbox alone, or as letters name it. */
const MAILBOX = /^(?:mailto:)?(?:[^<>@]*<)?([^\s<>@,;]+@[^\s<>@,;]+)>?$/i;
const mailboxAlone = (text: string): string | undefined =>
  MAILBOX.exec(
    text
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .trim(),
  )?.[1];

/** Asked of many documents. */
export const contactFinder = (contact: Contact): ((document: unknown) => boolean) => {
  const { email, phone, country } = contact;
  const mailboxes = new Set(contactsIn([{ email }]).map(({ value }) => value));
  const numbers = phone === undefined ? new Set<string>() : phoneReadings(phone, country);
  const isMail = (text: string): boolean => contactsIn([{ email: text }]).some(({ value }) => mailboxes.has(value));
  const isPhone = (text: string): boolean => !phoneReadings(text, country).isDisjointFrom(numbers);
  const isAlone = (text: string): boolean => {
    const [mailbox, number] = [mailboxAlone(text), aloneAsPhone(text)];
    return (mailbox !== undefined && isMail(mailbox)) || (number !== undefined && isPhone(number));
  };
  const isContact = (name: string, value: string | number): boolean => {
    const text = String(value);
    if (phones.has(name) || isOfPhone(name)) return isPhone(text);
    if (isOfMail(name)) return isMail(text);
    return typeof value === 'string' && !isOfThing(name) && isAlone(text);
  };
  const says = (name: string, value: unknown): boolean => {
    if (typeof value === 'string' || typeof value === 'number') return isContact(name, value);
    if (typeof value !== 'object' || value === null || isOfThing(name)) return false;
    if (Array.isArray(value)) return value.some((one) => says(name, one));
    return Object.entries(value).some(([member, said]) => says(member, said));
  };
  const names = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([name, member]) => (saidMembers.has(name) ? says('', member) : names(member)));
  return names;
};
