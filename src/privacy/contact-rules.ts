/** Whether a document names somebody by his mail address or phone number. Pure. */

export type Contact = { readonly email?: string; readonly phone?: string };

/** A number with fewer digits than this fits too many people. */
export const fewestDigits = 7;
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** With or without the code of a country. */
const samePhone = (one: string, other: string): boolean =>
  one.length >= fewestDigits && other.length >= fewestDigits && (one.endsWith(other) || other.endsWith(one));

const isContact = (value: string, { email, phone }: Contact): boolean =>
  (email !== undefined && value.trim().toLowerCase() === email.trim().toLowerCase()) ||
  (phone !== undefined && /^[\d\s()+.-]+$/.test(value) && samePhone(digitsOf(value), digitsOf(phone)));

/** At any depth. */
export const namesContact = (document: unknown, contact: Contact): boolean => {
  if (typeof document === 'string' || typeof document === 'number') return isContact(String(document), contact);
  if (typeof document !== 'object' || document === null) return false;
  return Object.values(document).some((member) => namesContact(member, contact));
};
