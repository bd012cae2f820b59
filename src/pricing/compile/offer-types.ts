/** Offers as the engine reads them. `compile-offers.ts` makes them from stored definitions; amounts are in the offer's own currency. */
import type { Minor, Ppm } from '../../shared/money.ts';

/** Which units an offer looks at. Empty lists ask nothing. */
export type Criteria = {
  /** Unique in an index: names the memo of the lines that match. */
  readonly id: string;
  readonly wants: readonly Want[];
  readonly excludes: readonly Want[];
  /** In one zone of each of these lists. */
  readonly zones: readonly (readonly number[])[];
  readonly unitPrice: { readonly from: Minor; readonly to: Minor } | null;
  /** Only what the seller sells at its marked price. */
  readonly fullPrice?: boolean;
};
export type Dimension =
  | 'item'
  | 'sku'
  | 'brand'
  | 'l3'
  | 'l2'
  | 'l1'
  | 'department'
  | 'tag'
  | 'store'
  | 'company'
  | 'size'
  | 'article';
export type Want = { readonly dimension: Dimension; readonly values: ReadonlySet<number | string> };

export type Comparison = 'equals' | 'greater_than' | 'greater_than_equals' | 'less_than' | 'less_than_equals';
export type Metric = 'cart_total' | 'cart_quantity' | 'cart_unique_item_quantity' | 'cart_unique_item_amount';
export type CartCondition = { readonly metric: Metric; readonly comparison: Comparison; readonly value: number };

export type BuyRule = Readonly<{ slug: string; criteria: Criteria; conditions: readonly CartCondition[] }>;
/** A boolean expression over the slugs of buy rules. */
export type BuyCondition =
  | { readonly kind: 'rule'; readonly slug: string }
  | { readonly kind: 'all' | 'any'; readonly of: readonly BuyCondition[] }
  | { readonly kind: 'not'; readonly of: BuyCondition };

/** What one unit, or a group of units, is given. */
export type Reward =
  | { readonly kind: 'rate'; readonly rate: Ppm }
  | { readonly kind: 'amount'; readonly amount: Minor }
  | { readonly kind: 'price'; readonly price: Minor };

export type Benefit =
  /** A rate of every line, or of the cart as a whole. */
  | { readonly kind: 'percent'; readonly rate: Ppm; readonly once: boolean }
  /** One amount shared by the eligible units. */
  | {
      readonly kind: 'amount';
      readonly amount: Minor;
      /** The amount as often as the units cost so much. */
      readonly every?: Minor;
    }
  /** Something off each unit; `sequence` picks the n-th unit only, dearest first. */
  | { readonly kind: 'each'; readonly reward: Reward; readonly sequence: number | null }
  /** Each unit by its place, dearest first: the last slice that begins at or before it says what it is given. */
  | { readonly kind: 'slices'; readonly slices: readonly Slice[] }
  /** `size` units together cost `price`. */
  | { readonly kind: 'set'; readonly size: number; readonly price: Minor }
  /** Buy some, get some; the goods on both sides may overlap. */
  | {
      readonly kind: 'buy_get';
      /** Tried in this order, each as often as it goes. */
      readonly ways: readonly BuyWay[];
      readonly getUnits: number;
      readonly reward: Reward;
    }
  /** A unit price before all promotions; ladder bands are rules with unit bounds. */
  | { readonly kind: 'unit_price'; readonly reward: Reward; readonly binding: boolean }
  | { readonly kind: 'shipping'; readonly reward: Reward }
  | { readonly kind: 'gift'; readonly items: readonly number[]; readonly units: number; readonly sellable: boolean }
  | { readonly kind: 'cashback'; readonly reward: Reward }
  /** Goods count so much more for points. */
  | { readonly kind: 'points'; readonly rate: Ppm }
  | { readonly kind: 'external' }
  | { readonly kind: 'custom'; readonly code: string };

/** One alternative of a buy condition: what must hold, and the units that are bought every time, each for one requirement only. */
export type BuyWay = { readonly condition: BuyCondition; readonly requirements: readonly Requirement[] };
export type Requirement = { readonly criteria: Criteria; readonly units: number };

