/** Offers in steps: every step has a buy rule of its own, for the same goods and more of them. Pure. */
import { type Json, numberAt, record, rows, textAt, withValue } from './body.ts';
import type { Part, TiersSlot } from './sentence-parts.ts';

export type Tier = { readonly least: number | undefined; readonly value: number | undefined };

const ruleOf = (discount: Json): string => /rule#\d+/.exec(textAt(discount, ['buy_condition']))?.[0] ?? 'rule#1';

export const tiersOf = (body: Json, { metric, benefit }: TiersSlot): readonly Tier[] =>
  rows(body['discount_rules']).map((discount) => ({
    least: numberAt(body, ['buy_rules', ruleOf(discount), metric, 'greater_than_equals']),
    value: numberAt(discount, ['offer', benefit]),
  }));

/** The goods are those of the first rule. */
export const withTiers = (body: Json, { metric, benefit }: TiersSlot, tiers: readonly Tier[]): Json => {
  const before = rows(body['discount_rules']);
  const shared = record(record(body['buy_rules'])['rule#1']);
  return {
    ...body,
    buy_rules: Object.fromEntries(
      tiers.map(({ least }, at) => [`rule#${at + 1}`, { ...shared, [metric]: { greater_than_equals: least } }]),
    ),
    discount_rules: tiers.map(({ value }, at) => {
      const kept = before[at] ?? before.at(-1) ?? {};
      const slug = `rule#${at + 1}`;
      return {
        ...kept,
        buy_condition: `( ${slug} )`,
        item_criteria: { ...record(kept['item_criteria']), buy_rules: [slug] },
        offer: withValue(record(kept['offer']), [benefit], value),
      };
    }),
  };
};

/** What is said of the goods stands in the first rule; every step is about the same ones. */
export const withSameGoods = (body: Json, parts: readonly Part[]): Json => {
  const tiers = parts.find((part): part is TiersSlot => typeof part !== 'string' && part.slot === 'tiers');
  return tiers === undefined ? body : withTiers(body, tiers, tiersOf(body, tiers));
};
