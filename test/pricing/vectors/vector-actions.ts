/** What the promotions of a vector do, translated into discount rules of our own. */
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import type { VectorAction, VectorCart } from './vector-language.ts';

export const giftItem = 1_000_000;

const percent = (basisPoints: unknown): number => Number(basisPoints) / 100;
export const atLeast = (value: unknown): Definition => ({ greater_than_equals: value });
const tagsOf = (action: VectorAction): Definition => (action.tags === undefined ? {} : { product_tags: action.tags });

/** Units within a price band and, where asked, not yet on sale. */
const criteriaOf = (action: VectorAction, { lines }: VectorCart): Definition => ({
  ...tagsOf(action),
  ...(action.min_unit === undefined && action.max_unit === undefined
    ? {}
    : { price_range: { min: action.min_unit ?? -1, max: action.max_unit ?? -1 } }),
  ...(action.skip_discounted === true
    ? { item_exclude_id: lines.flatMap((line, at) => (line.on_sale === true ? [at + 1] : [])) }
    : {}),
});

type Bought = { readonly tags: readonly string[]; readonly quantity: number };
type Rule = {
  readonly type: string;
  readonly offer: Definition;
  readonly criteria: Definition;
  /** What must be bought, all of it. */
  readonly buys?: readonly Definition[];
};

/** A limit of units per line is one rule per line. */
const perLine = (rule: Rule, action: VectorAction, { lines }: VectorCart): readonly Rule[] =>
  action.max_units === undefined
    ? [rule]
    : lines.map((_, at) => ({
        ...rule,
        criteria: { ...rule.criteria, item_id: [at + 1] },
        offer: { ...rule.offer, max_offer_quantity: action.max_units },
      }));

/** One amount for each line, whatever its quantity. */
const oncePerLine = (rule: Rule, { lines }: VectorCart): readonly Rule[] =>
  lines.map((_, at) => ({ ...rule, type: 'amount', criteria: { ...rule.criteria, item_id: [at + 1] } }));

const rewardOf = (action: VectorAction): Definition =>
  action.percent_bp === undefined
    ? { discount_amount: action.amount }
    : { discount_percentage: percent(action.percent_bp) };

type Tier = readonly [number, number];
const tiersOf = (
  action: VectorAction,
  metric: string,
  reward: (value: number) => Definition,
  type: string,
): readonly Rule[] => {
  const base = reward(Number(action.base_bp ?? action.base));
  const tiers = (action.tiers as readonly Tier[]).map(([from, value]): Rule => {
    const buy = { ...tagsOf(action), [metric]: atLeast(from) };
    return { type, offer: reward(value), criteria: tagsOf(action), buys: [buy] };
  });
  return [{ type, offer: base, criteria: tagsOf(action), buys: [{ ...tagsOf(action), all_items: true }] }, ...tiers];
};

export const translate: Readonly<Record<string, (action: VectorAction, cart: VectorCart) => readonly Rule[]>> = {
  percent_items: (action, cart) =>
    perLine({ type: 'percentage', offer: rewardOf(action), criteria: criteriaOf(action, cart) }, action, cart),
  fixed_items: (action, cart) => {
    const rule = { type: 'item_based_discount', offer: rewardOf(action), criteria: criteriaOf(action, cart) };
    return action.per === 'line' ? oncePerLine(rule, cart) : perLine(rule, action, cart);
  },
  percent_cart: (action, cart) => [
    {
      type: 'percentage',
      offer: { ...rewardOf(action), max_discount_amount: action.cap },
      criteria: criteriaOf(action, cart),
    },
  ],
  fixed_cart: (action, cart) => [{ type: 'amount', offer: rewardOf(action), criteria: criteriaOf(action, cart) }],
  fixed_price_cart: (action, { lines }) => {
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return [{ type: 'fixed_price', offer: { discount_price: action.price, min_offer_quantity: units }, criteria: {} }];
  },
  bxgy: (action) => {
    const get = action.get as Bought | undefined;
    const buys = [action.buy as Bought | readonly Bought[]].flat();
    const most = action.max_reward_units;
    const uses = most === undefined ? undefined : Math.floor(Number(most) / (get?.quantity ?? 1));
    return [
      {
        type: 'bogo',
        offer: { ...rewardOf(action), max_offer_quantity: get?.quantity, max_usage_per_transaction: uses },
        criteria: { product_tags: get?.tags },
        buys: buys.map(({ tags, quantity }) => ({ product_tags: tags, cart_quantity: atLeast(quantity) })),
      },
    ];
  },
  tiered_percent: (action) => {
    const onAmount = action.metric === 'subtotal';
    const metric = onAmount ? 'cart_total' : 'cart_quantity';
    const type = onAmount ? 'bundle_amount_percentage' : 'bundle_price_percentage';
    return tiersOf(action, metric, (value) => ({ discount_percentage: percent(value) }), type);
  },
  tiered_fixed_line: (action) =>
    tiersOf(action, 'cart_total', (value) => ({ discount_amount: value }), 'bundle_price_amount'),
  flexi: (action, { lines }) =>
    lines.flatMap(({ quantity }, at) =>
      Array.from({ length: quantity }, (_, unit): Rule => {
        const amount = Number(unit === 0 ? action.first : action.additional);
        return {
          type: 'item_based_discount',
          offer: { discount_amount: amount, item_sequence_number: unit + 1 },
          criteria: { item_id: [at + 1] },
        };
      }).filter(({ offer }) => offer.discount_amount !== 0),
    ),
  group_of_n: (action) => [
    {
      type: 'bogo',
      offer: { ...rewardOf(action), max_offer_quantity: action.size },
      criteria: {},
      buys: [{ all_items: true, cart_quantity: atLeast(0) }],
    },
  ],
  cheapest_unit: (action) => [
    { type: 'item_based_discount', offer: { ...rewardOf(action), max_offer_quantity: 1 }, criteria: tagsOf(action) },
  ],
  cheapest_n_units: (action) => [
    {
      type: 'item_based_discount',
      offer: { ...rewardOf(action), max_offer_quantity: action.max_units },
      criteria: tagsOf(action),
    },
  ],
  gift: (action) => [
    {
      type: 'free_gift_items',
      offer: { max_usage_per_transaction: 1000 },
      criteria: { item_id: [giftItem] },
      buys: [{ product_tags: action.for_each, cart_quantity: atLeast(1) }],
    },
  ],
  percent_shipping: (action) => [{ type: 'shipping_price', offer: rewardOf(action), criteria: {} }],
};
