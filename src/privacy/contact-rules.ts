/**
 * Whether a document names somebody by his mail address or phone number: in a field for one, or alone in what he said, or the
 * storefront for him. Nothing else is looked at: a price, the number of a product and a time are numbers as well, and who asks to be
 * forgotten may name any. Pure.
 */
import { callingCodeOf } from '../shared/places/calling-codes.ts';
import { normalForm } from '../shared/texts/normal-form.ts';
import { contactsIn, phoneFields } from './contacts/guest-contact-rules.ts';
import { codesBeside } from './contacts/code-beside-rules.ts';
import { aloneAsPhone, phoneReadings } from './contacts/same-phone-rules.ts';
import { namedBy } from './contacts/member-name-rules.ts';

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
  'payment',
]);
const phones: ReadonlySet<string> = new Set(phoneFields);

/** Names of numbers that are of no person: of a thing, an amount, a place, a business or a time. */
const isOfThing = namedBy(
  'id ids uid uids slug code pin pincode zip postcode postal ean gtin upc sku cart order product item article invoice store staff ' +
    'gst gstin tax vat pan iin price amount total cost fee quantity qty weight width height length size ' +
    'geo location map point lat latitude lng lon long longitude coordinates at on time times timestamp date day slots expire version',
);
const isOfPhone = namedBy('phone phones mobile mob tel telephone cell whatsapp fax');
const isOfMail = namedBy('email emails mail');

/** A mailbox alone, or as letters name it. */
const MAILBOX = /^(?:mailto:)?(?:[^<>@]*<)?([^\s<>@,;]+@[^\s<>@,;]+)>?$/i;
const mailboxAlone = (text: string): string | undefined =>
  MAILBOX.exec(
    normalForm(text, 'NFKC')
      .replace(/\p{Cf}/gu, '')
      .trim(),
  )?.[1];

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const codesOf = (countries: readonly unknown[]): readonly number[] => [
  ...new Set(
    countries.flatMap((country) => {
      const code = typeof country === 'string' ? callingCodeOf(country) : undefined;
      return code === undefined ? [] : [code];
    }),
  ),
];
/** Where an address lies, or an order goes: who lives there writes his number as one does there. */
const countriesOf = (document: Json): readonly unknown[] =>
  [document, document['delivery'], document['billing']].map((one) => (isObject(one) ? one['country'] : undefined));

/** Beside its length: what it takes to know a short text, or the name of a member, for none of his. */
const LEAST_WORK = 20;

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** What is still to be looked at, whether somebody says it, and by which codes numbers are read there. */
type Open = {
  readonly name: string;
  readonly value: unknown;
  readonly isSaid: boolean;
  readonly codes: readonly number[];
};
const workOf = ({ name, value, codes }: Open): number =>
  LEAST_WORK + name.length + (isText(value) ? String(value).length * Math.max(1, codes.length) : 0);
const membersOf = (value: Json, { name, isSaid, codes }: Open): readonly Open[] => {
  if (isSaid && Array.isArray(value)) return value.map((one) => ({ name, value: one as unknown, isSaid, codes }));
  return Object.entries(value).map(([member, inner]) =>
    isSaid || !saidMembers.has(member)
      ? { name: member, value: inner, isSaid, codes }
      : { name: '', value: inner, isSaid: true, codes },
  );
};

/**
 * Asked of many documents. Yields before each text how much work that is, in signs: a guest may have put twenty thousand numbers into
 * one cart, and whoever looks through it lets others have their turn (`workInTurns`).
 */
export const contactFinder = (contact: Contact): ((document: unknown) => Generator<number, boolean>) => {
  const { email, phone, country } = contact;
  const mailboxes = new Set(contactsIn([{ email }]).map(({ value }) => value));
  const numbers = phone === undefined ? new Set<string>() : phoneReadings(phone, codesOf([country]));
  const isMail = (text: string): boolean =>
    mailboxes.size > 0 && contactsIn([{ email: text }]).some(({ value }) => mailboxes.has(value));
  const isPhone = (text: string, codes: readonly number[]): boolean =>
    numbers.size > 0 && !phoneReadings(text, codes).isDisjointFrom(numbers);
  const isMailAlone = (text: string): boolean => {
    const mailbox = mailboxAlone(text);
    return mailbox !== undefined && isMail(mailbox);
  };
  const isPhoneAlone = (text: string, codes: readonly number[]): boolean => {
    const number = aloneAsPhone(text);
    return number !== undefined && isPhone(number, codes);
  };
  /** A mailbox is one whatever its member is called, as where a storefront has it for an id; a number may be of a thing. */
  const isContact = (name: string, value: string | number, codes: readonly number[]): boolean => {
    const text = String(value);
    return (
      ((phones.has(name) || isOfPhone(name)) && isPhone(text, codes)) ||
      (isOfMail(name) && isMail(text)) ||
      (typeof value === 'string' && (isMailAlone(text) || (!isOfThing(name) && isPhoneAlone(text, codes))))
    );
  };
  return function* (document) {
    const around = isObject(document) ? codesOf([country, ...countriesOf(document)]) : [];
    const open: Open[] = [{ name: '', value: document, isSaid: false, codes: around }];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const { name, value, isSaid, codes } = one;
      if (isSaid) yield workOf(one);
      if (isSaid && isText(value) && isContact(name, value, codes)) return true;
      if (!isObject(value) || (isSaid && isOfThing(name))) continue;
      const beside = isSaid && !Array.isArray(value) ? yield* codesBeside(value, codes) : codes;
      for (const member of membersOf(value, { ...one, codes: beside })) open.push(member);
    }
    return false;
  };
};
