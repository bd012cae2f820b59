/** What pricing answers: every line as unit lots, every number with its derivation, and why an offer did not apply. */
import type { Minor, Ppm, Rounding } from '../shared/money.ts';
import type { Comparison, Metric } from './compile/offer-types.ts';
import type { Article, AskedLine, Fee } from './pricing-types.ts';
import type { LineTax, TaxPart } from './money/tax-types.ts';

/** Units of a line that have the same history. Their price is a whole number of minor units: nothing is averaged. */
export type Lot = {
  readonly units: number;
  /** What one of these units costs now. */
  readonly price: Minor;
  /** What each unit was relieved of, by which adjustment, in order. */
  readonly cuts: readonly { readonly adjustment: string; readonly each: Minor }[];
  /** Offers that used these units, whether or not they made them cheaper. */
  readonly usedBy: readonly string[];
  /** A later offer may not touch them. */
  readonly closed: boolean;
  /** Bought or given in a buy-and-get offer: no other such offer may count them. */
  readonly spent: boolean;
};

type GiftFulfilment = {
  readonly shipsSeparately: boolean;
  readonly assignedStoreId: number;
  readonly parentStoreId: number;
};
export type LineGift = {
  readonly offerId: string;
  readonly parentKey: string;
  readonly sellable: boolean;
  readonly fulfilment: GiftFulfilment | null;
};
export type LadderBand = {
  readonly offerId: string;
  readonly from: number;
  readonly to: number | null;
  readonly price: Minor;
  readonly next: { readonly from: number; readonly price: Minor } | null;
};

export type PricedLine = {
  readonly key: string;
  readonly asked: AskedLine;
  readonly article: Article;
  readonly quantity: number;
  /** Unit prices: MRP, after the seller's discount, after contract and ladder prices. */
  readonly marked: Minor;
  readonly selling: Minor;
  readonly effective: Minor;
  /** Unit price that promotions started from: effective, or MRP under an MRP promotion. */
  readonly start: Minor;
  readonly onMarked: boolean;
  readonly floor: Minor;
  readonly lots: readonly Lot[];
  readonly closed: boolean;
  readonly gift: LineGift | null;
  readonly ladder: LadderBand | null;
  readonly tax: LineTax;
  /** The steal deal it was added with does not hold now. */
  readonly dealMissed: boolean;
  /** The price list it asks for has no price for it: this is the price without one. */
  readonly listMissed: boolean;
};

export type SetAside =
  | { readonly kind: 'line'; readonly key: string; readonly reason: LineProblem }
  | { readonly kind: 'offer'; readonly offerId: string; readonly reason: OfferProblem }
  | { readonly kind: 'adjustment'; readonly id: string; readonly reason: AdjustmentProblem };
export type LineProblem =
  | 'article_missing'
  | 'price_missing'
  | 'rate_missing'
  | 'quantity_invalid'
  | 'price_too_small'
  | 'amount_too_large'
  | 'tax_invalid';
export type OfferProblem = 'rate_missing' | 'price_too_small';
export type AdjustmentProblem =
  | 'expired'
  | 'rate_missing'
  | 'price_too_small'
  | 'no_article'
  | 'below_floor'
  | 'above_marked'
  | 'invalid';

export type Stage =
  | 'unit_price'
  | 'promotion'
  | 'adjustment'
  | 'coupon'
  | 'gift'
  | 'charge'
  | 'shipping'
  | 'tender'
  | 'cashback';

/** One multiplication or subtraction, with everything needed to do it again. `taken` is the result as far as there was room. */
export type Step =
  | {
      readonly formula: 'rate';
      readonly base: Minor;
      readonly rate: Ppm;
      readonly rounding: Rounding;
      readonly result: Minor;
      readonly taken: Minor;
      /** What rounding added (positive) or lost, in millionths of the minor unit. */
      readonly residue: number;
      readonly line: string | null;
      /** Rounded for one unit and multiplied. */
      readonly units: number;
    }
  | {
      readonly formula: 'each';
      readonly amount: Minor;
      readonly units: number;
      readonly result: Minor;
      readonly taken: Minor;
      readonly line: string | null;
    }
  | { readonly formula: 'flat'; readonly amount: Minor; readonly result: Minor; readonly taken: Minor }
  | {
      readonly formula: 'down_to';
      readonly base: Minor;
      readonly price: Minor;
      readonly result: Minor;
      readonly taken: Minor;
    }
  | { readonly formula: 'asked'; readonly result: Minor; readonly taken: Minor };

/** The part of an adjustment that fell on some units of a line. */
export type Share = {
  readonly line: string;
  readonly units: number;
  readonly amount: Minor;
  readonly lots: readonly { readonly units: number; readonly each: Minor }[];
};

/** A change of a price or of the total, and how it came about. Explaining a number is reading these. */
export type Adjustment = {
  readonly id: string;
  readonly stage: Stage;
  readonly source: { readonly kind: 'offer' | 'adjustment' | 'settings' | 'balance'; readonly id: string };
  /** Discount rule of the offer. */
  readonly rule: number | null;
  readonly steps: readonly Step[];
  /** The offer's own limit on the sum of the steps. */
  readonly cap: Minor | null;
  /** What there was to take from, after floors and marks. */
  readonly room: Minor | null;
  /** What it came to: all that the steps took, or the cap. */
  readonly amount: Minor;
  readonly shares: readonly Share[];
  /** Slugs of the buy rules that were true. */
  readonly matched: readonly string[];
  /** Units that were eligible before limits. */
  readonly eligibleUnits: number;
};

