/** What is known of a customer: what a service client wrote, and what the customer's own proof of identity says. Pure. */
import type { CustomerProfile } from '../contract/customers/customer-contract.ts';
import { wordsMatch } from '../catalog/listing/search-rules.ts';
import { isoTime, keptTime, readTime } from '../shared/clock.ts';
import { isStorable } from '../shared/storable-text.ts';
import { isSegmentGroup, type Known } from './segments/segment-rules.ts';
import { noStanding, type Standing } from './standing-statements.ts';
import { isTierGroup, type TierStanding } from './tiers/tier-rules.ts';

type Claims = Readonly<Record<string, unknown>>;
type Email = NonNullable<CustomerProfile['emails']>[number];
type Phone = NonNullable<CustomerProfile['phone_numbers']>[number];

const MOST_GROUPS = 100;
const MOST_CONTACTS = 20;

/** Claims are read with suspicion: what is no text, or too long to be one, says nothing. */
const textOf = (value: unknown, most = 256): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= most && isStorable(value) ? value : undefined;
const recordOf = (value: unknown): Claims => (typeof value === 'object' && value !== null ? (value as Claims) : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const SECONDS_BEFORE = 1e11;
/** Seconds or milliseconds since 1970, or a date as text. */
const timeOf = (value: unknown): string | undefined => {
  const at =
    typeof value === 'number' ? (value < SECONDS_BEFORE ? value * 1000 : value) : keptTime(textOf(value) ?? '');
  const written = Math.abs(at) <= 8.64e15 ? isoTime(Math.trunc(at)) : '';
  return Number.isNaN(readTime(written)) ? undefined : written;
};

const filled = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  ) as { [K in keyof T]?: Exclude<T[K], undefined> };

/** Some sign-ins write it as a text; one that says nothing of it has not said no. */
const verifiedOf = (said: unknown): boolean | undefined =>
  [true, false].find((one) => said === one || said === String(one));

const marksOf = ({ active, primary, verified }: Claims) => ({
  active: active !== false,
  primary: primary === true,
  ...filled({ verified: verifiedOf(verified) }),
});

const EMAIL = /^[^@\s]{1,64}@[^@\s]{1,189}$/;
const emailsOf = (claims: Claims): readonly Email[] => {
  const single = { email: claims['email'], primary: true, verified: claims['email_verified'] };
  const given = claims['emails'] === undefined ? [single] : listOf(claims['emails']).map(recordOf);
  return given
    .flatMap((one: Claims) => {
      const email = textOf(one['email'], 254);
      return email !== undefined && EMAIL.test(email) ? [{ email, ...marksOf(one) }] : [];
    })
    .slice(0, MOST_CONTACTS);
};

/** No country code is the beginning of another, so a full number says by itself where its code ends. */
const FULL_NUMBER = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{1,14})$/;
const phoneOf = (one: Claims): readonly Phone[] => {
  const given = typeof one['phone'] === 'number' ? String(one['phone']) : textOf(one['phone'], 32);
  const [, code, rest] = FULL_NUMBER.exec(given?.replace(/[\s()-]/g, '') ?? '') ?? [];
  const country = Number(code ?? one['country_code']);
  const phone = rest ?? given;
  const isCountry = Number.isSafeInteger(country) && country >= 1 && country <= 999;
  return phone !== undefined && isCountry ? [{ phone, country_code: country, ...marksOf(one) }] : [];
};
const phonesOf = (claims: Claims): readonly Phone[] => {
  const single = { phone: claims['phone_number'], primary: true, verified: claims['phone_number_verified'] };
  const given = claims['phone_numbers'] === undefined ? [single] : listOf(claims['phone_numbers']).map(recordOf);
  return given.flatMap(phoneOf).slice(0, MOST_CONTACTS);
};

const groupsOf = (claims: Claims): readonly string[] =>
  listOf(claims['groups'])
    .map((group) => (typeof group === 'number' ? String(group) : textOf(group, 64)))
    .filter((group) => group !== undefined)
    .slice(0, MOST_GROUPS);

