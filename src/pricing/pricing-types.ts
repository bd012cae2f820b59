/** What pricing is told. Everything it may depend on is here: the cart, the articles, the offers, the rates, the policy, the time. */
import type { Minor, Ppm } from '../shared/money.ts';
import type { Currency, ExchangeRate } from '../shared/rates.ts';
import type { OfferIndex } from './compile/offer-index.ts';
import type { CompiledOffer } from './compile/offer-types.ts';
import type { CustomAnswers } from './custom-types.ts';
import type { Levy, TaxExemption } from './money/tax-types.ts';
import type { GiftLook } from './offers/gift-look.ts';
import type { PricingPolicy } from './pricing-policy.ts';
import type { Shipping, Way } from './shipping-types.ts';

/** Unit prices of an article in one currency. */
export type UnitPrices = {
  /** The marked price (MRP); left out, like the other, where only price lists have a price in this currency. */
  readonly marked?: Minor;
  /** After the seller's own discount. */
  readonly selling?: Minor;
  /** Selling price by price list. */
  readonly lists?: Readonly<Record<string, Minor>>;
};

/** An item in a size at a store: what is sold, with everything an offer can ask about. */
export type Article = {
  readonly uid: string;
  readonly itemId: number;
  readonly size: string;
  readonly sku: string | null;
  readonly storeId: number;
  readonly companyId: number;
  readonly brandId: number;
  readonly l1: readonly number[];
  readonly l2: readonly number[];
  readonly l3: readonly number[];
  readonly departments: readonly number[];
  readonly tags: readonly string[];
  /** By currency code; the application's own currency first of all. */
  readonly prices: Readonly<Record<string, UnitPrices>>;
  readonly taxRate: Ppm;
  /** What the rate is made of where a table says so; left out, GST is split by the place. */
  readonly levies?: readonly Levy[];
  /** The rate inside its prices, where that is another one: they are moved to `taxRate`, at the same net price. */
  readonly pricedAtRate?: Ppm;
  readonly exemption?: TaxExemption;
  /** A consumer has it from another country of the European Union: whose rates he pays. For who counts such sales. */
  readonly acrossUnion?: 'origin' | 'destination';
  /** State of the store, for the split of GST. */
  readonly state: string | null;
  readonly stock: number;
  /** No discount takes a unit below this, in the application's currency. */
  readonly floor?: Minor;
  /** Price of wrapping one unit, when the article has its own, in the application's currency. */
  readonly giftPrice?: Minor;
  /** Ways in which its store serves this cart, for a gift; any when left out. */
  readonly ways?: readonly Way[];
};

/** A line as the shopper asked for it. */
export type AskedLine = {
  /** Names the line in the answer, and decides nothing. */
  readonly key: string;
  readonly articleUid: string;
  readonly quantity: number;
  readonly groupTags?: readonly string[];
  readonly priceList?: string;
  /** The steal deal it was added with. */
  readonly promoId?: string;
  /** Wrapped as a gift. */
  readonly wrapped?: boolean;
  /** Sold over the counter: no delivery charge for it. */
  readonly pos?: boolean;
  /** How it reaches the shopper, which its gifts must be able to follow; not known when left out. */
  readonly way?: Way;
  /** What else tells it from lines with the same goods, as one text: the order in which units of a good are dealt to its lines. */
  readonly likeness?: string;
};

export type Shopper = {
  readonly userId: string | null;
  readonly groups: readonly string[];
  readonly registeredAt: number | null;
  readonly emailDomain?: string;
  readonly platform: string | null;
  readonly orderingStore: number | null;
};
export type Payment = Readonly<{ mode: string; code?: string; type?: string; network?: string; iin?: string }>;
export type Place = {
  readonly state: string | null;
  readonly zones: readonly number[];
  /** Its state is not known, and each good counts as supplied where its store is. */
  readonly isWhereStoreIs?: true;
};

export type ChargeTable = readonly { readonly threshold: Minor; readonly charge: Minor }[];
/** A flat amount, a rate, or the higher or lower of both. */
export type Fee = {
  readonly flat: Minor;
  readonly rate: Ppm;
  readonly of: 'sum' | 'higher' | 'lower';
  readonly minimum?: Minor;
  readonly maximum?: Minor;
};
export type ChargeSettings = {
  readonly delivery: ChargeTable;
  readonly cod: (Fee & { readonly from?: Minor; readonly to?: Minor }) | null;
  /** By payment mode. */
  readonly convenience: Readonly<Record<string, Fee>>;
  /** Price of wrapping one unit, where the article has none. */
  readonly giftPrice: Minor;
  readonly taxRate: Ppm;
  /** As of an article. */
  readonly levies?: readonly Levy[];
  readonly acrossUnion?: Article['acrossUnion'];
};