export type Shortfall = {
  readonly metric: Metric | 'units' | 'set_units' | 'order_quantity';
  readonly comparison: Comparison;
  readonly need: number;
  readonly have: number;
  /** Exactly this much more (or less, when negative) makes the condition hold. */
  readonly gap: number;
  /** Buy rule it belongs to. */
  readonly rule: string | null;
};
export type WhyNotReason =
  | 'not_started'
  | 'ended'
  | 'platform'
  | 'login'
  | 'user'
  | 'user_group'
  | 'registration'
  | 'ordering_store'
  | 'payment'
  | 'used_up'
  | 'order_quantity'
  | 'no_item'
  | 'condition'
  | 'too_few_units'
  | 'closed'
  | 'exclusive'
  | 'not_cheaper'
  | 'nothing_left'
  | 'better_offer'
  | 'line_not_added'
  | 'gift_out_of_stock'
  | 'gift_out_of_reach'
  | 'gift_declined'
  | 'no_charge'
  | 'no_adjustment'
  | 'no_extension'
  | 'rate_missing';
export type WhyNot = {
  readonly offerId: string;
  readonly reason: WhyNotReason;
  readonly shortfall: Shortfall | null;
  /** Where one line is meant. */
  readonly line?: string;
};

export type Charge = {
  readonly code: string;
  readonly name: string;
  readonly type: 'delivery' | 'cod' | 'convenience' | 'gift' | 'emi' | 'adjustment';
  /** As configured, before tax is added or an adjustment replaces it. */
  readonly preset: Minor | null;
  readonly original: Minor;
  /** What is charged, tax included. */
  readonly amount: Minor;
  /** What offers on delivery take off it; the tax is of what they leave. */
  readonly waived: Minor;
  readonly tax: Minor;
  readonly taxRate: Ppm;
  readonly parts: readonly TaxPart[];
  /** How the configured amount was found. */
  readonly basis: ChargeBasis;
  readonly adjustmentId: string | null;
  readonly shares: readonly { readonly line: string; readonly amount: Minor }[];
};
export type ChargeBasis =
  | { readonly kind: 'table'; readonly goods: Minor; readonly threshold: Minor | null }
  | { readonly kind: 'fee'; readonly base: Minor; readonly fee: Fee }
  | {
      readonly kind: 'units';
      readonly units: readonly { readonly line: string; readonly units: number; readonly each: Minor }[];
    }
  | { readonly kind: 'given' };

export type TenderPart = {
  readonly kind: 'loyalty' | 'store_credit' | 'gift_card' | 'mop';
  readonly id: string;
  readonly amount: Minor;
  /** The most this could have paid: a balance, a cap, an adjustment's value. */
  readonly most: Minor;
  /** What its balance falls by: points, or minor units of the application's currency; 0 where there is no balance. */
  readonly spent: number;
};
export type LoyaltyAnswer = {
  readonly points: number;
  readonly applicable: number;
  /** What the applicable points pay, in the cart's currency. */
  readonly worth: Minor;
  readonly applied: boolean;
  readonly blockedByCoupon: boolean;
};
export type EmiAnswer = {
  readonly planId: string;
  readonly principal: Minor;
  readonly instalment: Minor;
  readonly lastInstalment: Minor;
  readonly totalPayable: Minor;
  readonly totalInterest: Minor;
  readonly fee: Minor;
  readonly feeTax: Minor;
};
export type CashbackPart = { readonly offerId: string; readonly amount: Minor };

/** Signs as on the wire: discounts and tender are negative, charges positive. */
export type RawBreakup = {
  readonly mrp_total: Minor;
  readonly discount: Minor;
  readonly subtotal: Minor;
  readonly promotion: Minor;
  readonly coupon: Minor;
  readonly gst_charges: Minor;
  readonly vog: Minor;
  readonly delivery_charge: Minor;
  readonly cod_charge: Minor;
  readonly convenience_fee: Minor;
  readonly gift_card: Minor;
  readonly total_charge: Minor;
  readonly platform_cash: Minor;
  readonly mop_total: Minor;
  readonly total: Minor;
  readonly you_saved: Minor;
  readonly cashback_applied: Minor | null;
  /** Parts that the wire does not name: of promotion, what is off goods and what is off delivery; goods after both. */
  readonly goods: Minor;
  readonly promotion_goods: Minor;
  readonly promotion_shipping: Minor;
};

export type CouponAnswer = {
  readonly applied: boolean;
  readonly discount: Minor;
  readonly cashback: Minor;
  readonly whyNot: WhyNot | null;
};
export type PricedCart = {
  readonly lines: readonly PricedLine[];
  readonly adjustments: readonly Adjustment[];
  /** Offers that applied, in the order in which they did. */
  readonly applied: readonly string[];
  /** Offers that were looked at and did not apply. `whyNot` also names those that no line could match. */
  readonly notApplied: readonly WhyNot[];
  readonly setAside: readonly SetAside[];
  readonly coupon: CouponAnswer | null;
  readonly charges: readonly Charge[];
  readonly codQuote: { readonly amount: Minor } | null;
  readonly tender: readonly TenderPart[];
  readonly loyalty: LoyaltyAnswer | null;
  readonly emi: EmiAnswer | null;
  readonly emiDropped: boolean;
  readonly cashback: readonly CashbackPart[];
  readonly breakup: RawBreakup;
};
