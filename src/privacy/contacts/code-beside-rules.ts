/**
 * The calling code that stands beside a number in a member of its own, as storefronts of the SDK send it (`country_phone_code`):
 * the number is of that country, whatever the shop's is. Pure.
 */
import { splitPhone } from '../../shared/places/calling-codes.ts';
import { plain } from './guest-contact-rules.ts';
import { namedBy } from './member-name-rules.ts';

const isCode = namedBy('code');
const isOfPhones = namedBy('phone mobile tel telephone calling dial dialing dialling isd');
const isOfCountry = namedBy('country');

/** Nothing else: a code by which a phone was proved is none of a country. */
const codeIn = (value: unknown): readonly number[] => {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const [, digits] = /^(?:\+|00)?([1-9]\d{0,2})$/.exec(plain(String(value)).replace(/[\s()-]/g, '')) ?? [];
  const split = digits === undefined ? undefined : splitPhone(`+${digits}`);
  return split?.rest === '' ? [split.code] : [];
};

/** By which codes numbers are read beside these members; `around`: by which they would be otherwise. */
export const codesBeside = (
  members: Readonly<Record<string, unknown>>,
  around: readonly number[],
): readonly number[] => {
  const codes = Object.entries(members).filter(([name]) => isCode(name));
  const ofPhones = codes.flatMap(([name, value]) => (isOfPhones(name) ? codeIn(value) : []));
  if (ofPhones.length > 0) return ofPhones;
  // A country may be named by other numbers as well: what it says counts beside the rest.
  return [...around, ...codes.flatMap(([name, value]) => (isOfCountry(name) ? codeIn(value) : []))];
};
