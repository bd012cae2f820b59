/** Whether a document names somebody by his mail address or phone number: as checkout knows one person by them, or alone in any member. Pure. */
import { contactsIn, phoneFields, plain } from './contacts/guest-contact-rules.ts';

export type Contact = {
  readonly email?: string;
  readonly phone?: string;
  /** Of the shop, whose numbers are known by their own digits. */
  readonly country?: string;
};

/** A number with fewer digits than this fits too many people. */
export const fewestDigits = 7;
export const digitsOf = (text: string): string => plain(text).replace(/\D/g, '');

/** With or without the code of a country. */
const samePhone = (one: string, other: string): boolean =>
  one.length >= fewestDigits && other.length >= fewestDigits && (one.endsWith(other) || other.endsWith(one));

const isContact = (value: string, { email, phone }: Contact): boolean =>
  (email !== undefined && value.trim().toLowerCase() === email.trim().toLowerCase()) ||
  (phone !== undefined && /^[\p{Nd}\s()+.-]+$/u.test(value) && samePhone(digitsOf(value), digitsOf(phone)));

const contactFields: ReadonlySet<string> = new Set([...phoneFields, 'email']);

/** Asked of many documents: at any depth. */
export const contactFinder = (contact: Contact): ((document: unknown) => boolean) => {
  const { country, ...given } = contact;
  const sought = contactsIn([given], country);
  const isSought = (field: string, said: unknown): boolean =>
    contactsIn([{ [field]: said }], country).some((one) =>
      sought.some(({ kind, value }) => kind === one.kind && value === one.value),
    );
  const names = (value: unknown): boolean => {
    if (typeof value === 'string' || typeof value === 'number') return isContact(String(value), contact);
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(
      ([field, member]) => (contactFields.has(field) && isSought(field, member)) || names(member),
    );
  };
  return names;
};
