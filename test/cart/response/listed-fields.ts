/** Fields that the interface lists and an answer does not have. An object without members is the empty form of one. */
import { interfaceAnswers } from '../../conformance/interface-fields.ts';
import type { SchemaJson } from '../../conformance/schema-walk.ts';

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** They come with `i` and `b`, and with a cart that is stored. */
const asked = new Set(['items', 'breakup_values', 'cart_id', 'uid', 'id', 'last_modified']);

/** A condition that a rule does not have is no condition of zero: rules are shown as the shop wrote them. */
const rules = new Set([
  'BuyRules',
  'PromoBuyRuleCartConditions',
  'PromoBuyRuleCompareFieldsTypes',
  'PromoDiscountRuleItemCriteria',
  'PromoDiscountRuleOffer',
  'PromoDiscountRuleRawOffer',
]);

export const unlisted = (schema: unknown, value: unknown): readonly string[] => {
  if (!isJson(schema)) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => unlisted(schema['items'], entry));
  if (!isJson(value) || Object.keys(value).length === 0) return [];
  const title = typeof schema['title'] === 'string' ? schema['title'] : '';
  if (rules.has(title)) return [];
  const fields = (schema['properties'] ?? {}) as Readonly<Record<string, SchemaJson>>;
  const missing = Object.keys(interfaceAnswers[title] ?? {}).filter(
    (field) => !(field in value) && !(title === 'CartDetailResponseObject' && asked.has(field)),
  );
  return [
    ...missing.map((field) => `${title}.${field}`),
    ...Object.entries(value).flatMap(([field, part]) =>
      unlisted(fields[field] ?? schema['additionalProperties'], part),
    ),
  ];
};
