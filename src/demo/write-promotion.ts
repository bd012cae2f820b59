/** Short ways to write the promotions of the demo shop, in the shape that the SDK sends. Pure. */
import { pathOf } from './category-tree.ts';
import { range } from './range/range.ts';
import { setUids } from './sets.ts';

export type Json = Readonly<Record<string, unknown>>;
export type DemoOffer = { readonly kind: 'promotion' | 'coupon'; readonly body: Json };

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const iso = (at: number): string => new Date(at).toISOString();

/** Numbers of a category of the third level and of the one above it, by the name of the third. */
export const categoryPath = (name: string) => {
  const category = range.find((one) => one.name === name);
  if (category === undefined) throw new Error(`The range has no ${name}.`);
  return pathOf(category);
};
export const l3 = (...names: readonly string[]): Json => ({
  item_category: names.map((name) => categoryPath(name).l3.uid),
});
/** The same without sets and boxes: an offer that counts pieces does not mean what holds several of them. */
export const pieces = (chosen: Json): Json => ({ ...chosen, item_exclude_id: setUids });
export const l2 = (name: string): Json => ({ item_l2_category: [categoryPath(name).l2.uid] });
export const l1 = (name: string): Json => ({ item_l1_category: [categoryPath(name).l1.uid] });

type Words = { readonly name: string; readonly text: string; readonly label: string };
type Discount = { readonly offer: Json; readonly items?: Json; readonly when?: string };
export type Written = Words & {
  readonly type: string;
  readonly rules: Readonly<Record<string, Json>>;
  readonly discounts: readonly Discount[];
  readonly group?: string;
  readonly schedule?: Json;
  readonly more?: Json;
};

export const promotion = (at: number, written: Written, now: number): DemoOffer => {
  const { name, text, label, type, rules, discounts, group = 'product', schedule, more } = written;
  return {
    kind: 'promotion',
    body: {
      mode: 'promotion',
      promo_group: group,
      promotion_type: type,
      display_meta: { name, offer_text: text, offer_label: label, description: text },
      buy_rules: rules,
      discount_rules: discounts.map(({ offer, items = { buy_rules: ['rule#1'] }, when = '( rule#1 )' }) => ({
        buy_condition: when,
        discount_type: type,
        item_criteria: items,
        offer,
      })),
      stackable: true,
      apply_priority: 100 - at,
      visiblility: { pdp: true, coupon_list: false },
      _schedule: { start: iso(now - 7 * DAY), end: iso(now + 365 * DAY), published: true, ...schedule },
      ...more,
    },
  };
};

export const least = (metric: string, value: number): Json => ({ [metric]: { greater_than_equals: value } });
/** One rule and one discount on what it matches. */
export const plain = ({ name, text, label }: Words, type: string, rule: Json, offer: Json): Written => ({
  name,
  text,
  label,
  type,
  rules: { 'rule#1': rule },
  discounts: [{ offer }],
});
export const percentOff = (percent: number, goods: Json, words: Words): Written =>
  plain(words, 'percentage', goods, { discount_percentage: percent });
/** Tiers: each rule asks for more and gives more. */
export const tiers = (rule: Json, steps: readonly (readonly [asks: Json, offer: Json])[]) => ({
  rules: Object.fromEntries(steps.map(([asks], at) => [`rule#${at + 1}`, { ...rule, ...asks }])),
  discounts: steps.map(([, offer], at) => ({
    offer,
    when: `( rule#${at + 1} )`,
    items: { buy_rules: [`rule#${at + 1}`] },
  })),
});
