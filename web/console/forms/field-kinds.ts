/** What kind of thing a field asks for: a place, a moment, one of the shop's own. What is nothing special goes by its schema. Pure. */
import { foundBy } from './words/field-keys.ts';
import { beside, valueAt } from './field-places.ts';
import { type Control, controlOf, isNullable, type Json, type Schema } from './schema-rules.ts';

/** Lists that fields are chosen from. */
export type Source =
  | 'countries'
  | 'currencies'
  | 'clocks'
  | 'months'
  | 'stores'
  | 'sellers'
  | 'shops'
  | 'zones'
  | 'payments'
  | 'other payments'
  | 'groups'
  | 'tiers'
  | 'classes';

export type Kind =
  | { readonly is: Control | 'moment' | 'time' | 'week' | 'days' | 'product' | 'size' | 'thing' | 'mark' }
  /** One of a list, some of one, some ticked, some with others that are typed, or typed with a list at hand. */
  | { readonly is: 'one' | 'some' | 'ticked' | 'typed' | 'suggested'; readonly from: Source };

const patterns: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['^[A-Z]{3}$', { is: 'one', from: 'currencies' }],
  ['^[A-Z]{2}$', { is: 'one', from: 'countries' }],
  ['^([01][0-9]|2[0-3]):[0-5][0-9]$', { is: 'time' }],
]);
const ofItems: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['^[A-Z]{3}$', { is: 'some', from: 'currencies' }],
  ['^[A-Z]{2}$', { is: 'some', from: 'countries' }],
]);
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['time_zone', { is: 'one', from: 'clocks' }],
  ['invoice_year_month', { is: 'one', from: 'months' }],
  ['valid_from', { is: 'moment' }],
  ['valid_until', { is: 'moment' }],
  ['store.hours', { is: 'week' }],
  ['store.exceptions', { is: 'days' }],
  ['item_id', { is: 'product' }],
  ['article.size', { is: 'size' }],
  ['children.size', { is: 'size' }],
  ['teaser_tag', { is: 'mark' }],
  ['store_id', { is: 'one', from: 'stores' }],
  ['seller_id', { is: 'one', from: 'sellers' }],
  ['application_id', { is: 'one', from: 'shops' }],
  ['default_payment_mode', { is: 'one', from: 'payments' }],
  ['payment_modes', { is: 'ticked', from: 'payments' }],
  ['cart.payment_modes', { is: 'ticked', from: 'other payments' }],
  ['zones', { is: 'typed', from: 'zones' }],
  ['exempt_groups', { is: 'typed', from: 'groups' }],
  ['customer_groups', { is: 'typed', from: 'groups' }],
  ['conditions.groups', { is: 'typed', from: 'groups' }],
  ['conditions.tiers', { is: 'typed', from: 'tiers' }],
  ['tax_class', { is: 'suggested', from: 'classes' }],
]);

/** Something the catalogue knows by a number and a name: a brand, a category, a department. */
export const isThing = ({ properties = {} }: Schema): boolean =>
  Object.keys(properties).slice(0, 2).join() === 'uid,name' && Object.keys(properties).length <= 3;

export const kindOf = (schema: Schema, path: string, form: string): Kind =>
  foundBy(kinds, path, form) ??
  patterns.get(schema.pattern ?? '') ??
  ofItems.get(schema.items?.pattern ?? '') ?? { is: isThing(schema) ? 'thing' : controlOf(schema) };

/** What names of a table are taken from. */
const keys: ReadonlyMap<string, Source> = new Map<string, Source>([
  ['convenience_fees', 'payments'],
  ['cash_rounding', 'currencies'],
]);
export const namesFrom = (path: string, form: string): Source | undefined => foundBy(keys, path, form);

/** A field is asked for where another one has a certain value. */
const conditions: ReadonlyMap<string, readonly [beside: string, value: string]> = new Map([
  ['custom_rule.url', ['runs', 'call']],
  ['custom_rule.secret', ['runs', 'call']],
  ['last_minutes', ['fallback', 'last']],
  ['jwks_url', ['kind', 'jwks']],
  ['public_key_pem', ['kind', 'pem']],
  ['oss_threshold', ['oss', 'counted']],
  ['absorbed_bp', ['emi_type', 'low_cost']],
]);
export const isAsked = (path: string, form: string, whole: Json): boolean => {
  const condition = foundBy(conditions, path, form);
  return condition === undefined || valueAt(whole, beside(path, condition[0])) === condition[1];
};

/** Whether nobody can go on without it, and nothing stands there by itself. */
export const isNeeded = (schema: Schema, isRequired: boolean): boolean =>
  isRequired &&
  schema.default === undefined &&
  !isNullable(schema) &&
  ['line', 'text', 'number'].includes(controlOf(schema));