/** The names of OpenID Connect, and those of the user object that a trusted upstream sends in `x-user-data`. */
export const claimedProfile = (claims: Claims): CustomerProfile => ({
  ...filled({
    username: textOf(claims['username']) ?? textOf(claims['preferred_username']),
    first_name: textOf(claims['first_name']) ?? textOf(claims['given_name']),
    last_name: textOf(claims['last_name']) ?? textOf(claims['family_name']),
    gender: textOf(claims['gender'], 32),
    account_type: textOf(claims['account_type'], 32),
    profile_pic_url: textOf(claims['profile_pic_url'], 2048) ?? textOf(claims['picture'], 2048),
    active: claims['active'] === false ? false : undefined,
    emails: [...emailsOf(claims)],
    phone_numbers: [...phonesOf(claims)],
    groups: [...groupsOf(claims)],
    registered_at: timeOf(claims['registered_at'] ?? claims['created_at']),
  }),
});

/** A service client knows better than a token, field by field; groups are those of both, and never a segment's or a tier's. */
export const wholeProfile = (written: CustomerProfile, claimed: CustomerProfile): CustomerProfile => ({
  ...claimed,
  ...written,
  groups: [...new Set([...(written.groups ?? []), ...(claimed.groups ?? [])])].filter(
    (group) => !isSegmentGroup(group) && !isTierGroup(group),
  ),
});

/** The texts whose words find a customer. */
export const searchedTexts = (
  userId: string,
  { first_name, last_name, username, emails = [] }: CustomerProfile,
): string => [userId, first_name, last_name, username, ...emails.map(({ email }) => email)].join(' ');

export const phoneDigits = ({ phone_numbers: phones = [] }: CustomerProfile): readonly string[] =>
  phones.map(({ country_code: code, phone }) => `${code}${phone.replaceAll(/\D/g, '')}`);

/** The digits of a question that asks for a phone number; empty where it asks for something else. */
export const digitsAsked = (question: string): string =>
  /^[+\d\s()-]+$/.test(question) ? question.replaceAll(/\D/g, '') : '';

/** By what staff find a customer: words of his names, his e-mail or his id, or some digits of a phone number. */
export const isFoundBy = (question: string): ((userId: string, profile: CustomerProfile) => boolean) => {
  const matches = wordsMatch(question);
  const digits = digitsAsked(question);
  return (userId, profile) =>
    matches(searchedTexts(userId, profile)) ||
    (digits !== '' && phoneDigits(profile).some((number) => number.includes(digits)));
};

/** What segments ask about a customer; of one who is not stored, nothing happened yet. */
export const knownOf = (
  { groups = [], tags = [], registered_at: registered }: CustomerProfile,
  stored: (Standing & { readonly createdAt: number }) | undefined,
  tier: TierStanding,
): Known => ({
  tier,
  orders: stored?.orders ?? noStanding.orders,
  spent: stored?.spent ?? noStanding.spent,
  lastOrderAt: stored?.lastOrderAt ?? noStanding.lastOrderAt,
  groups,
  tags,
  since: registered === undefined ? (stored?.createdAt ?? null) : Date.parse(registered),
});

/** What offers can ask about a customer. */
export type CustomerFacts = {
  /** His own, and those of the segments he is in. */
  readonly groups: readonly string[];
  readonly registeredAt: number | null;
  readonly emailDomain?: string;
  /** How many orders of his count; not there where only his proof was at hand. */
  readonly orders?: number;
  /** When time alone takes him into a segment or out of one; null or not there: never. */
  readonly until?: number | null;
};
export const factsOf = ({ groups = [], registered_at: registered, emails = [] }: CustomerProfile): CustomerFacts => {
  // Anybody can type an address of somebody else's company; where a sign-in says that nobody looked, it opens no offer of theirs.
  const usable = emails.filter(({ active, verified }) => active !== false && verified !== false);
  const domain = (usable.find(({ primary }) => primary === true) ?? usable[0])?.email.split('@')[1]?.toLowerCase();
  return {
    groups,
    registeredAt: registered === undefined ? null : Date.parse(registered),
    ...(domain === undefined ? {} : { emailDomain: domain }),
  };
};