export type AdjustmentArticle = {
  readonly articleUid: string;
  readonly value: Minor;
  readonly quantity?: number;
  /** When a unit would fall below this, the adjustment is left out. */
  readonly minimumPrice?: Minor;
};
/** A price change made by another system for this cart. */
export type PriceAdjustment = {
  readonly id: string;
  readonly type: 'charge' | 'discount' | 'mop' | 'selling_price' | 'delivery_charge';
  readonly value: Minor;
  readonly currency: string;
  readonly code: string;
  readonly message: string;
  readonly distribution: 'apportion' | 'weighted' | 'equal';
  readonly articles: readonly AdjustmentArticle[];
  readonly articleLevel: boolean;
  readonly expiresAt: number | null;
  /** Whether thresholds of later offers see this discount. */
  readonly inEligibility: boolean;
  readonly taxRate?: Ppm;
  /** The offer of type external_price_adjustment_discount it belongs to. */
  readonly offerId?: string;
};

export type Loyalty = {
  readonly points: number;
  readonly redeem: boolean;
  /** Worth of `perPoints` points. */
  readonly worth: Minor;
  readonly perPoints: number;
  /** Of what is payable. */
  readonly cap: Ppm;
  readonly withCoupon: boolean;
};
export type Tender = {
  readonly loyalty: Loyalty | null;
  readonly storeCredit: { readonly balance: Minor; readonly use: boolean } | null;
  readonly giftCards: readonly { readonly id: string; readonly balance: Minor }[];
};

/** To the coins there are, in the currency of the answer. */
export type CashRounding = {
  readonly step: Minor;
  /** A half goes up. */
  readonly mode: 'nearest' | 'up' | 'down';
  readonly paymentModes: readonly string[];
};

export type EmiPlan = {
  readonly id: string;
  readonly type: 'standard' | 'no_cost' | 'low_cost';
  readonly months: number;
  /** Yearly, in basis points. */
  readonly interestBp: number;
  /** Of the interest, how much the offer absorbs in a low-cost plan. */
  readonly absorbed: Ppm;
  readonly fee: Fee;
  readonly feeTax: Ppm;
  readonly from: Minor | null;
  readonly to: Minor | null;
};

/** Promotions that act, in order; `uses` where less often than they could. Null: all, in their own order. */
export type Combination = readonly { readonly offerId: string; readonly uses: number | null }[] | null;

export type GiftChoice = { readonly declined?: boolean; readonly articleUid?: string };

/** Amounts in charges, tender and EMI plan are in the application's currency and are converted once. */
export type PriceInput = {
  readonly now: number;
  /** The currency of the answer. */
  readonly currency: Currency;
  /** The application's currency. */
  readonly home: Currency;
  /** Units of the named currency for one of the application's. */
  readonly rates: Readonly<Record<string, ExchangeRate>>;
  readonly lines: readonly AskedLine[];
  readonly articles: ReadonlyMap<string, Article>;
  /** Articles of items that are given away, by item. */
  readonly giftArticles: ReadonlyMap<number, readonly Article[]>;
  readonly giftChoices: Readonly<Record<string, GiftChoice>>;
  readonly offers: OfferIndex;
  /** The one that is spoken of where there is room for one. */
  readonly coupon: CompiledOffer | null;
  /** Those beside it on the cart; one that is `coupon` as well counts once. */
  readonly moreCoupons?: readonly CompiledOffer[];
  readonly adjustments: readonly PriceAdjustment[];
  readonly policy: PricingPolicy;
  readonly shopper: Shopper;
  readonly payment: Payment | null;
  readonly place: Place | null;
  readonly pickup: boolean;
  readonly charges: ChargeSettings;
  /** Left out where a shop has no shipping methods: its table of delivery charges counts. */
  readonly shipping?: Shipping;
  readonly tender: Tender;
  readonly emi: EmiPlan | null;
  /** Left out where any amount can be paid. */
  readonly cashRounding?: CashRounding;
  /** What balances pay of goods that go back in part, beside `tender`: no cashback is given for it either. */
  readonly covered?: Minor;
  /** What is left of the budgets of offers, by offer, in its own currency; one that is not named has all of it. */
  readonly budgets?: Readonly<Record<string, Minor>>;
  /** What was found where the policy looks for an order or a combination: then it is not looked for again. */
  readonly combination?: Combination;
  /** How far it is looked for where many carts are priced for one call; left out: as far as a search goes. */
  readonly searchWork?: number;
  /** Told whenever a gift is chosen, by whoever wants to know later whether it still would be. */
  readonly sawGift?: (look: GiftLook) => void;
  /** What rules of the merchant's own answered; left out where none was asked. */
  readonly custom?: CustomAnswers;
};
