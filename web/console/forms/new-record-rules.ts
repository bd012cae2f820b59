/** What helps whoever makes something new: names that follow from others, and what is seldom needed out of the way. Pure. */
import type { Json, Schema } from './schema-rules.ts';

const LONGEST = 50;
/** “Cotton Tee, long” is `cotton-tee-long`. */
const shortName = (name: unknown): string =>
  typeof name === 'string'
    ? name
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .trim()
        .replaceAll(/[\s_-]+/g, '-')
        .slice(0, LONGEST)
        .replaceAll(/^-+|-+$/g, '')
    : '';

const KEYS = ['slug', 'id', 'code'] as const;
/** The short name follows the name for as long as nobody wrote another one. */
export const followed = (before: Json, after: Json): Json => {
  const key = KEYS.find((name) => Object.hasOwn(after, name) && after[name] === before[name]);
  if (key === undefined || before['name'] === after['name'] || after[key] !== shortName(before['name'])) return after;
  return { ...after, [key]: shortName(after['name']) };
};

const seldom: ReadonlyMap<string, readonly string[]> = new Map([
  ['product', ['country_of_origin', 'is_set', 'children', '_custom_json']],
  [
    'article',
    [
      'seller_identifier',
      'custom_order',
      'is_gift_visible',
      'gift_price',
      'floor_price',
      'identifiers',
      'variants',
      'tags',
      'meta',
    ],
  ],
  ['seller', ['meta']],
  ['store', ['meta']],
  ['tax_rate', ['tax_class', 'jurisdiction', 'county']],
  ['shipping_method', ['journey', 'charged', 'position', 'maximum_weight', 'application_id']],
  ['custom_rule', ['secret', 'time_ms', 'keep_seconds', 'fallback', 'last_minutes']],
]);

const withOnly = (schema: Schema, isWanted: (name: string) => boolean): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isWanted(name))),
});
/** What everybody fills in, and what few do. */
export const partsOf = (schema: Schema, form: string): readonly [usual: Schema, seldom: Schema] => {
  const few = new Set(seldom.get(form));
  return [withOnly(schema, (name) => !few.has(name)), withOnly(schema, (name) => few.has(name))];
};

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);
/** Whether any of them was said. */
export const isSaidOf = ({ properties = {} }: Schema, value: Json): boolean =>
  Object.keys(properties).some((name) => !isNothing(new Map(Object.entries(value)).get(name)));
