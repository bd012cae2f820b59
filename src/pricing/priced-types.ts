/** What pricing answers: every line as unit lots, what was set aside, and the sums of it all. */
import type { Minor } from '../shared/money.ts';
import type { Adjustment } from './adjustment-types.ts';
import type { CashbackPart, Charge, EmiAnswer, LoyaltyAnswer, PointsPart, TenderPart } from './charge-types.ts';
import type { LineTax } from './money/tax-types.ts';
import type { Article, AskedLine, Combination } from './pricing-types.ts';
import type { Parcel } from './shipping-types.ts';
import type { WhyNot } from './why-not-types.ts';

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

type GiftFulfilment = Readonly<{ shipsSeparately: boolean; assignedStoreId: number; parentStoreId: number }>;
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
  | 'too_many_units'
  | 'below_floor'
  | 'above_marked'
  | 'invalid';

type SentParcel = Pick<Parcel, 'storeId' | 'way'> & { readonly method: string | null };

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
  /** To the coins there are; left out where nothing was rounded. In total_charge, too. */
  readonly cash_rounding?: Minor;
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

/** How the combination of promotions was found, where the policy asks for the best one. */
export type OfferChoice = {
  /** No combination makes the cart cheaper. */
  readonly optimal: boolean;
  /** By so much at most a combination that was not looked at can be cheaper. */
  readonly gap: Minor;
  /** What was reckoned to find it. */
  readonly nodes: number;
  readonly work: number;
  /** What is to be paid with it, before balances, and with promotions in their own order. */
  readonly payable: Minor;
  readonly inTurn: Minor;
  readonly steps: Combination;
};

export type CouponAnswer = Readonly<{ applied: boolean; discount: Minor; cashback: Minor; whyNot: WhyNot | null }>;
export type PricedCart = {
  readonly lines: readonly PricedLine[];
  readonly adjustments: readonly Adjustment[];
  /** Offers that applied, in the order in which they did. */
  readonly applied: readonly string[];
  /** Offers that were looked at and did not apply. `whyNot` also names those that no line could match. */
  readonly notApplied: readonly WhyNot[];
  readonly setAside: readonly SetAside[];
  readonly coupon: CouponAnswer | null;
  /** By coupon, where there are several on the cart. */
  readonly coupons?: Readonly<Record<string, CouponAnswer>>;
  readonly charges: readonly Charge[];
  /** By which method each parcel goes, null: by none; left out by a shop that has no methods. */
  readonly parcels?: readonly SentParcel[];
  readonly codQuote: { readonly amount: Minor } | null;
  readonly tender: readonly TenderPart[];
  readonly loyalty: LoyaltyAnswer | null;
  readonly emi: EmiAnswer | null;
  readonly emiDropped: boolean;
  readonly cashback: readonly CashbackPart[];
  /** Left out where goods count for points as they are. */
  readonly points?: readonly PointsPart[];
  readonly breakup: RawBreakup;
  readonly choice?: OfferChoice;
};
