/** How goods are sent: the methods there are, what each costs where, and what the shopper chose. Amounts are the application's. */
import type { Minor } from '../shared/money.ts';

/** How goods go from a store to the shopper: over the counter, to be picked up, or brought at one of three speeds. */
export type Way = 'counter' | 'pickup' | 'standard' | 'priority' | 'rush';

/** What a charge goes by: money, grams on the scales, grams as carriers count them, or units. */
type ShippingMeasure = 'value' | 'weight' | 'chargeable_weight' | 'quantity';

/** From so much on; `each` more for every begun `step` beyond. */
export type ShippingBand = {
  readonly from: number;
  readonly charge: Minor;
  readonly more?: { readonly each: Minor; readonly step: number };
};
export type ShippingRate = {
  /** One of them; empty: anywhere. */
  readonly zones: readonly number[];
  readonly countries: readonly string[];
  /** Only for goods from these stores; left out: from any. */
  readonly stores?: readonly number[];
  readonly by: ShippingMeasure;
  /** In order; the first begins at zero. */
  readonly bands: readonly ShippingBand[];
  /** Goods of the whole cart from which nothing is charged. */
  readonly freeFrom: Minor | null;
  /** Grams that a unit of unknown weight counts; null: this rate cannot be had with one. */
  readonly unweighed: number | null;
};
export type ShippingMethod = {
  readonly id: string;
  readonly name: string;
  /** The journey that goods must make; null: any. */
  readonly journey: Way | null;
  /** Charged once for all parcels that go by it. */
  readonly once: boolean;
  /** But each parcel of these stores by itself. */
  readonly apart?: readonly number[];
  /** Grams of a parcel. */
  readonly heaviest: number | null;
  /** The first that is for the place and can be measured counts. */
  readonly rates: readonly ShippingRate[];
};
/** Grams of one unit; null: not known. */
type UnitWeight = { readonly scales: number | null; readonly chargeable: number | null };

export type Shipping = {
  /** In the order in which they are offered: the first that can take a parcel does, unless another was chosen. */
  readonly methods: readonly ShippingMethod[];
  readonly country: string | null;
  /** By store; `usual` where a store has none. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly usual: string | null;
  /** By article. */
  readonly weights: ReadonlyMap<string, UnitWeight>;
};

/** What leaves one store by one way. */
export type Parcel = {
  readonly storeId: number;
  readonly way: Way;
  /** Places of its goods among the cart's lines. */
  readonly lines: readonly number[];
};
/** Parcels that are charged together; without a method nobody takes them. */
export type Consignment = { readonly method: ShippingMethod | null; readonly parcels: readonly Parcel[] };

/** How the charge of a consignment was found, in the cart's currency. */
export type ShippingPart = {
  readonly method: string;
  readonly name: string;
  readonly stores: readonly number[];
  readonly by: ShippingMeasure;
  readonly measure: number;
  readonly charge: Minor;
  readonly each: Minor;
  readonly steps: number;
  /** The goods that made it free. */
  readonly freeFrom: Minor | null;
  /** As configured. */
  readonly preset: Minor;
  /** What is charged of it, tax included. */
  readonly amount: Minor;
};