/** From the unit of this number on; null: nothing is taken off. */
export type Slice = { readonly from: number; readonly reward: Reward | null };

export type Limits = {
  readonly maximumDiscount: Minor | null;
  /** Units that may be discounted in all, cheapest first. */
  readonly maximumUnits: number | null;
  readonly minimumUnits: number | null;
  /** How often the rule may repeat in one cart. */
  readonly maximumUses: number | null;
};
export type DiscountRule = {
  readonly index: number;
  readonly condition: BuyCondition;
  /** Units that match any of these may be discounted. */
  readonly criteria: readonly Criteria[];
  readonly benefit: Benefit;
  readonly limits: Limits;
  /** Its place among the offer's tiers: of those that hold only the highest applies; null: not a tier. */
  readonly tier: number | null;
};

export type Uses = { readonly maximum: number; readonly remaining: number };
export type PaymentRule = {
  readonly codes: readonly string[];
  readonly types: readonly string[];
  readonly networks: readonly string[];
  readonly iins: readonly string[];
  /** Uses left for this way of paying; null: no limit. */
  readonly remaining: number | null;
};
export type Restrictions = {
  readonly platforms: readonly string[];
  readonly anonymous: boolean | null;
  readonly userIds: readonly string[];
  readonly groups: readonly string[];
  readonly excludedGroups: readonly string[];
  readonly registered: { readonly from: number | null; readonly to: number | null } | null;
  readonly emailDomains: readonly string[];
  readonly orderingStores: readonly number[];
  readonly payments: Readonly<Record<string, PaymentRule>> | null;
  readonly uses: { readonly total: Uses | null; readonly user: Uses | null };
  readonly orderQuantity: { readonly minimum: number; readonly maximum: number } | null;
  /** Goods go by one of these; of delivery it takes only what they charge. Absent: any. */
  readonly shippingMethods?: readonly string[];
  /** Absent: it may cost what it likes. */
  readonly budget?: Budget;
};
/** What all uses of an offer may take off together, and what is left of that. */
export type Budget = {
  readonly amount: Minor;
  readonly left: Minor;
  /** It gives all that it would give, or nothing; false: what is left. */
  readonly whole: boolean;
};
export type Period = { readonly from: number; readonly to: number };

export type OfferGroup = 'contract' | 'ladder_price' | 'limited_timer' | 'product' | 'cart' | 'coupon';

export type CompiledOffer = {
  readonly id: string;
  readonly mode: 'promotion' | 'coupon';
  readonly code: string | null;
  readonly type: string;
  readonly group: OfferGroup;
  readonly priority: number;
  readonly createdAt: number;
  readonly currency: string;
  readonly stackable: boolean;
  readonly exclusive: 'cart' | 'article' | null;
  /** Of the offers of a group at most one acts on a cart. */
  readonly stackGroup?: string;
  /** Offers it does not go together with, by id; whichever comes first closes the door to the other. */
  readonly excludes?: readonly string[];
  /** It rewards whose code it is; of such offers at most one acts on a cart, so that an order has brought one reward. */
  readonly isReferral?: true;
  /** A coupon that does not mind the marks of promotions. */
  readonly applyAll: boolean;
  /** Works from the marked price. */
  readonly onMarked: boolean;
  /** Only for lines that were added with this offer's id. */
  readonly boundToLine: boolean;
  /** When it is live; any of them. Empty: always. */
  readonly periods: readonly Period[];
  readonly restrictions: Restrictions;
  readonly rules: readonly BuyRule[];
  readonly discounts: readonly DiscountRule[];
  /** The stored definition, for whoever shows the offer. */
  readonly definition: Definition;
};
/** An offer as it is stored, with the wire's own names. */
export type Definition = Readonly<Record<string, unknown>>;
/** A stored definition that makes no sense, with the sentence that says why. */
export type RefusedOffer = { readonly id: string; readonly reason: string };
