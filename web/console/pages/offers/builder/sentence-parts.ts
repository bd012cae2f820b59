/** What sentences of offers are made of: words, and places in them that stand for a member of the offer. */
import type { Json, Path } from './body.ts';

type Named = { readonly name: string };
/** A number; several paths where the interface says the same thing twice. */
export type NumberSlot = Named & {
  readonly slot: 'percent' | 'amount' | 'units';
  readonly paths: readonly Path[];
  /** Words before it, where it may be left out. */
  readonly optional?: string;
  readonly after?: string;
  /** What is counted, of one and of several; it stands behind the figure. */
  readonly counted?: readonly [one: string, many: string];
};
export type TextSlot = Named & { readonly slot: 'text'; readonly path: Path };
export type ChoiceSlot = Named & {
  readonly slot: 'choice';
  readonly path: Path;
  readonly choices: readonly (readonly [value: string | boolean, name: string])[];
};
export const vocabularies = {
  promotion: {
    product: ['item_id', 'item_exclude_id'],
    brand: ['item_brand', 'item_exclude_brand'],
    category: ['item_category', 'item_exclude_category'],
    'wider category': ['item_l2_category', 'item_exclude_l2_category'],
    'widest category': ['item_l1_category', 'item_exclude_l1_category'],
    department: ['item_department', 'item_exclude_department'],
    tag: ['product_tags', ''],
  },
  coupon: {
    product: ['item_id', ''],
    brand: ['brand_id', 'exclude_brand_id'],
    category: ['category_id', ''],
  },
  /** Single products: what is given away. */
  gift: { product: ['item_id', ''] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>>;
export type Vocabulary = keyof typeof vocabularies;
export type GoodsKind = keyof (typeof vocabularies)['promotion'];

export type GoodsSlot = Named & { readonly slot: 'goods'; readonly path: Path; readonly vocabulary: Vocabulary };
/** Comparisons of a buy rule: "when the value of the cart is at least …". */
export type ConditionsSlot = Named & { readonly slot: 'conditions'; readonly path: Path };
export type Benefit = 'discount_percentage' | 'discount_amount' | 'discount_price';
/** One of per cent, amount and price. */
export type BenefitSlot = Named & { readonly slot: 'benefit'; readonly path: Path; readonly kinds: readonly Benefit[] };
/** Rows of a list, each a sentence of its own below `path`. */
export type StepsSlot = Named & {
  readonly slot: 'steps';
  readonly path: Path;
  readonly row: (at: number) => readonly Part[];
  readonly fresh: unknown;
  /** Words before them, where there may be none. */
  readonly optional?: string;
};
/** Steps whose rules are one each: the same goods, and more of them. */
export type TiersSlot = Named & {
  readonly slot: 'tiers';
  readonly metric: 'cart_quantity' | 'cart_total';
  readonly benefit: 'discount_percentage' | 'discount_amount';
};

export type Slot =
  | NumberSlot
  | TextSlot
  | ChoiceSlot
  | GoodsSlot
  | ConditionsSlot
  | BenefitSlot
  | StepsSlot
  | TiersSlot;
export type Part = string | Slot;

export type Editing = {
  readonly body: Json;
  readonly set: (body: Json) => void;
  readonly isLocked: boolean;
};
export type SlotProps<S extends Slot> = Editing & { readonly slot: S };

export type Sentence = { readonly parts: readonly Part[]; readonly fresh: Json };

export const number = (slot: NumberSlot['slot'], name: string, ...paths: readonly Path[]): NumberSlot => ({
  slot,
  name,
  paths,
});
export const optional = (slot: NumberSlot, before: string, after = ''): NumberSlot => ({
  ...slot,
  optional: before,
  after,
});

/** With what it counts behind it: “1 unit”, “3 units”. */
export const counting = (slot: NumberSlot, one: string, many = `${one}s`): NumberSlot => ({
  ...slot,
  counted: [one, many],
});
export const countedWord = ([one, many]: readonly [string, string], count: number | undefined): string =>
  count === 1 ? one : many;

/** A sentence as it is read, with its places where they stand. */
export const say = (words: TemplateStringsArray, ...slots: readonly Slot[]): readonly Part[] =>
  words.flatMap((text, at): readonly Part[] => [text.trim(), slots[at] ?? '']).filter((part) => part !== '');
