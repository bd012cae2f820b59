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

/** Signs around it included. */
const LONGEST_CODE = 16;
/** Nobody writes of more countries; every number there is read by each of them. */
const MOST_CODES = 8;

/** Nothing else: a code by which a phone was proved is none of a country. */
const codeIn = (value: unknown): readonly number[] => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text.length > LONGEST_CODE) return [];
  const [, digits] = /^(?:\+|00)?([1-9]\d{0,2})$/.exec(plain(text).replace(/[\s()-]/g, '')) ?? [];
  const split = digits === undefined ? undefined : splitPhone(`+${digits}`);
  return split?.rest === '' ? [split.code] : [];
};

/** By which codes numbers are read beside these members; `around`: by which they would be otherwise. Yields before each how much work it is. */
export function* codesBeside(
  members: Readonly<Record<string, unknown>>,
  around: readonly number[],
): Generator<number, readonly number[]> {
  const ofPhones: number[] = [];
  // A country may be named by other numbers as well: what it says counts beside the rest.
  const others = [...around];
  for (const [name, value] of Object.entries(members)) {
    yield name.length;
    if (!isCode(name)) continue;
    if (isOfPhones(name)) ofPhones.push(...codeIn(value));
    else if (isOfCountry(name)) others.push(...codeIn(value));
  }
  return [...new Set(ofPhones.length > 0 ? ofPhones : others)].slice(0, MOST_CODES);
}
