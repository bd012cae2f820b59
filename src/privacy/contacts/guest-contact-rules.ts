/** The phone numbers and e-mail addresses that an order is made with, and somebody is forgotten by, each in one spelling, so that nobody is another by writing his differently. Pure. */
import { domainToASCII } from 'node:url';
import { ownEntry } from '../../shared/own-entry.ts';
import { normalForm } from '../../shared/texts/normal-form.ts';
import { nationalNumbers } from './phone-number-rules.ts';

export type Contact = { readonly kind: 'phone' | 'email'; readonly value: string };

type JsonObject = Readonly<Record<string, unknown>>;
type Addressed = { readonly fields: JsonObject } | null;
type CheckoutAddresses = { readonly delivery: Addressed; readonly billing: Addressed };

const FEWEST_DIGITS = 7;
/** With or without the code of a country, a number is the same: its last digits count. */
const MOST_DIGITS = 10;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const isDigit = (sign: string): boolean => /^\p{Nd}$/u.test(sign);
/** A digit of any script: every script has its ten in a row, zero first. */
const plainDigit = (digit: string): string => {
  const at = digit.codePointAt(0) ?? 0;
  let zero = at;
  while (isDigit(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((at - zero) % 10);
};
/** In signs of one kind, as a number is compared. */
export const plain = (text: string): string => {
  const known = new Map<string, string>();
  return normalForm(text, 'NFKC').replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const plainly = known.get(digit) ?? plainDigit(digit);
    known.set(digit, plainly);
    return plainly;
  });
};

/** So many digits behind a whole number are an extension, also behind a mere blank or hyphen; more may be the end of the number. */
const MOST_EXTENSION = 2;
export const beforeExtension = (text: string): readonly string[] => {
  const groups = text.match(/\d+/g) ?? [];
  const before = groups.slice(0, -1).join('').replace(/^0+/, '');
  const isExtended = (groups.at(-1) ?? '').length <= MOST_EXTENSION && before.length >= MOST_DIGITS;
  return [...groups.filter(({ length }) => length >= MOST_DIGITS), ...(isExtended ? [before] : [])];
};

/** What stands behind a word or a sign is an extension, or a second number; read as one as well, should a letter stand in the middle. */
const numbersIn = (text: string): readonly string[] => {
  const folded = plain(text);
  const parts = [...folded.split(/[\p{L}#,;:*]+/u), folded];
  return [...parts.map((part) => part.replace(/\D/g, '')), ...beforeExtension(folded)];
};

/** What an address, a profile and a checkout call a number. */
export const phoneFields = ['phone', 'alternate_phone', 'mobile', 'mobile_no'] as const;

const phones =
  (country: string | undefined) =>
  (fields: JsonObject): readonly string[] => {
    const said = phoneFields.map((name) => textOf(ownEntry(fields, name)));
    const own = country === undefined ? [] : said.flatMap((text) => nationalNumbers(plain(text), country));
    const numbers = said.flatMap(numbersIn).filter((digits) => digits.length >= FEWEST_DIGITS);
    return [...numbers.map((digits) => digits.slice(-MOST_DIGITS)), ...own];
  };

/** No name is longer; the square of its letters is what it takes to spell one, so what is none is left as it is. */
const MOST_OF_HOST = 253;
const plainHost = (host: string): string => (host.length > MOST_OF_HOST ? '' : domainToASCII(host));

/** Its host as name servers know it: 。 is a dot to them, and letters of any script have one spelling. */
const withPlainHost = (mailbox: string): string => {
  const at = mailbox.lastIndexOf('@') + 1;
  return `${mailbox.slice(0, at)}${plainHost(mailbox.slice(at)) || mailbox.slice(at)}`;
};

/** Without what is not seen, quotes and remarks; beside a name or another address, too. What is no sign parts as a blank does. */
const mailboxesIn = (fields: JsonObject): readonly string[] =>
  normalForm(textOf(fields['email']), 'NFKC')
    .toLowerCase()
    .replace(/\p{Cf}|"|\([^()]*\)/gu, '')
    .split(/[\s\p{Cc}<>,;]/u)
    .filter((word) => word.includes('@'))
    .map(withPlainHost);

const PLAIN = /^[^@"(),:;<>[\]\\]{1,64}@[^@"(),:;<>[\]\\]{1,253}$/;

/** Dots mean nothing there, and it goes by two names. */
const isGmail = (host: string): boolean => host === 'gmail.com' || host === 'googlemail.com';

/** What stands behind a plus sign is a mark of its owner's: the letters come to one and the same person. */
const ownerOf = (mailbox: string): string => {
  // The root of all names may be written at the end of each.
  const whole = mailbox.replace(/\.$/, '');
  const at = whole.lastIndexOf('@');
  const [plus, host] = [whole.indexOf('+'), whole.slice(at + 1)];
  const name = whole.slice(0, plus > 0 && plus < at ? plus : at);
  return isGmail(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
};

const saidIn = ({ delivery, billing }: CheckoutAddresses, customer: JsonObject | null): readonly JsonObject[] =>
  [delivery?.fields, billing?.fields, customer].filter((fields) => fields !== null && fields !== undefined);

/** Where a letter about an order goes: to the mailbox that it is counted for, and to no other that a mail server might read. */
export const emailOf = (addresses: CheckoutAddresses, customer: JsonObject | null): string | undefined =>
  saidIn(addresses, customer)
    .flatMap(mailboxesIn)
    .find((mailbox) => PLAIN.test(mailbox));

/** `country`: of the shop, whose numbers are known by their own digits, whatever stands before and behind them. */
export const contactsOf = (
  addresses: CheckoutAddresses,
  customer: JsonObject | null,
  country: string,
): readonly Contact[] => contactsIn(saidIn(addresses, customer), country);

export const contactsIn = (said: readonly JsonObject[], country?: string): readonly Contact[] => [
  ...new Set(said.flatMap(phones(country))).values().map((value) => ({ kind: 'phone', value }) as const),
  ...new Set(said.flatMap(mailboxesIn).map(ownerOf)).values().map((value) => ({ kind: 'email', value }) as const),
];
