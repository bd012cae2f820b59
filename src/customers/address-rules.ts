/** Where an address lies: by what it says itself and by what the shop knows of its area code. The two must agree. Pure. */
import { areaCode, isAreaCodeOf } from '../shared/places/area-codes.ts';
import { callingCodeOf } from '../shared/places/calling-codes.ts';
import { type FieldProblem, Refusal } from '../shared/errors.ts';
import { ownEntry } from '../shared/own-entry.ts';
import { countryNamed } from '../shared/places/country-names.ts';
import { isStateOf, stateNamed } from '../shared/places/state-names.ts';
import type { StoredAddress } from './address-store.ts';

/** What the shop knows of an area code. */
export type KnownPlace = { readonly country: string; readonly state: string | null };
type Fields = Readonly<Record<string, unknown>>;

const said = (fields: Fields, name: string): string | null => {
  const value = ownEntry(fields, name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
};

const speaking = ['area_code', 'country_iso_code', 'country', 'state'];
/** What of an address speaks of where it lies. */
export const placeSaid = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => speaking.includes(name)));

/** The country it says, by its code or else by its name; null where it says none that is known. */
const saidCountry = (fields: Fields): string | null =>
  said(fields, 'country_iso_code')?.toUpperCase() ?? countryNamed(said(fields, 'country') ?? '');

const countryProblem = (fields: Fields): FieldProblem | undefined => {
  const country = saidCountry(fields);
  if (country !== null && callingCodeOf(country) === undefined) {
    return { field: 'country_iso_code', message: 'Must be a code of ISO 3166-1, such as IN.' };
  }
  const named = countryNamed(said(fields, 'country') ?? '');
  if (country !== null && named !== null && country !== named) {
    return { field: 'country', message: `${country} and ${named} are two countries: name one.` };
  }
  return undefined;
};

const areaProblem = (fields: Fields, known: KnownPlace): FieldProblem | undefined => {
  const country = saidCountry(fields);
  const areaCode = said(fields, 'area_code');
  if (country !== null && country !== known.country) {
    const field = said(fields, 'country_iso_code') === null ? 'country' : 'country_iso_code';
    return { field, message: `Area code ${areaCode} lies in ${known.country}. Change one of the two.` };
  }
  const [own, state] = [said(fields, 'state'), stateNamed(known.state, known.country)];
  return own !== null && state !== null && stateNamed(own, known.country) !== state
    ? { field: 'state', message: `Area code ${areaCode} lies in ${known.state}. Change one of the two.` }
    : undefined;
};

/** A known code with something behind it reaches the same door, and is another code to all that is charged by a place. */
const formProblem = (fields: Fields, country: string): FieldProblem | undefined => {
  const written = said(fields, 'area_code') ?? '';
  const code = areaCode(written);
  return code === undefined || isAreaCodeOf(code, country)
    ? undefined
    : { field: 'area_code', message: `${written} is no area code of ${country}. Change one of the two.` };
};

/** Whoever left the state out, or wrote one that there is not, would pay none of its taxes. */
const stateProblem = (state: string | null, country: string): FieldProblem | undefined => {
  const named = stateNamed(state, country);
  return named !== null && isStateOf(named, country)
    ? undefined
    : { field: 'state', message: `Say in which state of ${country} it lies: taxes go by it.` };
};

/** What the shop knows of the area code, its own country, and the countries that it taxes by the state. */
export type Around = Readonly<{ known: KnownPlace | null; home: string; byState: ReadonlySet<string> }>;

/** What is wrong with an address that contradicts itself or the shop, or does not say what is charged by. */
export const contradictionIn = (fields: Fields, { known, home, byState }: Around): FieldProblem | undefined => {
  const country = saidCountry(fields) ?? known?.country ?? home;
  return (
    countryProblem(fields) ??
    (known === null ? undefined : areaProblem(fields, known)) ??
    formProblem(fields, country) ??
    (byState.has(country) ? stateProblem(known?.state ?? said(fields, 'state'), country) : undefined)
  );
};

/** Refuses such an address. `within` names it in the request. */
export const refuseContradiction = (fields: Fields, around: Around, within = ''): void => {
  const problem = contradictionIn(fields, around);
  if (problem === undefined) return;
  const field = within === '' ? problem.field : `${within}.${problem.field}`;
  throw new Refusal('address_invalid', { details: [{ ...problem, field }] });
};

type Lying = Pick<StoredAddress, 'areaCode' | 'country' | 'state'>;

/** What it leaves out is what the shop knows, else the shop's own country. */
export const placeOfAddress = (
  fields: Fields & { readonly area_code: string },
  known: KnownPlace | null,
  home: string,
): Lying => ({
  areaCode: fields.area_code,
  country: saidCountry(fields) ?? known?.country ?? home,
  state: said(fields, 'state') ?? known?.state ?? null,
});
