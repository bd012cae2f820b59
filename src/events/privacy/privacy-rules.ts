/**
 * What becomes of personal data before anything is stored: kept, replaced by a keyed hash, or left out. The marks are in the
 * schemas; whatever is done, the event still has the form its schema asks for. Pure.
 */
import type { EventSettings } from '../../contract/applications/event-settings-contract.ts';
import type { HashText } from '../../privacy/person-names.ts';
import { isObject, type Json, type Shape } from '../collector/event-shape.ts';
import { ownEntry } from '../../shared/own-entry.ts';

type Treatment = EventSettings['personal_direct'];
export type PrivacyPolicy = { readonly direct: Treatment; readonly quasi: Treatment };

export const policyOf = ({ personal_direct, personal_quasi }: EventSettings): PrivacyPolicy => ({
  direct: personal_direct,
  quasi: personal_quasi,
});
/** For shoppers who did not agree. */
export const nothingPersonal: PrivacyPolicy = { direct: 'drop', quasi: 'drop' };
export const keepsAll = ({ direct, quasi }: PrivacyPolicy): boolean => direct === 'keep' && quasi === 'keep';

const typesOf = ({ type }: Shape): readonly string[] => [type ?? []].flat();

const emptyValue = (shape: Shape): unknown => {
  const types = typesOf(shape);
  if (types.includes('null')) return null;
  return types.includes('array') ? [] : '';
};

const hashed = (value: unknown, hash: HashText): unknown => {
  if (value === null || value === '') return value;
  if (Array.isArray(value)) return value.map((entry) => hashed(entry, hash));
  return hash(typeof value === 'string' ? value : JSON.stringify(value));
};

const treated = (shape: Shape, value: unknown, policy: PrivacyPolicy, hash: HashText): unknown => {
  const mark = shape['x-pii'];
  if (mark !== undefined) {
    if (policy[mark] === 'keep') return value;
    return policy[mark] === 'hash' ? hashed(value, hash) : emptyValue(shape);
  }
  if (Array.isArray(value)) {
    const { items } = shape;
    return items === undefined ? value : value.map((entry) => treated(items, entry, policy, hash));
  }
  return isObject(value) ? withPrivacy(shape, value, policy, hash) : value;
};

/** An object that fits its shape, with what the policy leaves of it. */
export const withPrivacy = (shape: Shape, value: Json, policy: PrivacyPolicy, hash: HashText): Json => {
  const { properties = {}, required = [] } = shape;
  const members = Object.entries(value).flatMap(([name, member]): readonly (readonly [string, unknown])[] => {
    const property = ownEntry(properties, name);
    if (property === undefined) return [[name, member]];
    const mark = property['x-pii'];
    const goes = mark !== undefined && policy[mark] === 'drop' && !required.includes(name);
    return goes ? [] : [[name, treated(property, member, policy, hash)]];
  });
  return Object.fromEntries(members);
};
